// The plan clock: derives plan time from the display's clock during playback.
import type { ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import { type PlanTime, planTime } from '#domain/time.ts';

/** Maps times of `performance.now()` to plan time. */
export interface PlanClock {
  readonly plan: ComparisonPlan;
  /** Plan seconds per second. */
  readonly rate: number;
  readonly at: (nowMs: number) => PlanTime;
  /** Moves the clock forward by this many seconds, or back if negative. */
  readonly adjust: (seconds: number) => void;
  /** Sets the clock, also to a time before its start. */
  readonly lead: (at: number, nowMs: number) => void;
}

export function startPlanClock(plan: ComparisonPlan, from: PlanTime, rate: number): PlanClock {
  const startedAtMs = performance.now();
  let adjustedBy = 0;
  let earliest: number = from;
  const run = (nowMs: number) => from + ((nowMs - startedAtMs) / 1000) * rate;
  return {
    plan,
    rate,
    at: (nowMs) => planTime(Math.max(earliest, run(nowMs) + adjustedBy)),
    adjust(seconds) {
      adjustedBy += seconds;
    },
    lead(at, nowMs) {
      adjustedBy = at - run(nowMs);
      earliest = Math.min(from, at);
    },
  };
}
