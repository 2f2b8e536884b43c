// The evidence of a difference: lines, an angle or an arrow on each golfer at the position that shows it, as plain data that
// every player and renderer draws.
import { measureTime, measuringOf, type SaidOfBody } from '#domain/body/body-angles.ts';
import { distancePx, handsOf, middleOfPair } from '#domain/body/body-geometry.ts';
import { type BodyMeasure, leadOf, MEASURES, type Measuring, type Place } from '#domain/body/body-measures.ts';
import { bodyOverTime } from '#domain/body/body-over-time.ts';
import type { BodyTrack, MeasuredAt, PicturePoint, SeenBody, SeenShaft } from '#domain/body/body-track.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';

/** A point in shares of a side's upright picture, before any mirror: 0 to 1 inside it. */
interface EvidencePoint {
  readonly x: number;
  readonly y: number;
}

interface EvidenceShape {
  /** As the kinds of drawings. An angle shows its degrees. */
  readonly kind: 'line' | 'angle' | 'circle' | 'arrow';
  /** Two, or three of an angle. */
  readonly points: readonly EvidencePoint[];
  /** Whether it is only what the measured shape is compared with, such as the upright or the place at rest. */
  readonly isReference: boolean;
}

/** The evidence of one difference on one side. */
export interface SideEvidence {
  /** The time of the clip that it belongs to, in seconds. */
  readonly at: number;
  /** At least one. */
  readonly shapes: readonly EvidenceShape[];
}

/** Maximum numbers of evidence a side and of shapes each: what {@link evidenceOf} makes of three differences. */
export const MAX_EVIDENCE = Object.freeze({ perSide: 3, shapes: 4 });

interface EvidenceBody {
  readonly track: BodyTrack;
  readonly annotations: SwingAnnotations;
  readonly slowMotionFactor?: number;
  readonly said?: SaidOfBody;
}

/** The evidence of a measure on a body; null where the body was not detected at that time. */
export function evidenceOf(
  measure: BodyMeasure,
  position: MeasuredAt,
  { track, annotations, slowMotionFactor = 1, said = {} }: EvidenceBody,
): SideEvidence | null {
  const at = measureTime(track, annotations, position);
  const body = at === null ? null : bodyOverTime(track)(at);
  const { view, ...others } = measuringOf(track, annotations, slowMotionFactor, said);
  if (at === null || !body || !view) return null;
  const measuring = { view, ...others };
  const isOfShaft = MEASURES[measure].ofShaft !== undefined;
  const shaft = isOfShaft ? nearestShaft(track.shafts ?? [], position, at) : null;
  if (isOfShaft ? !shaft : Number.isNaN(MEASURES[measure].of(body, measuring))) return null;
  const atRest = nearestShaft(track.shafts ?? [], 'rest', annotations.restTime ?? 0);
  const drawn = shaft ? shaftShapes(measure, shaft, atRest, measuring) : shapesOf(measure, body, measuring);
  const shapes = drawn.map(({ kind, points, isReference = false }) =>
    Object.freeze({ kind, points: Object.freeze(points.map((point) => inShares(point, track))), isReference }),
  );
  return shapes.length === 0 ? null : Object.freeze({ at: shaft?.time ?? at, shapes: Object.freeze(shapes) });
}

/** The shaft found nearest to the moment of a position. */
function nearestShaft(shafts: readonly SeenShaft[], position: MeasuredAt, time: number): SeenShaft | null {
  const here = shafts.filter(({ at }) => at === position);
  return here.toSorted((a, b) => Math.abs(a.time - time) - Math.abs(b.time - time))[0] ?? null;
}

