// Tracks which marks were taken from proposals and which were set by hand. A mark set by hand always wins over a
// proposal.
import { POSITIONS, type Position, type SwingAnnotations, timeOf, withPosition } from '#domain/swing/swing.ts';
import type { Doubts } from '#domain/swing/timing-uncertainty.ts';
import { TIME_TOLERANCE } from '#domain/time.ts';
import type { Moment } from './found-swing.ts';

/** The proposals that the visitor has taken, by position. Positions marked by hand afterwards are still listed. */
export type TakenMoments = Readonly<Partial<Record<Position, Moment>>>;

/** No proposals taken. */
export const NOTHING_TAKEN: TakenMoments = Object.freeze({});

/**
 * The origin of a mark: `unset` without a mark, `hand` where the visitor chose the frame, `found` for an unchanged
 * proposal, `check` for a doubtful proposal that was taken.
 */
export type MarkOrigin = 'unset' | 'hand' | 'found' | 'check';

/** The origin of the mark of one position. */
export function markOrigin(annotations: SwingAnnotations, taken: TakenMoments, position: Position): MarkOrigin {
  const time = timeOf(annotations, position);
  if (time === null) return 'unset';
  const moment = taken[position];
  if (!moment || Math.abs(moment.time - time) > TIME_TOLERANCE) return 'hand';
  return moment.certainty === 'check' ? 'check' : 'found';
}

/** The error margin of each doubtful mark that was taken, in seconds of the clip. */
export function doubtsOf(annotations: SwingAnnotations, taken: TakenMoments): Doubts {
  const doubts = POSITIONS.flatMap((position): (readonly [Position, number])[] => {
    const range = taken[position]?.range;
    const isDoubtful = markOrigin(annotations, taken, position) === 'check' && range;
    return isDoubtful ? [[position, (range.to - range.from) / 2]] : [];
  });
  return Object.fromEntries(doubts);
}

/** The proposals for a clip whose times are earlier by this many seconds. */
export function earlierMoments(taken: TakenMoments, seconds: number): TakenMoments {
  return Object.fromEntries(
    POSITIONS.flatMap((position) => {
      const moment = taken[position];
      if (!moment) return [];
      const { time, range } = moment;
      const moved = range && { from: range.from - seconds, to: range.to - seconds };
      return [[position, { ...moment, time: time - seconds, range: moved }]];
    }),
  );
}

/** The annotations with proposals in place of every mark that was not set by hand. */
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
