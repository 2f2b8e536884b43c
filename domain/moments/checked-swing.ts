// The positions that were found in a clip and the frames that the golfer marked instead, for measuring the search:
// times and joints only. A file of them is untrusted.
import { isRecord, isWithin } from '#domain/body/read-track.ts';
import { readStoredBodyTrack, type StoredBodyTrack, storedBodyTrack } from '#domain/body/stored-body-track.ts';
import { isSlowMotionFactor } from '#domain/swing/slow-motion.ts';
import { POSITIONS, type Position, type SwingAnnotations, timeOf } from '#domain/swing/swing.ts';
import { MAX_TIME } from '#domain/time.ts';
import type { Certainty } from './found-swing.ts';
import { positionTolerance } from './swings-in-body.ts';
import type { TakenMoments } from './taken-moments.ts';

/** A position that was proposed, and the frame that the golfer left marked. Times are seconds of the clip. */
interface CheckedPosition {
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
interface CheckedCount {
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

const MAX_SWINGS = 10_000;

/** The swings of a file of the form `{ format: 'swingmark-positions', version: 1, swings }`; null for any other value. */
export function readCheckedSwings(value: unknown): readonly CheckedSwing[] | null {
  if (!isRecord(value) || value.format !== 'swingmark-positions' || value.version !== 1) return null;
  const { swings } = value;
  if (!Array.isArray(swings) || swings.length > MAX_SWINGS) return null;
  const read = swings.map(readSwing);
  return read.every((swing) => swing !== null) ? read : null;
}

function readSwing(value: unknown): CheckedSwing | null {
  if (!isRecord(value) || !isRecord(value.positions)) return null;
  const { positions, pictureInterval, slowMotionFactor, body } = value;
  const track = body === null ? null : readStoredBodyTrack(body);
  const isInterval = pictureInterval === null || (isWithin(pictureInterval, 0, MAX_TIME) && pictureInterval > 0);
  if (!isInterval || !isSlowMotionFactor(slowMotionFactor) || (body !== null && !track)) return null;
  const read = POSITIONS.flatMap((position) => {
    const stored = positions[position];
    return stored === undefined ? [] : [[position, readPosition(stored)] as const];
  });
  if (read.some(([, position]) => position === null)) return null;
  return {
    positions: Object.fromEntries(read),
    pictureInterval,
    slowMotionFactor,
    body: track && storedBodyTrack(track),
  };
}

function readPosition(value: unknown): CheckedPosition | null {
  if (!isRecord(value)) return null;
  const { proposed, confidence, certainty, marked } = value;
  const known = (['heard', 'sure', 'check'] as const).find((one) => one === certainty);
  if (!known || !isWithin(proposed, 0, MAX_TIME) || !isWithin(marked, 0, MAX_TIME) || !isWithin(confidence, 0, 1))
    return null;
  return { proposed, confidence, certainty: known, marked };
}
