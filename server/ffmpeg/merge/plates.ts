// What is laid over a merge as small pictures: names, the strip, and the play position that moves over it. ffmpeg reads each
// from a file beside the output.
import { rm, writeFile } from 'node:fs/promises';
import { type ComparisonPlan, SIDES } from '#domain/comparison/comparison-plan.ts';
import type { PlannedName } from '#domain/comparison/name-place.ts';
import type { Rect, Size } from '#domain/comparison/pane-layout.ts';
import { SIDE_COLORS } from '#domain/rendering/body-strokes.ts';
import { PLATE_COVER, plateInk } from '#domain/rendering/name-plate.ts';
import { layOutStrip, PLAY_POSITION_COLOR, playPositionLine, stripPicture } from '#domain/rendering/strip-picture.ts';
import { videoColor, videoColorOf } from '#server/drawing/drawing-layer.ts';

/** How a plate moves to the right: in each merged frame it is on the even pixel at or before its line. */
export interface PlateMove {
  readonly fromPx: number;
  readonly perFramePx: number;
}

/** A plate's picture. */
export interface PlateLayer {
  /** Where it is in the first merged frame. */
  readonly rect: Rect;
  /** Null where it stays. */
  readonly moves: PlateMove | null;
  /** The file of its one picture, in ffmpeg's `yuva420p`. */
  readonly path: string;
}

/** Calls back with the written pictures of a plan's plates, and removes them afterwards. */
export async function withPlates<T>(
  plan: ComparisonPlan,
  outputPath: string,
  use: (plates: readonly PlateLayer[]) => Promise<T>,
): Promise<T> {
  const plates: PlateLayer[] = [];
  try {
    for (const { bytes, ...place } of paintedPlates(plan)) {
      const plate = { ...place, path: `${outputPath}.plate${plates.length}` };
      plates.push(plate);
      await writeFile(plate.path, bytes);
    }
    return await use(plates);
  } finally {
    for (const { path } of plates) await rm(path, { force: true });
  }
}

type PaintedPlate = Omit<PlateLayer, 'path'> & { readonly bytes: Uint8Array };

/** From the bottom to the top. */
function paintedPlates(plan: ComparisonPlan): readonly PaintedPlate[] {
  const names = SIDES.flatMap((side) => {
    const { name } = plan.panes[side];
    return name ? [{ rect: name.rect, moves: null, bytes: platePicture(name, SIDE_COLORS[side]) }] : [];
  });
  const { strip } = plan;
  if (!strip) return names;
  const layout = layOutStrip({ ...plan, strip }, strip.rect);
  const [fromPx, perFramePx] = playPositionLine(layout, plan);
  const { bar } = layout;
  return [
    ...names,
    { rect: strip.rect, moves: null, bytes: opaquePicture(stripPicture(layout), layout) },
    {
      rect: { ...bar, yPx: strip.rect.yPx + bar.yPx },
      moves: { fromPx, perFramePx },
      bytes: plainPicture(bar, PLAY_POSITION_COLOR),
    },
  ];
}

/** The picture of a name in a colour on its plate: luma, two chroma planes at half size, alpha. */
export function platePicture({ lettering, rect }: PlannedName, color: string): Uint8Array {
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
    bytes[full + at] = Math.round(mix(GREY, blue, share / coverWith(share)));
    bytes[full + full / 4 + at] = Math.round(mix(GREY, red, share / coverWith(share)));
  }
  return bytes;
}

/** A picture of red, green, blue and opacity, of which the opacity is not used. */
function opaquePicture(rgba: Uint8ClampedArray, size: Size): Uint8Array {
  const full = size.widthPx * size.heightPx;
  const bytes = new Uint8Array(2 * full + full / 2).fill(255);
  const colorOf = (pixel: number) => videoColorOf([rgba[4 * pixel], rgba[4 * pixel + 1], rgba[4 * pixel + 2]]);
  const colors = Array.from({ length: full }, (_, pixel) => colorOf(pixel));
  for (const [at, [bright]] of colors.entries()) bytes[at] = Math.round(bright);
  for (const { at, pixels } of chromaOf(size)) {
    const mean = (part: 1 | 2) => pixels.reduce((sum, pixel) => sum + (colors[pixel]?.[part] ?? GREY), 0) / 4;
    bytes[full + at] = Math.round(mean(1));
    bytes[full + full / 4 + at] = Math.round(mean(2));
  }
  return bytes;
}

/** A picture of one colour. */
function plainPicture({ widthPx, heightPx }: Size, color: string): Uint8Array {
  const [bright, blue, red] = videoColor(color);
  const full = widthPx * heightPx;
  const bytes = new Uint8Array(2 * full + full / 2).fill(255);
  bytes.fill(bright, 0, full);
  bytes.fill(blue, full, full + full / 4);
  bytes.fill(red, full + full / 4, full + full / 2);
  return bytes;
}

/** For each value of a chroma plane, its place in the plane and the four pixels that share it. */
function* chromaOf({ widthPx, heightPx }: Size) {
  for (let y = 0; y < heightPx / 2; y += 1) {
    for (let x = 0; x < widthPx / 2; x += 1) {
      const corner = 2 * y * widthPx + 2 * x;
      yield { at: (y * widthPx) / 2 + x, pixels: [corner, corner + 1, corner + widthPx, corner + widthPx + 1] };
    }
  }
}

const [BLACK, GREY] = [16, 128];

/** How much of the picture ink and plate together hide. */
function coverWith(ink: number): number {
  return ink + (1 - ink) * PLATE_COVER;
}

function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}
