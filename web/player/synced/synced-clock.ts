// The plan clock: derives plan time from the display's clock during playback.
import type { ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import { type PlanTime, planTime } from '#domain/time.ts';

/** Maps times of `performance.now()` to plan time. */
export type PlanClock = ReturnType<typeof startPlanClock>;

/** Starts a clock that runs by `rate` plan seconds per second. */
export function startPlanClock(plan: ComparisonPlan, from: PlanTime, rate: number) {
  const startedAtMs = performance.now();
  let adjustedBy = 0;
  let earliest: number = from;
  const run = (nowMs: number) => from + ((nowMs - startedAtMs) / 1000) * rate;
  return {
    plan,
    rate,
    at: (nowMs: number): PlanTime => planTime(Math.max(earliest, run(nowMs) + adjustedBy)),
    /** Moves the clock forward by this many seconds, or back if negative. */
    adjust(seconds: number): void {
      adjustedBy += seconds;
    },
    /** Sets the clock, also to a time before its start. */
    lead(at: number, nowMs: number): void {
      adjustedBy = at - run(nowMs);
      earliest = Math.min(from, at);
    },
  };
}
