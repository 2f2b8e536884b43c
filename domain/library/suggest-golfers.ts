// Suggests library golfers to compare a swing with: by camera angle and hand first, then by club, tempo and build.
import { type ClubKind, clubDistance, clubKindOf, type Filmed, type GolferTempo } from './golfer.ts';

/** The known traits of the visitor's swing; null where unknown. */
export interface SwingTraits extends Filmed {
  readonly club: ClubKind | null;
  /** From rest to strike, in seconds of real time. */
  readonly seconds: number | null;
  /** The visitor's height in centimetres. */
  readonly heightCm: number | null;
}

/** No known traits. */
export const TRAITS_UNKNOWN: SwingTraits = Object.freeze({
  view: null,
  hand: null,
  club: null,
  seconds: null,
  heightCm: null,
});

/** The traits of a golfer that the ranking uses. */
export interface RankedGolfer extends Filmed {
  readonly name: string;
  readonly club: string | null;
  readonly height: string | null;
  readonly tempo: GolferTempo | null;
}

/** A ranked golfer. */
export interface SuggestedGolfer<Golfer> {
  readonly golfer: Golfer;
  /** Whether the golfer is known to be filmed like the swing: the same view and, where it is known, the same hand. */
  readonly isAlike: boolean;
}

const SUGGESTED_COUNT = 3;

/**
 * The cost of a difference. Golfers with another view or hand rank after all others. One step of club costs as much as
 * 0.3 s of tempo or 30 cm of height, so that the club dominates.
 */
const COST = { otherView: 100, otherHand: 50, unknownClub: 1.5, clubStep: 1, second: 1 / 0.3, cm: 1 / 30 };

/**
 * The golfers that suit a swing, best first, at most three. Of those who are filmed like it only, where there are any; golfers
 * filmed otherwise are never mixed with them. Equal ones keep their order.
 * @example suggestedGolfers(golfers, { ...TRAITS_UNKNOWN, view: 'face-on', hand: 'right', club: 'driver' })
 */
export function suggestedGolfers<Golfer extends RankedGolfer>(
  golfers: readonly Golfer[],
  traits: SwingTraits,
): readonly SuggestedGolfer<Golfer>[] {
  const ranked = rankedGolfers(golfers, traits);
  const alike = ranked.filter((golfer) => isFilmedLike(golfer, traits));
  const isAlike = alike.length > 0;
  return (isAlike ? alike : ranked).slice(0, SUGGESTED_COUNT).map((golfer) => ({ golfer, isAlike }));
}

/** All golfers, best match first. Ties keep their order. */
export function rankedGolfers<Golfer extends RankedGolfer>(
  golfers: readonly Golfer[],
  traits: SwingTraits,
): readonly Golfer[] {
  const costs = new Map(golfers.map((golfer) => [golfer, costOf(golfer, traits)]));
  return golfers.toSorted((a, b) => (costs.get(a) ?? 0) - (costs.get(b) ?? 0));
}

/** Whether a golfer is known to be filmed like a swing whose view is known. */
export function isFilmedLike(golfer: Filmed, { view, hand }: Filmed): boolean {
  return view !== null && golfer.view === view && (hand === null || golfer.hand === hand);
}

function costOf(golfer: RankedGolfer, { view, hand, club, seconds, heightCm }: SwingTraits): number {
  const golferClub = clubKindOf(golfer);
  const golferHeight = heightInCm(golfer.height);
  return (
    (view !== null && golfer.view !== view ? COST.otherView : 0) +
    (hand !== null && golfer.hand !== hand ? COST.otherHand : 0) +
    (club === null ? 0 : golferClub === null ? COST.unknownClub : COST.clubStep * clubDistance(club, golferClub)) +
    // Without a known club, a chip must not rank first just because its swing is short.
    (club === null && golferClub === 'chip' ? COST.clubStep * 3 : 0) +
    (seconds === null || !golfer.tempo ? 0 : COST.second * Math.min(0.25, Math.abs(seconds - golfer.tempo.seconds))) +
    (heightCm === null || golferHeight === null ? 0 : COST.cm * Math.min(25, Math.abs(heightCm - golferHeight)))
  );
}

const CM_PER_INCH = 2.54;

/** Parses a height such as 6'1", 185 cm or 1.85 m into centimetres; null for any other text. */
export function heightInCm(text: string | null): number | null {
  const feet = /^\s*(\d)\s*['’′]\s*(\d{1,2})?/.exec(text ?? '');
  if (feet) return Math.round((Number(feet[1]) * 12 + Number(feet[2] ?? 0)) * CM_PER_INCH);
  const metric = /^\s*(\d+(?:[.,]\d+)?)\s*(cm|m)\b/.exec(text ?? '');
  if (!metric) return null;
  return Math.round(Number((metric[1] ?? '').replace(',', '.')) * (metric[2] === 'm' ? 100 : 1));
}

/** Golfers in two groups, each in the order in which they were given. */
interface GroupedGolfers<Golfer> {
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
