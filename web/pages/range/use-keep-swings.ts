// Keeps swings of a session in My swings, each compared with the session's pro.
import type { GolferCard } from '#contract/golfers.ts';
import { FIRST_CHOICES } from '#domain/comparison/comparison-choices.ts';
import { marksOf, useGolfer } from '#web/api/use-golfer.ts';
import { type RangeSwing, videoOf } from '#web/features/range/range-swing.ts';
import type { KeepOutcome } from '#web/videos/kept/keep-outcome.ts';
import { timesForgotten } from '#web/videos/kept/times-forgotten.ts';

/** Returns a function that keeps swings; it stops at the first that cannot be kept. */
export function useKeepSwings(golfer: GolferCard | null): (swings: readonly RangeSwing[]) => Promise<KeepOutcome> {
  const { data: detail } = useGolfer(golfer?.id ?? null);
  return async (swings) => {
    if (!golfer) return 'refused';
    const shown = detail ? { videoUrl: detail.videoUrl, clip: detail.clip, annotations: marksOf(detail) } : null;
    const { keepComparison } = await import('#web/videos/kept/keep-comparison.ts');
    for (const swing of swings) {
      const user = videoOf(swing);
      if (!user) continue;
      const outcome = await keepComparison({
        user,
        pro: { golfer, shown },
        alignment: 'strike',
        choices: FIRST_CHOICES,
        drawn: null,
        begunAfter: timesForgotten(),
      });
      if (outcome !== 'kept') return outcome;
    }
    return 'kept';
  };
}
