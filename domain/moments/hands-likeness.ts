// Judges by the golfer's body whether a movement of the hands is a swing. A golfer whom the picture cuts off is judged by what
// is inside it. Pure.
import { bodySizePx, distancePx, meanOf, medianOf, middleOfPair } from '#domain/body/body-geometry.ts';
import { type BodyTrack, JOINTS, type PicturePoint, type SeenFrame, seenFrames } from '#domain/body/body-track.ts';
import { type HandsPlace, handsPath } from '#domain/body/hands-path.ts';
import { featuresLikeness } from './ramp.ts';

/** The times of a movement, as in hands-swings.ts. */
interface MovementTimes {
  readonly restTime: number;
  readonly topTime: number;
  readonly strikeTime: number;
  readonly downswing: number;
}

/** How far the hands rise before and after the strike, in body sizes. */
interface Rises {
  readonly riseBefore: number;
  readonly riseAfter: number;
}

/** Time after the strike that still counts, in downswings. */
const AFTER_STRIKE = 0.3;

/** The likeness to real swings, 0 to 1: hands together, body upright and in place, plausible timing. */
export function handsLikeness(track: BodyTrack, movement: MovementTimes, { riseBefore, riseAfter }: Rises): number {
  const { restTime, topTime, strikeTime, downswing } = movement;
  const end = strikeTime + AFTER_STRIKE * downswing;
  const during = seenFrames(track).filter(({ time }) => time >= restTime && time <= end);
  if (during.length < 3) return 0;
  const sizes = during.map(({ body }) => bodySizePx(body));
  const sizePx = medianOf(sizes);
  const wrists = during.map(({ body: { joints } }) => distancePx(joints.leftWrist, joints.rightWrist) / sizePx);
  const standing = during.map((frame) => (place(frame, 'Ankle').yPx - place(frame, 'Hip').yPx) / sizePx);
  const moves = (pair: 'Ankle' | 'Hip') => {
    const places = during.map((frame) => place(frame, pair)).filter((one) => isInPicture(one, track));
    return places.map((one) => distancePx(one, places[0] ?? one) / sizePx).sort((a, b) => a - b);
  };
  const [hips, ankles] = [moves('Hip'), moves('Ankle')];
  const hands = handsPath({ ...track, frames: during });
  const tempo = (topTime - restTime) / downswing;
  return featuresLikeness(SWING_FEATURES, {
    wristsApart: medianOf(wrists),
    hipsMove: hips.at(-1) ?? 0,
    // The 90th percentile ignores single frames in which the feet were confused.
    anklesMove: ankles[Math.floor(0.9 * (ankles.length - 1))] ?? 0,
    standing: medianOf(standing),
    leastTempo: tempo,
    mostTempo: tempo,
    missesRest: missesRest(hands, restTime, strikeTime),
    sizeChanges: Math.sqrt(meanOf(sizes.map((size) => (size / sizePx - 1) ** 2))),
    certainty: certaintyInPicture(during, track),
    riseBefore,
    riseAfter: Math.min(1, riseAfter),
  });
}

/** The mean certainty of all joints in the picture: where it cuts the golfer off, the model only guesses. */
function certaintyInPicture(frames: readonly SeenFrame[], track: BodyTrack): number {
  const means = frames.flatMap(({ body }) => {
    const inside = JOINTS.map((joint) => body.joints[joint]).filter((joint) => isInPicture(joint, track));
    return inside.length > 0 ? meanOf(inside.map(({ certainty }) => certainty)) : [];
  });
  return means.length > 0 ? meanOf(means) : 0;
}

function isInPicture({ xPx, yPx }: PicturePoint, { widthPx, heightPx }: BodyTrack): boolean {
  return xPx >= 0 && xPx <= widthPx && yPx >= 0 && yPx <= heightPx;
}

/** Distance of the hands at strike from their place at rest, in body sizes. */
function missesRest(hands: readonly HandsPlace[], restTime: number, strikeTime: number): number {
  const nearest = (to: number) =>
    hands.reduce<HandsPlace | null>(
      (best, one) => (!best || Math.abs(one.time - to) < Math.abs(best.time - to) ? one : best),
      null,
    );
  const [atRest, atStrike] = [nearest(restTime), nearest(strikeTime)];
  return atRest && atStrike ? Math.hypot(atRest.side - atStrike.side, atRest.rise - atStrike.rise) : 1;
}

function place({ body }: SeenFrame, pair: 'Ankle' | 'Hip'): PicturePoint {
  return middleOfPair(body, pair);
}

/**
 * Features of a swing: at `reject` the movement is certainly no swing, from `accept` on it may be one. The ranges are the
 * extremes of labeled swings (docs/measurements.md, 073: limits of a swing).
 */
const SWING_FEATURES = {
  /** Distance between the wrists, median, in body sizes. Swings: 0.11 or less. */
  wristsApart: { reject: 0.25, accept: 0.16 },
  /** Largest movement of the hips, in body sizes. Swings: 0.18 or less. */
  hipsMove: { reject: 0.4, accept: 0.26 },
  /** Movement of the ankles inside the picture (90th percentile), in body sizes. Swings: 0.08 or less. */
  anklesMove: { reject: 0.4, accept: 0.15 },
  /** Height of the hips above the ankles, median, in body sizes. Swings: 0.53 or more. */
  standing: { reject: 0.38, accept: 0.48 },
  /** Backswing divided by downswing, lower limit. Swings: 1.6 to 4.1. */
  leastTempo: { reject: 1, accept: 1.5 },
  /** Backswing divided by downswing, upper limit. Swings: 1.6 to 4.1. */
  mostTempo: { reject: 12, accept: 8 },
  /** Distance of the hands at strike from their place at rest, in body sizes. Swings: 0.17 or less. */
  missesRest: { reject: 0.45, accept: 0.25 },
  /** Relative standard deviation of the body size. Swings: 0.07 or less. */
  sizeChanges: { reject: 0.2, accept: 0.1 },
  /** Mean certainty of all joints inside the picture, 0 to 1. Swings: 0.77 or more. */
  certainty: { reject: 0.55, accept: 0.7 },
  /** Rise of the hands before the strike, in body sizes. */
  riseBefore: { reject: 0.3, accept: 0.42 },
  /** Rise of the hands after the strike, in body sizes, at most 1. */
  riseAfter: { reject: 0.22, accept: 0.35 },
} as const;
