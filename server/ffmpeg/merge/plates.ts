// The plates that are laid over a merge: ffmpeg reads each from a file beside the output.
import { rm, writeFile } from 'node:fs/promises';
import type { ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import type { PaintedLayers } from '#domain/rendering/painted-layers.ts';
import { type Plate, platesOf } from '#domain/rendering/plates.ts';

export interface PlateLayer extends Omit<Plate, 'picture'> {
  readonly path: string;
}

/** The overlays of a merge: the layers that are painted for each frame, and the plates. */
export interface MergeLayers extends PaintedLayers {
  readonly plates: readonly PlateLayer[];
}

/** Writes the pictures of a plan's plates, calls back with them, and removes them afterwards. */
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
