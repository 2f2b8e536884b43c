// The names that are laid over a merge: one small picture each, read by ffmpeg from a file beside the output.
import { rm, writeFile } from 'node:fs/promises';
import { type ComparisonPlan, SIDES } from '#domain/comparison/comparison-plan.ts';
import type { PlannedName } from '#domain/comparison/name-place.ts';
import type { Rect } from '#domain/comparison/pane-layout.ts';
import { SIDE_COLORS } from '#domain/rendering/body-strokes.ts';
import { PLATE_COVER, plateInk } from '#domain/rendering/name-plate.ts';
import { videoColor } from '#server/drawing/drawing-layer.ts';

/** A name's picture. */
export interface PlateLayer {
  readonly rect: Rect;
  /** The file of its one picture, in ffmpeg's `yuva420p`. */
  readonly path: string;
}

/** Calls back with the written pictures of a plan's names, and removes them afterwards. */
export async function withNamePlates<T>(
  plan: ComparisonPlan,
  outputPath: string,
  use: (plates: readonly PlateLayer[]) => Promise<T>,
): Promise<T> {
  const plates: PlateLayer[] = [];
  try {
    for (const side of SIDES) {
      const { name } = plan.panes[side];
      if (!name) continue;
      const plate = { rect: name.rect, path: `${outputPath}.${side}-name` };
      plates.push(plate);
      await writeFile(plate.path, platePicture(name, SIDE_COLORS[side]));
    }
    return await use(plates);
  } finally {
    for (const { path } of plates) await rm(path, { force: true });
  }
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
