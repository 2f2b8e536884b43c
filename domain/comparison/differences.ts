// What differs most between two swings: up to three differences that exceed both error margins and the normal variation
// between one golfer's swings. Beside a pro, a difference counts only where the visitor also leaves the range of tour players.
import { BALL_MEASURES, type BodyMeasure, MEASURES } from '#domain/body/body-measures.ts';
import { MEASURED_AT, type MeasuredAt } from '#domain/body/body-track.ts';
import type { CameraView } from '#domain/body/filmed.ts';
import { SIDES, type Side } from '#domain/side.ts';
import { PHASE_ENDS, POSITIONS, type Position, type SwingAnnotations } from '#domain/swing/swing.ts';
import { analyseTiming, type PhaseTiming, type Tempo } from '#domain/swing/timing-analysis.ts';
import { combined, type Footage, NO_HUNDREDTHS } from '#domain/swing/timing-uncertainty.ts';
import { type ComparedMeasure, compareBodies, type MeasuredBody, type ShownMeasure } from './body-comparison.ts';
import { NORMAL_VARIATION, type TourRange } from './normal-variation.ts';

const MAX_DIFFERENCES = 3;

/** The body height for which lengths are told to a golfer who has not set theirs, in centimeters. */
export const USUAL_HEIGHT_CM = 175;
/** The body heights that a golfer can set, in centimeters. */
export const BODY_HEIGHTS_CM = { from: 100, to: 220 } as const;

/** Groups of related measures. At most one difference of each group becomes a sentence. */
const KIN: readonly (readonly BodyMeasure[])[] = [
  ['headSway', 'shoulderSway'],
  ['spineTilt', 'spineChange', 'hipDepth'],
  ['handHeight', 'handDepth'],
];

/**
 * A measure is told at the earliest position whose prominence is at least this share of the measure's maximum. A difference at
 * rest usually persists, and which position is slightly larger varies from one recording to the next. This value and the two
 * below were chosen on half of the repeated clips (docs/measurements.md, 067: repeatability).
 */
const NEARLY_MOST = 0.85;

/** Of related measures, the first that reaches this share of the highest prominence becomes a sentence. */
const KIN_NEARLY_MOST = 0.5;

/**
 * How far a difference must exceed the margins. One that barely does would be missing in the next recording of the same
 * swing.
 */
const CLEARLY = 1.1;

/** A difference at least this many times its threshold is clear. Our own value. */
const CLEAR_FROM = 1.5;

interface Ranked {
  /** The position that shows it, or the delivery. */
  readonly position: MeasuredAt;
  /** Whether the visitor's number is greater (`more`) or smaller (`less`) than the pro's. */
  readonly direction: 'more' | 'less';
  /** `clear` from 1.5 times the threshold on, otherwise `likely`. */
  readonly confidence: 'clear' | 'likely';
  /** The unrounded difference divided by its threshold, {@link CLEARLY} more than the combined ± and normal variation: above 1. */
  readonly prominence: number;
}

/** A difference between the two bodies at one position. */
export interface BodyDifference extends Ranked {
  readonly kind: ToldMeasure;
  /** Centimeters are those of a golfer of the height that was asked for, on both sides. */
  readonly unit: 'degrees' | 'centimeters';
  /** The view that shows it, the same on both sides. The sign of a spine tilt depends on it. */
  readonly view: CameraView;
  /** How large the difference is, in `unit`: above 0, in steps of 1, 5 or 10, no finer than its ±. */
  readonly amount: number;
  /** The ± of the difference, in `unit`. */
  readonly plusMinus: number;
  /** Each side's own number in `unit`, in steps no finer than its ±. A movement within its ± is 0. */
  readonly sides: Readonly<Record<Side, number>>;
  /** What tour players do, in `unit`; null where that is unknown. */
  readonly tour: Pick<TourRange, 'from' | 'to'> | null;
}

/** A difference in the duration of backswing or downswing. */
interface DurationDifference extends Ranked {
  readonly kind: 'duration';
  readonly unit: 'seconds';
  readonly timing: PhaseTiming;
  /** How large the difference is, in seconds: above 0, in hundredths, or in tenths from a ± of 0.05 s on. */
  readonly amount: number;
  /** The ± of the difference, in seconds. */
  readonly plusMinus: number;
}

