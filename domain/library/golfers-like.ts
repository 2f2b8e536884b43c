// Which golfers of the library are filmed like a clip: those are offered first.
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
