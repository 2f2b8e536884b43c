// The worker that searches for the ball: a quarter of a second and more, in which the live pair must not stand still.
import { type BallFrames, ballIn } from '#domain/body/ball-search.ts';
import type { GrayPicture } from '#domain/body/gray-picture.ts';

/** Which frames show the ball, and their pictures by time. The worker answers with the ball or null. */
export interface ToBallWorker {
  readonly frames: BallFrames;
  readonly grays: ReadonlyMap<number, GrayPicture | null>;
}

self.addEventListener('message', ({ data: { frames, grays } }: MessageEvent<ToBallWorker>) => {
  self.postMessage(ballIn(frames, (time) => grays.get(time) ?? null));
});