interface TempoDifference extends Ranked {
  readonly kind: 'tempo';
  readonly unit: 'ratio';
  readonly sides: Readonly<Record<Side, Tempo>>;
}

/** One of the differences. */
export type SwingDifference = BodyDifference | DurationDifference | TempoDifference;

/** One side of the comparison. */
export interface DifferingSwing {
  readonly annotations: SwingAnnotations;
  /** Its doubts exclude whatever depends on a doubtful mark. */
  readonly footage: Footage;
  /** Null until the body is known. */
  readonly body: MeasuredBody | null;
}

/** The outcome of a search for differences. */
export interface FoundDifferences {
  /** At most {@link MAX_DIFFERENCES}, the most prominent first. */
  readonly differences: readonly SwingDifference[];
  /** Whether at least one measure of the bodies could be compared. Without it, an empty list says nothing about the bodies. */
  readonly areBodiesCompared: boolean;
  /** Whether bodies differ, but only where the visitor does what tour players do: such differences are not in the list. */
  readonly isWithinTour: boolean;
}

interface Circumstances {
  /** False while a slow-motion factor is only proposed: durations are then left out, the tempo ratio stays. */
  readonly isPaceKnown?: boolean;
  /** False beside an earlier swing of the visitor, where the range of tour players does not count. */
  readonly isBesidePro?: boolean;
  /** The height of the golfer for whom lengths are told, in centimeters; {@link USUAL_HEIGHT_CM} if omitted. */
  readonly heightCm?: number;
}

/**
 * Finds what differs most. The three marks make all timings, so at most one difference is about timing; each measure of the body
 * counts once, at the first position where it stands out nearly as much as anywhere, and measures that mean the same count
 * as one. Lengths are told for a golfer of `heightCm`, in centimeters.
 */
export function findDifferences(
  swings: Readonly<Record<Side, DifferingSwing>>,
  { isPaceKnown = true, isBesidePro = true, heightCm = USUAL_HEIGHT_CM }: Circumstances = {},
): FoundDifferences {
  const doubtful = POSITIONS.filter((position) =>
    [swings.user, swings.pro].some(({ footage }) => (footage.doubts?.[position] ?? 0) > 0),
  );
  const measures = comparableMeasures(swings, doubtful);
  const [timing] = byProminence(timingDifferences(swings, doubtful, isPaceKnown));
  const all = measures.flatMap((measure) => bodyDifference(measure, swings, heightCm) ?? []);
  const body = byProminence(
    isBesidePro ? all.flatMap((difference) => outsideTour(difference, swings.user, heightCm) ?? []) : all,
  );
  const onePerKin = body
    .filter(({ kind }, index) => body.findIndex((other) => areKin(kind, other.kind)) === index)
    .map((difference) => atEarliest(firstOfKin(difference, body), body));
  return {
    differences: byProminence<SwingDifference>([...onePerKin, ...(timing ? [timing] : [])]).slice(0, MAX_DIFFERENCES),
    areBodiesCompared: measures.length > 0,
    isWithinTour: body.length === 0 && all.length > 0,
  };
}

/**
 * The difference if the visitor leaves the range of tour players in its direction, as clearly as swings of one golfer have to
 * differ; null otherwise. It stands out as much as the nearer of pro and range lets it.
 */
function outsideTour(difference: BodyDifference, user: DifferingSwing, heightCm: number): BodyDifference | null {
  const { kind, position, direction, unit, tour } = difference;
  const measure = user.body?.angles.measures[kind][position];
  if (!tour || !measure) return difference;
  const told = unit === 'degrees' ? 1 : heightCm;
  const variation = (NORMAL_VARIATION[kind] * told) / (unit === 'degrees' ? 1 : 100);
  const value = measure.value * told;
  // The range is as much wider than its players as swings vary: the threshold counts that once.
  const beyond = direction === 'more' ? value - (tour.to - variation) : value - (tour.from + variation);
  const ranked = rank(beyond, CLEARLY * (measure.plusMinus * told + variation));
  if (ranked?.direction !== direction) return null;
  return ranked.prominence < difference.prominence ? { ...difference, ...ranked } : difference;
}

