// The golfer shown beside the sample swing until the visitor chooses another.
import type { GolferCard } from '#contract/golfers.ts';
import { type SwingTraits, suggestedGolfers, TRAITS_UNKNOWN } from '#domain/library/suggest-golfers.ts';

/** The traits of the sample: filmed face-on, right-handed, with a driver. */
export const SAMPLE_TRAITS: SwingTraits = Object.freeze({
  ...TRAITS_UNKNOWN,
  ...({ view: 'face-on', hand: 'right', club: 'driver' } as const),
});

/** The golfer in the library who suits the sample best; null for an empty library. */
export function demoGolfer(golfers: readonly GolferCard[]): GolferCard | null {
  return suggestedGolfers(golfers, SAMPLE_TRAITS)[0]?.golfer ?? null;
}
