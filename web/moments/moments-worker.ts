// The worker of a search: receives one video, reports progress, answers once.
import { findMoments, type MomentsAnswer, type VideoSource } from './find-moments.ts';

/** The worker's messages. */
export type MomentsMessage = { readonly progress: number } | { readonly answer: MomentsAnswer };

self.addEventListener('message', ({ data: source }: MessageEvent<VideoSource>) => {
  const say = (message: MomentsMessage) => self.postMessage(message);
  void findMoments(source, (progress) => say({ progress })).then((answer) => say({ answer }));
});