function byProminence<Kind extends Ranked>(differences: readonly Kind[]): Kind[] {
  return differences.toSorted((a, b) => b.prominence - a.prominence);
}

/** The first related measure that stands out nearly as much, because which one is largest varies between recordings. */
function firstOfKin(most: BodyDifference, all: readonly BodyDifference[]): BodyDifference {
  const kin = KIN.find((measures) => measures.includes(most.kind)) ?? [most.kind];
  const alike = all.filter(
    ({ kind, prominence }) => kin.includes(kind) && prominence >= KIN_NEARLY_MOST * most.prominence,
  );
  return alike.toSorted((a, b) => kin.indexOf(a.kind) - kin.indexOf(b.kind))[0] ?? most;
}

/** The same measure in the same direction at the first position where it stands out nearly as much. */
function atEarliest(most: BodyDifference, all: readonly BodyDifference[]): BodyDifference {
  const alike = all.filter(
    ({ kind, direction, prominence }) =>
      kind === most.kind && direction === most.direction && prominence >= NEARLY_MOST * most.prominence,
  );
  const [first] = alike.toSorted((a, b) => MEASURED_AT.indexOf(a.position) - MEASURED_AT.indexOf(b.position));
  return first ?? most;
}

function areKin(one: BodyMeasure, other: BodyMeasure): boolean {
  return one === other || KIN.some((kin) => kin.includes(one) && kin.includes(other));
}

function comparableMeasures(
  { user, pro }: Readonly<Record<Side, DifferingSwing>>,
  doubtful: readonly Position[],
): readonly ComparedMeasure[] {
  const areKneesAlike =
    user.body?.angles.view === 'down-the-line' &&
    user.body.angles.measuredKnee !== null &&
    user.body.angles.measuredKnee === pro.body?.angles.measuredKnee;
  return compareBodies({ user: user.body, pro: pro.body }).filter(({ measure, position, difference }) => {
    // Face-on, a picture shows little of a knee's bend. The two knees of one golfer bend differently.
    const isComparable = measure !== 'knee' || areKneesAlike;
    // The ball is found after the sentences appear: it must not change what they say.
    const isKnownInTime = !BALL_MEASURES.has(measure);
    const isDoubtful = neededFor(measure, position).some((at) => doubtful.includes(at));
    return difference !== null && isComparable && isKnownInTime && !isDoubtful;
  });
}

/** The marks that a measure depends on. */
function neededFor(measure: BodyMeasure, at: MeasuredAt): readonly Position[] {
  if (at === 'delivery') return ['top', 'strike'];
  return MEASURES[measure].isFromRest ? ['rest', at] : [at];
}

function bodyDifference(
  { measure, position, sides: { user, pro }, difference, tour }: ComparedMeasure,
  swings: Readonly<Record<Side, DifferingSwing>>,
  heightCm: number,
): BodyDifference | null {
  const view = swings.user.body?.angles.view;
  const [ofUser, ofPro] = SIDES.map((side) => swings[side].body?.angles.measures[measure][position]);
  if (!isTold(measure, position) || !difference || !view || typeof user === 'string' || typeof pro === 'string')
    return null;
  if (!ofUser || !ofPro || ofUser.isFaint || ofPro.isFaint) return null;
  const isAngle = MEASURES[measure].unit === 'degrees';
  const scale = isAngle ? 1 : heightCm / 100;
  // A rounded difference would jump over its threshold.
  const unrounded = (ofUser.value - ofPro.value) * (isAngle ? 1 : 100);
  const ranked = rank(unrounded, CLEARLY * (difference.plusMinus + NORMAL_VARIATION[measure]));
  const told = ({ value, plusMinus }: ShownMeasure) => inSteps(value * scale, plusMinus * scale);
  const isMovement = Boolean(MEASURES[measure].isFromRest) || measure === 'handPath';
  const ofSide = (shown: ShownMeasure) => (isMovement && Math.abs(shown.value) <= shown.plusMinus ? 0 : told(shown));
  return (
    ranked && {
      kind: measure,
      position,
      unit: isAngle ? 'degrees' : 'centimeters',
      view,
      amount: Math.abs(told(difference)),
      plusMinus: difference.plusMinus * scale,
      sides: { user: ofSide(user), pro: ofSide(pro) },
      tour: tour && { from: tour.from * scale, to: tour.to * scale },
      ...ranked,
    }
  );
}

