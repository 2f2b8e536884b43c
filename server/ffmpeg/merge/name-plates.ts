// The names that are laid over a merge: one small picture each, read by ffmpeg from a file beside the output.
import { rm, writeFile } from 'node:fs/promises';
import type { ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import type { Rect } from '#domain/comparison/pane-layout.ts';
import { platesOf } from '#domain/rendering/name-plate.ts';
import type { PaintedLayers } from '#domain/rendering/painted-layers.ts';

/** A name's picture. */
export interface PlateLayer {
  readonly rect: Rect;
  /** The file of its one picture, in ffmpeg's `yuva420p`. */
  readonly path: string;
}

/** What is laid over a merge: what moves, and the names. */
export interface MergeLayers extends PaintedLayers {
  readonly plates: readonly PlateLayer[];
}

/** Calls back with the written pictures of a plan's names, and removes them afterwards. */
export async function withNamePlates<T>(
  plan: ComparisonPlan,
  outputPath: string,
  use: (plates: readonly PlateLayer[]) => Promise<T>,
): Promise<T> {
  const plates: PlateLayer[] = [];
  try {
    for (const [index, { rect, picture }] of platesOf(plan).entries()) {
      const plate = { rect, path: `${outputPath}.plate-${index}` };
      plates.push(plate);
      await writeFile(plate.path, picture);
    }
    return await use(plates);
  } finally {
    for (const { path } of plates) await rm(path, { force: true });
  }
}