/** The shaft, and its angle to the ground, the upright or the level. */
function shaftShapes(
  measure: BodyMeasure,
  shaft: SeenShaft,
  atRest: SeenShaft | null,
  { heightPx }: Measuring,
): readonly PxShape[] {
  const { grip, end } = shaft;
  const lengthPx = UPRIGHT * heightPx;
  const side = Math.sign(end.xPx - grip.xPx) || 1;
  // From the ground up, past the hands: the plane.
  const planeOf = (shaft: SeenShaft) => extended(shaft.end, shaft.grip, distancePx(shaft.end, shaft.grip) + lengthPx);
  if (measure === 'shaftPlane') {
    return [{ kind: 'angle', points: [planeOf(shaft), end, { xPx: end.xPx - side * lengthPx, yPx: end.yPx }] }];
  }
  if (measure === 'shaftChange') {
    return [
      ...(atRest ? [{ kind: 'line', points: [atRest.end, planeOf(atRest)], isReference: true } as const] : []),
      { kind: 'line', points: [end, planeOf(shaft)] },
    ];
  }
  const head = extended(grip, end, Math.max(lengthPx, distancePx(grip, end)));
  const reference =
    measure === 'shaftLean'
      ? { xPx: grip.xPx, yPx: grip.yPx + lengthPx }
      : { xPx: grip.xPx + side * lengthPx, yPx: grip.yPx };
  return [{ kind: 'angle', points: [head, grip, reference] }];
}

function inShares({ xPx, yPx }: PicturePoint, { widthPx, heightPx }: BodyTrack): EvidencePoint {
  return Object.freeze({ x: round(xPx / widthPx), y: round(yPx / heightPx) });
}

/** To a ten-thousandth of the picture: plans of the same comparison are then equal in every engine. */
function round(share: number): number {
  return Math.round(share * 1e4) / 1e4;
}

interface PxShape {
  readonly kind: EvidenceShape['kind'];
  readonly points: readonly PicturePoint[];
  readonly isReference?: boolean;
}

/** Lengths of drawn lines, as shares of body height. */
const UPRIGHT = 0.34;
const POST = 0.16;
const HEAD_RADIUS = 0.055;
const CROSS = 0.03;
/** An arrow shorter than this would be all head. */
const LEAST_ARROW = 0.012;

function shapesOf(measure: BodyMeasure, body: SeenBody, measuring: Measuring): readonly PxShape[] {
  const { joints } = body;
  const { rest, heightPx, leg } = measuring;
  const [hips, shoulders, ears] = [
    middleOfPair(body, 'Hip'),
    middleOfPair(body, 'Shoulder'),
    middleOfPair(body, 'Ear'),
  ];
  const ankles = measuring.anchorIn(body);
  const atRest = (place: Place | undefined): PicturePoint =>
    place ? { xPx: ankles.xPx + place.x * heightPx, yPx: ankles.yPx + place.y * heightPx } : ankles;
  const up = (from: PicturePoint, share: number) => ({ xPx: from.xPx, yPx: from.yPx - share * heightPx });
  /** A post at the place at rest, one at the place now, and an arrow between them. */
  const sway = (now: PicturePoint, before: PicturePoint): readonly PxShape[] => [
    { kind: 'line', points: [up(before, POST / 2), up(before, -POST / 2)], isReference: true },
    { kind: 'line', points: [up(now, POST / 2), up(now, -POST / 2)] },
    ...arrow({ xPx: before.xPx, yPx: now.yPx }, now, heightPx),
  ];
  switch (measure) {
    case 'spineTilt':
    case 'spineChange': {
      const spine = extended(hips, shoulders, UPRIGHT * heightPx);
      const before = rest && measure === 'spineChange' ? atRest(rest.shoulders) : null;
      const reference = before
        ? extended(hips, offset(hips, atRest(rest?.hips), before), UPRIGHT * heightPx)
        : up(hips, UPRIGHT);
      return [{ kind: 'angle', points: [spine, hips, reference] }];
    }
    case 'shoulderLine': {
      const lead = leadOf(measuring.hand);
      const [front, back] =
        lead === 'left' ? [joints.leftShoulder, joints.rightShoulder] : [joints.rightShoulder, joints.leftShoulder];
      const level = { xPx: back.xPx + Math.sign(front.xPx - back.xPx) * distancePx(front, back), yPx: back.yPx };
      return [
        {
          kind: 'angle',
          points: [
            extended(back, front, 1.4 * distancePx(back, front)),
            back,
            extended(back, level, 1.4 * distancePx(back, level)),
          ],
        },
      ];
    }
    case 'knee':
      return leg ? [{ kind: 'angle', points: [joints[`${leg}Hip`], joints[`${leg}Knee`], joints[`${leg}Ankle`]] }] : [];
    case 'headSway':
    case 'headHeight': {
      const before = atRest(rest?.ears);
      const circle = (middle: PicturePoint) => [middle, { xPx: middle.xPx + HEAD_RADIUS * heightPx, yPx: middle.yPx }];
      return [
        { kind: 'circle', points: circle(before), isReference: true },
        { kind: 'circle', points: circle(ears) },
        ...arrow(
          before,
          measure === 'headSway' ? { ...before, xPx: ears.xPx } : { ...before, yPx: ears.yPx },
          heightPx,
        ),
      ];
    }
    case 'shoulderSway':
      return sway(shoulders, atRest(rest?.shoulders));
    case 'hipSway':
    case 'hipDepth':
      return sway(hips, atRest(rest?.hips));
    case 'handHeight': {
      const hands = handsOf(body);
      return [
        { kind: 'line', points: [beside(hands, -0.12, heightPx), beside(hands, 0.12, heightPx)] },
        { kind: 'line', points: [{ xPx: hands.xPx, yPx: ankles.yPx }, hands], isReference: true },
      ];
    }
    case 'handDepth': {
      const hands = handsOf(body);
      return [
        { kind: 'line', points: [ankles, { xPx: ankles.xPx, yPx: Math.min(hands.yPx, ears.yPx) }], isReference: true },
        ...arrow({ xPx: ankles.xPx, yPx: hands.yPx }, hands, heightPx),
        { kind: 'line', points: [up(hands, POST / 2), up(hands, -POST / 2)] },
      ];
    }
    case 'handPath': {
      const hands = handsOf(body);
      const y = (hands.yPx - ankles.yPx) / heightPx;
      const before = { xPx: ankles.xPx + (measuring.backswingHandsX(y) ?? 0) * heightPx, yPx: hands.yPx };
      return sway(hands, before);
    }
    case 'shaftPlane':
    case 'shaftChange':
    case 'shaftLean':
    case 'shaftLevel':
      return [];
    case 'stance': {
      const [left, right] = [joints.leftAnkle, joints.rightAnkle];
      return [
        { kind: 'line', points: [left, { xPx: right.xPx, yPx: left.yPx }] },
        { kind: 'line', points: [up(left, POST / 3), up(left, -POST / 3)], isReference: true },
        { kind: 'line', points: [up(right, POST / 3), up(right, -POST / 3)], isReference: true },
      ];
    }
    case 'ballPosition':
      return ballShapes(joints[`${leadOf(measuring.hand)}Ankle`], measuring);
    case 'ballDistance':
      return ballShapes(ankles, measuring);
  }
}

