// The measures of a golfer's body: what each one is, from which views it can be measured, and how far it can be off.
// Shoulder and hip turns and the lead arm are left out: a single camera cannot measure them (docs/measurements.md, 067).
import { degrees, handsOf, middleOfPair } from './body-geometry.ts';
import type { Joint, MeasuredAt, PicturePoint, SeenBody } from './body-track.ts';
import type { CameraView, GolferHand } from './filmed.ts';
import { type ShaftWay, shaftLean, shaftLevel, shaftPlane } from './shaft-angle.ts';

/** The measures, in the order in which they are shown. */
export const BODY_MEASURES = [
  'spineTilt',
  'spineChange',
  'shoulderLine',
  'shoulderSway',
  'headSway',
  'headHeight',
  'hipSway',
  'hipDepth',
  'knee',
  'handHeight',
  'handDepth',
  'handPath',
  'shaftPlane',
  'shaftChange',
  'shaftLean',
  'shaftLevel',
  'stance',
  'ballPosition',
  'ballDistance',
] as const;

/** One of {@link BODY_MEASURES}. */
export type BodyMeasure = (typeof BODY_MEASURES)[number];

/** The measures of the ball's place. They depend on the club and on the camera's direction, so they are never sentences. */
export const BALL_MEASURES: ReadonlySet<BodyMeasure> = new Set(['ballPosition', 'ballDistance']);

/**
 * The measures that depend on the club: a driver's stance is wider, its ball farther away and farther forward, its shaft flatter,
 * and the hands of a full swing higher than those of a wedge. They are compared only between equal clubs.
 */
export const CLUB_MEASURES: ReadonlySet<BodyMeasure> = new Set([
  ...BALL_MEASURES,
  'stance',
  'shaftPlane',
  'shaftLean',
  'handHeight',
]);

/** A leg of the golfer's own. */
export type Leg = 'left' | 'right';

/** A point relative to where the middle of the ankles was at rest, in fractions of body height: x to the right, y down. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** The reference for measuring a body. */
export interface Measuring {
  readonly view: CameraView;
  /** Null for measures that do not need it. */
  readonly hand: GolferHand | null;
  /** The better visible leg. */
  readonly leg: Leg | null;
  /** The golfer's height in pixels. */
  readonly heightPx: number;
  /** Where the middle of the ankles at rest is in the frame of a body: it follows the camera, not a foot that lifts. */
  readonly anchorIn: (body: SeenBody) => PicturePoint;
  /** The golfer at rest; null where rest was not detected. */
  readonly rest: {
    readonly ears: Place;
    readonly shoulders: Place;
    readonly hips: Place;
    /** In degrees. */
    readonly spineTilt: number;
  } | null;
  /** The ball at rest, in pixels; null where it was not found. */
  readonly ball: PicturePoint | null;
  /** The x of the hands in the backswing, relative to the ankles, when they were at this y; null where they were not. */
  readonly backswingHandsX: (y: number) => number | null;
}

/** One measure. */
export interface MeasureKind {
  /** A fraction is one of body height. */
  readonly unit: 'degrees' | 'fraction';
  readonly at: readonly MeasuredAt[];
  /** Whether it is a movement since rest. */
  readonly isFromRest?: boolean;
  /** Whether it has a meaning only with a known hand. */
  readonly needsHand?: boolean;
  /** The joints that it is measured by. */
  readonly joints: (measuring: Measuring) => readonly Joint[];
  /** NaN where it cannot be measured. */
  readonly of: (body: SeenBody, measuring: Measuring) => number;
  /** Measures the shaft instead of the body (shaft-angle.ts). */
  readonly ofShaft?: (way: ShaftWay, at: MeasuredAt) => number;
  /**
   * The ± of a detected body in each view from which the measure can be taken: a 95 % interval in `unit`, from the known
   * joints of the library's golfers (docs/measurements.md, 067: measures).
   */
  readonly plusMinus: Readonly<Partial<Record<CameraView, number>>>;
  /** The positions at which it cannot be measured from a view, although it can at others. */
  readonly notAt?: Readonly<Partial<Record<CameraView, readonly MeasuredAt[]>>>;
}

