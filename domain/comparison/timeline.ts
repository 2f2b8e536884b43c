// Conversion between plan time and each clip's source time: which source frame is on screen at a plan time.

import { frameDuration, type PlanTime, planTime, type SourceTime, sourceTime } from '#domain/time.ts';
import { type FrameTimes, shownFrameTime } from '#domain/video/frame-times.ts';
import type { Side } from './comparison-choices.ts';
import type { ComparisonPlan, PlannedPane } from './comparison-plan.ts';
import { paceAt, planTimeAt, sourceTimeAt } from './time-map.ts';

/** What a side does at a plan time: its footage has not begun, it runs, or it has ended. */
export type PaneState = 'holds-first-frame' | 'plays' | 'holds-last-frame';

/** The source time of a plan time on one side, in seconds, before any hold: it may be outside the clip. */
export function toSourceTime(plan: ComparisonPlan, side: Side, at: PlanTime): SourceTime {
  return sourceTimeAt(plan.panes[side], at);
}

/** The plan time at which a source time of one side is reached, in seconds: negative where the plan starts later. */
export function toPlanTime(plan: ComparisonPlan, side: Side, at: SourceTime): PlanTime {
  return planTimeAt(plan.panes[side], at);
}

/** Source seconds that pass per plan second on one side from a plan time on, whether or not the side holds a frame. */
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

/**
 * The source time that a player seeks to for a plan time, in seconds: the look-ahead is added, so that it lies safely
 * inside the frame to be shown, and the holds are applied.
 */
export function seekTimeAt(plan: ComparisonPlan, side: Side, at: PlanTime): SourceTime {
  const pane = plan.panes[side];
  const wished = lookedAt(pane, at);
  return sourceTime(Math.min(Math.max(wished, pane.firstFrameAt), pane.lastFrameAt + pane.lookAhead));
}

/** The source time that lies the look-ahead after a plan time, at the pace of the stretch that is reached by then. */
function lookedAt(pane: PlannedPane, at: PlanTime): number {
  // On one straight line the look-ahead is added to the source time: a way through plan time would only round it.
  if (pane.knots.length === 1) return sourceTimeAt(pane, at) + pane.lookAhead;
  return sourceTimeAt(pane, at + pane.lookAhead / pane.pace);
}

/** The time of the source frame that one side shows at a plan time, in seconds, given that clip's frame times. */
export function shownFrameAt(plan: ComparisonPlan, side: Side, frameTimes: FrameTimes, at: PlanTime): SourceTime {
  return shownFrameTime(frameTimes, seekTimeAt(plan, side, at));
}

/** The plan time of a merged frame, counted from 0. Throws a RangeError for a frame that the plan does not have. */
export function mergedFrameTime(plan: Pick<ComparisonPlan, 'frameCount' | 'frameRate'>, frame: number): PlanTime {
  if (!Number.isInteger(frame) || frame < 0 || frame >= plan.frameCount) {
    throw new RangeError(`The plan has frames 0 to ${plan.frameCount - 1}, not ${frame}`);
  }
  return planTime(frame * frameDuration(plan.frameRate));
}

/** The merged frame on screen at a plan time: 0 to `frameCount` − 1. */
export function mergedFrameAt(plan: ComparisonPlan, at: PlanTime): number {
  const frame = Math.floor(at / frameDuration(plan.frameRate) + 1e-6);
  return Math.min(Math.max(frame, 0), plan.frameCount - 1);
}
