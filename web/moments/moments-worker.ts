// The worker of a search: receives one video, then either the golfer's body track, perhaps several times, or the
// request to search without it.
import type { BodyTrack } from '#domain/body/body-track.ts';
import { type ClipSearch, type MomentsAnswer, openForSearch, type VideoSource } from './find-moments.ts';

/** The messages of the page. */
export type ToMomentsWorker =
  | { readonly source: VideoSource }
  /** `isComplete`: the track is final. */
  | { readonly body: BodyTrack; readonly isComplete: boolean }
  | 'without-body';

/** The messages of the worker. Another answer follows one that is not final; `alive`: a decoder produced output. */
export type FromMomentsWorker =
  | 'alive'
  | { readonly progress: number }
  | { readonly answer: MomentsAnswer; readonly isFinal: boolean };

let searching: Promise<ClipSearch | null> = Promise.resolve(null);

self.addEventListener('message', ({ data }: MessageEvent<ToMomentsWorker>) => {
  const say = (message: FromMomentsWorker) => self.postMessage(message);
  // Handle messages one at a time.
  searching = searching.then(async (opened) => {
    const search =
      data !== 'without-body' && 'source' in data ? await openForSearch(data.source, () => say('alive')) : opened;
    if (!search) say({ answer: { kind: 'cannot-read' }, isFinal: true });
    else if (data === 'without-body')
      say({ answer: await search.byMotion((progress) => say({ progress })), isFinal: true });
    else if ('body' in data) {
      if (!data.isComplete) say({ answer: search.byHands(data.body), isFinal: false });
      // Read the motion while body tracking continues.
      const answer = await search.byBody(data.body);
      if (data.isComplete) say({ answer, isFinal: true });
    }
    return search;
  });
});
