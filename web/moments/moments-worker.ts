// The worker of a search: receives one video, then either what has been seen of the golfer's body in it, perhaps several
// times, or the request to do without.
import type { BodyTrack } from '#domain/body/body-track.ts';
import { type ClipSearch, type MomentsAnswer, openForSearch, type VideoSource } from './find-moments.ts';

/** What the page says. */
export type ToMomentsWorker =
  | { readonly source: VideoSource }
  /** `isComplete`: no more will be seen. */
  | { readonly body: BodyTrack; readonly isComplete: boolean }
  | 'without-body';

/** What the worker says. An answer that is not final is followed by another; `alive`: a decoder has given something. */
export type FromMomentsWorker =
  | 'alive'
  | { readonly progress: number }
  | { readonly answer: MomentsAnswer; readonly isFinal: boolean };

let searching: Promise<ClipSearch | null> = Promise.resolve(null);

self.addEventListener('message', ({ data }: MessageEvent<ToMomentsWorker>) => {
  const say = (message: FromMomentsWorker) => self.postMessage(message);
  // One after the other.
  searching = searching.then(async (opened) => {
    const search =
      data !== 'without-body' && 'source' in data ? await openForSearch(data.source, () => say('alive')) : opened;
    if (!search) say({ answer: { kind: 'cannot-read' }, isFinal: true });
    else if (data === 'without-body')
      say({ answer: await search.byMotion((progress) => say({ progress })), isFinal: true });
    else if ('body' in data) {
      if (!data.isComplete) say({ answer: search.byHands(data.body), isFinal: false });
      // The motion is read while more is seen of the body.
      const answer = await search.byBody(data.body);
      if (data.isComplete) say({ answer, isFinal: true });
    }
    return search;
  });
});
