// The worker of a search: receives one video, reports progress and answers by motion and sound; then receives where the
// golfer's body is and answers by that too.
import type { BodyTrack } from '#domain/body/body-track.ts';
import { findMoments, type MomentsAnswer, type ReadMoments, type VideoSource } from './find-moments.ts';

/** What the page says: first the video, then the body. */
export type ToMomentsWorker = { readonly source: VideoSource } | { readonly track: BodyTrack };

/** What the worker says. */
export type FromMomentsWorker =
  | { readonly progress: number }
  | { readonly byMotion: MomentsAnswer }
  | { readonly byBody: MomentsAnswer };

let reading: Promise<ReadMoments> | null = null;

self.addEventListener('message', ({ data }: MessageEvent<ToMomentsWorker>) => {
  const say = (message: FromMomentsWorker) => self.postMessage(message);
  if ('source' in data) {
    reading = findMoments(data.source, (progress) => say({ progress }));
    void reading.then(({ answer }) => say({ byMotion: answer }));
  } else {
    void reading?.then(({ withBody }) => say({ byBody: withBody(data.track) }));
  }
});
