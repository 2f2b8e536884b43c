// Compares the angles and movements of two bodies, and shows each beside the range of tour players, which is not a grade. Numbers are
// whole, so that they claim no more precision than they have. Decision 068 lists what was left out, and why.
import type { BodyAngles } from '#domain/body/body-angles.ts';
import { BODY_MEASURES, type BodyMeasure, CLUB_MEASURES, MEASURES } from '#domain/body/body-measures.ts';
import type { MeasuredAt } from '#domain/body/body-track.ts';
import { SIDES, type Side } from '#domain/side.ts';
import { type SwingAnnotations, timeOf } from '#domain/swing/swing.ts';
import { type TourRange, tourRange } from './normal-variation.ts';

/**
 * Why a number is missing: the body has not been detected, a required position is not marked, the view is unknown, the
 * measure is not visible from this view, or the detection is uncertain.
 */
export type NotSaid = 'not-seen' | 'not-marked' | 'view-unclear' | 'not-this-view' | 'not-sure';

/** A displayed number, in degrees or per cent of body height: value and ± are whole; ± is at least 1, rounded up. */
export interface ShownMeasure {
  readonly value: number;
  readonly plusMinus: number;
}

/** The difference of two displayed numbers: the visitor's minus the pro's. */
interface ShownDifference extends ShownMeasure {
  /** Whether it exceeds its ±. */
  readonly isMeasurable: boolean;
}

/** One measure at one position on both sides. */
export interface ComparedMeasure {
  readonly measure: BodyMeasure;
  readonly position: MeasuredAt;
  readonly unit: 'degrees' | 'percent-of-height';
  readonly sides: Readonly<Record<Side, ShownMeasure | NotSaid>>;
  /** Null where a side has no number, or where the views differ. */
  readonly difference: ShownDifference | null;
  /** What tour players do in the view of both sides, where that is known. */
  readonly tour: TourRange | null;
}

/** Whether a side has a number. */
export function isShown(measure: ShownMeasure | NotSaid): measure is ShownMeasure {
  return typeof measure !== 'string';
}

/** One side of the comparison: its measurements, and the marks at which they were taken. */
export interface MeasuredBody {
  readonly angles: BodyAngles;
  readonly annotations: SwingAnnotations;
  /** The kind of club that the visitor or the golfer's card named, used for equality and to know a chip; null or absent while unknown. */
  readonly club?: string | null;
}

/** Whether both views are known and differ: the angles are then not comparable. */
export function viewsDiffer(bodies: Readonly<Record<Side, MeasuredBody | null>>): boolean {
  const [user, pro] = [bodies.user?.angles.view, bodies.pro?.angles.view];
  return Boolean(user && pro && user !== pro);
}

/** The kind of club whose swing is too short for the ranges of tour players. */
const CHIP = 'chip';

/** Whether both clubs are known and of one kind. */
function haveOneClub({ user, pro }: Readonly<Record<Side, MeasuredBody | null>>): boolean {
  return Boolean(user?.club && user.club === pro?.club);
}

/**
 * All measures at all positions at which they are offered. Null for a body that was not detected. Measures that depend on the
 * club have a difference only between equal clubs.
 */
export function compareBodies(bodies: Readonly<Record<Side, MeasuredBody | null>>): readonly ComparedMeasure[] {
  const canCompare = !viewsDiffer(bodies);
  const hasOneClub = haveOneClub(bodies);
  const hasTour = canCompare && !SIDES.some((side) => bodies[side]?.club === CHIP);
  const view = bodies.user?.angles.view ?? bodies.pro?.angles.view;
  return BODY_MEASURES.flatMap((measure) =>
    MEASURES[measure].at.map((position): ComparedMeasure => {
      const [user, pro] = SIDES.map((side) => shownOf(bodies[side], measure, position)) as [Shown, Shown];
      const isComparable = canCompare && (hasOneClub || !CLUB_MEASURES.has(measure));
      const difference = isComparable ? differenceOf(user, pro) : null;
      const tour = hasTour && view ? tourRange(measure, position, view) : null;
      return { measure, position, unit: UNITS[MEASURES[measure].unit], sides: { user, pro }, difference, tour };
    }),
  );
}

const UNITS = { degrees: 'degrees', fraction: 'percent-of-height' } as const;

type Shown = ShownMeasure | NotSaid;

function shownOf(body: MeasuredBody | null, measure: BodyMeasure, position: MeasuredAt): Shown {
  if (!body) return 'not-seen';
  const measured = body.angles.measures[measure][position];
  if (!measured) return whyNot(body, measure, position);
  const scale = MEASURES[measure].unit === 'degrees' ? 1 : 100;
  // Adding 0 turns -0 into 0.
  return { value: Math.round(measured.value * scale) + 0, plusMinus: wholeUp(measured.plusMinus * scale) };
}

function whyNot({ angles, annotations }: MeasuredBody, measure: BodyMeasure, at: MeasuredAt): NotSaid {
  const { isFromRest, plusMinus, notAt } = MEASURES[measure];
  const needed = at === 'delivery' ? (['rest', 'top', 'strike'] as const) : isFromRest ? (['rest', at] as const) : [at];
  if (needed.some((position) => timeOf(annotations, position) === null)) return 'not-marked';
  if (!angles.view) return 'view-unclear';
  const isHidden = plusMinus[angles.view] === undefined || notAt?.[angles.view]?.includes(at);
  return isHidden ? 'not-this-view' : 'not-sure';
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
