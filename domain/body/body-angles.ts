// Measures a body's angles and movements at the marked positions, each with its uncertainty.
import { type SwingAnnotations, timeOf } from '#domain/swing/swing.ts';
import { bodiesAt, framesBetween, framesNear } from './bodies-at.ts';
import { bodySizePx, HEIGHT_PER_SIZE, handsOf, medianOf, middleOf, middleOfPair } from './body-geometry.ts';
import {
  againstAnkles,
  BODY_MEASURES,
  type BodyMeasure,
  forwardOf,
  handsAgainstAnkles,
  type Leg,
  legJoints,
  MEASURES,
  type MeasureKind,
  type Measuring,
  type Standing,
  spineTilt,
} from './body-measures.ts';
import { bodyOverTime, fittedValue } from './body-over-time.ts';
import {
  type BodyTrack,
  type Joint,
  LEAST_CERTAINTY,
  type MeasuredAt,
  type PicturePoint,
  type SeenBody,
  type SeenFrame,
} from './body-track.ts';
import { type CameraView, cameraView, type GolferHand, golferHand } from './filmed.ts';
import { type ShaftMoment, shaftAngle } from './shaft-angle.ts';

/** A number with its error margin to either side (95 % interval), both in the measure's unit. */
export interface Measure {
  readonly value: number;
  readonly plusMinus: number;
  /** Whether another recording of the swing might not show it: it is listed, but no sentence depends on it. */
  readonly isFaint?: true;
}

/** Each measure where it is taken. Null: uncertain, not visible, not marked, or not measurable from this view. */
export type Measured = Readonly<Record<BodyMeasure, Readonly<Partial<Record<MeasuredAt, Measure | null>>>>>;

/** A body's angles and movements. */
export interface BodyAngles {
  readonly view: CameraView | null;
  readonly hand: GolferHand | null;
  /** The knee that is measured: the one nearer to the target at rest (`lead`) or the other. */
  readonly measuredKnee: 'lead' | 'trail' | null;
  readonly measures: Measured;
}

/** A measurement is discarded when the nearest frames spread by more than this multiple of the usual uncertainty. */
const MOST_PLUS_MINUS = 2.5;
/** Multiplies the spread of neighboring frames: 95 % of values lie within two standard deviations. */
const DEVIATIONS = 2;
/** At top and strike, all frames within this distance are measured, in seconds of real time: five or more. */
const NEAR = 0.2;
/** Below this height in pixels, the ± grows as the golfer shrinks (docs/measurements.md, 067: repeatability). */
const SHARP_PX = 200;
/** The most that a golfer's size may differ from that at rest. Real golfers: 0.14; others: 0.24 or more (ibid.). */
const SAME_SIZE = 0.2;
/** The ± of a body with exactly known joints, as a share of the ± of a detected one: the marked frame may not be the very one. */
const EXACT_SHARE = 0.1;

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
  const moments = momentsOf(track, annotations, slowMotionFactor);
  const measuring = measuringOf(track, annotations, slowMotionFactor, said);
  const { leg, hand } = measuring;
  const measures = BODY_MEASURES.map((measure) => {
    const kind = MEASURES[measure];
    const isMeasured = (at: MeasuredAt) => !(measuring.view && kind.notAt?.[measuring.view]?.includes(at));
    return [
      measure,
      Object.fromEntries(
        kind.at.map((at) => [
          at,
          isMeasured(at)
            ? kind.ofShaft
              ? measuredShaft(track, annotations, { at, slowMotionFactor }, measuring, kind)
              : measured(moments(at), kind, measuring, track.isExact === true)
            : null,
        ]),
      ),
    ];
  });
  return {
    view: measuring.view,
    hand,
    measuredKnee: leg && hand && (leg === hand ? 'trail' : 'lead'),
    measures: Object.fromEntries(measures) as Measured,
  };
}

/** The references for a track's body measures; the view is null if it is unknown. */
type MeasuringOrNot = Omit<Measuring, 'view'> & { readonly view: CameraView | null };

