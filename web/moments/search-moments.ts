// Starts a search in a worker and ends it when it is no longer needed. The search's code and the decoder are loaded
// with the worker.
import type { MomentsAnswer, VideoSource } from './find-moments.ts';
import type { MomentsMessage } from './moments-worker.ts';

interface SearchOptions {
  /** Called with the share done, 0 to 1. */
  readonly onProgress: (share: number) => void;
  /** Ends the search at once; it then never answers. */
  readonly signal: AbortSignal;
}

/** A decoder that has stopped says nothing: a search that does not go on for this long is over. */
const STUCK_AFTER_MS = 30_000;

/** Searches a video for its key positions. Never rejects. */
export function searchMoments(source: VideoSource, { onProgress, signal }: SearchOptions): Promise<MomentsAnswer> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./moments-worker.ts', import.meta.url), { type: 'module' });
    let stuck: ReturnType<typeof setTimeout> | undefined;
    const stop = () => {
      clearTimeout(stuck);
      worker.terminate();
    };
    const end = (answer: MomentsAnswer) => {
      stop();
      resolve(answer);
    };
    const goOn = () => {
      clearTimeout(stuck);
      stuck = setTimeout(() => end({ kind: 'cannot-read' }), STUCK_AFTER_MS);
    };
    signal.addEventListener('abort', stop);
    worker.addEventListener('error', () => end({ kind: 'cannot-read' }));
    worker.addEventListener('message', ({ data: message }: MessageEvent<MomentsMessage>) => {
      if ('progress' in message) {
        goOn();
        onProgress(message.progress);
      } else end(message.answer);
    });
    goOn();
    worker.postMessage(source);
  });
}
