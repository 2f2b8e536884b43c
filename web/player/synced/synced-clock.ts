// The comparison's clock during playback: plan time from the display's clock.
import type { ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import { type PlanTime, planTime } from '#domain/time.ts';

/** The plan time at each moment of `performance.now()`. */
export interface PlanClock {
  readonly plan: ComparisonPlan;
  /** Plan seconds per second. */
  readonly rate: number;
  readonly at: (nowMs: number) => PlanTime;
  /** Moves it forward by this many seconds, or back if negative. */
  readonly adjust: (seconds: number) => void;
}

/** Starts a clock at a plan time. */
export function startPlanClock(plan: ComparisonPlan, from: PlanTime, rate: number): PlanClock {
  const startedAtMs = performance.now();
  let adjustedBy = 0;
  return {
    plan,
    rate,
    at: (nowMs) => planTime(Math.max(from, from + ((nowMs - startedAtMs) / 1000) * rate + adjustedBy)),
    adjust(seconds) {
      adjustedBy += seconds;
    },
  };
}
