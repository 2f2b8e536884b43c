// A playing video's drift from the comparison's clock, and the imperceptible correction of it. In seconds.

/** A video that is to run a little faster or slower for a while. */
export interface Nudge {
  /** The playback rate until then. */
  readonly rate: number;
  readonly forMs: number;
}

/** How many presented frames make one measurement: their median ignores one that came late. */
const FRAMES_PER_MEASUREMENT = 3;
/** How long nearly all displays show one picture. */
const REFRESH = 1 / 60;
/** Below this, measuring is no better than the drift itself. */
const MIN_DRIFT = 0.003;
/** A nudge is over in about this time … */
const NUDGE_SECONDS = 0.3;
/** … and never changes the speed by more than this part of it. */
const MAX_RATE_CHANGE = 0.35;

/** One measurement, from a presented frame. */
export interface PresentedFrame {
  /** The frame's own time less the source time that was due when the display showed it. */
  readonly ahead: number;
  /** The same by the element's own clock, which ignores the display. */
  readonly clockAhead: number;
  readonly frameSeconds: number;
  readonly rate: number;
}

/** Collects how far presented frames were from where they should have been. */
export interface DriftGauge {
  readonly add: (frame: PresentedFrame) => void;
  /** Ahead (positive) or behind, or null while too few frames were seen. */
  readonly drift: () => number | null;
  readonly reset: () => void;
}

/** Makes a gauge that has seen nothing. */
export function createDriftGauge(): DriftGauge {
  let drifts: number[] = [];
  return {
    add(frame) {
      drifts = [...drifts.slice(1 - FRAMES_PER_MEASUREMENT), driftOf(frame)];
    },
    drift() {
      if (drifts.length < FRAMES_PER_MEASUREMENT) return null;
      return drifts.toSorted((a, b) => a - b)[Math.floor(FRAMES_PER_MEASUREMENT / 2)] ?? null;
    },
    reset() {
      drifts = [];
    },
  };
}

function driftOf({ ahead, clockAhead, frameSeconds, rate }: PresentedFrame): number {
  const refresh = REFRESH * rate;
  // The frame has been due for up to one refresh, on average for half of one, but never for longer than it lasts.
  const shownAhead = ahead + Math.min(frameSeconds, refresh) / 2;
  // One picture is only as exact as a refresh, and a busy machine shows it late although it was in time. The element's
  // clock is finer; the pictures may move it by little each time.
  return Math.min(Math.max(shownAhead, clockAhead - refresh / 4), clockAhead + refresh / 4);
}

/** The nudge against a drift, or null when it is too small to be seen: an eighth of a source frame. */
export function nudgeAgainst(drift: number, frameSeconds: number, rate: number): Nudge | null {
  if (Math.abs(drift) < Math.max(MIN_DRIFT, frameSeconds / 8)) return null;
  const largest = rate * MAX_RATE_CHANGE;
  const change = Math.min(Math.max(-drift / NUDGE_SECONDS, -largest), largest);
  return { rate: rate + change, forMs: (-drift / change) * 1000 };
}
