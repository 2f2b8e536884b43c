// Which shown frames are new pictures. Slow motion and converted clips repeat pictures: a repeated one says nothing new,
// and a mark belongs on the first of its kind.
import { type BodyFrame, type BodyTrack, makeBodyTrack } from '#domain/body/body-track.ts';
import type { CellMotion } from './clip-motion.ts';

/** Compression leaves a repeated picture as it was. In grey levels. */
const SURELY_SAME = 0.02;
/**
 * A repeated picture changes by less than this share of the largest change shortly before it and of that after it. Seen in
 * seven such clips: 0.1 and less; in others 0.2 and more, except where all stands still.
 */
const SAME_SHARE = 0.13;
/** How far "shortly" reaches, in frames: one more than the longest run of repeats seen. */
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

/** Half a millisecond: times are compared after an addition. */
const SAME_TIME = 5e-4;

/** A track whose frames lie at the first frame of their picture, each picture once. `newTimes` ascend. */
export function onNewPictures(track: BodyTrack, newTimes: readonly number[]): BodyTrack {
  const moved = new Map<number, BodyFrame>();
  for (const frame of track.frames) {
    const time = newTimes.findLast((one) => one <= frame.time + SAME_TIME) ?? frame.time;
    if (!moved.get(time)?.body) moved.set(time, { ...frame, time });
  }
  return makeBodyTrack({ ...track, frames: [...moved.values()] });
}
