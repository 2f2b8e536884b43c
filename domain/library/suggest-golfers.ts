// Suggests library golfers to compare a swing with: by camera angle first, then by club, hand and tempo. Golfers of the other hand are
// shown in a mirror.
import { type ClubKind, clubDistance, clubKindOf, type Filmed, type GolferTempo } from './golfer.ts';

/** The known traits of the visitor's swing; null where unknown. */
export interface SwingTraits extends Filmed {
  /** Named by the visitor, or guessed (guessed-club.ts). */
  readonly club: ClubKind | null;
  /** In real time, as far as the slow motion of the clip is known. */
  readonly tempo: GolferTempo | null;
}

/** No known traits. */
export const TRAITS_UNKNOWN: SwingTraits = Object.freeze({ view: null, hand: null, club: null, tempo: null });

/** The traits of a golfer that the ranking uses. */
export interface RankedGolfer extends Filmed {
  /** Decides between equal golfers, so that neither names nor the order of the list do. */
  readonly id: number;
  readonly name: string;
  readonly club: string | null;
  readonly tempo: GolferTempo | null;
}

/** View and club that no golfer of the library has together: at least one. Null for the one that need not be named. */
type LackingTraits = Pick<SwingTraits, 'view' | 'club'>;

/** A ranked golfer. */
export interface SuggestedGolfer<Golfer> {
  readonly golfer: Golfer;
  /** Whether the golfer is known to be filmed like the swing, as {@link isFilmedLike} says. */
  readonly isAlike: boolean;
  /** Whether the golfer is known to play with the other hand than the visitor, and so is shown in a mirror. */
  readonly isMirrored: boolean;
  /** What the library lacks for the swing, the same for all golfers that are suggested for it; null if it lacks nothing. */
  readonly lacking: LackingTraits | null;
}

const SUGGESTED_COUNT = 3;

/**
 * The golfers that suit a swing, best first, at most three. Of those who are filmed like it only, where there are any; golfers
 * filmed otherwise are never mixed with them. While the club is unknown, golfers with different clubs come first.
 * @example suggestedGolfers(golfers, { ...TRAITS_UNKNOWN, view: 'face-on', hand: 'right', club: 'driver' })
 */
export function suggestedGolfers<Golfer extends RankedGolfer>(
  golfers: readonly Golfer[],
  traits: SwingTraits,
): readonly SuggestedGolfer<Golfer>[] {
  const ranked = rankedGolfers(golfers, traits);
  const alike = ranked.filter((golfer) => isFilmedLike(golfer, traits));
  const isAlike = alike.length > 0;
  const offered = isAlike ? alike : ranked;
  const varied = traits.club === null ? oneOfEachClubFirst(offered) : offered;
  const lacking = lackingTraits(ranked, traits);
  return varied
    .slice(0, SUGGESTED_COUNT)
    .map((golfer) => ({ golfer, isAlike, lacking, isMirrored: playsOtherHand(golfer, traits.hand) }));
}

/** The fewest traits that no golfer has together and that name all that the best match lacks; null if it lacks nothing. */
function lackingTraits(ranked: readonly RankedGolfer[], { view, club }: SwingTraits): LackingTraits | null {
  const [best] = ranked;
  const hasView = (golfer: RankedGolfer) => view === null || golfer.view === view;
  const hasClub = (golfer: RankedGolfer) => club === null || clubKindOf(golfer) === club;
  if (!best || (hasView(best) && hasClub(best))) return null;
  if (!hasView(best)) return { view, club: hasClub(best) ? null : club };
  return { view: ranked.some(hasClub) ? view : null, club };
}

/** All golfers, best match first. The order does not depend on the order in which they are given. */
export function rankedGolfers<Golfer extends RankedGolfer>(
  golfers: readonly Golfer[],
  traits: SwingTraits,
): readonly Golfer[] {
  const distances = new Map(golfers.map((golfer) => [golfer, distancesTo(golfer, traits)]));
  return golfers.toSorted((a, b) => {
    const [ofA = [], ofB = []] = [distances.get(a), distances.get(b)];
    const decisive = ofA.findIndex((distance, index) => distance !== ofB[index]);
    return (ofA[decisive] ?? a.id) - (ofB[decisive] ?? b.id);
  });
}

