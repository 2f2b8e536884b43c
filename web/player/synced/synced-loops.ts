// The loop ranges of a comparison, and the grid of frames it stops on.
import { type ComparisonPlan, SIDES, type Side } from '#domain/comparison/comparison-plan.ts';
import { mergedFrameTime, toPlanTime } from '#domain/comparison/timeline.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import { type FrameRate, frameDuration, type PlanTime, planTime, type SourceTime } from '#domain/time.ts';

/** What happens at the end: stop, or begin the whole comparison or one part of the visitor's swing again. */
export const LOOP_CHOICES = ['once', 'whole', 'rest-to-strike', 'downswing'] as const;

/** One of {@link LOOP_CHOICES}. */
export type LoopChoice = (typeof LOOP_CHOICES)[number];

/** A stretch of the comparison, in plan time. */
export interface PlanRange {
  readonly from: PlanTime;
  readonly to: PlanTime;
}

/** From the first to the last merged frame. */
export function wholeRange(plan: ComparisonPlan): PlanRange {
  return { from: planTime(0), to: mergedFrameTime(plan, plan.frameCount - 1) };
}

/** The stretch of a choice, or null where the visitor's marks that bound it are missing. `marks` are shown frames. */
export function loopRange(plan: ComparisonPlan, choice: LoopChoice, marks: SwingAnnotations): PlanRange | null {
  const whole = wholeRange(plan);
  if (choice === 'once' || choice === 'whole') return whole;
  const first = choice === 'downswing' ? marks.topTime : marks.restTime;
  if (first === null || marks.strikeTime === null) return null;
  const at = (time: number) => toPlanTime(plan, 'user', time as SourceTime);
  // One merged frame longer, so that the strike itself is seen.
  const to = at(marks.strikeTime) + frameDuration(plan.frameRate);
  return { from: inRange(at(first), whole), to: inRange(to, whole) };
}

/** The nearest plan time within a stretch. */
export function inRange(at: number, { from, to }: PlanRange): PlanTime {
  return planTime(Math.min(Math.max(at, from), to));
}

/** The point nearest to a plan time on a grid of `gap` seconds that has both events on it. */
export function onGrid(plan: ComparisonPlan, at: number, gap: number): number {
  return plan.meetAt + Math.round((at - plan.meetAt) / gap) * gap;
}

/** The smallest joint step, in seconds: one frame of the faster clip, which up to 60 fps is one merged frame. */
export function jointFrameStep(plan: ComparisonPlan, rates: Readonly<Record<Side, FrameRate>>): number {
  return Math.min(
    frameDuration(plan.frameRate),
    ...SIDES.map((side) => frameDuration(rates[side]) / plan.panes[side].pace),
  );
}
