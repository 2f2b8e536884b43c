// A video's picture size, read before its player is mounted, so that the layout does not shift.
import { unloadMedia } from '#web/lib/unload-media.ts';
import { withResolvers } from '#web/lib/with-resolvers.ts';

/** The picture's own size in pixels, upright. */
export interface VideoShape {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Maximum wait for the size: a player without a known shape is better than none. */
const MAX_WAIT_MS = 2000;

/** Reads only the head of the file. Null if it does not load, or not in time. */
export function readVideoShape(src: string, signal?: AbortSignal): Promise<VideoShape | null> {
  const { promise, resolve } = withResolvers<VideoShape | null>();
  const video = document.createElement('video');
  const learn = () => {
    const { videoWidth: widthPx, videoHeight: heightPx } = video;
    resolve(widthPx > 0 && heightPx > 0 ? { widthPx, heightPx } : null);
  };
  const giveUp = AbortSignal.any([AbortSignal.timeout(MAX_WAIT_MS), ...(signal ? [signal] : [])]);
  video.addEventListener('loadedmetadata', learn);
  video.addEventListener('error', () => resolve(null));
  giveUp.addEventListener('abort', () => resolve(null));
  video.preload = 'metadata';
  video.src = src;
  return promise.finally(() => {
    unloadMedia(video);
  });
}
