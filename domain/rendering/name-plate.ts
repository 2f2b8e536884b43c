// A name on its dark plate, pixel by pixel: what every renderer lays over the picture.
import { type ComparisonPlan, SIDES } from '#domain/comparison/comparison-plan.ts';
import type { PlannedName } from '#domain/comparison/name-place.ts';
import type { Rect } from '#domain/comparison/pane-layout.ts';
import { coverOf, type Lettering } from '#domain/lettering/lettering.ts';
import { SIDE_COLORS } from './body-strokes.ts';
import { videoColor } from './drawing-layer.ts';

/** How much the plate hides of the picture, 0 to 1. */
export const PLATE_COVER = 0.7;

/** A picture that stays on the canvas through the whole video. */
export interface Plate {
  readonly rect: Rect;
  /** In ffmpeg's `yuva420p`, of the rectangle's size. */
  readonly picture: Uint8Array;
}

/** The plates of a plan, from the bottom to the top. */
export function platesOf({ panes }: ComparisonPlan): readonly Plate[] {
  return SIDES.flatMap((side) => {
    const { name } = panes[side];
    return name ? [{ rect: name.rect, picture: platePicture(name, SIDE_COLORS[side]) }] : [];
  });
}

/** How much of a pixel of the plate is ink, 0 to 1, for a plate of a size: the lettering scaled smoothly. */
export function plateInk(lettering: Lettering, widthPx: number, heightPx: number): Float32Array {
  const cover = coverOf(lettering);
  const ink = new Float32Array(widthPx * heightPx);
  const [stepX, stepY] = [lettering.widthPx / widthPx, lettering.heightPx / heightPx];
  const at = (x: number, y: number) => {
    const [column, row] = [
      Math.min(Math.max(x, 0), lettering.widthPx - 1),
      Math.min(Math.max(y, 0), lettering.heightPx - 1),
    ];
    return cover[row * lettering.widthPx + column] ?? 0;
  };
  for (let y = 0; y < heightPx; y += 1) {
    const fromY = (y + 0.5) * stepY - 0.5;
    const row = Math.floor(fromY);
    const down = fromY - row;
    for (let x = 0; x < widthPx; x += 1) {
      const fromX = (x + 0.5) * stepX - 0.5;
      const column = Math.floor(fromX);
      const across = fromX - column;
      const upper = at(column, row) * (1 - across) + at(column + 1, row) * across;
      const lower = at(column, row + 1) * (1 - across) + at(column + 1, row + 1) * across;
      ink[y * widthPx + x] = upper * (1 - down) + lower * down;
    }
  }
  return ink;
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
  for (let y = 0; y < heightPx / 2; y += 1) {
    for (let x = 0; x < widthPx / 2; x += 1) {
      const corner = 2 * y * widthPx + 2 * x;
      const shares = [corner, corner + 1, corner + widthPx, corner + widthPx + 1].map((at) => ink[at] ?? 0);
      const share = shares.reduce((sum, each) => sum + each, 0) / shares.length;
      const at = full + (y * widthPx) / 2 + x;
      bytes[at] = Math.round(mix(GREY, blue, share / coverWith(share)));
      bytes[at + full / 4] = Math.round(mix(GREY, red, share / coverWith(share)));
    }
  }
  return bytes;
}

const [BLACK, GREY] = [16, 128];

/** How much of the picture ink and plate together hide. */
function coverWith(ink: number): number {
  return ink + (1 - ink) * PLATE_COVER;
}

function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}
