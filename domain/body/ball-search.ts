// Which frames show whether the ball lies on the ground, and where to look for it in them.
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import { type FrameTimes, frameIndexAt, frameTimeAt } from '#domain/video/frame-times.ts';
import { findBallSpot, type PictureArea, pictureShift } from './ball-blob.ts';
import { measuringOf, type SaidOfBody } from './body-angles.ts';
import { distancePx, middleOf, middleOfPair, scaled } from './body-geometry.ts';
import { forwardOf } from './body-measures.ts';
import { bodyOverTime } from './body-over-time.ts';
import { type BodyTrack, nearestSeen, type PicturePoint, type SeenBall, type SeenBody } from './body-track.ts';
import type { CameraView } from './filmed.ts';
import type { GrayPicture } from './gray-picture.ts';

/** A frame to read, and where the ankles at rest are in it. */
interface BallFrame {
  /** In seconds of the clip. */
  readonly time: number;
  /** In pixels of the clip. */
  readonly anchor: PicturePoint;
}

/** The frames to read, and the ground to search. */
export interface BallFrames {
  /** Multiplies the clip's size: the golfer is then at most {@link BALL_BODY_PX} high. */
  readonly scale: number;
  /** The golfer's height, in pixels of the clip. */
  readonly heightPx: number;
  /** The ground in the frame at rest, in pixels of the clip. */
  readonly area: PictureArea;
  /** Points on the feet in it. */
  readonly feet: readonly PicturePoint[];
  readonly rest: BallFrame;
  /** Frames of the backswing, in which the club is away from the ground. */
  readonly before: readonly BallFrame[];
  /** Frames of the follow-through. */
  readonly after: readonly BallFrame[];
  /** Where the line of the shaft at rest meets the ground, and its direction; null where it was not found. */
  readonly shaft: { readonly grip: PicturePoint; readonly end: PicturePoint } | null;
}

/** The golfer's height in the pictures that are searched: a ball is then 12 pixels wide. */
const BALL_BODY_PX = 480;
/** In a picture of a smaller golfer the ball is less than 4 pixels wide and cannot be told from a speck. */
const LEAST_BODY_PX = 165;
/** The ball's radius in body heights: 42.67 mm (Rules of Golf, Equipment Rules 4) across, of a golfer of 1.75 m. */
const BALL_RADIUS = 0.0122;
/** The frames, as shares of the backswing: the club's head is above the knees from half of it on. */
const BACKSWING_PARTS = [0.55, 0.8, 1] as const;
/** The frames after the strike, in seconds of real time, and how late a clip that ends earlier may end. */
const AFTER_STRIKE = [0.25, 0.45] as const;
const LEAST_AFTER_STRIKE = 0.12;
/** Half the width of a shoe and the error of a joint, in body heights. */
const FOOT = 0.05;
/** How far the ankles may misplace the ground of another frame, in body heights. */
const SHIFT_REACH = 0.03;
/**
 * Maximum difference that remains after a shift. Above it, the ground is not the same. Our own value: at most 14 where
 * a ball was found.
 */
const MOST_RESIDUAL = 16;
/** Minimum clearness, in steps of brightness: with a shaft that points to the ball, and without one. */
const LEAST_CLEARNESS = { withShaft: 30, withoutShaft: 60 } as const;
/** Another spot this clear, as a share, may be the ball, or the ball itself that is still there after the strike. */
const MOST_RIVAL = 0.6;
/**
 * How far the ball may lie from the shaft, in body heights, and how far the shaft goes on past its end: a shaft is followed to the
 * height of the toes only, and face-on the ball is nearer to the camera, lower in the picture.
 */
const SHAFT_REACH = 0.1;
const SHAFT_GOES_ON = 0.15;

/**
 * Where to look for the ball; null without a view, a hand or the marks, where the golfer is too small, and where the clip ends
 * with the strike.
 */
export function ballFrames(
  track: BodyTrack,
  frameTimes: FrameTimes,
  annotations: SwingAnnotations,
  slowMotionFactor = 1,
  said: SaidOfBody = {},
): BallFrames | null {
  const { view, hand, heightPx, anchorIn } = measuringOf(track, annotations, slowMotionFactor, said);
  const { restTime, topTime, strikeTime } = annotations;
  if (!view || view === 'from-behind' || !hand || !(heightPx >= LEAST_BODY_PX)) return null;
  if (restTime === null || topTime === null || strikeTime === null) return null;
  const bodyAt = bodyOverTime(track);
  const bodyNear = (time: number) => bodyAt(time) ?? nearestSeen(track, time)?.body ?? null;
  const frame = (time: number): readonly BallFrame[] => {
    const shown = frameTimeAt(frameTimes, frameIndexAt(frameTimes, time));
    const body = bodyNear(shown);
    return body ? [{ time: shown, anchor: anchorIn(body) }] : [];
  };
  const last = frameTimeAt(frameTimes, frameTimes.length - 1);
  if (last < strikeTime + LEAST_AFTER_STRIKE * slowMotionFactor) return null;
  const [rest] = frame(restTime);
  const body = bodyNear(restTime);
  if (!rest || !body) return null;
  return {
    rest,
    heightPx,
    scale: Math.min(1, BALL_BODY_PX / heightPx),
    feet: feetOf(body),
    area: groundOf(body, rest.anchor, { view, heightPx, forward: forwardOf({ view, hand }) }),
    before: BACKSWING_PARTS.flatMap((part) => frame(restTime + part * (topTime - restTime))),
    after: AFTER_STRIKE.flatMap((late) => frame(Math.min(last, strikeTime + late * slowMotionFactor))),
    shaft: track.shafts?.find(({ at }) => at === 'rest') ?? null,
  };
}

