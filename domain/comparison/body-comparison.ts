// Compares the angles and movements of two bodies, in whole numbers that claim no more precision than they have.

import type { BodyAngles, Measure } from '#domain/body/body-angles.ts';
import { type Position, type SwingAnnotations, timeOf } from '#domain/swing/swing.ts';
import { SIDES, type Side } from './comparison-choices.ts';

/** The measures, in the order in which they are shown. */
export const BODY_MEASURES = ['spineTilt', 'knee', 'shoulderLine', 'headMovement', 'hipSway'] as const;

/** One of {@link BODY_MEASURES}. */
export type BodyMeasure = (typeof BODY_MEASURES)[number];

/**
 * Why a number is missing: the body has not been detected, a required position is not marked, the view is unknown, the
 * measure is not visible from this view, or the detection is uncertain.
 */
export type NotSaid = 'not-seen' | 'not-marked' | 'view-unclear' | 'not-this-view' | 'not-sure';

/**
 * A displayed number, in degrees or per cent of body height: value and ± are whole, and the ± is at least 1 and rounded
 * up.
 */
export interface ShownMeasure {
  readonly value: number;
  readonly plusMinus: number;
}

/** The difference of two displayed numbers: the visitor's minus the pro's. */
export interface ShownDifference extends ShownMeasure {
  /** Whether it exceeds its ±. */
  readonly isMeasurable: boolean;
}

/** One measure at one position on both sides. */
export interface ComparedMeasure {
  readonly measure: BodyMeasure;
  readonly position: Position;
  readonly unit: 'degrees' | 'percent-of-height';
  readonly sides: Readonly<Record<Side, ShownMeasure | NotSaid>>;
  /** Null where a side has no number, or where the views differ. */
  readonly difference: ShownDifference | null;
}

/** One side of the comparison: its measurements, and the marks at which they were taken. */
export interface MeasuredBody {
  readonly angles: BodyAngles;
  readonly annotations: SwingAnnotations;
}

interface MeasureKind {
  readonly unit: ComparedMeasure['unit'];
  readonly at: readonly Position[];
  readonly of: (angles: BodyAngles, position: Position) => Measure | null;
  /** Whether it is a movement relative to the body at rest. */
  readonly isFromRest?: boolean;
  readonly isFaceOnOnly?: boolean;
}

const KINDS: Readonly<Record<BodyMeasure, MeasureKind>> = {
  spineTilt: { unit: 'degrees', at: ['rest', 'strike'], of: (angles, at) => read(angles.spineTiltDegrees, at) },
  knee: { unit: 'degrees', at: ['rest', 'top'], of: (angles, at) => read(angles.kneeDegrees, at) },
  shoulderLine: {
    unit: 'degrees',
    at: ['rest', 'strike'],
    of: (angles, at) => read(angles.shoulderLineDegrees, at),
    isFaceOnOnly: true,
  },
  headMovement: {
    unit: 'percent-of-height',
    at: ['top', 'strike'],
    of: (angles, at) => read(angles.headMovementFraction, at),
    isFromRest: true,
  },
  hipSway: {
    unit: 'percent-of-height',
    at: ['top', 'strike'],
    of: (angles, at) => read(angles.hipSwayFraction, at),
    isFromRest: true,
    isFaceOnOnly: true,
  },
};

/** Whether both views are known and differ: the angles are then not comparable. */
export function viewsDiffer(bodies: Readonly<Record<Side, MeasuredBody | null>>): boolean {
  const [user, pro] = [bodies.user?.angles.view, bodies.pro?.angles.view];
  return Boolean(user && pro && user !== pro);
}

/** All measures at all positions at which they are offered. Null for a body that was not detected. */
export function compareBodies(bodies: Readonly<Record<Side, MeasuredBody | null>>): readonly ComparedMeasure[] {
  const canCompare = !viewsDiffer(bodies);
  return BODY_MEASURES.flatMap((measure) => {
    const { unit, at } = KINDS[measure];
    return at.map((position): ComparedMeasure => {
      const [user, pro] = SIDES.map((side) => shownOf(bodies[side], measure, position)) as [Shown, Shown];
      const difference = canCompare ? differenceOf(user, pro) : null;
      return { measure, position, unit, sides: { user, pro }, difference };
    });
  });
}

type Shown = ShownMeasure | NotSaid;

function shownOf(body: MeasuredBody | null, measure: BodyMeasure, position: Position): Shown {
  if (!body) return 'not-seen';
  const { unit, of } = KINDS[measure];
  const measured = of(body.angles, position);
  if (!measured) return whyNot(body, measure, position);
  const scale = unit === 'degrees' ? 1 : 100;
  // Adding 0 turns -0 into 0.
  return { value: Math.round(measured.value * scale) + 0, plusMinus: wholeUp(measured.plusMinus * scale) };
}

function whyNot({ angles, annotations }: MeasuredBody, measure: BodyMeasure, position: Position): NotSaid {
  const { isFromRest = false, isFaceOnOnly = false } = KINDS[measure];
  const needed: readonly Position[] = isFromRest ? ['rest', position] : [position];
  if (needed.some((each) => timeOf(annotations, each) === null)) return 'not-marked';
  if (angles.view === null) return 'view-unclear';
  const isSeen = isFaceOnOnly ? angles.view === 'face-on' : angles.view !== 'from-behind' || measure === 'knee';
  return isSeen ? 'not-sure' : 'not-this-view';
}

function differenceOf(user: Shown, pro: Shown): ShownDifference | null {
  if (typeof user === 'string' || typeof pro === 'string') return null;
  const value = user.value - pro.value;
  const plusMinus = wholeUp(Math.hypot(user.plusMinus, pro.plusMinus));
  return { value, plusMinus, isMeasurable: Math.abs(value) > plusMinus };
}

/** Rounds up, ignoring floating-point noise. */
function wholeUp(value: number): number {
  return Math.max(1, Math.ceil(value - 1e-6));
}

function read(measures: Readonly<Partial<Record<Position, Measure | null>>>, position: Position): Measure | null {
  return measures[position] ?? null;
}
