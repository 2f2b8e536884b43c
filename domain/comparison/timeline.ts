// Converts between plan time and each clip's source time: which source frame is on screen at a plan time.

import { frameDuration, type PlanTime, planTime, type SourceTime, sourceTime } from '#domain/time.ts';
import { type FrameTimes, shownFrameTime } from '#domain/video/frame-times.ts';
import type { Side } from './comparison-choices.ts';
import type { ComparisonPlan, PlannedPane } from './comparison-plan.ts';
import { paceAt, planTimeAt, sourceTimeAt } from './time-map.ts';

/** The state of a side at a plan time: its footage has not begun, is playing, or has ended. */
type PaneState = 'holds-first-frame' | 'plays' | 'holds-last-frame';

/** One side's source time at a plan time, in seconds, not clamped to its frames: it may be outside the clip. */
export function toSourceTime(plan: ComparisonPlan, side: Side, at: PlanTime): SourceTime {
  return sourceTimeAt(plan.panes[side], at);
}

/** The plan time at which one side reaches a source time, in seconds. Negative where the plan starts later. */
export function toPlanTime(plan: ComparisonPlan, side: Side, at: SourceTime): PlanTime {
  return planTimeAt(plan.panes[side], at);
}

/** Source seconds per plan second of one side at a plan time, whether or not the side holds a frame. */
export function toPace(plan: ComparisonPlan, side: Side, at: PlanTime): number {
  return paceAt(plan.panes[side], at);
}

/** Whether a side plays at a plan time or holds its first or last frame. */
export function paneStateAt(plan: ComparisonPlan, side: Side, at: PlanTime): PaneState {
  const pane = plan.panes[side];
  const wished = lookedAt(pane, at);
  if (wished < pane.firstFrameAt) return 'holds-first-frame';
  return wished < pane.lastFrameAt ? 'plays' : 'holds-last-frame';
}

/** The source time to seek to for a plan time, in seconds: with the look-ahead, safely inside the frame; clamped to the clip. */
export function seekTimeAt(plan: ComparisonPlan, side: Side, at: PlanTime): SourceTime {
  const pane = plan.panes[side];
  const wished = lookedAt(pane, at);
  return sourceTime(Math.min(Math.max(wished, pane.firstFrameAt), pane.lastFrameAt + pane.lookAhead));
}

/** The source time one look-ahead after a plan time, at the pace of the segment reached by then. */
function lookedAt(pane: PlannedPane, at: PlanTime): number {
  // With one segment the look-ahead is added to the source time: through plan time it would have rounding errors.
  if (pane.knots.length === 1) return sourceTimeAt(pane, at) + pane.lookAhead;
  return sourceTimeAt(pane, at + pane.lookAhead / pane.pace);
}

/** The time of the source frame that one side shows at a plan time, in seconds. `frameTimes` is that clip's table. */
export function shownFrameAt(plan: ComparisonPlan, side: Side, frameTimes: FrameTimes, at: PlanTime): SourceTime {
  return shownFrameTime(frameTimes, seekTimeAt(plan, side, at));
}

/**
 * The plan time of a merged frame, counted from 0. Throws a RangeError for a frame outside the plan.
 * @example
 * mergedFrameTime({ frameCount: 90, frameRate: { numerator: 30, denominator: 1 } }, 45) // 1.5
 */
export function mergedFrameTime(plan: Pick<ComparisonPlan, 'frameCount' | 'frameRate'>, frame: number): PlanTime {
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
export function mergedFrameAt(plan: ComparisonPlan, at: PlanTime): number {
  const frame = Math.floor(at / frameDuration(plan.frameRate) + 1e-6);
  return Math.min(Math.max(frame, 0), plan.frameCount - 1);
}
