// The shaft's angle at a position, from the shafts found in the frames around it. The club turns fast, so the ± grows with the
// distance of a frame from the moment.
import { degrees } from './body-geometry.ts';
import type { MeasuredAt, SeenShaft } from './body-track.ts';
import type { CameraView } from './filmed.ts';

/** The way from the hands to the club's head: `forward` towards the target face-on, towards the ball down the line. */
export interface ShaftWay {
  readonly forward: number;
  readonly down: number;
}

/** A shaft's angle at a moment, in degrees. */
interface ShaftAngle {
  readonly value: number;
  readonly plusMinus: number;
  /** Whether another recording of the swing might not show the shaft. */
  readonly isFaint: boolean;
}

/** How the golfer is filmed. */
interface ShaftFilmed {
  readonly view: CameraView;
  /** The side of the picture that counts as forward: 1 right, -1 left. */
  readonly forward: 1 | -1;
}

/** What the angle is measured at. Times in seconds of the clip. */
export interface ShaftMoment {
  readonly at: MeasuredAt;
  readonly time: number;
  readonly slowMotionFactor: number;
}

/**
 * How fast the angle changes, in degrees per second of real time: the animated golfers' clubs turn by 1200 to 1500 with the
 * hands at hip height, and by 50 to 100 near the top.
 */
const SPEEDS: Readonly<Record<CameraView, Readonly<Record<MeasuredAt, number>>>> = {
  'face-on': { rest: 0, top: 100, delivery: 1400, strike: 0 },
  'down-the-line': { rest: 0, top: 0, delivery: 0, strike: 250 },
  'from-behind': { rest: 0, top: 0, delivery: 0, strike: 0 },
};
/** By how much the speed of a golfer's club may differ from those, as a share. */
const SPEED_SPREAD = 0.4;
/** By how many frames a mark may be off. The delivery is computed from the hands. */
const MARK_FRAMES: Readonly<Record<MeasuredAt, number>> = { rest: 0, top: 2, delivery: 0, strike: 1 };
/** The error of the delivery's moment, in seconds of real time: 2 % of the height at the speed of the hands. */
const DELIVERY_ERROR = 0.003;
/**
 * The maximum distance of a frame from its moment, in seconds of real time, in addition to one frame. At rest the club
 * is still.
 */
const REACH: Readonly<Record<MeasuredAt, number>> = { rest: 0.35, top: 0.02, delivery: 0.001, strike: 0.001 };
/**
 * Minimum certainty of a measured shaft. From it on, 54 of 58 shafts at top and strike were found again in a smaller or mirrored
 * copy of the clip; below it, 11 of 24 (docs/measurements.md, 067: the shaft).
 */
const LEAST_SHAFT_CERTAINTY: Readonly<Record<MeasuredAt, number>> = {
  rest: 0,
  top: 0.45,
  delivery: 0.45,
  strike: 0.35,
};
/**
 * A less certain shaft is faint. With it at the top, 84 % of the sentences came again when the studio filmed a swing twice; without
 * it 92 % (docs/measurements.md, 067: filmed twice).
 */
const FAINT_BELOW = 0.7;
/** A wider ± is of no use, in degrees. */
const MOST_PLUS_MINUS = 16;

/** The shaft's angle; null without a shaft near the moment, or where the ± would be too wide. `isExact` as in the track. */
export function shaftAngle(
  shafts: readonly SeenShaft[],
  { at, time, slowMotionFactor }: ShaftMoment,
  filmed: ShaftFilmed,
  ofWay: (way: ShaftWay, at: MeasuredAt) => number,
  listed: number,
): ShaftAngle | null {
  const near = shafts
    .filter((shaft) => shaft.at === at && shaft.certainty >= LEAST_SHAFT_CERTAINTY[at])
    .map((shaft) => ({ shaft, late: (shaft.time - time) / slowMotionFactor }))
    .filter(({ shaft, late }) => Math.abs(late) <= REACH[at] + shaft.frameInterval / slowMotionFactor)
    .map((each) => ({ ...each, value: ofWay(wayOf(each.shaft, filmed), at) }))
    .toSorted((a, b) => Math.abs(a.late) - Math.abs(b.late));
  const [nearest] = near;
  if (!nearest) return null;
  const { shaft, late } = nearest;
  const speed = SPEEDS[filmed.view][at];
  const isKnownMoment = shaft.frameInterval === 0;
  const other = near.find((each) => each.late * late < 0);
  const markError =
    (MARK_FRAMES[at] * shaft.frameInterval) / slowMotionFactor + (at === 'delivery' ? DELIVERY_ERROR : 0);
  if (at === 'delivery' && other) {
    const part = Math.abs(late) / (Math.abs(late) + Math.abs(other.late));
    const value = nearest.value + (other.value - nearest.value) * part;
    const isFaint = Math.min(shaft.certainty, other.shaft.certainty) < FAINT_BELOW;
    return { value, plusMinus: listed + speed * markError, isFaint };
  }
  // In the delivery the club's head falls: its height above the hands decreases with time.
  const value = nearest.value + (at === 'delivery' ? speed * late : 0);
  const distance = at === 'delivery' ? SPEED_SPREAD * Math.abs(late) : at === 'rest' ? 0 : Math.abs(late);
  const plusMinus = isKnownMoment ? listed : listed + speed * (markError + distance);
  return plusMinus <= MOST_PLUS_MINUS ? { value, plusMinus, isFaint: shaft.certainty < FAINT_BELOW } : null;
}

function wayOf({ grip, end }: SeenShaft, { forward }: ShaftFilmed): ShaftWay {
  return { forward: forward * (end.xPx - grip.xPx), down: end.yPx - grip.yPx };
}

/** Lean of the shaft towards the target, face-on: 0 upright, positive with the hands ahead of the head. In degrees. */
export function shaftLean({ forward, down }: ShaftWay): number {
  return degrees(Math.atan2(-forward, down));
}

/** Angle of the shaft to the ground, down the line: 90 upright. In degrees. */
export function shaftPlane({ forward, down }: ShaftWay): number {
  return degrees(Math.atan2(down, forward));
}

/**
 * Height of the club's head over the hands, face-on: 0 level with them, positive above. At the top the head points towards the
 * target, in the delivery away from it; more than 90 is short of that by more than a quarter turn. In degrees.
 */
export function shaftLevel({ forward, down }: ShaftWay, at: MeasuredAt): number {
  return degrees(Math.atan2(-down, at === 'top' ? forward : -forward));
}
