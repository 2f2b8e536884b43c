// The path of the hands through a track, in the picture and relative to the hips.
import { bodySizePx, distancePx, handsOf, medianOf, middleOfPair } from './body-geometry.ts';
import { type BodyTrack, type PicturePoint, seenFrames } from './body-track.ts';

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

/** The hands relative to the hips at a time: interpolated between frames, clamped to the nearest frame outside the path. */
export function handsAt(path: readonly HandsPlace[], time: number): Pick<HandsPlace, 'rise' | 'side'> {
  const next = path.findIndex((place) => place.time >= time);
  const [from, to] = [path.at(next < 1 ? next : next - 1), path.at(next)];
  if (!from || !to) return { rise: 0, side: 0 };
  const share = to.time > from.time ? Math.max(0, (time - from.time) / (to.time - from.time)) : 0;
  return { rise: from.rise + share * (to.rise - from.rise), side: from.side + share * (to.side - from.side) };
}

/** Wrists this close, in body sizes, may hold one club; from the second on they do not (docs/measurements.md, 067: gate). */
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
