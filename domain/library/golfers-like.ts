// Which golfers of the library are filmed like a clip, and are offered first; and which in a certain way.
import type { Filmed } from './golfer.ts';

/** Golfers in two groups, each in the order in which they were given. */
export interface GroupedGolfers<Golfer> {
  /** Those of the clip's view and hand, as far as the clip's are known; empty while its view is not. */
  readonly alike: readonly Golfer[];
  readonly others: readonly Golfer[];
}

/** Groups golfers by whether they are filmed like a clip. A golfer whose view or hand is unknown is not like it. */
export function golfersLike<Golfer extends Filmed>(
  golfers: readonly Golfer[],
  { view, hand }: Filmed,
): GroupedGolfers<Golfer> {
  const isAlike = (golfer: Golfer) => view !== null && golfer.view === view && (hand === null || golfer.hand === hand);
  return { alike: golfers.filter(isAlike), others: golfers.filter((golfer) => !isAlike(golfer)) };
}

/** The golfers of a view and a hand, in their order; null for either means any, also where a golfer's is not known. */
export function golfersFilmed<Golfer extends Filmed>(
  golfers: readonly Golfer[],
  { view, hand }: Filmed,
): readonly Golfer[] {
  return golfers.filter((golfer) => (view === null || golfer.view === view) && (hand === null || golfer.hand === hand));
}

/** A golfer to compare a clip with. */
export interface SuggestedGolfer<Golfer> {
  readonly golfer: Golfer;
  /** Whether the golfer is known to be filmed like the clip. */
  readonly isAlike: boolean;
}

/**
 * The golfer to suggest for a clip: the first who is filmed like it, else the first of its hand, else the first of all; null
 * where there is none.
 */
export function suggestedGolfer<Golfer extends Filmed>(
  golfers: readonly Golfer[],
  clip: Filmed,
): SuggestedGolfer<Golfer> | null {
  const [alike] = golfersLike(golfers, clip).alike;
  if (alike) return { golfer: alike, isAlike: true };
  const golfer = golfers.find(({ hand }) => clip.hand !== null && hand === clip.hand) ?? golfers[0];
  return golfer ? { golfer, isAlike: false } : null;
}