/** The reference for measuring the bodies of a marked track. */
export function measuringOf(
  track: BodyTrack,
  annotations: SwingAnnotations,
  slowMotionFactor = 1,
  said: SaidOfBody = {},
): MeasuringOrNot {
  const atRest = bodiesAt(track, annotations, 'rest', slowMotionFactor);
  const view = said.view ?? cameraView(atRest);
  const backswing = framesBetween(track, annotations, ['rest', 'top']);
  const hand =
    said.hand ??
    golferHand(
      atRest,
      backswing.map(({ body }) => body),
    );
  const heightPx = medianOf(atRest.map(bodySizePx)) * HEIGHT_PER_SIZE;
  const standing: Standing = { heightPx, anchorIn: anchorOf(atRest) };
  const place = (pair: 'Ear' | 'Shoulder' | 'Hip') => {
    const places = atRest.map((body) => againstAnkles(body, pair, standing));
    return { x: medianOf(places.map(({ x }) => x)), y: medianOf(places.map(({ y }) => y)) };
  };
  const rest = view &&
    atRest.length > 0 && {
      ears: place('Ear'),
      shoulders: place('Shoulder'),
      hips: place('Hip'),
      spineTilt: medianOf(atRest.map((body) => spineTilt(body, { view, hand }))),
    };
  return {
    view,
    hand,
    ...standing,
    rest: rest || null,
    ball: track.ball ?? null,
    leg: view && bestSeenLeg(atRest),
    backswingHandsX: (y) => crossing(backswing, y, standing),
  };
}

const FEET: readonly Joint[] = ['leftAnkle', 'rightAnkle', 'leftHeel', 'rightHeel', 'leftToe', 'rightToe'];

/**
 * Where the ankles at rest are in another frame. The median shift of six joints of the feet follows the camera, whatever one foot
 * does, and errs less than the two ankles. Without a rest, the ankles themselves.
 */
function anchorOf(atRest: readonly SeenBody[]): (body: SeenBody) => PicturePoint {
  if (atRest.length === 0) return (body) => middleOfPair(body, 'Ankle');
  const median = (joint: Joint): PicturePoint => ({
    xPx: medianOf(atRest.map(({ joints }) => joints[joint].xPx)),
    yPx: medianOf(atRest.map(({ joints }) => joints[joint].yPx)),
  });
  const feet = FEET.map((joint) => ({ joint, place: median(joint) }));
  const ankles = middleOf(median('leftAnkle'), median('rightAnkle'));
  return ({ joints }) => ({
    xPx: ankles.xPx + medianOf(feet.map(({ joint, place }) => joints[joint].xPx - place.xPx)),
    yPx: ankles.yPx + medianOf(feet.map(({ joint, place }) => joints[joint].yPx - place.yPx)),
  });
}

/** The bodies by which a place of the swing is measured. */
interface Moment {
  /** The nearest ones. */
  readonly bodies: readonly SeenBody[];
  /** All bodies around it, while the golfer moves; empty where the body at the moment itself is known. */
  readonly near: ReturnType<typeof framesNear>;
}

function momentsOf(
  track: BodyTrack,
  annotations: SwingAnnotations,
  slowMotionFactor: number,
): (at: MeasuredAt) => Moment {
  return (at) => {
    const time = measureTime(track, annotations, at);
    // An exact body needs no neighbors to average, and its very moment can be computed.
    if (at === 'delivery' || (track.isExact && at !== 'rest')) {
      const body = time === null ? null : bodyOverTime(track)(time);
      return { bodies: body ? [body] : [], near: [] };
    }
    const isMoving = at !== 'rest' && time !== null;
    return {
      bodies: bodiesAt(track, annotations, at, slowMotionFactor),
      near: isMoving ? framesNear(track, time, NEAR, slowMotionFactor) : [],
    };
  };
}

/** Steps in which the downswing is searched for the delivery, per sampled frame. */
const STEPS_PER_FRAME = 8;

/** When the hands come down to hip height between top and strike, in seconds of the clip; null where that was not seen. */
export function deliveryTime(track: BodyTrack, annotations: SwingAnnotations): number | null {
  const downswing = framesBetween(track, annotations, ['top', 'strike']);
  const bodyAt = bodyOverTime(track);
  const isBelow = (time: number) => {
    const body = bodyAt(time);
    return body === null ? null : handsOf(body).yPx > middleOfPair(body, 'Hip').yPx;
  };
  for (const [index, { time }] of downswing.entries()) {
    const next = downswing[index + 1]?.time ?? annotations.strikeTime ?? time;
    const step = (next - time) / STEPS_PER_FRAME;
    for (let part = 0; part < STEPS_PER_FRAME; part += 1) {
      const [before, after] = [isBelow(time + part * step), isBelow(time + (part + 1) * step)];
      if (before === false && after === true) return time + (part + 1) * step;
    }
  }
  return null;
}

/** When a measure is taken, in seconds of the clip; null where that is unknown. */
export function measureTime(track: BodyTrack, annotations: SwingAnnotations, at: MeasuredAt): number | null {
  return at === 'delivery' ? deliveryTime(track, annotations) : timeOf(annotations, at);
}

