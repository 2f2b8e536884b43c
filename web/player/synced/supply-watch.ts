// Notices that a device decodes a large clip too slowly to play it in time, so that the pair can be slowed down.
import type { FrameTimes } from '#domain/video/frame-times.ts';

/** What a video has shown so far, and what it should show. */
export interface Supply {
  /** Frames shown since the video was loaded. */
  readonly shownFrames: number;
  /** Frames a second that the video should show at the present speed. */
  readonly frameRate: number;
}

/** Long enough that a busy moment does not count. */
const WINDOW_MS = 2000;
/** With fewer of its frames than this share, a swing is no longer seen as a movement. */
const MIN_SHARE = 0.5;
/** No display of a phone or computer in use shows more frames a second to a page that also draws. */
const MAX_SHOWN_RATE = 60;

/** Watches one video during playback. */
export class SupplyWatch {
  #from: { readonly shownFrames: number; readonly atMs: number } | null = null;

  /** Whether less than half of the frames were shown in the last window. Call it during playback, at any interval. */
  isShort({ shownFrames, frameRate }: Supply, nowMs: number): boolean {
    const from = this.#from;
    if (from && nowMs - from.atMs < WINDOW_MS) return false;
    this.#from = { shownFrames, atMs: nowMs };
    if (!from) return false;
    const wanted = (Math.min(frameRate, MAX_SHOWN_RATE) * (nowMs - from.atMs)) / 1000;
    return shownFrames - from.shownFrames < MIN_SHARE * wanted;
  }

  /** Begins a new window, as after a seek or pause. */
  restart(): void {
    this.#from = null;
  }
}

/** Pixels a second above which a clip is slow to decode without hardware: 1080p at 60 frames a second. */
const HEAVY_PX_PER_SECOND = 1920 * 1080 * 60;

/** What a video element shows at a speed; null for a clip that any device decodes in time. */
export function supplyOf(video: HTMLVideoElement, frameTimes: FrameTimes, speed: number): Supply | null {
  const duration = (frameTimes.at(-1) ?? 0) - (frameTimes[0] ?? 0);
  const framesPerSecond = duration > 0 ? (frameTimes.length - 1) / duration : 0;
  if (video.videoWidth * video.videoHeight * framesPerSecond <= HEAVY_PX_PER_SECOND) return null;
  const { totalVideoFrames, droppedVideoFrames } = video.getVideoPlaybackQuality();
  return { shownFrames: totalVideoFrames - droppedVideoFrames, frameRate: framesPerSecond * speed };
}
