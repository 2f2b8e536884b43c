// The worker that tracks bodies: handles one request at a time and keeps the model between requests.
import type { BodyAnswer, BodyProgress, BodyRequest } from './body-request.ts';
import { lookAtClip } from './look-at-clip.ts';
import type { ModelStep } from './model/body-model.ts';

export type ToBodyWorker =
  | {
      readonly id: number;
      readonly source: Blob | string;
      readonly request: BodyRequest;
      readonly pictures: MessagePort | null;
    }
  | { readonly stop: number };

export type FromBodyWorker =
  /** The state of the model; `starting` is sent again with each further step. */
  | { readonly model: ModelStep }
  | { readonly id: number; readonly progress: BodyProgress }
  /** Null when the request was stopped. */
  | { readonly id: number; readonly answer: BodyAnswer | null };

const stops = new Map<number, AbortController>();
let last: Promise<unknown> = Promise.resolve();

self.addEventListener('message', ({ data }: MessageEvent<ToBodyWorker>) => {
  if ('stop' in data) {
    stops.get(data.stop)?.abort();
    return;
  }
  const { id, source, request, pictures } = data;
  const stop = new AbortController();
  stops.set(id, stop);
  last = last.then(async () => {
    const onProgress = (progress: BodyProgress) => say({ id, progress });
    const onModel = (model: ModelStep) => say({ model });
    const options = { pictures, onProgress, onModel, signal: stop.signal };
    const answer = await lookAtClip(source, request, options).catch(() => null);
    stops.delete(id);
    say({ id, answer });
  });
});

function say(message: FromBodyWorker): void {
  self.postMessage(message);
}