/**
 * Whether a golfer is known to be filmed like a swing whose view is known: in the same view and, where the swing's hand is known,
 * with a known hand, because a mirror shows a golfer of the other hand like the swing.
 */
export function isFilmedLike(golfer: Filmed, { view, hand }: Filmed): boolean {
  return view !== null && golfer.view === view && (hand === null || golfer.hand !== null);
}

/** Whether a golfer is known to play with another hand than this one; false where either is unknown. */
export function playsOtherHand(golfer: Pick<Filmed, 'hand'>, hand: Filmed['hand']): boolean {
  return hand !== null && golfer.hand !== null && golfer.hand !== hand;
}

function oneOfEachClubFirst<Golfer extends RankedGolfer>(ranked: readonly Golfer[]): readonly Golfer[] {
  const isFirst = (golfer: Golfer, index: number) =>
    ranked.findIndex((other) => clubKindOf(other) === clubKindOf(golfer)) === index;
  return [...ranked.filter(isFirst), ...ranked.filter((golfer, index) => !isFirst(golfer, index))];
}

/** A golfer whose club is unknown ranks between the neighboring clubs and the others. */
const UNKNOWN_CLUB = 1.5;

/** How far a golfer is from a swing in each respect, the most important first. 0 is equal or unknown. */
function distancesTo(golfer: RankedGolfer, { view, hand, club, tempo }: SwingTraits): readonly number[] {
  const golferClub = clubKindOf(golfer);
  return [
    view === null || golfer.view === view ? 0 : 1,
    club === null
      ? // Most swings are full swings.
        Number(golferClub === 'chip')
      : golferClub === null
        ? UNKNOWN_CLUB
        : clubDistance(club, golferClub),
    // Nine in ten golfers play right-handed. A mirrored golfer with the same club is nearer than one with another.
    golfer.hand === (hand ?? 'right') ? 0 : 1,
    tempoDistance(tempo ?? USUAL_TEMPO, golfer.tempo ?? USUAL_TEMPO),
  ];
}

/** The middle of the three usual tempos (see `tempoGroup`): 24 and 8 frames of 1/30 second. It stands for an unknown tempo. */
const USUAL_TEMPO: GolferTempo = { ratio: 3, seconds: 32 / 30 };

/** No full swing in real time takes longer: such a clip is slow motion that has not been confirmed. */
const MAX_REAL_SECONDS = 2.5;

/** How far two tempos are apart: the relative differences of ratio and backswing, to a thousandth. */
function tempoDistance(one: GolferTempo, other: GolferTempo): number {
  const backswing = ({ ratio, seconds }: GolferTempo) => (seconds * ratio) / (1 + ratio);
  const isPaceKnown = one.seconds <= MAX_REAL_SECONDS && other.seconds <= MAX_REAL_SECONDS;
  const apart = (a: number, b: number) => Math.abs(Math.log(a / b));
  const distance = apart(one.ratio, other.ratio) + (isPaceKnown ? apart(backswing(one), backswing(other)) : 0);
  return Math.round(1000 * distance);
}

/** Golfers in two groups, each in the order in which they were given. */
interface GroupedGolfers<Golfer> {
  /** Golfers filmed like the clip; empty while its view is unknown. */
  readonly alike: readonly Golfer[];
  readonly others: readonly Golfer[];
}

/** Groups golfers by whether they are filmed like a clip, as {@link isFilmedLike} says. */
export function golfersLike<Golfer extends Filmed>(golfers: readonly Golfer[], clip: Filmed): GroupedGolfers<Golfer> {
  const isAlike = (golfer: Golfer) => isFilmedLike(golfer, clip);
  return { alike: golfers.filter(isAlike), others: golfers.filter((golfer) => !isAlike(golfer)) };
}

/** The golfers with a view and a hand, in their order. Null for either matches every golfer. */
export function golfersFilmed<Golfer extends Filmed>(
  golfers: readonly Golfer[],
  { view, hand }: Filmed,
): readonly Golfer[] {
  return golfers.filter((golfer) => (view === null || golfer.view === view) && (hand === null || golfer.hand === hand));
}
