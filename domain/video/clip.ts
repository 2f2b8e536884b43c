// The facts of one video, from the server's probe or the browser's reader: its upright size and its frame times.
import type { FrameRate } from '#domain/time.ts';
import { type FrameTimes, nominalFrameRate, shownFor } from './frame-times.ts';

/** The facts of one video that a comparison needs. Plain data; both ends of the HTTP contract exchange it as it is. */
export interface Clip {
  /** Width in pixels as shown: rotation and pixel aspect applied. A positive integer. */
  readonly widthPx: number;
  /** Height in pixels as shown: rotation applied. A positive integer. */
  readonly heightPx: number;
  /** When each frame appears, in seconds on the shown timeline (edit list applied). Ascending, at least one. */
  readonly frameTimes: FrameTimes;
  /** The rate the clip was made for, from the median time between its frames. */
  readonly frameRate: FrameRate;
}

/**
 * Makes a clip from its size and frame times. Throws a RangeError when there is no frame or the times do not ascend.
 * @example
 * makeClip({ widthPx: 1080, heightPx: 1920, frameTimes: [0, 0.04, 0.08] }).frameRate // { numerator: 25, denominator: 1 }
 */
export function makeClip(facts: Pick<Clip, 'widthPx' | 'heightPx' | 'frameTimes'>): Clip {
  const { widthPx, heightPx, frameTimes } = facts;
  if (frameTimes.length === 0) throw new RangeError('A clip has at least one frame');
  if (!(widthPx >= 1 && heightPx >= 1)) throw new RangeError(`Not a size in pixels: ${widthPx}x${heightPx}`);
  if (frameTimes.some((time, index) => index > 0 && time <= (frameTimes[index - 1] ?? 0))) {
    throw new RangeError('Frame times ascend');
  }
  return { widthPx, heightPx, frameTimes, frameRate: nominalFrameRate(frameTimes) };
}

/**
 * The time of the first shown frame, in seconds.
 * @example
 * firstFrameTime(makeClip({ widthPx: 1080, heightPx: 1920, frameTimes: [0.02, 0.06] })) // 0.02
 */
export function firstFrameTime(clip: Clip): number {
  return clip.frameTimes[0] ?? 0;
}

/** The time of the last shown frame, in seconds. */
export function lastFrameTime(clip: Clip): number {
  return clip.frameTimes.at(-1) ?? 0;
}

/** The time at which the last frame stops being shown, in seconds: the end of the clip's timeline. */
export function endTime(clip: Clip): number {
  return lastFrameTime(clip) + shownFor(clip.frameTimes, clip.frameTimes.length - 1);
}
