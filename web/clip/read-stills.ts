// Captures frames of one swing: decoded ones where possible, otherwise those shown by a hidden video element. Loads the
// decoder, so it is imported lazily.
import { CanvasSink } from 'mediabunny';
import { type FrameTimes, frameIndexAt } from '#domain/video/frame-times.ts';
import { unloadMedia } from '#web/lib/unload-media.ts';
import { openDecodable } from '#web/player/engine/decodable-track.ts';
import { createFrameSeeker } from '#web/player/engine/frame-seeker.ts';
import { createVideoStore } from '#web/player/engine/video-store.ts';

interface SwingToRead {
  /** Maximum height of a picture in pixels; 1080 if omitted. */
  readonly tallestPx?: number;
  readonly src: string;
  readonly frameTimes: FrameTimes;
}

export type Still = HTMLCanvasElement | OffscreenCanvas;

const TALLEST_PX = 1080;

/** Captures the frames at these times, in seconds of the clip, in order. Throws when the browser cannot show the video. */
export async function readFrames(
  swing: SwingToRead,
  times: readonly number[],
  signal: AbortSignal,
): Promise<readonly Still[]> {
  const decoded = await decodedFrames(swing, times, signal).catch(() => null);
  signal.throwIfAborted();
  return decoded ?? shownFrames(swing, times, signal);
}

/** The pictures of decoded frames; null if the browser cannot decode them, or changes their colors (HDR). */
async function decodedFrames(
  swing: SwingToRead,
  times: readonly number[],
  signal: AbortSignal,
): Promise<readonly Still[] | null> {
  const { src, frameTimes, tallestPx = TALLEST_PX } = swing;
  const clip = await openDecodable(src, signal);
  if (!clip) return null;
  const { track, shown, close } = clip;
  try {
    if (shown.length !== frameTimes.length || (await track.hasHighDynamicRange())) return null;
    const sink = new CanvasSink(track, { height: Math.min(await track.getDisplayHeight(), tallestPx) });
    const pictures: Still[] = [];
    for (const time of times) {
      signal.throwIfAborted();
      const picture = await sink.getCanvas(shown[frameIndexAt(frameTimes, time)]?.packetTime ?? 0);
      if (!picture) return null;
      pictures.push(picture.canvas);
    }
    return pictures;
  } finally {
    close();
  }
}

async function shownFrames(
  swing: SwingToRead,
  times: readonly number[],
  signal: AbortSignal,
): Promise<readonly Still[]> {
  const { src, frameTimes, tallestPx = TALLEST_PX } = swing;
  const store = createVideoStore();
  const seeker = createFrameSeeker(
    store,
    () => frameTimes,
    () => undefined,
  );
  const video = document.createElement('video');
  Object.assign(video, { muted: true, playsInline: true, preload: 'auto' });
  const detach = store.attach(video);
  video.src = src;
  try {
    await shown(video, signal);
    const pictures: Still[] = [];
    for (const time of times) {
      const frame = frameIndexAt(frameTimes, time);
      const presented = await seeker.seek({ frame });
      signal.throwIfAborted();
      if (presented === null || frameIndexAt(frameTimes, presented) !== frame)
        throw new Error('The frame did not come');
      pictures.push(pictureOf(video, tallestPx));
    }
    return pictures;
  } finally {
    detach();
    unloadMedia(video);
  }
}

function shown(video: HTMLVideoElement, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(signal.reason ?? new Error('This browser cannot show the video'));
    const look = () => (video.videoWidth > 0 ? resolve() : fail());
    video.addEventListener('loadeddata', look, { once: true });
    video.addEventListener('error', fail, { once: true });
    signal.addEventListener('abort', fail, { once: true });
  });
}

function pictureOf(video: HTMLVideoElement, tallestPx: number): HTMLCanvasElement {
  const scale = Math.min(1, tallestPx / video.videoHeight);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return canvas;
}
