// The worker that searches for the ball: a quarter of a second and more, in which the live pair must not stand still.
import { type BallLook, ballIn } from '#domain/body/ball-search.ts';
import type { GrayPicture } from '#domain/body/gray-picture.ts';

/** Where to look, and the frames by their time. The worker answers with the ball or null. */
export interface ToBallWorker {
  readonly look: BallLook;
  readonly grays: ReadonlyMap<number, GrayPicture | null>;
}

self.addEventListener('message', ({ data: { look, grays } }: MessageEvent<ToBallWorker>) => {
  self.postMessage(ballIn(look, (time) => grays.get(time) ?? null));
});
