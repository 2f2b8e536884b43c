// The loop ranges of a comparison, and the grid of frames on which it stops.

import type { ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import { mergedFrameTime, toPlanTime } from '#domain/comparison/timeline.ts';
import { SIDES, type Side } from '#domain/side.ts';
import { POSITIONS, type SwingAnnotations, timeOf } from '#domain/swing/swing.ts';
import { type FrameRate, frameDuration, type PlanTime, planTime, type SourceTime } from '#domain/time.ts';
import type { FrameTimes } from '#domain/video/frame-times.ts';
import { isPart, type LoopChoice, type PositionTimes, partOf, within } from '#web/player/controlled/loops.ts';

/** A range of the comparison, in plan time. */
export interface PlanRange {
  readonly from: PlanTime;
  readonly to: PlanTime;
}

/** From the first to the last merged frame. */
export function wholeRange(plan: ComparisonPlan): PlanRange {
  return { from: planTime(0), to: mergedFrameTime(plan, plan.frameCount - 1) };
}

/** The range of a choice, or null if the visitor's marks that bound it are missing. `marks` are on shown frames. */
export function loopRange(plan: ComparisonPlan, choice: LoopChoice, marks: SwingAnnotations): PlanRange | null {
  const whole = wholeRange(plan);
  if (!isPart(choice)) return whole;
  const part = partOf(choice, positionTimesIn(plan, marks), frameDuration(plan.frameRate));
  return part && { from: inRange(part.from, whole), to: inRange(part.to, whole) };
}

export function positionTimesIn(plan: ComparisonPlan, marks: SwingAnnotations): PositionTimes {
  const reached = POSITIONS.flatMap((position) => {
    const time = timeOf(marks, position);
    return time === null ? [] : [[position, toPlanTime(plan, 'user', time as SourceTime)] as const];
  });
  return Object.fromEntries(reached);
}

/** The nearest plan time within a range. */
export function inRange(at: number, range: PlanRange): PlanTime {
  return planTime(within(at, range));
}

/** The point nearest to a plan time on a grid of `gap` seconds that includes both events. */
export function onGrid(plan: ComparisonPlan, at: number, gap: number): number {
  return plan.meetAt + Math.round((at - plan.meetAt) / gap) * gap;
}

/** The smallest joint step, in seconds: one frame of the clip with the higher rate; up to 60 fps, one merged frame. */
export function jointFrameStep(plan: ComparisonPlan, rates: Readonly<Record<Side, FrameRate>>): number {
  return Math.min(
    frameDuration(plan.frameRate),
    ...SIDES.map((side) => frameDuration(rates[side]) / plan.panes[side].pace),
  );
}

/** What decides which frames are shown at a plan time. */
interface PlannedFrames {
  readonly plan: ComparisonPlan;
  readonly frameTimes: Readonly<Record<Side, FrameTimes>>;
}

/** Whether two pairs show the same frames at the same plan times. */
export function hasSameTimes(a: PlannedFrames, b: PlannedFrames): boolean {
  const timesOf = ({ plan }: PlannedFrames) =>
    JSON.stringify([
      [plan.meetAt, plan.frameCount, plan.frameRate],
      SIDES.map((side) => {
        const { knots, pace, lookAhead, firstFrameAt, lastFrameAt } = plan.panes[side];
        return [knots, pace, lookAhead, firstFrameAt, lastFrameAt];
      }),
    ]);
  return SIDES.every((side) => a.frameTimes[side] === b.frameTimes[side]) && timesOf(a) === timesOf(b);
}
