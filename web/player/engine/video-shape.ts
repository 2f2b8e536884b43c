// How large a video's picture is, before its player is there: what is laid out for it then stays where it is.

/** The picture's own size in pixels, upright. */
export interface VideoShape {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** A player without a known shape is better than none. */
const PATIENCE_MS = 2000;

/** Reads the head of the file and nothing else of it. Null where it does not come, or not in time. */
export function readVideoShape(src: string, signal?: AbortSignal): Promise<VideoShape | null> {
  const { promise, resolve } = Promise.withResolvers<VideoShape | null>();
  const video = document.createElement('video');
  const learn = () => {
    const { videoWidth: widthPx, videoHeight: heightPx } = video;
    resolve(widthPx > 0 && heightPx > 0 ? { widthPx, heightPx } : null);
  };
  const giveUp = AbortSignal.any([AbortSignal.timeout(PATIENCE_MS), ...(signal ? [signal] : [])]);
  video.addEventListener('loadedmetadata', learn);
  video.addEventListener('error', () => resolve(null));
  giveUp.addEventListener('abort', () => resolve(null));
  video.preload = 'metadata';
  video.src = src;
  return promise.finally(() => {
    // Only this lets go of the connection: an element without its address goes on loading.
    video.removeAttribute('src');
    video.load();
  });
}
