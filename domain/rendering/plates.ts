// Small pictures laid over the merged one: names, the strip, and its playhead.

import type { ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import type { PlannedName } from '#domain/comparison/name-place.ts';
import type { Rect, Size } from '#domain/geometry.ts';
import { PLATE_COVER, plateInk } from '#domain/lettering/lettering.ts';
import { SIDES } from '#domain/side.ts';
import { SIDE_COLORS } from './body-strokes.ts';
import { videoColor, videoColorOf } from './drawing-layer.ts';
import { layOutStrip, leftPxAt, PLAY_POSITION_COLOR, playPositionLine, stripPicture } from './strip-picture.ts';

/** The movement of a plate to the right: in each merged frame it is at the even pixel at or before its line. */
export interface PlateMove {
  readonly fromPx: number;
  readonly perFramePx: number;
}

/** A small picture over the merged one. */
export interface Plate {
  /** Its place in the first merged frame. */
  readonly rect: Rect;
  /** Null for a plate that does not move. */
  readonly moves: PlateMove | null;
  /** In ffmpeg's `yuva420p`, of the rectangle's size. */
  readonly picture: Uint8Array;
}

/** The left edge of a plate in a merged frame, counted from 0. */
export function plateLeftPx({ rect, moves }: Pick<Plate, 'rect' | 'moves'>, frame: number): number {
  return moves ? leftPxAt([moves.fromPx, moves.perFramePx], frame) : rect.xPx;
}

/** The plates of a plan, from bottom to top: names, the strip, and the playhead that moves over it. */
export function platesOf(plan: ComparisonPlan): readonly Plate[] {
  const names = SIDES.flatMap((side) => {
    const { name } = plan.panes[side];
    return name ? [{ rect: name.rect, moves: null, picture: platePicture(name, SIDE_COLORS[side]) }] : [];
  });
  const { strip } = plan;
  if (!strip) return names;
  const layout = layOutStrip({ ...plan, strip }, strip.rect);
  const [fromPx, perFramePx] = playPositionLine(layout, plan);
  const { bar } = layout;
  return [
    ...names,
    { rect: strip.rect, moves: null, picture: opaquePicture(stripPicture(layout), layout) },
    {
      rect: { ...bar, yPx: strip.rect.yPx + bar.yPx },
      moves: { fromPx, perFramePx },
      picture: plainPicture(bar, PLAY_POSITION_COLOR),
    },
  ];
}

/** The picture of a name in a color on its plate: luma, two chroma planes at half size, alpha. */
function platePicture({ lettering, rect }: PlannedName, color: string): Uint8Array {
  const { widthPx, heightPx } = rect;
  const [bright, blue, red] = videoColor(color);
  const full = widthPx * heightPx;
  const bytes = new Uint8Array(2 * full + full / 2);
  const ink = plateInk(lettering, widthPx, heightPx);
  for (const [at, share] of ink.entries()) {
    const cover = coverWith(share);
    bytes[at] = Math.round(mix(BLACK, bright, share / cover));
    bytes[full + full / 2 + at] = Math.round(255 * cover);
  }
  for (const { at, pixels } of chromaOf(rect)) {
    const shares = pixels.map((pixel) => ink[pixel] ?? 0);
    const share = shares.reduce((sum, each) => sum + each, 0) / shares.length;
    bytes[full + at] = Math.round(mix(GRAY, blue, share / coverWith(share)));
    bytes[full + full / 4 + at] = Math.round(mix(GRAY, red, share / coverWith(share)));
  }
  return bytes;
}

/** A picture from red, green, blue and opacity; the opacity is not used. */
function opaquePicture(rgba: Uint8ClampedArray, size: Size): Uint8Array {
  const full = size.widthPx * size.heightPx;
  const bytes = new Uint8Array(2 * full + full / 2).fill(255);
  const colorOf = (pixel: number) => videoColorOf([rgba[4 * pixel], rgba[4 * pixel + 1], rgba[4 * pixel + 2]]);
  const colors = Array.from({ length: full }, (_, pixel) => colorOf(pixel));
  for (const [at, [bright]] of colors.entries()) bytes[at] = Math.round(bright);
  for (const { at, pixels } of chromaOf(size)) {
    const mean = (part: 1 | 2) => pixels.reduce((sum, pixel) => sum + (colors[pixel]?.[part] ?? GRAY), 0) / 4;
    bytes[full + at] = Math.round(mean(1));
    bytes[full + full / 4 + at] = Math.round(mean(2));
  }
  return bytes;
}

/** A picture of one color. */
function plainPicture({ widthPx, heightPx }: Size, color: string): Uint8Array {
  const [bright, blue, red] = videoColor(color);
  const full = widthPx * heightPx;
  const bytes = new Uint8Array(2 * full + full / 2).fill(255);
  bytes.fill(bright, 0, full);
  bytes.fill(blue, full, full + full / 4);
  bytes.fill(red, full + full / 4, full + full / 2);
  return bytes;
}

/** For each value of a chroma plane, its index and the four pixels that share it. */
function* chromaOf({ widthPx, heightPx }: Size) {
  for (let y = 0; y < heightPx / 2; y += 1) {
    for (let x = 0; x < widthPx / 2; x += 1) {
      const corner = 2 * y * widthPx + 2 * x;
      yield { at: (y * widthPx) / 2 + x, pixels: [corner, corner + 1, corner + widthPx, corner + widthPx + 1] };
    }
  }
}

const [BLACK, GRAY] = [16, 128];

/** The combined opacity of ink and plate. */
function coverWith(ink: number): number {
  return ink + (1 - ink) * PLATE_COVER;
}

function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}
