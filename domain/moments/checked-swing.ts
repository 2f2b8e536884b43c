// What a golfer made of the positions that were found in a clip: for measuring how well they are found. Times and joints only.
import type { StoredBodyTrack } from '#domain/body/stored-body-track.ts';
import { POSITIONS, type Position, type SwingAnnotations, timeOf } from '#domain/swing/swing.ts';
import type { Certainty } from './found-swing.ts';
import { positionTolerance } from './swings-in-body.ts';
import type { TakenMoments } from './taken-moments.ts';

/** A position that was proposed, and the frame that the golfer left marked. Times are seconds of the clip. */
export interface CheckedPosition {
  readonly proposed: number;
  /** 0 to 1. */
  readonly confidence: number;
  readonly certainty: Certainty;
  /** The mark after the golfer compared with it. */
  readonly marked: number;
}

/** The positions of one swing. */
export interface CheckedSwing {
  /** Positions without a proposal, or without a mark, are left out. */
  readonly positions: Readonly<Partial<Record<Position, CheckedPosition>>>;
  /** The usual time between two frames, in seconds of the clip; null where it is unknown. */
  readonly pictureInterval: number | null;
  /** How many times slower than real time the clip plays. */
  readonly slowMotionFactor: number;
  /** The golfer's joints over the clip; null where they were not tracked. */
  readonly body: StoredBodyTrack | null;
}

/**
 * The proposals that were taken, each beside the mark of today; empty where none was.
 *
 * @example
 * const strike = { time: 1.5, confidence: 0.9, certainty: 'sure', range: null }
 * checkedPositions({ restTime: null, topTime: null, strikeTime: 1.6 }, { strike }) // { strike: { proposed: 1.5, confidence: 0.9, certainty: 'sure', marked: 1.6 } }
 */
export function checkedPositions(annotations: SwingAnnotations, taken: TakenMoments): CheckedSwing['positions'] {
  return Object.fromEntries(
    POSITIONS.flatMap((position) => {
      const [moment, marked] = [taken[position], timeOf(annotations, position)];
      if (!moment || marked === null) return [];
      const { time, confidence, certainty } = moment;
      return [[position, { proposed: time, confidence, certainty, marked }]];
    }),
  );
}

/** How many proposals of a position were checked, and how many of them were right. */
export interface CheckedCount {
  readonly checked: number;
  readonly right: number;
  /** Of those that were not said to be doubtful. */
  readonly sure: number;
  readonly sureAndWrong: number;
}

/**
 * Counts the checked proposals of each position. A proposal is right within the tolerance by which the search is judged:
 * strike 1, top 2, rest 4 frames of 30 fps in real time.
 */
export function countChecked(swings: readonly CheckedSwing[]): Readonly<Record<Position, CheckedCount>> {
  const of = (position: Position): CheckedCount => {
    const checked = swings.flatMap(({ positions }) => {
      const one = positions[position];
      if (!one) return [];
      const [top, strike] = [positions.top?.marked, positions.strike?.marked];
      const downswing = top !== undefined && strike !== undefined ? Math.max(0, strike - top) : 0;
      const isRight = Math.abs(one.proposed - one.marked) <= positionTolerance(position, downswing);
      return [{ isRight, isSure: one.certainty !== 'check' }];
    });
    return {
      checked: checked.length,
      right: checked.filter(({ isRight }) => isRight).length,
      sure: checked.filter(({ isSure }) => isSure).length,
      sureAndWrong: checked.filter(({ isSure, isRight }) => isSure && !isRight).length,
    };
  };
  return { rest: of('rest'), top: of('top'), strike: of('strike') };
}