const ANKLES = ['leftAnkle', 'rightAnkle'] as const;
const SHOULDERS = ['leftShoulder', 'rightShoulder'] as const;
const HIPS = ['leftHip', 'rightHip'] as const;
const WRISTS = ['leftWrist', 'rightWrist'] as const;

/**
 * Face-on at the strike, the trail shoulder of real golfers is detected beside the head, far too high (docs/measurements.md,
 * 067: pairs): nothing that depends on it is measured there.
 */
const TRAIL_SHOULDER_UNSEEN = { 'face-on': ['strike'] } as const;

/** The common part of the measures that need the shaft, because the body alone does not show them. */
const OF_SHAFT = { unit: 'degrees', needsHand: true, joints: () => WRISTS, of: () => Number.NaN } as const;

/** Every measure. */
export const MEASURES: Readonly<Record<BodyMeasure, MeasureKind>> = Object.freeze({
  /** Lean of the line from hips to shoulders from upright. Down the line: positive forward. Face-on: away from the target. */
  spineTilt: {
    unit: 'degrees',
    at: ['rest', 'top', 'strike'],
    needsHand: true,
    notAt: TRAIL_SHOULDER_UNSEEN,
    plusMinus: { 'face-on': 4, 'down-the-line': 4 },
    joints: () => [...SHOULDERS, ...HIPS],
    of: spineTilt,
  },
  /** Change of the spine's tilt since rest: negative when the golfer stands up. */
  spineChange: {
    unit: 'degrees',
    at: ['strike'],
    needsHand: true,
    isFromRest: true,
    plusMinus: { 'down-the-line': 5 },
    joints: () => [...SHOULDERS, ...HIPS],
    of: (body, measuring) => spineTilt(body, measuring) - (measuring.rest?.spineTilt ?? Number.NaN),
  },
  /** Height of the lead shoulder above the other one, from level. */
  shoulderLine: {
    unit: 'degrees',
    at: ['rest'],
    needsHand: true,
    plusMinus: { 'face-on': 6 },
    joints: () => SHOULDERS,
    of: shoulderLine,
  },
  /** Movement of the middle of the shoulders since rest: positive towards the target. */
  shoulderSway: {
    unit: 'fraction',
    at: ['top'],
    needsHand: true,
    isFromRest: true,
    plusMinus: { 'face-on': 0.02 },
    joints: () => [...SHOULDERS, ...ANKLES],
    of: swayOf('Shoulder', 'shoulders'),
  },
  /** Movement of the head to the side since rest: positive towards the target. */
  headSway: {
    unit: 'fraction',
    at: ['top', 'strike'],
    needsHand: true,
    isFromRest: true,
    plusMinus: { 'face-on': 0.02 },
    joints: () => ['nose', ...ANKLES],
    of: swayOf('Ear', 'ears'),
  },
  /** Movement of the head upwards since rest: negative when it drops. */
  headHeight: {
    unit: 'fraction',
    at: ['top', 'strike'],
    isFromRest: true,
    plusMinus: { 'face-on': 0.03 },
    joints: () => ['nose', ...ANKLES],
    of: (body, measuring) => (measuring.rest?.ears.y ?? Number.NaN) - againstAnkles(body, 'Ear', measuring).y,
  },
  /** Movement of the hips to the side since rest: positive towards the target. */
  hipSway: {
    unit: 'fraction',
    at: ['top', 'strike'],
    needsHand: true,
    isFromRest: true,
    plusMinus: { 'face-on': 0.015 },
    joints: () => [...HIPS, ...ANKLES],
    of: swayOf('Hip', 'hips'),
  },
  /** Movement of the hips since rest, down the line: positive towards the ball. */
  hipDepth: {
    unit: 'fraction',
    at: ['strike'],
    needsHand: true,
    isFromRest: true,
    plusMinus: { 'down-the-line': 0.04 },
    joints: () => [...HIPS, ...ANKLES],
    of: swayOf('Hip', 'hips'),
  },
  /** Angle of the better visible knee: 180 is straight. */
  knee: {
    unit: 'degrees',
    at: ['rest', 'top'],
    plusMinus: { 'face-on': 8, 'down-the-line': 22, 'from-behind': 22 },
    joints: ({ leg }) => (leg ? legJoints(leg) : []),
    of: ({ joints }, { leg }) =>
      leg ? angleAt(joints[`${leg}Knee`], joints[`${leg}Hip`], joints[`${leg}Ankle`]) : Number.NaN,
  },
  /** Height of the hands above the ankles. */
  handHeight: {
    unit: 'fraction',
    at: ['top'],
    plusMinus: { 'face-on': 0.03, 'down-the-line': 0.05 },
    joints: () => WRISTS,
    of: (body, measuring) => -handsAgainstAnkles(body, measuring).y,
  },
  /** How far the hands are behind the middle of the ankles, down the line. */
  handDepth: {
    unit: 'fraction',
    at: ['top'],
    needsHand: true,
    plusMinus: { 'down-the-line': 0.03 },
    joints: () => WRISTS,
    of: (body, measuring) => -forwardOf(measuring) * handsAgainstAnkles(body, measuring).x,
  },
  /** How far the hands come down on the ball's side of the way on which they went back, at hip height: negative for inside. */
  handPath: {
    unit: 'fraction',
    at: ['delivery'],
    needsHand: true,
    plusMinus: { 'down-the-line': 0.03 },
    joints: () => WRISTS,
    of: (body, measuring) => {
      const { x, y } = handsAgainstAnkles(body, measuring);
      return forwardOf(measuring) * (x - (measuring.backswingHandsX(y) ?? Number.NaN));
    },
  },
  /** Angle of the shaft to the ground: 90 is upright. */
  shaftPlane: { ...OF_SHAFT, at: ['rest'], ofShaft: shaftPlane, plusMinus: { 'down-the-line': 3 } },
  /**
   * Change of the shaft's angle to the ground since rest: positive for steeper, with the hands higher. At the top and in the
   * delivery the shaft points along the camera's view.
   */
  shaftChange: {
    ...OF_SHAFT,
    ofShaft: shaftPlane,
    at: ['strike'],
    isFromRest: true,
    plusMinus: { 'down-the-line': 3 },
  },
  /** Lean of the shaft from upright: positive with the hands ahead of the club's head. */
  shaftLean: { ...OF_SHAFT, at: ['rest'], ofShaft: shaftLean, plusMinus: { 'face-on': 3 } },
  /** Height of the club's head over the hands, from level: at the top negative past parallel, in the delivery the angle kept. */
  shaftLevel: { ...OF_SHAFT, at: ['top', 'delivery'], ofShaft: shaftLevel, plusMinus: { 'face-on': 5 } },
  /** Distance between the ankles. */
  stance: {
    unit: 'fraction',
    at: ['rest'],
    plusMinus: { 'face-on': 0.02 },
    joints: () => ANKLES,
    of: ({ joints: { leftAnkle, rightAnkle } }, { heightPx }) => Math.abs(leftAnkle.xPx - rightAnkle.xPx) / heightPx,
  },
  /**
   * How far the ball is from the lead ankle, face-on: positive towards the target. The ball is nearer to the camera than the
   * ankles: most of the ± is a camera that does not stand square to the target line.
   */
  ballPosition: {
    unit: 'fraction',
    at: ['rest'],
    needsHand: true,
    plusMinus: { 'face-on': 0.07 },
    joints: ({ hand }) => [`${leadOf(hand)}Ankle`],
    of: ({ joints }, measuring) => ballFrom(joints[`${leadOf(measuring.hand)}Ankle`], measuring),
  },
  /** How far the ball is in front of the ankles, down the line. */
  ballDistance: {
    unit: 'fraction',
    at: ['rest'],
    needsHand: true,
    plusMinus: { 'down-the-line': 0.03 },
    joints: () => ANKLES,
    of: (body, measuring) => ballFrom(measuring.anchorIn(body), measuring),
  },
} satisfies Record<BodyMeasure, MeasureKind>);

