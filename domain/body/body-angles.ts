// Measures a body's angles and movements, each with its uncertainty: spine, knee, shoulder line, head and hips.
// Shoulder and hip turns are left out: a single camera cannot measure them (docs/measurements.md, 067: angles).
import type { Position, SwingAnnotations } from '#domain/swing/swing.ts';
import { bodiesAt, framesBetween } from './bodies-at.ts';
import { bodySizePx, HEIGHT_PER_SIZE, medianOf, middleOfPair } from './body-geometry.ts';
import type { BodyTrack, Joint, PicturePoint, SeenBody } from './body-track.ts';
import { type CameraView, cameraView } from './camera-view.ts';
import { type GolferHand, golferHand } from './golfer-hand.ts';

/** A number with its error margin to either side (95 % interval), both in the unit of the field that holds it. */
export interface Measure {
  readonly value: number;
  readonly plusMinus: number;
}

/** A body's angles. Null: uncertain, not visible, not marked, or not measurable from this view. */
export interface BodyAngles {
  readonly view: CameraView | null;
  readonly hand: GolferHand | null;
  /**
   * Lean of the line from hips to shoulders, in degrees from upright. Down the line: positive forward, towards the
   * toes. Face-on: positive away from the target.
   */
  readonly spineTiltDegrees: { readonly rest: Measure | null; readonly strike: Measure | null };
  /** Angle of the better visible knee, in degrees: 180 is straight. Not measured at strike. */
  readonly kneeDegrees: { readonly rest: Measure | null; readonly top: Measure | null };
  /** The knee that `kneeDegrees` is about: the one nearer to the target at rest (`lead`) or the other. */
  readonly measuredKnee: 'lead' | 'trail' | null;
  /** Height of the lead shoulder above the other one, in degrees from level. Face-on only. */
  readonly shoulderLineDegrees: { readonly rest: Measure | null; readonly strike: Measure | null };
  /** Distance of the head from its place at rest, relative to the ankles, as a fraction of body height; 0 or greater. */
  readonly headMovementFraction: { readonly top: Measure | null; readonly strike: Measure | null };
  /**
   * Movement of the hips from their place at rest, relative to the ankles, as a fraction of body height: positive
   * towards the target. Face-on only.
   */
  readonly hipSwayFraction: { readonly top: Measure | null; readonly strike: Measure | null };
}

/** Error of the model's angles, measured on the known joints of our animated swings (docs/measurements.md, 067: angles). */
const PLUS_MINUS = { spineDegrees: 4, kneeDegrees: 8, shoulderDegrees: 6, headFraction: 0.02, hipFraction: 0.01 };
/** Minimum certainty of a joint, 0 to 1. Below it, the place is a guess. */
const LEAST_CERTAINTY = 0.5;
/** A measurement is discarded when neighbouring frames spread by more than this multiple of the usual uncertainty. */
const MOST_PLUS_MINUS = 2.5;
/** Multiplies the spread of neighbouring frames: 95 % of values lie within two standard deviations. */
const DEVIATIONS = 2;

/** View and hand set by a person; they correct a wrong detection. */
export interface SaidOfBody {
  readonly view?: CameraView;
  readonly hand?: GolferHand;
}

/** Measures a track's angles at its marked positions. A view or hand set by a person overrides the detected one. */
export function bodyAngles(
  track: BodyTrack,
  annotations: SwingAnnotations,
  slowMotionFactor = 1,
  said: SaidOfBody = {},
): BodyAngles {
  const at = (position: Position) => bodiesAt(track, annotations, position, slowMotionFactor);
  const [atRest, atTop, atStrike] = [at('rest'), at('top'), at('strike')];
  const view = said.view ?? cameraView(atRest);
  const backswing = framesBetween(track, annotations, ['rest', 'top']).map(({ body }) => body);
  const hand = said.hand ?? golferHand(atRest, backswing);
  const leg = view && bestSeenLeg(atRest);
  const heightPx = medianOf(atRest.map(bodySizePx)) * HEIGHT_PER_SIZE;
  const isFaceOn = view === 'face-on';
  const spine = (bodies: readonly SeenBody[]) => {
    const forward = view && forwardOf(view, hand);
    return forward ? measured(bodies, TRUNK, PLUS_MINUS.spineDegrees, (body) => spineTilt(body, forward)) : null;
  };
  const knee = (bodies: readonly SeenBody[]) =>
    leg && measured(bodies, legJoints(leg), PLUS_MINUS.kneeDegrees, (body) => kneeAngle(body, leg));
  const shoulders = (bodies: readonly SeenBody[]) =>
    isFaceOn && hand
      ? measured(bodies, SHOULDERS, PLUS_MINUS.shoulderDegrees, (body) => shoulderLine(body, hand))
      : null;
  const head = (bodies: readonly SeenBody[]) => {
    const from = placeAtRest(atRest, 'Ear', heightPx);
    const far = (body: SeenBody) => {
      const now = againstAnkles(body, 'Ear', heightPx);
      return Math.hypot(now.x - (from?.x ?? Number.NaN), now.y - (from?.y ?? Number.NaN));
    };
    return from && isOffered(view) ? measured(bodies, HEAD, PLUS_MINUS.headFraction, far) : null;
  };
  const hips = (bodies: readonly SeenBody[]) => {
    const from = placeAtRest(atRest, 'Hip', heightPx);
    const toTarget = hand === 'left' ? -1 : 1;
    const sway = (body: SeenBody) => toTarget * (againstAnkles(body, 'Hip', heightPx).x - (from?.x ?? Number.NaN));
    return from && isFaceOn && hand ? measured(bodies, HIPS, PLUS_MINUS.hipFraction, sway) : null;
  };
  return {
    view,
    hand,
    spineTiltDegrees: { rest: spine(atRest), strike: spine(atStrike) },
    kneeDegrees: { rest: knee(atRest), top: knee(atTop) },
    measuredKnee: leg && hand && (leg === hand ? 'trail' : 'lead'),
    shoulderLineDegrees: { rest: shoulders(atRest), strike: shoulders(atStrike) },
    headMovementFraction: { top: head(atTop), strike: head(atStrike) },
    hipSwayFraction: { top: hips(atTop), strike: hips(atStrike) },
  };
}

