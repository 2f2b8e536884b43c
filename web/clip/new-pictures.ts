// New frames per second of a clip whose frames are repeated (slow motion made by showing each frame several times), and
// how much the picture changes from frame to frame.
import { type VideoSample, VideoSampleSink } from 'mediabunny';
import { openDecodable } from '#web/player/engine/decodable-track.ts';

interface PictureChange {
  /** When the frame appears, in seconds. */
  readonly time: number;
  /** In gray levels, where the picture changes most; near 0 for a repeated frame. */
  readonly change: number;
}

/** Maximum change of a repeated frame, in gray levels, by compression alone. Noise and motion change a new one more. */
const SURELY_SAME = 0.05;
/** A repeated frame changes by less than this share of the new frames shortly before and after it. */
const SAME_SHARE = 0.25;
/** The range of "shortly", in frames: one more than the longest run of repeats that is detected. */
const NEIGHBORS = 13;
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
  const before = greatest(changes.slice(Math.max(0, index - NEIGHBORS), index));
  const after = greatest(changes.slice(index + 1, index + 1 + NEIGHBORS));
  return change < SAME_SHARE * Math.min(before, after);
}

function greatest(changes: readonly PictureChange[]): number {
  return changes.reduce((most, { change }) => Math.max(most, change), 0);
}

/** Small enough to be cheap, large enough for a club head to change a cell. */
const WIDTH_PX = 160;
const CELL_PX = 8;
/** The share of cells that is measured: those that change most. A distant golfer moves few cells. */
const COUNTED_SHARE = 0.01;
/** Maximum number of frames to decode: the last ones of the span, where the swing is fastest. */
const MAX_FRAMES = 180;

/** Measures the span; empty when the browser cannot decode it. Throws only the signal's reason. */
export async function readPictureChanges(
  source: Blob | string,
  { from, to, signal }: { readonly from: number; readonly to: number; readonly signal: AbortSignal },
): Promise<PictureChange[]> {
  const clip = await openDecodable(source).catch(() => null);
  if (!clip) return [];
  try {
    const inside = clip.shown.filter(({ time }) => time >= from && time <= to);
    const frames = inside.slice(-MAX_FRAMES);
    const [first, last] = [frames[0], frames.at(-1)];
    if (!first || !last) return [];
    const shownLater = first.time - first.packetTime;
    const readGray = grayReader();
    const changes: PictureChange[] = [];
    let before: Uint8Array | null = null;
    // Widen the range slightly: the sink compares times exactly, and these contain rounding errors.
    const samples = new VideoSampleSink(clip.track).samples(first.packetTime - 1e-4, last.packetTime + 1e-4);
    for await (const sample of samples) {
      const time = sample.timestamp + shownLater;
      const gray = readGray(sample);
      sample.close();
      signal.throwIfAborted();
      if (before) changes.push({ time, change: changeBetween(before, gray) });
      before = gray;
    }
    return changes;
  } catch (error) {
    if (signal.aborted) throw error;
    return [];
  } finally {
    clip.close();
  }
}

/** Converts samples to small gray pictures, in one canvas optimized for reading. */
function grayReader(): (sample: VideoSample) => Uint8Array {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser has no canvas');
  return (sample) => {
    const heightPx = Math.max(CELL_PX, Math.round((WIDTH_PX * sample.displayHeight) / sample.displayWidth));
    if (canvas.width !== WIDTH_PX || canvas.height !== heightPx) {
      canvas.width = WIDTH_PX;
      canvas.height = heightPx;
    }
    sample.draw(context, 0, 0, WIDTH_PX, heightPx);
    const rgba = context.getImageData(0, 0, WIDTH_PX, heightPx).data;
    const gray = new Uint8Array(rgba.length / 4);
    // Green carries most of the brightness, and reading it alone costs a third.
    for (let pixel = 0; pixel < gray.length; pixel++) gray[pixel] = rgba[pixel * 4 + 1] ?? 0;
    return gray;
  };
}

/** The mean change of the cells that change most, in gray levels. */
function changeBetween(before: Uint8Array, after: Uint8Array): number {
  const columns = WIDTH_PX / CELL_PX;
  const rows = Math.floor(before.length / WIDTH_PX / CELL_PX);
  const cells = new Float32Array(columns * rows);
  for (let y = 0; y < rows * CELL_PX; y++) {
    const row = Math.floor(y / CELL_PX) * columns;
    for (let x = 0; x < columns * CELL_PX; x++) {
      const cell = row + Math.floor(x / CELL_PX);
      const at = y * WIDTH_PX + x;
      cells[cell] = (cells[cell] ?? 0) + Math.abs((before[at] ?? 0) - (after[at] ?? 0));
    }
  }
  const most = cells.sort().slice(-Math.max(1, Math.round(cells.length * COUNTED_SHARE)));
  return most.reduce((sum, value) => sum + value, 0) / most.length / CELL_PX ** 2;
}