/** A cross on the ball, the upright through the place that it is measured from, and an arrow between them. */
function ballShapes(from: PicturePoint, { ball, heightPx }: Measuring): readonly PxShape[] {
  if (!ball) return [];
  const foot = { xPx: from.xPx, yPx: ball.yPx };
  const half = CROSS * heightPx;
  return [
    { kind: 'line', points: [from, { ...foot, yPx: foot.yPx + half }], isReference: true },
    { kind: 'line', points: [beside(ball, -CROSS, heightPx), beside(ball, CROSS, heightPx)] },
    {
      kind: 'line',
      points: [
        { ...ball, yPx: ball.yPx - half },
        { ...ball, yPx: ball.yPx + half },
      ],
    },
    ...arrow(foot, ball, heightPx),
  ];
}

function arrow(from: PicturePoint, to: PicturePoint, heightPx: number): readonly PxShape[] {
  return distancePx(from, to) < LEAST_ARROW * heightPx ? [] : [{ kind: 'arrow', points: [from, to] }];
}

/** The point at a distance from one point towards another. */
function extended(from: PicturePoint, to: PicturePoint, lengthPx: number): PicturePoint {
  const scale = lengthPx / Math.max(1e-6, distancePx(from, to));
  return { xPx: from.xPx + (to.xPx - from.xPx) * scale, yPx: from.yPx + (to.yPx - from.yPx) * scale };
}

/** `to`, moved as `from` is moved to `onto`. */
function offset(onto: PicturePoint, from: PicturePoint, to: PicturePoint): PicturePoint {
  return { xPx: to.xPx + onto.xPx - from.xPx, yPx: to.yPx + onto.yPx - from.yPx };
}

function beside(point: PicturePoint, share: number, heightPx: number): PicturePoint {
  return { xPx: point.xPx + share * heightPx, yPx: point.yPx };
}
