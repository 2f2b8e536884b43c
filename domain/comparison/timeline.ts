// Plan time and each clip's source time: the time map of one side, a piecewise linear relation between both, and which source
// frame is on screen at a plan time.

import type { Side } from '#domain/side.ts';
import { type FrameRate, frameDuration, type PlanTime, planTime, type SourceTime, sourceTime } from '#domain/time.ts';
import { type FrameTimes, shownFrameTime } from '#domain/video/frame-times.ts';

/** A plan time and the source time that one side has reached by then, both in seconds. */
export interface Knot {
  readonly planAt: PlanTime;
  readonly sourceAt: SourceTime;
}

/** How one side's source time follows plan time: monotone, and linear between knots. */
export interface TimeMap {
  /** At least one knot; both times ascend. */
  readonly knots: readonly Knot[];
  /** Source seconds per plan second before the first and after the last knot, above 0: the slow-motion factor. */
  readonly pace: number;
}

/** The timing of one side. Its knots: its event at `meetAt`, or rest, top and strike where it is fitted to the other side. */
export interface TimedPane extends TimeMap {
  /** The first shown frame's time, in seconds. It is held until the side's footage begins. */
  readonly firstFrameAt: SourceTime;
  /** The last shown frame's time, in seconds. It is held from then on. */
  readonly lastFrameAt: SourceTime;
  /**
   * Look-ahead of a merged frame into the source, in source seconds at `pace`: half of the merged frame's duration or of the
   * knots' own frames, whichever is shorter. Rounding then shows no neighbor, and the marked frames stay together.
   */
  readonly lookAhead: number;
}

/** The timing of a plan. */
interface TimedPlan {
  readonly frameCount: number;
  readonly frameRate: FrameRate;
  readonly panes: Readonly<Record<Side, TimedPane>>;
}

/** The segment of a time map between two knots: it begins at `from`, with `pace` source seconds per plan second. */
interface Stretch {
  readonly from: Knot;
  readonly to: Knot;
  readonly pace: number;
}

/** The segments between the knots, in order; empty for one knot. */
export function stretchesOf({ knots }: TimeMap): readonly Stretch[] {
  return knots.slice(1).map((to, index) => {
    const from = knots[index] ?? to;
    return { from, to, pace: (to.sourceAt - from.sourceAt) / (to.planAt - from.planAt) };
  });
}

/** Source seconds per plan second at a plan time. */
export function paceAt(map: TimeMap, at: number): number {
  return partAt(map, (knot) => knot.planAt <= at).pace;
}

/** The source time at a plan time, in seconds. It may be outside the clip. */
export function sourceTimeAt(map: TimeMap, at: number): SourceTime {
  const { from, pace } = partAt(map, (knot) => knot.planAt <= at);
  return sourceTime(from.sourceAt + (at - from.planAt) * pace);
}

/** The plan time at a source time, in seconds. It may be negative. */
export function planTimeAt(map: TimeMap, at: number): PlanTime {
  const { from, pace } = partAt(map, (knot) => knot.sourceAt <= at);
  return planTime(from.planAt + (at - from.sourceAt) / pace);
}

/** The knot and pace that apply after the last reached knot; before the first knot, the first one applies. */
function partAt(map: TimeMap, isReached: (knot: Knot) => boolean): { readonly from: Knot; readonly pace: number } {
  const { knots, pace } = map;
  const reached = knots.findLastIndex(isReached);
  const from = knots[Math.max(reached, 0)];
  if (!from) throw new RangeError('A time map has at least one knot');
  const next = reached < 0 ? undefined : knots[reached + 1];
  return { from, pace: next ? (next.sourceAt - from.sourceAt) / (next.planAt - from.planAt) : pace };
}

/** The state of a side at a plan time: its footage has not begun, is playing, or has ended. */
type PaneState = 'holds-first-frame' | 'plays' | 'holds-last-frame';

/**
 * The source time of one side at a plan time, in seconds, before clamping to the first and last shown frame. It may be
 * outside the clip.
 */
export function toSourceTime(plan: TimedPlan, side: Side, at: PlanTime): SourceTime {
  return sourceTimeAt(plan.panes[side], at);
}

/** The plan time at which one side reaches a source time, in seconds. Negative where the plan starts later. */
export function toPlanTime(plan: TimedPlan, side: Side, at: SourceTime): PlanTime {
  return planTimeAt(plan.panes[side], at);
}

/** Source seconds per plan second of one side at a plan time, whether or not the side holds a frame. */
export function toPace(plan: TimedPlan, side: Side, at: PlanTime): number {
  return paceAt(plan.panes[side], at);
}

/** Whether a side plays at a plan time or holds its first or last frame. */
export function paneStateAt(plan: TimedPlan, side: Side, at: PlanTime): PaneState {
  const pane = plan.panes[side];
  const wished = wishedTime(pane, at);
  if (wished < pane.firstFrameAt) return 'holds-first-frame';
  return wished < pane.lastFrameAt ? 'plays' : 'holds-last-frame';
}

/**
 * The source time that a player seeks to for a plan time, in seconds. It includes the look-ahead, so that it lies
 * safely inside the frame, and is clamped to the first and last shown frame.
 */
export function seekTimeAt(plan: TimedPlan, side: Side, at: PlanTime): SourceTime {
  const pane = plan.panes[side];
  const wished = wishedTime(pane, at);
  return sourceTime(Math.min(Math.max(wished, pane.firstFrameAt), pane.lastFrameAt + pane.lookAhead));
}

/** The source time one look-ahead after a plan time, at the pace of the segment reached by then. */
function wishedTime(pane: TimedPane, at: PlanTime): number {
  // With one segment the look-ahead is added to the source time: through plan time it would have rounding errors.
  if (pane.knots.length === 1) return sourceTimeAt(pane, at) + pane.lookAhead;
  return sourceTimeAt(pane, at + pane.lookAhead / pane.pace);
}

/** The time of the source frame that one side shows at a plan time, in seconds. `frameTimes` is that clip's table. */
export function shownFrameAt(plan: TimedPlan, side: Side, frameTimes: FrameTimes, at: PlanTime): SourceTime {
  return shownFrameTime(frameTimes, seekTimeAt(plan, side, at));
}

/**
 * The plan time of a merged frame, counted from 0. Throws a RangeError for a frame outside the plan.
 * @example
 * mergedFrameTime({ frameCount: 90, frameRate: { numerator: 30, denominator: 1 } }, 45) // 1.5
 */
export function mergedFrameTime(plan: Pick<TimedPlan, 'frameCount' | 'frameRate'>, frame: number): PlanTime {
  if (!Number.isInteger(frame) || frame < 0 || frame >= plan.frameCount) {
    throw new RangeError(`The plan has frames 0 to ${plan.frameCount - 1}, not ${frame}`);
  }
  return planTime(frame * frameDuration(plan.frameRate));
}

/**
 * The merged frame on screen at a plan time: 0 to `frameCount` − 1.
 * @example
 * mergedFrameAt({ frameCount: 90, frameRate: { numerator: 30, denominator: 1 } }, 1.51) // 45
 */
export function mergedFrameAt(plan: TimedPlan, at: PlanTime): number {
  const frame = Math.floor(at / frameDuration(plan.frameRate) + 1e-6);
  return Math.min(Math.max(frame, 0), plan.frameCount - 1);
}