/** The x of the hands where they rise past a y, both relative to the ankles. */
function crossing(backswing: readonly SeenFrame[], y: number, standing: Standing): number | null {
  const places = backswing.map(({ body }) => handsAgainstAnkles(body, standing));
  const at = places.findIndex((place, index) => place.y <= y && (places[index - 1]?.y ?? Number.NEGATIVE_INFINITY) > y);
  const [before, after] = [places[at - 1], places[at]];
  if (!before || !after) return null;
  const part = (before.y - y) / (before.y - after.y);
  return before.x + (after.x - before.x) * part;
}

/**
 * The value of a curve through the bodies around the moment, or the median over the nearest ones where they are too few. Null
 * without bodies, when the joints are hardly visible, or when the bodies differ too much.
 */
function measured(
  { bodies, near }: Moment,
  kind: MeasureKind,
  measuring: MeasuringOrNot,
  isExact: boolean,
): Measure | null {
  const { view, heightPx } = measuring;
  const listed = view && kind.plusMinus[view];
  if (!view || listed === undefined || listed === null || (kind.needsHand && !measuring.hand)) return null;
  if (kind.isFromRest && !measuring.rest) return null;
  const joints = kind.joints({ ...measuring, view });
  /** NaN where it cannot be measured. */
  const valueIn = (body: SeenBody) => {
    const isSeen = medianOf(joints.map((joint) => body.joints[joint].certainty)) >= LEAST_CERTAINTY;
    return isSeen && (isExact || hasSize(body, heightPx)) ? kind.of(body, { ...measuring, view }) : Number.NaN;
  };
  const values = bodies.map(valueIn).filter((value) => !Number.isNaN(value));
  if (values.length === 0) return null;
  if (isExact) return { value: medianOf(values), plusMinus: EXACT_SHARE * listed };
  const around = near
    .map(({ late, body }) => ({ late, value: valueIn(body) }))
    .filter(({ value }) => !Number.isNaN(value));
  const nearest = medianAndDeviation(values);
  const isSteady = Math.hypot(listed, DEVIATIONS * nearest.deviation) <= MOST_PLUS_MINUS * listed;
  const value = fittedValue(around) ?? nearest.value;
  return isSteady ? { value, plusMinus: listed * Math.max(1, SHARP_PX / heightPx) } : null;
}

/** The angle of the track's shaft, or its change since rest; null where the shaft was not found. */
function measuredShaft(
  track: BodyTrack,
  annotations: SwingAnnotations,
  { at, slowMotionFactor }: Omit<ShaftMoment, 'time'>,
  { view, hand }: MeasuringOrNot,
  { ofShaft, plusMinus, isFromRest = false }: MeasureKind,
): Measure | null {
  const listed = view && plusMinus[view];
  if (!track.shafts || !ofShaft || !view || !hand || !listed) return null;
  const { shafts } = track;
  const filmed = { view, forward: forwardOf({ view, hand }) };
  const angleAt = (place: MeasuredAt) => {
    const time = measureTime(track, annotations, place);
    return time === null ? null : shaftAngle(shafts, { at: place, time, slowMotionFactor }, filmed, ofShaft, listed);
  };
  const [now, before] = [angleAt(at), isFromRest ? angleAt('rest') : { value: 0, plusMinus: 0 }];
  if (!now || !before) return null;
  const share = track.isExact ? EXACT_SHARE : 1;
  const plusMinusOfBoth = share * Math.hypot(now.plusMinus, before.plusMinus);
  return { value: now.value - before.value, plusMinus: plusMinusOfBoth, ...(now.isFaint && { isFaint: true }) };
}

/** Whether a body is about as large as the golfer at rest, if that is known. */
function hasSize(body: SeenBody, heightPx: number): boolean {
  return !(Math.abs((bodySizePx(body) * HEIGHT_PER_SIZE) / heightPx - 1) > SAME_SIZE);
}

function medianAndDeviation(values: readonly number[]): { readonly value: number; readonly deviation: number } {
  const value = medianOf(values);
  const variance = values.reduce((sum, each) => sum + (each - value) ** 2, 0) / values.length;
  return { value, deviation: Math.sqrt(variance) };
}

function bestSeenLeg(bodies: readonly SeenBody[]): Leg | null {
  if (bodies.length === 0) return null;
  const certainty = (leg: Leg) =>
    medianOf(bodies.map(({ joints }) => Math.min(...legJoints(leg).map((joint) => joints[joint].certainty))));
  return certainty('left') >= certainty('right') ? 'left' : 'right';
}
