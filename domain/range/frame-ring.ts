// Bookkeeping of the ring buffer of encoded frames: which frames are kept, and which make up a cut.

/** One encoded frame of the camera, as far as the bookkeeping needs it. */
export interface RingFrame {
  /** The time that the camera gave the frame, in seconds on the camera's clock. */
  readonly time: number;
  /** Whether the frame can be decoded without the frames before it. */
  readonly isKey: boolean;
  /** The size of the encoded frame. */
  readonly bytes: number;
}

interface RingLimits {
  readonly seconds: number;
  /** The maximum size of all its frames. */
  readonly bytes: number;
}

/** Twenty seconds: two swings and the walk to the phone to correct a cut. At the usual bit rate they take 15 MB. */
export const RING_LIMITS: RingLimits = Object.freeze({ seconds: 20, bytes: 96 * 1024 * 1024 });

/**
 * The number of the oldest frames to drop. Frames leave in whole groups, so that the ring always begins with a key
 * frame. The newest group always stays.
 * @example
 * const frames = [0, 1, 2, 3].map((time) => ({ time, isKey: time % 2 === 0, bytes: 10 }))
 * expiredFrames(frames, { seconds: 1, bytes: 1000 }) // 2
 */
export function expiredFrames(frames: readonly RingFrame[], limits: RingLimits): number {
  const newest = frames.at(-1)?.time ?? 0;
  let bytesLeft = frames.reduce((sum, { bytes }) => sum + bytes, 0);
  let expired = 0;
  let groupBytes = 0;
  for (const [index, frame] of frames.entries()) {
    if (frame.isKey && index > 0) {
      if (newest - frame.time < limits.seconds && bytesLeft <= limits.bytes) break;
      expired = index;
      bytesLeft -= groupBytes;
      groupBytes = 0;
    }
    groupBytes += frame.bytes;
  }
  return expired;
}

/** The frames of a cut, as indexes of the ring: `first` is a key frame, `end` is exclusive. */
interface RingCut {
  readonly first: number;
  readonly end: number;
}

/**
 * The frames that show a stretch of time in seconds: from the last key frame at or before `from`, or from the ring's
 * first, to the last frame at or before `to`. Null where the ring has no frame of it.
 * @example
 * const frames = [0, 1, 2, 3, 4].map((time) => ({ time, isKey: time % 2 === 0, bytes: 10 }))
 * ringCut(frames, 1, 3) // { first: 0, end: 4 }
 */
export function ringCut(frames: readonly RingFrame[], from: number, to: number): RingCut | null {
  const before = frames.findLastIndex(({ time, isKey }) => isKey && time <= from);
  const first = before >= 0 ? before : frames.findIndex(({ isKey }) => isKey);
  const end = frames.findLastIndex(({ time }) => time <= to) + 1;
  return first >= 0 && end > first ? { first, end } : null;
}

/** A gap between two frames longer than this many usual intervals means that frames were dropped in between. */
const DROPPED_FROM = 1.6;

/**
 * The number of frames that are missing between two neighbors, judged by the usual interval between frames in seconds.
 * Cameras vary the interval by up to a half.
 * @example
 * droppedBetween(1, 1.1, 1 / 30) // 2
 * droppedBetween(1, 1.04, 1 / 30) // 0
 */
export function droppedBetween(before: number, after: number, interval: number): number {
  const intervals = (after - before) / interval;
  return intervals > DROPPED_FROM ? Math.round(intervals) - 1 : 0;
}