/** The side of the picture towards which a lean or a movement is positive: 1 right, -1 left. */
export function forwardOf({ view, hand }: Pick<Measuring, 'view' | 'hand'>): 1 | -1 {
  const isRight = hand !== 'left';
  // Down the line a right-handed golfer faces right; face-on, the target is on the right.
  return (view === 'from-behind') === isRight ? -1 : 1;
}

/** The golfer's own side that is nearer to the target. */
export function leadOf(hand: GolferHand | null): Leg {
  return hand === 'left' ? 'right' : 'left';
}

/** What places are measured against. */
export type Standing = Pick<Measuring, 'heightPx' | 'anchorIn'>;

/** The middle of a pair of joints, relative to the ankles at rest, which cancels camera movement. */
export function againstAnkles(body: SeenBody, pair: 'Ear' | 'Shoulder' | 'Hip', standing: Standing): Place {
  return relative(middleOfPair(body, pair), body, standing);
}

/** The hands, relative to the ankles at rest. */
export function handsAgainstAnkles(body: SeenBody, standing: Standing): Place {
  return relative(handsOf(body), body, standing);
}

/** The hip, knee and ankle of a leg. */
export function legJoints(leg: Leg): readonly Joint[] {
  return [`${leg}Hip`, `${leg}Knee`, `${leg}Ankle`];
}