interface Filmed {
  readonly view: CameraView;
  readonly forward: 1 | -1;
  readonly heightPx: number;
}

/** The ground in front of the feet: below them in a face-on picture, beside them down the line. */
function groundOf(body: SeenBody, anchor: PicturePoint, { view, forward, heightPx }: Filmed): PictureArea {
  const { leftAnkle, rightAnkle } = body.joints;
  const area = (x: readonly [number, number], y: readonly [number, number]): PictureArea => ({
    from: { xPx: Math.min(...x), yPx: anchor.yPx + y[0] * heightPx },
    to: { xPx: Math.max(...x), yPx: anchor.yPx + y[1] * heightPx },
  });
  if (view === 'face-on') {
    const ankles = [leftAnkle.xPx, rightAnkle.xPx].map((x) => forward * x);
    const [trail, lead] = [Math.min(...ankles) - 0.05 * heightPx, Math.max(...ankles) + 0.2 * heightPx];
    return area([forward * trail, forward * lead], [0.02, 0.42]);
  }
  const toes = middleOfPair(body, 'Toe').xPx;
  return area([toes + forward * 0.08 * heightPx, anchor.xPx + forward * 0.72 * heightPx], [-0.12, 0.14]);
}

/** Toes, heels, and what lies between them. */
function feetOf({ joints }: SeenBody): readonly PicturePoint[] {
  return (['left', 'right'] as const).flatMap((side) => {
    const [heel, toe, ankle] = [joints[`${side}Heel`], joints[`${side}Toe`], joints[`${side}Ankle`]];
    return [heel, toe, ankle, middleOf(heel, toe), middleOf(ankle, toe)];
  });
}

/** The ball at rest, in pixels of the clip; null where no spot is clear enough. `pictureAt`: the frames at {@link BallFrames.scale}. */
export function ballIn(frames: BallFrames, pictureAt: (time: number) => GrayPicture | null): SeenBall | null {
  const { scale, rest } = frames;
  const atRest = pictureAt(rest.time);
  if (!atRest) return null;
  const area = inside({ from: scaled(frames.area.from, scale), to: scaled(frames.area.to, scale) }, atRest);
  const reachPx = SHIFT_REACH * frames.heightPx * scale;
  const shifted = ({ time, anchor }: BallFrame) => {
    const picture = pictureAt(time);
    if (!picture) return [];
    const guess = { xPx: (anchor.xPx - rest.anchor.xPx) * scale, yPx: (anchor.yPx - rest.anchor.yPx) * scale };
    return [{ picture, shift: pictureShift(atRest, picture, area, { guess, reachPx }) }];
  };
  const [before, after] = [frames.before.flatMap(shifted), frames.after.flatMap(shifted)];
  const isWhole = before.length === BACKSWING_PARTS.length && after.length === AFTER_STRIKE.length;
  if (!isWhole || [...before, ...after].some(({ shift }) => shift.residual > MOST_RESIDUAL)) return null;
  const avoided = frames.feet.map((foot) => ({ place: scaled(foot, scale), withinPx: FOOT * frames.heightPx * scale }));
  const spot = findBallSpot({
    area,
    before,
    after,
    radiusPx: BALL_RADIUS * frames.heightPx * scale,
    shiftErrorPx: reachPx,
    avoided,
  });
  if (!spot || Math.max(spot.rival, spot.stays) > MOST_RIVAL * spot.clearness) return null;
  const place = scaled(spot, 1 / scale);
  if (
    frames.shaft &&
    shaftDistance(frames.shaft, place, SHAFT_GOES_ON * frames.heightPx) > SHAFT_REACH * frames.heightPx
  )
    return null;
  if (spot.clearness < (frames.shaft ? LEAST_CLEARNESS.withShaft : LEAST_CLEARNESS.withoutShaft)) return null;
  return { time: rest.time, ...place, certainty: 1 - spot.rival / spot.clearness };
}

/** How far a point is from the last part of a shaft and what goes on from there. */
function shaftDistance({ grip, end }: NonNullable<BallFrames['shaft']>, place: PicturePoint, goesOnPx: number): number {
  const lengthPx = Math.max(1, distancePx(grip, end));
  const [right, down] = [(end.xPx - grip.xPx) / lengthPx, (end.yPx - grip.yPx) / lengthPx];
  const along = (place.xPx - end.xPx) * right + (place.yPx - end.yPx) * down;
  const nearest = Math.min(Math.max(along, -goesOnPx), goesOnPx);
  return distancePx(place, { xPx: end.xPx + nearest * right, yPx: end.yPx + nearest * down });
}

/** The part of an area inside a picture. */
function inside({ from, to }: PictureArea, { widthPx, heightPx }: GrayPicture): PictureArea {
  const within = ({ xPx, yPx }: PicturePoint) => ({
    xPx: Math.min(Math.max(xPx, 0), widthPx - 1),
    yPx: Math.min(Math.max(yPx, 0), heightPx - 1),
  });
  return { from: within(from), to: within(to) };
}
