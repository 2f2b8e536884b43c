// The plan clock, which derives plan time from the display's clock during playback; a playing video's drift from it, and the
// imperceptible correction. In seconds.
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

/** A short change of a video's playback rate. */
export interface Nudge {
  /** The playback rate during the nudge. */
  readonly rate: number;
  readonly forMs: number;
}

/** Presented frames per measurement: their median ignores a single late frame. */
const FRAMES_PER_MEASUREMENT = 3;
/** The refresh interval of nearly all displays, in seconds. */
const REFRESH = 1 / 60;
/** Smallest corrected drift, in seconds. The measurement is no more precise than this. */
const MIN_DRIFT = 0.003;
/** Target duration of a nudge. */
const NUDGE_SECONDS = 0.3;
/** Maximum change of the playback rate during a nudge, as a share of it. */
const MAX_RATE_CHANGE = 0.35;

/** The timing of one presented frame. */
interface PresentedFrame {
  /** The frame's own time minus the source time that was due when the display showed it. */
  readonly ahead: number;
  /** The same difference by the element's own clock, which ignores the display. */
  readonly clockAhead: number;
  readonly frameSeconds: number;
  readonly rate: number;
}

/** Collects the drift of presented frames. */
export function createDriftGauge() {
  let drifts: number[] = [];
  return {
    add(frame: PresentedFrame): void {
      drifts = [...drifts.slice(1 - FRAMES_PER_MEASUREMENT), driftOf(frame)];
    },
    /** The drift: positive when ahead, negative when behind; null while too few frames were measured. */
    drift(): number | null {
      if (drifts.length < FRAMES_PER_MEASUREMENT) return null;
      return drifts.toSorted((a, b) => a - b)[Math.floor(FRAMES_PER_MEASUREMENT / 2)] ?? null;
    },
    reset(): void {
      drifts = [];
    },
  };
}

function driftOf({ ahead, clockAhead, frameSeconds, rate }: PresentedFrame): number {
  const refresh = REFRESH * rate;
  // The frame became due up to one refresh ago, on average half a refresh, but at most its own duration ago.
  const shownAhead = ahead + Math.min(frameSeconds, refresh) / 2;
  // A presented frame is only as exact as one refresh, and a busy machine shows it late. The element's clock is finer,
  // so a frame can change its value by only a quarter of a refresh.
  return Math.min(Math.max(shownAhead, clockAhead - refresh / 4), clockAhead + refresh / 4);
}

/** The nudge against a drift, or null if it is too small to be visible (less than an eighth of a source frame). */
export function nudgeAgainst(drift: number, frameSeconds: number, rate: number): Nudge | null {
  if (Math.abs(drift) < Math.max(MIN_DRIFT, frameSeconds / 8)) return null;
  const largest = rate * MAX_RATE_CHANGE;
  const change = Math.min(Math.max(-drift / NUDGE_SECONDS, -largest), largest);
  return { rate: rate + change, forMs: (-drift / change) * 1000 };
}

/** How long a video takes from the call until its first frames, in seconds. */
export const START_SECONDS = 0.035;

/**
 * The start of a video that is this far behind, in seconds of its clip: at twice its rate until it has caught up. A negative
 * number is the head start of one that is started early.
 */
export function catchUp(behind: number, rate: number): Nudge {
  const lost = Math.max(0, behind / rate + START_SECONDS);
  return { rate: lost > 0 ? 2 * rate : rate, forMs: (START_SECONDS + lost) * 1000 };
}
