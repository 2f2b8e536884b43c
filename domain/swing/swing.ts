// The three positions of a swing and their marks, the timed parts between them, and its tempo.
import { TIME_TOLERANCE } from '#domain/time.ts';
import { type Clip, endTime, firstFrameTime } from '#domain/video/clip.ts';
import { shownFrameTime } from '#domain/video/frame-times.ts';

/** The three moments that are marked, in the order in which they happen. */
export const POSITIONS = ['rest', 'top', 'strike'] as const;

/** One of the three moments: `rest` (last still frame), `top` (of the backswing), `strike` (club meets ball). */
export type Position = (typeof POSITIONS)[number];

/**
 * Where the three moments lie in a clip, in seconds on its shown timeline; null until marked. 0 is a valid time: the
 * first frame of most clips.
 */
export interface SwingAnnotations {
  readonly restTime: number | null;
  readonly topTime: number | null;
  readonly strikeTime: number | null;
}

/** A swing without any marks. */
export const NO_ANNOTATIONS: SwingAnnotations = Object.freeze({ restTime: null, topTime: null, strikeTime: null });

const FIELD = { rest: 'restTime', top: 'topTime', strike: 'strikeTime' } as const;

/**
 * The time of one position, in seconds, or null when it is not marked.
 * @example
 * timeOf({ restTime: 0.5, topTime: null, strikeTime: 1.6 }, 'strike') // 1.6
 */
export function timeOf(annotations: SwingAnnotations, position: Position): number | null {
  return annotations[FIELD[position]];
}

/**
 * The same annotations with one position marked at a time in seconds, or cleared with null.
 * @example
 * withPosition(NO_ANNOTATIONS, 'top', 1.2) // { restTime: null, topTime: 1.2, strikeTime: null }
 */
export function withPosition(annotations: SwingAnnotations, position: Position, time: number | null): SwingAnnotations {
  return { ...annotations, [FIELD[position]]: time };
}

/**
 * Whether all three positions are marked, in any order (see {@link firstOutOfOrder}).
 * @example
 * isFullyMarked({ restTime: 0.5, topTime: null, strikeTime: 1.6 }) // false
 */
export function isFullyMarked(annotations: SwingAnnotations): boolean {
  return POSITIONS.every((position) => timeOf(annotations, position) !== null);
}

/** How many of the three positions are marked: 0 to 3. */
export function markedCount(annotations: SwingAnnotations): number {
  return POSITIONS.filter((position) => timeOf(annotations, position) !== null).length;
}

/**
 * The first pair of marked positions that is not in the order rest < top < strike, earlier position first, or null when
 * the marked ones are in order. Two positions on the same frame are not in order.
 * @example
 * firstOutOfOrder({ restTime: 0.5, topTime: 2, strikeTime: 1.6 }) // ['top', 'strike']
 */
export function firstOutOfOrder(annotations: SwingAnnotations): readonly [Position, Position] | null {
  const marked = POSITIONS.filter((position) => timeOf(annotations, position) !== null);
  for (const [index, later] of marked.entries()) {
    const earlier = marked[index - 1];
    if (earlier && (timeOf(annotations, earlier) ?? 0) >= (timeOf(annotations, later) ?? 0)) return [earlier, later];
  }
  return null;
}

/** Whether a time in seconds lies on a clip's timeline: from its first frame to the end of its last one. */
export function isInsideClip(clip: Clip, time: number): boolean {
  return time >= firstFrameTime(clip) - TIME_TOLERANCE && time <= endTime(clip) + TIME_TOLERANCE;
}

/**
 * The annotations with each marked time moved to the frame that is on screen at it: a mark is a frame.
 * @example
 * const clip = makeClip({ widthPx: 1920, heightPx: 1080, frameTimes: [0, 0.04, 0.08, 0.12] })
 * onShownFrames(clip, { restTime: 0.05, topTime: null, strikeTime: 0.1 }) // { restTime: 0.04, topTime: null, strikeTime: 0.08 }
 */
export function onShownFrames(clip: Clip, annotations: SwingAnnotations): SwingAnnotations {
  const shown = (time: number | null) => (time === null ? null : shownFrameTime(clip.frameTimes, time));
  return {
    restTime: shown(annotations.restTime),
    topTime: shown(annotations.topTime),
    strikeTime: shown(annotations.strikeTime),
  };
}

/**
 * The annotations with every marked time earlier by `seconds`.
 * @example
 * earlierBy({ restTime: 1.5, topTime: null, strikeTime: 2.5 }, 1) // { restTime: 0.5, topTime: null, strikeTime: 1.5 }
 */
export function earlierBy({ restTime, topTime, strikeTime }: SwingAnnotations, seconds: number): SwingAnnotations {
  const earlier = (time: number | null) => (time === null ? null : time - seconds);
  return { restTime: earlier(restTime), topTime: earlier(topTime), strikeTime: earlier(strikeTime) };
}

/** The three parts of a swing that are timed. */
export const PHASES = ['rest-to-top', 'top-to-strike', 'rest-to-strike'] as const;

/** One timed part of a swing. */
export type Phase = (typeof PHASES)[number];

/** The positions at which a phase begins and ends. */
export const PHASE_ENDS: Readonly<Record<Phase, readonly [Position, Position]>> = {
  'rest-to-top': ['rest', 'top'],
  'top-to-strike': ['top', 'strike'],
  'rest-to-strike': ['rest', 'strike'],
};

/** The length of one part of a swing in seconds, or null when one of its two marks is missing. */
export function phaseLength(annotations: SwingAnnotations, phase: Phase): number | null {
  const [from, to] = PHASE_ENDS[phase].map((position) => timeOf(annotations, position));
  return from == null || to == null ? null : to - from;
}

/**
 * Backswing divided by downswing, or null when a mark is missing or either part is not above 0.
 * @example
 * tempoRatio({ restTime: 1, topTime: 1.75, strikeTime: 2 }) // 3
 */
export function tempoRatio(annotations: SwingAnnotations): number | null {
  const back = phaseLength(annotations, 'rest-to-top');
  const down = phaseLength(annotations, 'top-to-strike');
  return back !== null && down !== null && back > 0 && down > 0 ? back / down : null;
}