/** Degrees or centimeters in steps of 1, 5 or 10: the largest one within the ±. */
function inSteps(value: number, plusMinus: number): number {
  const step = plusMinus >= 10 ? 10 : plusMinus >= 5 ? 5 : 1;
  // Adding 0 makes 0 of -0.
  return Math.round(value / step) * step + 0;
}

function timingDifferences(
  { user, pro }: Readonly<Record<Side, DifferingSwing>>,
  doubtful: readonly Position[],
  isPaceKnown: boolean,
): readonly (DurationDifference | TempoDifference)[] {
  const analysis = analyseTiming(user.annotations, pro.annotations, { user: user.footage, pro: pro.footage });
  // The same rhythm at another pace is no difference: the headline says how much slower or faster the whole swing is.
  if (doubtful.length === 0 && (analysis.rhythm === 'same' || analysis.rhythm === 'close')) return [];
  const tempo = doubtful.length === 0 ? tempoDifference(analysis.tempo) : null;
  const durations = analysis.phases
    .filter(
      ({ phase }) =>
        phase !== 'rest-to-strike' && isPaceKnown && !PHASE_ENDS[phase].some((position) => doubtful.includes(position)),
    )
    .flatMap((timing) => durationDifference(timing) ?? []);
  return tempo ? [tempo, ...durations] : durations;
}

function tempoDifference({ user, pro }: Readonly<Record<Side, Tempo | null>>): TempoDifference | null {
  if (!user || !pro || user.toCheck || pro.toCheck) return null;
  const threshold = combined(user.uncertainty, pro.uncertainty) + NORMAL_VARIATION.tempo * pro.ratio;
  const ranked = rank(user.ratio - pro.ratio, threshold);
  return ranked && { kind: 'tempo', position: 'top', unit: 'ratio', sides: { user, pro }, ...ranked };
}

function durationDifference(timing: PhaseTiming): DurationDifference | null {
  const { difference, differenceUncertainty: plusMinus, pro, phase } = timing;
  if (difference === null || pro === null || pro <= 0) return null;
  const ranked = rank(difference, plusMinus + NORMAL_VARIATION.duration * pro);
  if (!ranked) return null;
  const perSecond = plusMinus < NO_HUNDREDTHS ? 100 : 10;
  const amount = Math.round(Math.abs(difference) * perSecond) / perSecond;
  return { kind: 'duration', position: PHASE_ENDS[phase][1], unit: 'seconds', timing, amount, plusMinus, ...ranked };
}

/** Null for a difference within its threshold. */
function rank(difference: number, threshold: number): Pick<Ranked, 'direction' | 'confidence' | 'prominence'> | null {
  const prominence = Math.abs(difference) / threshold;
  if (!(prominence > 1)) return null;
  const confidence = prominence >= CLEAR_FROM ? 'clear' : 'likely';
  return { direction: difference > 0 ? 'more' : 'less', confidence, prominence };
}

/** The measures that become sentences: not shaft and ball at rest, which depend on the clubs that the golfers hold. */
type ToldMeasure = Exclude<BodyMeasure, 'shaftPlane' | 'shaftLean' | 'ballPosition' | 'ballDistance'>;

/**
 * Whether a measure becomes sentences. The shaft in the delivery does not: it turns fast there, and its angle
 * differs between copies of one clip by nearly a sentence's threshold (docs/measurements.md, 067: the shaft).
 */
function isTold(measure: BodyMeasure, at: MeasuredAt): measure is ToldMeasure {
  return measure in NORMAL_VARIATION && !(measure === 'shaftLevel' && at === 'delivery');
}