function relative(place: PicturePoint, body: SeenBody, { heightPx, anchorIn }: Standing): Place {
  const ankles = anchorIn(body);
  return { x: (place.xPx - ankles.xPx) / heightPx, y: (place.yPx - ankles.yPx) / heightPx };
}

function swayOf(pair: 'Ear' | 'Shoulder' | 'Hip', atRest: 'ears' | 'shoulders' | 'hips') {
  return (body: SeenBody, measuring: Measuring): number =>
    forwardOf(measuring) * (againstAnkles(body, pair, measuring).x - (measuring.rest?.[atRest].x ?? Number.NaN));
}

/** How far the ball is in front of a point, or nearer to the target; NaN without a ball. */
function ballFrom({ xPx }: PicturePoint, measuring: Measuring): number {
  return measuring.ball ? (forwardOf(measuring) * (measuring.ball.xPx - xPx)) / measuring.heightPx : Number.NaN;
}

/** Lean of the line from hips to shoulders, in degrees from upright. */
export function spineTilt(body: SeenBody, measuring: Pick<Measuring, 'view' | 'hand'>): number {
  const [hips, shoulders] = [middleOfPair(body, 'Hip'), middleOfPair(body, 'Shoulder')];
  // Face-on, a spine usually leans away from the target.
  const towards = forwardOf(measuring) * (measuring.view === 'face-on' ? -1 : 1);
  return degrees(Math.atan2(towards * (shoulders.xPx - hips.xPx), hips.yPx - shoulders.yPx));
}

function shoulderLine({ joints }: SeenBody, { hand }: Measuring): number {
  const [lead, trail] =
    hand === 'right' ? [joints.leftShoulder, joints.rightShoulder] : [joints.rightShoulder, joints.leftShoulder];
  return degrees(Math.atan2(trail.yPx - lead.yPx, Math.abs(lead.xPx - trail.xPx)));
}

/** From 0 to 180 degrees. */
function angleAt(corner: PicturePoint, one: PicturePoint, other: PicturePoint): number {
  const direction = ({ xPx, yPx }: PicturePoint) => Math.atan2(yPx - corner.yPx, xPx - corner.xPx);
  const turn = Math.abs(degrees(direction(one) - direction(other)));
  return turn > 180 ? 360 - turn : turn;
}
