// Determines how much of one side's clip a comparison shows: from before its rest until after its strike.
import { onShownFrames, type SwingAnnotations } from '#domain/swing/swing.ts';
import { type Clip, firstFrameTime, lastFrameTime } from '#domain/video/clip.ts';
import { moveFrames } from '#domain/video/frame-times.ts';
import type { SideChoices } from './comparison-choices.ts';
import { type MatchedSwing, nudgedMarks } from './matched-positions.ts';

/** Assumed rest before the event of a side without a rest mark, in seconds (design §1). */
export const ASSUMED_REST_BEFORE_EVENT = 2;
/** Minimum time shown after the strike, in seconds (DESIGN §1). */
export const MIN_FOLLOW_THROUGH = 2;
/** Minimum time shown after the strike, as a multiple of the time from rest to strike (DESIGN §1). */
export const FOLLOW_THROUGH_FACTOR = 1.5;

/** One side's nudged marks on shown frames, in source seconds. The top is used only where the alignment needs it. */
export interface PlannedSwing extends MatchedSwing {
  readonly eventAt: number;
  /** The marked or assumed rest. */
  readonly restAt: number;
  readonly strikeAt: number;
}

/** One side's swing. The marks that the alignment needs are there. */
export function swingOf(
  clip: Clip,
  annotations: SwingAnnotations,
  alignment: 'strike' | 'top' | 'all',
  choices: SideChoices,
): PlannedSwing {
  const { nudgeFrames, slowMotionFactor: pace } = choices;
  const { restTime, topTime, strikeTime } = onShownFrames(clip, annotations);
  const strikeAt = strikeTime ?? 0;
  if (alignment === 'all') {
    const marks = nudgedMarks(clip, [restTime ?? 0, topTime ?? 0, strikeAt], nudgeFrames);
    return { clip, marks, pace, eventAt: marks[2], restAt: marks[0], strikeAt: marks[2] };
  }
  const markedAt = alignment === 'top' ? (topTime ?? 0) : strikeAt;
  const eventAt = moveFrames(clip.frameTimes, markedAt, nudgeFrames);
  const restAt = restTime ?? Math.max(firstFrameTime(clip), eventAt - ASSUMED_REST_BEFORE_EVENT * pace);
  return { clip, marks: [restAt, topTime ?? strikeAt, strikeAt], pace, eventAt, restAt, strikeAt };
}

/** One side's swing relative to its event, in plan seconds, 0 or more. */
export interface SwingSpan {
  readonly footageBefore: number;
  readonly restBefore: number;
  readonly shownAfter: number;
}

/** The span of a side that plays as filmed. */
export function spanOf({ clip, pace, eventAt, restAt, strikeAt }: PlannedSwing): SwingSpan {
  const followThrough = Math.max(MIN_FOLLOW_THROUGH * pace, FOLLOW_THROUGH_FACTOR * (strikeAt - restAt));
  const endAt = Math.min(strikeAt + followThrough, lastFrameTime(clip));
  return {
    footageBefore: (eventAt - firstFrameTime(clip)) / pace,
    restBefore: Math.max(0, eventAt - restAt) / pace,
    shownAfter: Math.max(0, endAt - eventAt) / pace,
  };
}

/** The span of a side whose rest and strike meet the lead's. Before its rest and after its strike it keeps its own pace. */
export function fittedSpan(
  { restBefore }: SwingSpan,
  { clip, pace, restAt }: PlannedSwing,
  { shownAfter }: SwingSpan,
): SwingSpan {
  return { restBefore, shownAfter, footageBefore: restBefore + (restAt - firstFrameTime(clip)) / pace };
}
