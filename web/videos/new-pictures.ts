// New frames per second of a clip whose frames are repeated: slow motion made by showing each frame several times.

/** How much a frame differs from the one before it. */
export interface PictureChange {
  /** When the frame appears, in seconds. */
  readonly time: number;
  /** In grey levels, where the picture changes most; near 0 for a repeated picture. */
  readonly change: number;
}

/** Compression leaves a repeated picture almost as it was; noise and motion change a new one by more. In grey levels. */
const SURELY_SAME = 0.05;
/** A repeated picture changes by less than this share of the new ones shortly before and after it. */
const SAME_SHARE = 0.25;
/** How far "shortly" reaches, in frames: as far as the longest run of repeats that is looked for, and one more. */
const NEIGHBOURS = 13;
/** Fewer frames, or fewer new pictures among them, say nothing. */
const MIN_FRAMES = 12;
const MIN_NEW_FRAMES = 3;
/**
 * From this share of repeats on it is said. Film at 24 fps in a clip of 30 repeats a fifth; a slow takeaway and the turn
 * at the top look repeated now and then; every picture shown twice is a half.
 */
const MIN_REPEATED_SHARE = 0.4;

/** The least gap between two new pictures that is a repetition, in frames. */
const MIN_GAP_FRAMES = 1.8;
/** Repeats come at a steady beat for at least this share of the time; a golfer who stands still gives no beat. */
const MIN_REGULAR_SHARE = 0.5;

/** New pictures a second around the swing, or null where frames are not repeated (or too little is known). */
export function newPicturesPerSecond(changes: readonly PictureChange[]): number | null {
  if (changes.length < MIN_FRAMES) return null;
  const newTimes = changes.filter((_, index) => !isRepeated(changes, index)).map(({ time }) => time);
  const repeatedShare = 1 - newTimes.length / changes.length;
  // Nothing moves: nothing can be concluded from a still.
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

/** The gap in which the middle of all the time lies: compression lets repeated pictures look new in short bursts. */
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

/** On both sides, so that a picture in which the golfer begins to move, or stops, is not taken for a repeated one. */
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
