// Where a search begins: a key frame decodes without the frames before it, so a few of them soon show in which stretches
// of a clip the golfer moves, and in which nothing can happen.
import { bodySizePx, distancePx, medianOf } from '#domain/body/body-geometry.ts';
import { type BodyTrack, seenFrames } from '#domain/body/body-track.ts';
import { type HandsPlace, handsMoved, handsPath } from '#domain/body/hands-path.ts';
import type { Stretch } from '#domain/body/looked-at-frames.ts';
import { type FrameTimes, frameTimeAt } from '#domain/video/frame-times.ts';

/** Key frames closer than this to the one before are left out, in seconds. */
const LEAST_APART = 0.8;
/** No swing with its finish fits between two key frames that are this far apart, in seconds; usual clips of phones have 1 s. */
const MOST_APART = 1.5;
/** With fewer key frames the clip is short enough to sample at once; more take longer than they save. */
const FEWEST = 6;
const MOST = 45;

/** Movement of the hands relative to the hips from one key frame to the next that calls for a look in between, in body sizes. */
const LIVELY = 0.3;
/**
 * Minimum height of raised hands above the hips, in body sizes. At rest they are below the hips, at the top and in the
 * finish 0.4 or more above.
 */
export const RAISED = 0.1;
/** Movement of the hands up to which the golfer stands still, in body sizes: three times what the joints of a standing golfer vary by. */
const STILL = 0.1;

/** The key frames to begin with, ascending; none where they are too few, too many or too far apart. */
export function keyFrameLooks(frameTimes: FrameTimes, keyFrames: readonly number[]): readonly number[] {
  const looks: number[] = [];
  for (const frame of keyFrames) {
    const last = looks.at(-1);
    if (last === undefined || frameTimeAt(frameTimes, frame) - frameTimeAt(frameTimes, last) >= LEAST_APART)
      looks.push(frame);
  }
  const ends = [0, ...looks, frameTimes.length - 1].map((frame) => frameTimeAt(frameTimes, frame));
  const isDense = ends.every((end, at) => end - (ends[at - 1] ?? end) <= MOST_APART);
  return isDense && looks.length >= FEWEST && looks.length <= MOST ? looks : [];
}

/** What two neighbouring key frames say about the stretch between them. */
interface Between extends Stretch {
  readonly isLively: boolean;
  readonly isStill: boolean;
}

function betweenLooks(frameTimes: FrameTimes, looks: readonly number[], track: BodyTrack): readonly Between[] {
  const path = handsPath(track);
  const sizePx = medianOf(seenFrames(track).map(({ body }) => bodySizePx(body)));
  const hands = new Map(path.map((place) => [place.frameIndex, place]));
  return looks.slice(1).map((look, at) => {
    const before = looks[at] ?? 0;
    const [a, b] = [hands.get(before), hands.get(look)];
    const moved = a && b ? movedBetween(a, b, sizePx) : { isLively: false, isStill: false };
    return { from: frameTimeAt(frameTimes, before), to: frameTimeAt(frameTimes, look), ...moved };
  });
}

function movedBetween(a: HandsPlace, b: HandsPlace, sizePx: number): Omit<Between, keyof Stretch> {
  const moved = handsMoved(a, b);
  return {
    isLively: moved >= LIVELY || a.rise < RAISED !== b.rise < RAISED,
    isStill: moved <= STILL && distancePx(a, b) <= STILL * sizePx,
  };
}

/** Where a swing is likely, given the bodies in the key frames: between those from one to the next of which the hands move. */
export function likelyStretches(
  frameTimes: FrameTimes,
  looks: readonly number[],
  track: BodyTrack,
): readonly Stretch[] {
  return betweenLooks(frameTimes, looks, track).filter(({ isLively }) => isLively);
}

/**
 * Where the golfer stands still, given the bodies in the key frames: between those in which the hands are in the same place
 * as in the two before and after. Hands that leave it for a swing are not back within one stretch.
 */
export function stillStretches(frameTimes: FrameTimes, looks: readonly number[], track: BodyTrack): readonly Stretch[] {
  const between = betweenLooks(frameTimes, looks, track);
  return between.filter((_, at) => [at - 1, at, at + 1].every((near) => between[near]?.isStill ?? true));
}
