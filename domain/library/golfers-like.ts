// Groups and filters the library's golfers by camera view and hand.
import type { Filmed } from './golfer.ts';

/** Golfers in two groups, each in the order in which they were given. */
export interface GroupedGolfers<Golfer> {
  /** Golfers with the clip's view and hand, as far as the clip's are known; empty while its view is unknown. */
  readonly alike: readonly Golfer[];
  readonly others: readonly Golfer[];
}

/** Groups golfers by whether they are filmed like a clip. A golfer whose view or hand is unknown does not count. */
export function golfersLike<Golfer extends Filmed>(
  golfers: readonly Golfer[],
  { view, hand }: Filmed,
): GroupedGolfers<Golfer> {
  const isAlike = (golfer: Golfer) => view !== null && golfer.view === view && (hand === null || golfer.hand === hand);
  return { alike: golfers.filter(isAlike), others: golfers.filter((golfer) => !isAlike(golfer)) };
}

/** The golfers with a view and a hand, in their order. Null for either matches every golfer. */
export function golfersFilmed<Golfer extends Filmed>(
  golfers: readonly Golfer[],
  { view, hand }: Filmed,
): readonly Golfer[] {
  return golfers.filter((golfer) => (view === null || golfer.view === view) && (hand === null || golfer.hand === hand));
}
