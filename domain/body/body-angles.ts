// The angles and movements of a body that can be said, each with its uncertainty: spine, knee, shoulder line, head, hips.
// Turns of shoulders and hips are not here: a single camera does not see them (docs/measurements.md, 067: angles).
import type { Position, SwingAnnotations } from '#domain/swing/swing.ts';
import { bodiesAt, framesBetween } from './bodies-at.ts';
import { bodySizePx, HEIGHT_PER_SIZE, medianOf, middleOfPair } from './body-geometry.ts';
import type { BodyTrack, Joint, PicturePoint, SeenBody } from './body-track.ts';
import { type CameraView, cameraView } from './camera-view.ts';
import { type GolferHand, golferHand } from './golfer-hand.ts';

/** A number and how far it can be off to either side, in 95 of 100 cases; both in the unit of the field that holds it. */
export interface Measure {
  readonly value: number;
  readonly plusMinus: number;
}

/** A body's angles. Null: not sure, not seen, not marked, or not to be said from this view. */
export interface BodyAngles {
  readonly view: CameraView | null;
  readonly hand: GolferHand | null;
  /**
   * How far the line from hips to shoulders leans, in degrees from upright. Down the line: positive forward, to the toes.
   * Face-on: positive away from the target.
   */
  readonly spineTiltDegrees: { readonly rest: Measure | null; readonly strike: Measure | null };
  /** The angle at the knee of the leg that is seen best, in degrees: 180 is straight. Not at strike. */
  readonly kneeDegrees: { readonly rest: Measure | null; readonly top: Measure | null };
  /** How far the lead shoulder is above the other, in degrees from level. Face-on only. */
  readonly shoulderLineDegrees: { readonly rest: Measure | null; readonly strike: Measure | null };
  /**
   * How far the head has moved from where it was at rest, against the ankles, as a fraction of body height; 0 or greater.
   */
  readonly headMovementFraction: { readonly top: Measure | null; readonly strike: Measure | null };
  /**
   * How far the hips have moved from where they were at rest, against the ankles, as a fraction of body height: positive
   * to the target. Face-on only.
   */
  readonly hipSwayFraction: { readonly top: Measure | null; readonly strike: Measure | null };
}

/** How far an angle of the model is off beside the known joints of our own swings (docs/measurements.md, 067: angles). */
const PLUS_MINUS = { spineDegrees: 4, kneeDegrees: 8, shoulderDegrees: 6, headFraction: 0.02, hipFraction: 0.01 };
/** A joint less certain than this is a guess. */
const LEAST_CERTAINTY = 0.5;
/** Neighbouring pictures that differ by so many times the usual uncertainty say nothing. */
const MOST_PLUS_MINUS = 2.5;
/** The spread of neighbouring pictures counts twice: 95 of 100 lie within two standard deviations. */
const DEVIATIONS = 2;

/** View and hand as a person says they are, where the picture was misread. */
export interface SaidOfBody {
  readonly view?: CameraView;
  readonly hand?: GolferHand;
}

/** Measures a track's angles at its marked positions. What a person has said counts before what was seen. */
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

/** The median over some bodies; null when there is none, its joints are hardly seen, or the bodies differ too much. */
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

/** To which side of the picture a lean counts as positive: 1 to the right, -1 to the left; null when not known. */
function forwardOf(view: CameraView, hand: GolferHand | null): 1 | -1 | null {
  if (!hand || !isOffered(view)) return null;
  const isRight = hand === 'right';
  // Down the line a right-handed golfer looks to the right; face-on the target of one is to the right.
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

/** The lead shoulder is the left one of a right-handed golfer, and to the right in the picture. */
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

/** A place in the picture in fractions of body height. */
interface Place {
  readonly x: number;
  readonly y: number;
}

/** Against the middle of the ankles: a camera that moves moves both. */
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
