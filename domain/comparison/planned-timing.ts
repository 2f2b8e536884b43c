// Plans when each side shows what: the part of each clip around its swing, the frame rate, the number of merged frames,
// and both time maps.

import { bySide, otherSide, type Side } from '#domain/side.ts';
import { onShownFrames, type SwingAnnotations } from '#domain/swing/swing.ts';
import {
  type FrameRate,
  frameDuration,
  framesPerSecond,
  higherFrameRate,
  type PlanTime,
  planTime,
  sourceTime,
  timesFaster,
} from '#domain/time.ts';
import { type Clip, firstFrameTime, lastFrameTime } from '#domain/video/clip.ts';
import { moveFrames } from '#domain/video/frame-times.ts';
import type { Alignment, SideChoices } from './comparison-choices.ts';
import { type MatchedSwing, matchPositions, nudgedMarks } from './matched-positions.ts';
import type { Knot, TimeMap } from './timeline.ts';

/** Lead-in before the earlier rest, in seconds. */
const LEAD_IN = 0.5;
/** The highest rate of a merged video. */
const MAX_FRAME_RATE: FrameRate = Object.freeze({ numerator: 60, denominator: 1 });
/** Tolerance for rounding when a length in seconds is converted to whole merged frames, in frames. */
const FRAME_COUNT_TOLERANCE = 1e-4;

/** Assumed rest before the event of a side without a rest mark, in seconds. */
const ASSUMED_REST_BEFORE_EVENT = 2;
/** Minimum time shown after the strike, in seconds. */
const MIN_FOLLOW_THROUGH = 2;
/** Minimum time shown after the strike, as a multiple of the time from rest to strike. */
const FOLLOW_THROUGH_FACTOR = 1.5;

/** One side's nudged marks on shown frames, in source seconds. The top is used only where the alignment needs it. */
interface PlannedSwing extends MatchedSwing {
  readonly eventAt: number;
  /** The marked or assumed rest. */
  readonly restAt: number;
  readonly strikeAt: number;
}

/** One side's swing. The marks that the alignment needs are there. */
export function swingOf(
  clip: Clip,
  annotations: SwingAnnotations,
  alignment: Alignment,
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
interface SwingSpan {
  readonly footageBefore: number;
  readonly restBefore: number;
  readonly shownAfter: number;
}

/** The span of a side that plays as filmed. */
function spanOf({ clip, pace, eventAt, restAt, strikeAt }: PlannedSwing): SwingSpan {
  const followThrough = Math.max(MIN_FOLLOW_THROUGH * pace, FOLLOW_THROUGH_FACTOR * (strikeAt - restAt));
  const endAt = Math.min(strikeAt + followThrough, lastFrameTime(clip));
  return {
    footageBefore: (eventAt - firstFrameTime(clip)) / pace,
    restBefore: Math.max(0, eventAt - restAt) / pace,
    shownAfter: Math.max(0, endAt - eventAt) / pace,
  };
}

/** The span of a side whose rest and strike meet the lead's. Before its rest and after its strike it keeps its own pace. */
function fittedSpan(
  { restBefore }: SwingSpan,
  { clip, pace, restAt }: PlannedSwing,
  { shownAfter }: SwingSpan,
): SwingSpan {
  return { restBefore, shownAfter, footageBefore: restBefore + (restAt - firstFrameTime(clip)) / pace };
}

/** The merged frames of a comparison, and each side's time map. */
interface PlannedTiming {
  readonly meetAt: PlanTime;
  readonly frameCount: number;
  readonly frameRate: FrameRate;
  readonly maps: Readonly<Record<Side, TimeMap>>;
}

/**
 * Plans the timing of two swings. In the alignment `all` the other side's tempo is fitted to the lead's; null where it
 * would have to run slower or faster than `matched-positions.ts` allows.
 * @example
 * const clip = makeClip({ widthPx: 1080, heightPx: 1920, frameTimes: Array.from({ length: 120 }, (_, frame) => frame / 30) })
 * const swing = swingOf(clip, { restTime: 1, topTime: 1.7, strikeTime: 2 }, 'strike', AS_FILMED.user)
 * planTiming({ user: swing, pro: swing }, 'strike', 'user').meetAt // 1.5
 */
export function planTiming(
  swings: Readonly<Record<Side, PlannedSwing>>,
  alignment: Alignment,
  lead: Side,
): PlannedTiming | null {
  const frameRate = mergedFrameRate(swings);
  const { toMeet, count } = countFrames(spansOf(swings, alignment, lead), frameRate);
  const meetAt = planTime(toMeet * frameDuration(frameRate));
  const knots = knotsOf(swings, alignment, lead, { frameRate, toMeet });
  if (!knots) return null;
  const maps = bySide((side) => ({ knots: knots[side], pace: swings[side].pace }));
  return { meetAt, frameCount: count, frameRate, maps };
}

/** The higher of both clips' rates in real time, at most {@link MAX_FRAME_RATE}. */
function mergedFrameRate({ user, pro }: Readonly<Record<Side, PlannedSwing>>): FrameRate {
  const paced = ({ clip, pace }: PlannedSwing) => timesFaster(clip.frameRate, pace);
  const higher = higherFrameRate(paced(user), paced(pro));
  return framesPerSecond(higher) > framesPerSecond(MAX_FRAME_RATE) ? MAX_FRAME_RATE : higher;
}

function spansOf(swings: Readonly<Record<Side, PlannedSwing>>, alignment: Alignment, lead: Side) {
  const own = bySide((side) => spanOf(swings[side]));
  if (alignment !== 'all') return own;
  const follower = otherSide(lead);
  return { ...own, [follower]: fittedSpan(own[lead], swings[follower], own[follower]) };
}

/**
 * How many merged frames precede the meeting frame, and how many there are in total. Rounded up to whole frames before
 * it, so that the events fall on a merged frame and no frame after the rest is lost.
 */
function countFrames({ user, pro }: Readonly<Record<Side, SwingSpan>>, frameRate: FrameRate) {
  const mostFootage = Math.max(user.footageBefore, pro.footageBefore);
  const requestedLead = Math.max(user.restBefore, pro.restBefore) + LEAD_IN;
  const before = Math.min(requestedLead, mostFootage) * framesPerSecond(frameRate);
  const after = Math.max(user.shownAfter, pro.shownAfter) * framesPerSecond(frameRate);
  const toMeet = Math.ceil(before - FRAME_COUNT_TOLERANCE);
  return { toMeet, count: toMeet + Math.floor(after + FRAME_COUNT_TOLERANCE) + 1 };
}

function knotsOf(
  swings: Readonly<Record<Side, PlannedSwing>>,
  alignment: Alignment,
  lead: Side,
  { frameRate, toMeet }: { readonly frameRate: FrameRate; readonly toMeet: number },
): Readonly<Record<Side, readonly Knot[]>> | null {
  if (alignment === 'all') {
    const matched = matchPositions(swings[lead], swings[otherSide(lead)], toMeet, frameRate);
    return matched && bySide((side) => (side === lead ? matched.lead : matched.follower));
  }
  const meetAt = planTime(toMeet * frameDuration(frameRate));
  return bySide((side) => [{ planAt: meetAt, sourceAt: sourceTime(swings[side].eventAt) }]);
}
