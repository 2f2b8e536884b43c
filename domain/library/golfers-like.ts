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
