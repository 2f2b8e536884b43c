// The plates that are laid over a merge: ffmpeg reads each from a file beside the output.
import { rm, writeFile } from 'node:fs/promises';
import type { ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import type { PaintedLayers } from '#domain/rendering/painted-layers.ts';
import { type Plate, platesOf } from '#domain/rendering/plates.ts';

/** A plate whose one picture is in a file. */
export interface PlateLayer extends Omit<Plate, 'picture'> {
  readonly path: string;
}

/** What is laid over a merge: what is painted for each frame, and the plates. */
export interface MergeLayers extends PaintedLayers {
  readonly plates: readonly PlateLayer[];
}

/** Calls back with the written pictures of a plan's plates, and removes them afterwards. */
export async function withPlates<T>(
  plan: ComparisonPlan,
  outputPath: string,
  use: (plates: readonly PlateLayer[]) => Promise<T>,
): Promise<T> {
  const plates: PlateLayer[] = [];
  try {
    for (const { picture, ...place } of platesOf(plan)) {
      const plate = { ...place, path: `${outputPath}.plate${plates.length}` };
      plates.push(plate);
      await writeFile(plate.path, picture);
    }
    return await use(plates);
  } finally {
    for (const { path } of plates) await rm(path, { force: true });
  }
}
