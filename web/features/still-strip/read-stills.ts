// Captures the marked frames of one swing from a hidden video element.

import type { Size } from '#domain/comparison/pane-layout.ts';
import { POSITIONS, type Position, type SwingAnnotations, timeOf } from '#domain/swing/swing.ts';
import { type FrameTimes, frameIndexAt } from '#domain/video/frame-times.ts';
import { createFrameSeeker } from '#web/player/engine/frame-seeker.ts';
import { createVideoStore } from '#web/player/engine/video-store.ts';

/** A swing to read stills of. */
export interface SwingToRead {
  readonly src: string;
  readonly frameTimes: FrameTimes;
  readonly annotations: SwingAnnotations;
}

/** The stills of the marked positions, at most this high, and the picture's own size. */
export interface SwingStills {
  readonly size: Size;
  readonly stills: Readonly<Partial<Record<Position, HTMLCanvasElement>>>;
}

const TALLEST_PX = 1080;

/** Reads them one after the other. Throws when the browser cannot show the video. */
export async function readStills(
  { src, frameTimes, annotations }: SwingToRead,
  signal: AbortSignal,
): Promise<SwingStills> {
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
    const stills: Partial<Record<Position, HTMLCanvasElement>> = {};
    for (const position of POSITIONS) {
      const time = timeOf(annotations, position);
      if (time === null) continue;
      const frame = frameIndexAt(frameTimes, time);
      const presented = await seeker.seek({ frame });
      signal.throwIfAborted();
      if (presented === null || frameIndexAt(frameTimes, presented) !== frame)
        throw new Error('The frame did not come');
      stills[position] = pictureOf(video);
    }
    return { size: { widthPx: video.videoWidth, heightPx: video.videoHeight }, stills };
  } finally {
    detach();
    video.removeAttribute('src');
    video.load();
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

function pictureOf(video: HTMLVideoElement): HTMLCanvasElement {
  const scale = Math.min(1, TALLEST_PX / video.videoHeight);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return canvas;
}
