// The worker of a search: receives one video, whose pictures it decodes for the body worker, then either the golfer's body
// track or the request to search without it.
import type { BodyTrack } from '#domain/body/body-track.ts';
import type { FromDecodingWorker } from '#web/body/clip-pictures.ts';
import { type FalseAnswer, rememberFalse } from '#web/lib/false-answers.ts';
import { type MomentsAnswer, openForSearch, type VideoSource } from './find-moments.ts';

/** The messages of the page. `pictures`: where the body worker asks for pictures; null when the body is not tracked. */
export type ToMomentsWorker =
  | {
      readonly source: VideoSource;
      readonly pictures: MessagePort | null;
      readonly falseAnswers: readonly FalseAnswer[];
    }
  | { readonly body: BodyTrack }
  | 'without-body';

/** The messages of the worker. Another answer follows one that is not final; `alive`: a decoder produced output. */
export type FromMomentsWorker =
  | 'alive'
  | { readonly progress: number }
  | { readonly answer: MomentsAnswer; readonly isFinal: boolean };

let opening: ReturnType<typeof openForSearch> = Promise.resolve(null);

self.addEventListener('message', ({ data }: MessageEvent<ToMomentsWorker>) => {
  if (data === 'without-body' || !('source' in data)) {
    void answer(data);
    return;
  }
  rememberFalse(...data.falseAnswers);
  opening = open(data.source, data.pictures);
});

async function open(source: VideoSource, pictures: MessagePort | null) {
  const search = await openForSearch(source, () => post('alive'));
  if (search && pictures) search.offerPictures(pictures, (answer) => post({ answer, isFinal: false }));
  if (!search) {
    pictures?.postMessage({ facts: 'cannot-read' } satisfies FromDecodingWorker);
    post({ answer: { kind: 'cannot-read' }, isFinal: true });
  }
  return search;
}

async function answer(wish: { readonly body: BodyTrack } | 'without-body'): Promise<void> {
  const search = await opening;
  if (!search) return;
  const answer =
    wish === 'without-body' ? await search.byMotion((progress) => post({ progress })) : await search.byBody(wish.body);
  post({ answer, isFinal: true });
}

function post(message: FromMomentsWorker): void {
  self.postMessage(message);
}
