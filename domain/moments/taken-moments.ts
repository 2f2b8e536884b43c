// Which marks were taken from proposals, and which were made by hand. A mark made by hand always wins over a proposal.
import { POSITIONS, type Position, type SwingAnnotations, timeOf, withPosition } from '#domain/swing/swing.ts';
import type { Doubts } from '#domain/swing/timing-uncertainty.ts';
import { TIME_TOLERANCE } from '#domain/time.ts';
import type { Moment } from './found-swing.ts';

/** The proposals that the visitor has taken, by position. One that was marked by hand since is still listed. */
export type TakenMoments = Readonly<Partial<Record<Position, Moment>>>;

/** Nothing was taken. */
export const NOTHING_TAKEN: TakenMoments = Object.freeze({});

/**
 * Where a mark comes from: `unset` without a mark, `hand` where the visitor chose the frame, `found` for a proposal that was
 * taken as it is, `check` for one that was taken although it is doubtful.
 */
export type MarkOrigin = 'unset' | 'hand' | 'found' | 'check';

/** Where the mark of one position comes from. */
export function markOrigin(annotations: SwingAnnotations, taken: TakenMoments, position: Position): MarkOrigin {
  const time = timeOf(annotations, position);
  if (time === null) return 'unset';
  const moment = taken[position];
  if (!moment || Math.abs(moment.time - time) > TIME_TOLERANCE) return 'hand';
  return moment.certainty === 'check' ? 'check' : 'found';
}

/** How far each mark that was taken in doubt may be off, in seconds of the clip. */
export function doubtsOf(annotations: SwingAnnotations, taken: TakenMoments): Doubts {
  const doubts = POSITIONS.flatMap((position): (readonly [Position, number])[] => {
    const range = taken[position]?.range;
    const isDoubtful = markOrigin(annotations, taken, position) === 'check' && range;
    return isDoubtful ? [[position, (range.to - range.from) / 2]] : [];
  });
  return Object.fromEntries(doubts);
}

/** The annotations with proposals in place of all marks that were not made by hand. */
export function withMoments(
  annotations: SwingAnnotations,
  taken: TakenMoments,
  proposed: TakenMoments,
): SwingAnnotations {
  return POSITIONS.reduce((before, position) => {
    const moment = proposed[position];
    const isByHand = markOrigin(annotations, taken, position) === 'hand';
    return moment && !isByHand ? withPosition(before, position, moment.time) : before;
  }, annotations);
}

/**
 * The range in seconds of the clip's timeline in which each doubtful mark almost surely lies; positions without doubt are left
 * out, and so are those whose range is not known.
 */
export function doubtfulRanges(
  annotations: SwingAnnotations,
  taken: TakenMoments,
): Readonly<Partial<Record<Position, NonNullable<Moment['range']>>>> {
  const doubtful = POSITIONS.filter((position) => markOrigin(annotations, taken, position) === 'check');
  return Object.fromEntries(
    doubtful.flatMap((position) => {
      const range = taken[position]?.range;
      return range ? [[position, range]] : [];
    }),
  );
}
