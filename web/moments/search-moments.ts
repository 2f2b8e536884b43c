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

/** Searches a video for its key positions. Never rejects. */
export function searchMoments(source: VideoSource, { onProgress, signal }: SearchOptions): Promise<MomentsAnswer> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./moments-worker.ts', import.meta.url), { type: 'module' });
    const end = (answer: MomentsAnswer) => {
      worker.terminate();
      resolve(answer);
    };
    signal.addEventListener('abort', () => worker.terminate());
    worker.addEventListener('error', () => end({ kind: 'cannot-read' }));
    worker.addEventListener('message', ({ data: message }: MessageEvent<MomentsMessage>) => {
      if ('progress' in message) onProgress(message.progress);
      else end(message.answer);
    });
    worker.postMessage(source);
  });
}