const ANKLES = ['leftAnkle', 'rightAnkle'] as const;
const SHOULDERS = ['leftShoulder', 'rightShoulder'] as const;
const TRUNK = [...SHOULDERS, 'leftHip', 'rightHip'] as const;
const HIPS = ['leftHip', 'rightHip', ...ANKLES] as const;
const HEAD = ['nose', ...ANKLES] as const;

type Leg = 'left' | 'right';

function legJoints(leg: Leg): readonly Joint[] {
  return [`${leg}Hip`, `${leg}Knee`, `${leg}Ankle`];
}

function isOffered(view: CameraView | null): boolean {
  return view === 'face-on' || view === 'down-the-line';
}

/**
 * The median over several bodies; null without bodies, when the joints are hardly visible, or when the bodies differ
 * too much.
 */
function measured(
  bodies: readonly SeenBody[],
  joints: readonly Joint[],
  plusMinus: number,
  measure: (body: SeenBody) => number,
): Measure | null {
  const seen = bodies.filter(
    (body) => medianOf(joints.map((joint) => body.joints[joint].certainty)) >= LEAST_CERTAINTY,
  );
  if (seen.length === 0) return null;
  const values = seen.map(measure);
  const value = medianOf(values);
  const variance = values.reduce((sum, each) => sum + (each - value) ** 2, 0) / values.length;
  const withSpread = Math.hypot(plusMinus, DEVIATIONS * Math.sqrt(variance));
  return withSpread <= MOST_PLUS_MINUS * plusMinus ? { value, plusMinus: withSpread } : null;
}

/** The side of the picture towards which a lean is positive: 1 right, -1 left, null when unknown. */
function forwardOf(view: CameraView, hand: GolferHand | null): 1 | -1 | null {
  if (!hand || !isOffered(view)) return null;
  const isRight = hand === 'right';
  // Down the line a right-handed golfer faces right; face-on, the target is on the right.
  return (view === 'down-the-line') === isRight ? 1 : -1;
}

function spineTilt(body: SeenBody, forward: 1 | -1): number {
  const [hips, shoulders] = [middleOfPair(body, 'Hip'), middleOfPair(body, 'Shoulder')];
  return degrees(Math.atan2(forward * (shoulders.xPx - hips.xPx), hips.yPx - shoulders.yPx));
}

function kneeAngle({ joints }: SeenBody, leg: Leg): number {
  const knee = joints[`${leg}Knee`];
  const direction = ({ xPx, yPx }: PicturePoint) => Math.atan2(yPx - knee.yPx, xPx - knee.xPx);
  const turn = Math.abs(degrees(direction(joints[`${leg}Hip`]) - direction(joints[`${leg}Ankle`])));
  return turn > 180 ? 360 - turn : turn;
}

/** The lead shoulder is a right-handed golfer's left one, which is on the right in the picture. */
function shoulderLine({ joints }: SeenBody, hand: GolferHand): number {
  const [lead, trail] =
    hand === 'right' ? [joints.leftShoulder, joints.rightShoulder] : [joints.rightShoulder, joints.leftShoulder];
  return degrees(Math.atan2(trail.yPx - lead.yPx, Math.abs(lead.xPx - trail.xPx)));
}

function bestSeenLeg(bodies: readonly SeenBody[]): Leg | null {
  if (bodies.length === 0) return null;
  const certainty = (leg: Leg) =>
    medianOf(bodies.map(({ joints }) => Math.min(...legJoints(leg).map((joint) => joints[joint].certainty))));
  return certainty('left') >= certainty('right') ? 'left' : 'right';
}

/** A point in the picture, in fractions of body height. */
interface Place {
  readonly x: number;
  readonly y: number;
}

/** Relative to the middle of the ankles, which cancels camera movement. */
function againstAnkles(body: SeenBody, pair: 'Ear' | 'Hip', heightPx: number): Place {
  const [place, ankles] = [middleOfPair(body, pair), middleOfPair(body, 'Ankle')];
  return { x: (place.xPx - ankles.xPx) / heightPx, y: (place.yPx - ankles.yPx) / heightPx };
}

function placeAtRest(atRest: readonly SeenBody[], pair: 'Ear' | 'Hip', heightPx: number): Place | null {
  if (atRest.length === 0) return null;
  const places = atRest.map((body) => againstAnkles(body, pair, heightPx));
  return { x: medianOf(places.map(({ x }) => x)), y: medianOf(places.map(({ y }) => y)) };
}

function degrees(radians: number): number {
  return (radians * 180) / Math.PI;
}
