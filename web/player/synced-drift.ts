// How far a playing video is from the comparison's clock, and how to bring it back without anybody noticing.
// Pure arithmetic in seconds; knows no element.

/** A video that is to run a little faster or slower for a while. */
export interface Nudge {
  /** The playback rate until then. */
  readonly rate: number;
  readonly forMs: number;
}

/** How many presented frames make one measurement: their median ignores a frame that came late. */
const FRAMES_PER_MEASUREMENT = 5;
/** A display shows a frame up to one refresh late, on average half of one; nearly all refresh 60 times a second. */
const HALF_REFRESH = 1 / 120;
/** Below this, measuring is no better than the drift itself. */
const LEAST_DRIFT = 0.003;
/** A nudge is over in about this time … */
const NUDGE_SECONDS = 0.4;
/** … and never changes the speed by more than this part of it. */
const LARGEST_CHANGE = 0.3;

/** Collects how far presented frames were from where they should have been. */
export interface DriftGauge {
  /** `expected` is the source time that belongs to the moment at which the frame was shown. */
  readonly add: (mediaTime: number, expected: number, frameSeconds: number, rate: number) => void;
  /** Ahead (positive) or behind, or null while too few frames were seen. */
  readonly drift: () => number | null;
  readonly reset: () => void;
}

/** Makes a gauge that has seen nothing. */
export function createDriftGauge(): DriftGauge {
  let drifts: number[] = [];
  return {
    add(mediaTime, expected, frameSeconds, rate) {
      // The frame has been due for up to one refresh, but never for longer than it lasts.
      const dueFor = Math.min(frameSeconds / 2, HALF_REFRESH * rate);
      drifts = [...drifts.slice(1 - FRAMES_PER_MEASUREMENT), mediaTime + dueFor - expected];
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

/** The nudge against a drift, or null when it is too small to be seen: a quarter of a source frame. */
export function nudgeAgainst(drift: number, frameSeconds: number, rate: number): Nudge | null {
  if (Math.abs(drift) < Math.max(LEAST_DRIFT, frameSeconds / 4)) return null;
  const largest = rate * LARGEST_CHANGE;
  const change = Math.min(Math.max(-drift / NUDGE_SECONDS, -largest), largest);
  return { rate: rate + change, forMs: (-drift / change) * 1000 };
}
