// The positions that were found in kept swings, beside their marks, and the file that a golfer may give to a host. The file has
// neither pictures nor sound, names, dates or ids.
import { type CheckedSwing, checkedPositions } from '#domain/moments/checked-swing.ts';
import { factorInUse } from '#domain/swing/slow-motion.ts';
import { clipsOf, type KeptComparison } from './kept-comparison.ts';
import { keptBody } from './kept-database.ts';

/** A swing without its joints, and the key of its clip. */
interface KeptChecked {
  readonly contentKey: string;
  readonly swing: CheckedSwing;
}

/** The swings in which a proposal was taken, each once. */
export function checkedSwings(kept: readonly KeptComparison[]): readonly KeptChecked[] {
  const swings = kept.flatMap(clipsOf).flatMap((clip): KeptChecked[] => {
    const positions = checkedPositions(clip.annotations, clip.taken ?? {});
    if (Object.keys(positions).length === 0) return [];
    const { contentKey, pictureInterval } = clip;
    return [{ contentKey, swing: { positions, pictureInterval, slowMotionFactor: factorInUse(clip), body: null } }];
  });
  const each = new Map(swings.map((one) => [`${one.contentKey} ${JSON.stringify(one.swing.positions)}`, one]));
  return [...each.values()];
}

/** The file, with the joints that are stored. Rejects when the browser cannot read them. */
export async function checkedSwingsFile(kept: readonly KeptComparison[]): Promise<Blob> {
  const swings: CheckedSwing[] = [];
  for (const { contentKey, swing } of checkedSwings(kept)) {
    swings.push({ ...swing, body: await keptBody(contentKey) });
  }
  return new Blob([JSON.stringify({ format: 'swingmark-positions', version: 1, swings })], {
    type: 'application/json',
  });
}
