// The path of the hands through a track, in the picture and relative to the hips; and a track without the frames in which the
// hands only seem to leap up, because the model takes something behind blurred ones for a hand.
import { bodySizePx, distancePx, handsOf, medianOf, middleOfPair } from './body-geometry.ts';
import { type BodyTrack, makeBodyTrack, type PicturePoint, seenFrames } from './body-track.ts';

/** The place of the hands in one frame. */
export interface HandsPlace extends PicturePoint {
  /** The frame's index in the clip's frame table. */
  readonly frameIndex: number;
  /** The frame's time in seconds on the clip's shown timeline. */
  readonly time: number;
  /** Probability that at least one of the hands is visible, 0 to 1. */
  readonly certainty: number;
  /** Height of the hands above the middle of the hips, in body sizes; negative below. */
  readonly rise: number;
  /** Distance of the hands to the right of the middle of the hips in the picture, in body sizes; negative to the left. */
  readonly side: number;
}

/** The hands in all frames with a detected body, in order. */
export function handsPath(track: BodyTrack): readonly HandsPlace[] {
  const frames = seenFrames(track);
  const sizePx = medianOf(frames.map(({ body }) => bodySizePx(body)));
  return frames.map(({ frameIndex, time, body }) => {
    const [hands, hips] = [handsOf(body), middleOfPair(body, 'Hip')];
    const { leftWrist, rightWrist } = body.joints;
    return {
      ...hands,
      frameIndex,
      time,
      certainty: Math.max(leftWrist.certainty, rightWrist.certainty),
      rise: (hips.yPx - hands.yPx) / sizePx,
      side: (hands.xPx - hips.xPx) / sizePx,
    };
  });
}

/** The distance that the hands moved relative to the hips from one place to the other, in body sizes, 0 or greater. */
export function handsMoved(from: Pick<HandsPlace, 'rise' | 'side'>, to: Pick<HandsPlace, 'rise' | 'side'>): number {
  return Math.hypot(to.rise - from.rise, to.side - from.side);
}

/**
 * The hands relative to the hips at a time: interpolated between two frames, and clamped to the nearest frame outside
 * the path.
 */
export function handsAt(path: readonly HandsPlace[], time: number): Pick<HandsPlace, 'rise' | 'side'> {
  const next = path.findIndex((place) => place.time >= time);
  const [from, to] = [path.at(next < 1 ? next : next - 1), path.at(next)];
  if (!from || !to) return { rise: 0, side: 0 };
  const share = to.time > from.time ? Math.max(0, (time - from.time) / (to.time - from.time)) : 0;
  return { rise: from.rise + share * (to.rise - from.rise), side: from.side + share * (to.side - from.side) };
}

/**
 * Distance between the wrists up to which they may hold one club, and from which they certainly do not, in body sizes.
 * Source: docs/measurements.md, 067: gate.
 */
const HELD_WITHIN = 0.2;
const NOT_HELD_FROM = 0.4;

/**
 * Total distance that the hands travel together, as on a club, relative to the hips, in body sizes, 0 or greater. Steps
 * with the wrists apart count less or not at all: golfers' hands travel 1.3 and more in a swing, and those of people who
 * walk, clap or play other games a quarter of their whole way.
 */
export function handsTravel(track: BodyTrack): number {
  const frames = seenFrames(track);
  const sizePx = medianOf(frames.map(({ body }) => bodySizePx(body)));
  const places = frames.map(({ body }) => {
    const [hands, hips] = [handsOf(body), middleOfPair(body, 'Hip')];
    const { leftWrist, rightWrist } = body.joints;
    const apart = distancePx(leftWrist, rightWrist) / sizePx;
    return { xPx: hands.xPx - hips.xPx, yPx: hands.yPx - hips.yPx, apart };
  });
  return places.slice(1).reduce((sum, place, index) => {
    const before = places[index] ?? place;
    const held = (NOT_HELD_FROM - Math.max(place.apart, before.apart)) / (NOT_HELD_FROM - HELD_WITHIN);
    return sum + (Math.min(1, Math.max(0, held)) * distancePx(place, before)) / sizePx;
  }, 0);
}

/** Minimum height of a leap above the hands before and after it, in body sizes. */
const LEAST_LEAP = 0.22;
/**
 * Maximum time from the hands before a leap to those after it, in seconds: golfers need longer to raise the club and bring it
 * down again, and in slow motion all the longer.
 */
const MOST_LEAP_TIME = 0.5;
/** Minimum height from which the hands came down before a leap, in body sizes: it is not a backswing. */
const LEAST_FALL = 0.28;

/** The track without the frames in which the hands leap up right after they came down, and are down again at once. */
export function withoutLeaps(track: BodyTrack): BodyTrack {
  const path = handsPath(track);
  const leaps = new Set(path.flatMap((_, low) => leapAfter(path, low)).map(({ frameIndex }) => frameIndex));
  if (leaps.size === 0) return track;
  return makeBodyTrack({ ...track, frames: track.frames.filter(({ frameIndex }) => !leaps.has(frameIndex)) });
}

/** The places of a leap that follows a low one. */
function leapAfter(path: readonly HandsPlace[], at: number): readonly HandsPlace[] {
  const low = path[at];
  if (!low || !hasFallenTo(path, at)) return [];
  const next = path.slice(at + 1).filter(({ time }) => time <= low.time + MOST_LEAP_TIME);
  const floor = (end: number) => Math.max(low.rise, next[end]?.rise ?? Number.POSITIVE_INFINITY);
  const end = next.findLastIndex((_, end) => next.slice(0, end).some(({ rise }) => rise >= floor(end) + LEAST_LEAP));
  if (!risesAgain(path, next[end])) return [];
  return next.slice(0, Math.max(0, end)).filter(({ rise }) => rise > floor(end));
}

/** Whether the hands rise again right after a place: those of a short follow-through stay down. */
function risesAgain(path: readonly HandsPlace[], low: HandsPlace | undefined): boolean {
  const after = (time: number) => low && time > low.time && time <= low.time + MOST_LEAP_TIME;
  return path.some(({ time, rise }) => after(time) && rise >= (low?.rise ?? 0) + LEAST_LEAP);
}

/** Whether the hands came down to a place from well above it, and not to a lower one since. */
function hasFallenTo(path: readonly HandsPlace[], at: number): boolean {
  const floor = path[at]?.rise ?? 0;
  for (let before = at - 1; before >= 0; before--) {
    const rise = path[before]?.rise ?? 0;
    if (rise < floor) return false;
    if (rise >= floor + LEAST_FALL) return true;
  }
  return false;
}
