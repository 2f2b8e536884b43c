// Detects which shown frames are new pictures. Slow motion and converted clips repeat pictures: a repeated one adds no
// information, and a mark belongs on the first frame of its picture.
import { type BodyFrame, type BodyTrack, makeBodyTrack } from '#domain/body/body-track.ts';
import type { CellMotion } from './clip-motion.ts';

/** Maximum change that compression causes in a repeated picture, in grey levels. */
const SURELY_SAME = 0.02;
/**
 * A repeated picture changes by less than this share of the largest change among the frames just before it, and of that
 * just after it. Measured: 0.1 or less in seven clips with repeats; 0.2 or more in others, except in still scenes.
 */
const SAME_SHARE = 0.13;
/** Number of frames before and after that are compared: one more than the longest run of repeats seen. */
const NEIGHBOURS = 8;

/** The motions that lead to a new picture. */
export function toNewPictures(motions: readonly CellMotion[]): readonly CellMotion[] {
  const greatest = (from: number, end: number) =>
    motions.slice(Math.max(0, from), end).reduce((most, { change }) => Math.max(most, change), 0);
  return motions.filter(
    ({ change }, at) =>
      change >= SURELY_SAME &&
      change >= SAME_SHARE * Math.min(greatest(at - NEIGHBOURS, at), greatest(at + 1, at + 1 + NEIGHBOURS)),
  );
}

/** Tolerance for comparing sums of times: half a millisecond. */
const SAME_TIME = 5e-4;

/** Moves a track's frames to the first frame of their picture, one frame per picture. `newTimes` ascend. */
export function onNewPictures(track: BodyTrack, newTimes: readonly number[]): BodyTrack {
  const moved = new Map<number, BodyFrame>();
  for (const frame of track.frames) {
    const time = newTimes.findLast((one) => one <= frame.time + SAME_TIME) ?? frame.time;
    if (!moved.get(time)?.body) moved.set(time, { ...frame, time });
  }
  return makeBodyTrack({ ...track, frames: [...moved.values()] });
}
