// New frames per second of a clip whose frames are repeated: slow motion made by showing each frame several times.

/** The difference between a frame and the one before it. */
export interface PictureChange {
  /** When the frame appears, in seconds. */
  readonly time: number;
  /** In grey levels, where the picture changes most; near 0 for a repeated frame. */
  readonly change: number;
}

/** Maximum change of a repeated frame, in grey levels, by compression alone. Noise and motion change a new one more. */
const SURELY_SAME = 0.05;
/** A repeated frame changes by less than this share of the new frames shortly before and after it. */
const SAME_SHARE = 0.25;
/** The range of "shortly", in frames: one more than the longest run of repeats that is detected. */
const NEIGHBOURS = 13;
/** Minimum number of frames, and of new ones among them, for a conclusion. */
const MIN_FRAMES = 12;
const MIN_NEW_FRAMES = 3;
/**
 * Minimum share of repeated frames for a conclusion. Film of 24 fps in a clip of 30 fps repeats a fifth; a slow
 * takeaway and the top occasionally look repeated; showing each frame twice repeats half.
 */
const MIN_REPEATED_SHARE = 0.4;

/** The smallest gap between two new frames that counts as repetition, in frames. */
const MIN_GAP_FRAMES = 1.8;
/** Minimum share of the time with a steady rhythm of repeats. While the golfer stands still, repeated frames form no rhythm. */
const MIN_REGULAR_SHARE = 0.5;

/** New frames per second around the swing; null when frames are not repeated, or too little is known. */
export function newPicturesPerSecond(changes: readonly PictureChange[]): number | null {
  if (changes.length < MIN_FRAMES) return null;
  const newTimes = changes.filter((_, index) => !isRepeated(changes, index)).map(({ time }) => time);
  const repeatedShare = 1 - newTimes.length / changes.length;
  // Without motion there is no conclusion.
  if (newTimes.length < MIN_NEW_FRAMES || repeatedShare < MIN_REPEATED_SHARE) return null;
  const gaps = gapsBetween(newTimes);
  const gap = commonGap(gaps);
  const total = sumOf(gaps);
  const regular = gaps.filter((one) => one > gap / 1.5 && one < gap * 1.5);
  const frame = commonGap(gapsBetween(changes.map(({ time }) => time)));
  return gap >= MIN_GAP_FRAMES * frame && sumOf(regular) >= MIN_REGULAR_SHARE * total ? 1 / gap : null;
}

function gapsBetween(times: readonly number[]): number[] {
  return times.slice(1).map((time, index) => time - (times[index] ?? 0));
}

/** The gap at the median of time: compression makes repeated frames look new in short bursts. */
function commonGap(gaps: readonly number[]): number {
  const half = sumOf(gaps) / 2;
  let passed = 0;
  for (const gap of gaps.toSorted((a, b) => a - b)) {
    passed += gap;
    if (passed >= half) return gap;
  }
  return 0;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** On both sides: a frame in which motion begins or ends is not a repeated one. */
function isRepeated(changes: readonly PictureChange[], index: number): boolean {
  const change = changes[index]?.change ?? 0;
  if (change <= SURELY_SAME) return true;
  const before = greatest(changes.slice(Math.max(0, index - NEIGHBOURS), index));
  const after = greatest(changes.slice(index + 1, index + 1 + NEIGHBOURS));
  return change < SAME_SHARE * Math.min(before, after);
}

function greatest(changes: readonly PictureChange[]): number {
  return changes.reduce((most, { change }) => Math.max(most, change), 0);
}
