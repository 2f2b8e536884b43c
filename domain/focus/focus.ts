// The golfer's focus: the one measure that they work on, from the swing where it was picked to the sets of shots that retest it.
// Frozen plain data, kept on the device.
import type { BodyAngles } from '#domain/body/body-angles.ts';
import { BODY_MEASURES, type BodyMeasure, MEASURES } from '#domain/body/body-measures.ts';
import { MEASURED_AT, type MeasuredAt } from '#domain/body/body-track.ts';
import { CAMERA_VIEWS, type CameraView, GOLFER_HANDS, type GolferHand } from '#domain/body/filmed.ts';
import { isRecord, isWithin, readAll } from '#domain/body/read-track.ts';
import type { MeasuredBody } from '#domain/comparison/body-comparison.ts';
import type { SwingDifference } from '#domain/comparison/differences.ts';
import { NORMAL_VARIATION, tourRange } from '#domain/comparison/normal-variation.ts';
import { CLUB_KINDS, type ClubKind } from '#domain/library/golfer.ts';
import type { Side } from '#domain/side.ts';
import { type MeasuredValue, type Retest, retest, SHOTS_PER_RETEST } from './retest.ts';

/** A measure that becomes a sentence and needs no shaft, which is found too late for a shot at the range. */
type FocusMeasure = Exclude<BodyMeasure & keyof typeof NORMAL_VARIATION, 'shaftChange' | 'shaftLevel'>;

/** What is filmed the same way in all shots of a focus. Null where it was not known. */
interface Filming {
  readonly view: CameraView;
  readonly hand: GolferHand | null;
  /** The measured knee, which a camera may see better in one shot than the other. */
  readonly knee: BodyAngles['measuredKnee'];
}

/** The focus. All values are in degrees or in per cent of body height. */
export interface Focus extends Filming {
  readonly measure: FocusMeasure;
  readonly position: MeasuredAt;
  /** The kind of club that the picked swing was hit with; null when unknown. */
  readonly club: ClubKind | null;
  /** The swing where it was picked. */
  readonly before: MeasuredValue;
  /** Where the measure should get: the pro's value or the edge of the tour players' range, whichever is nearer to `before`. */
  readonly goal: number;
  /** In milliseconds since 1970. */
  readonly pickedAtMs: number;
  /** The full sets of shots since then, oldest first. */
  readonly sets: readonly FocusSet[];
}

/** {@link SHOTS_PER_RETEST} shots of one session. */
interface FocusSet {
  /** When the last shot was hit, in milliseconds since 1970. */
  readonly endedAtMs: number;
  readonly shots: readonly MeasuredValue[];
}

/**
 * A shot measured for the focus, or why it does not count: the measure was not found in it, or the golfer was filmed from another
 * side or played with the other hand.
 */
export type FocusShot = MeasuredValue | 'not-measured' | 'other-view' | 'other-hand';

/** How a shot compares with the picked swing. `same`: they differ by no more than the ± of both. `at-goal` is closer, too. */
type ShotOutcome = 'at-goal' | 'closer' | 'same' | 'farther';

/** Older sets are dropped, so that the list stays short. */
const MAX_SETS = 20;
const MAX_VALUE = 360;

/** The focus that a difference between two bodies suggests; null for one in timing or of the shaft. */
export function focusOn(
  difference: SwingDifference,
  { user, pro }: Readonly<Record<Side, MeasuredBody | null>>,
  pickedAtMs: number,
): Focus | null {
  const { kind: measure, position } = difference;
  if (!isFocusMeasure(measure) || !user || !pro) return null;
  const { view, hand, measuredKnee } = user.angles;
  const [now, theirs] = [valueIn(user.angles, measure, position), valueIn(pro.angles, measure, position)];
  if (!now || !theirs || !view) return null;
  const tour = 'tour' in difference && difference.tour ? tourRange(measure, position, view) : null;
  const isMore = difference.direction === 'more';
  const edges = tour ? [theirs.value, isMore ? tour.to : tour.from] : [theirs.value];
  return frozen({
    measure,
    position,
    view,
    hand,
    knee: measure === 'knee' ? measuredKnee : null,
    before: now,
    club: CLUB_KINDS.find((kind) => kind === user.club) ?? null,
    goal: Math.round(isMore ? Math.max(...edges) : Math.min(...edges)),
    pickedAtMs,
    sets: [],
  });
}

/** Whether two of them are about the same measure at the same position in one view. */
export function isSameFocus(one: Focus | null, other: Focus): boolean {
  return one?.measure === other.measure && one.position === other.position && one.view === other.view;
}

/** The usual standard deviation of measured shots: about the normal variation (docs/decisions/094). */
export function usualSpread({ measure }: Pick<Focus, 'measure'>): number {
  return NORMAL_VARIATION[measure];
}

/** A shot's value for the focus, from its body; null for a body that was not found. */
export function focusShot(focus: Focus, angles: BodyAngles | null): FocusShot {
  if (!angles?.view) return 'not-measured';
  if (angles.view !== focus.view) return 'other-view';
  if (angles.hand && focus.hand && angles.hand !== focus.hand) return 'other-hand';
  if (focus.knee && angles.measuredKnee !== focus.knee) return 'not-measured';
  return valueIn(angles, focus.measure, focus.position) ?? 'not-measured';
}

/** How a shot compares with the picked swing. */
export function shotOutcome({ before, goal }: Focus, { value, plusMinus }: MeasuredValue): ShotOutcome {
  const toward = Math.sign(goal - before.value);
  const moved = (value - before.value) * toward;
  if (Math.abs(moved) <= Math.hypot(plusMinus, before.plusMinus)) return 'same';
  if (moved < 0) return 'farther';
  return (value - goal) * toward >= 0 ? 'at-goal' : 'closer';
}

/** The focus with another full set of shots. */
export function withSet(focus: Focus, set: FocusSet): Focus {
  return frozen({ ...focus, sets: [...focus.sets, set].slice(-MAX_SETS) });
}

/** The retest of a set of shots against the picked swing; null for an empty set. */
export function retestOf(focus: Focus, shots: readonly MeasuredValue[]): Retest | null {
  return retest([focus.before], shots, { goal: focus.goal, usualSpread: usualSpread(focus) });
}

/** Reads a stored focus and freezes it. Null for anything else. */
export function readFocus(value: unknown): Focus | null {
  if (!isRecord(value)) return null;
  const measure = BODY_MEASURES.find((one) => one === value.measure);
  const position = MEASURED_AT.find((at) => at === value.position);
  const view = CAMERA_VIEWS.find((one) => one === value.view);
  const before = readValue(value.before);
  const sets = readAll(value.sets, MAX_SETS, readSet);
  const { goal, pickedAtMs } = value;
  if (!measure || !isFocusMeasure(measure) || !position || !MEASURES[measure].at.includes(position)) return null;
  if (!view || !before || !sets || !isWithin(goal, -MAX_VALUE, MAX_VALUE) || !isTime(pickedAtMs)) return null;
  return frozen({
    measure,
    position,
    view,
    before,
    goal,
    pickedAtMs,
    sets,
    hand: GOLFER_HANDS.find((hand) => hand === value.hand) ?? null,
    knee: (['lead', 'trail'] as const).find((knee) => knee === value.knee) ?? null,
    club: CLUB_KINDS.find((kind) => kind === value.club) ?? null,
  });
}

function readSet(value: unknown): FocusSet | null {
  if (!isRecord(value) || !isTime(value.endedAtMs)) return null;
  const shots = readAll(value.shots, SHOTS_PER_RETEST, readValue);
  return shots?.length === SHOTS_PER_RETEST ? { endedAtMs: value.endedAtMs, shots } : null;
}

function readValue(stored: unknown): MeasuredValue | null {
  if (!isRecord(stored)) return null;
  const { value, plusMinus } = stored;
  return isWithin(value, -MAX_VALUE, MAX_VALUE) && isWithin(plusMinus, 0, MAX_VALUE) ? { value, plusMinus } : null;
}

function isTime(value: unknown): value is number {
  return isWithin(value, 0, Number.MAX_SAFE_INTEGER);
}

/** Without the shaft, and without what is never a sentence. */
function isFocusMeasure(measure: string): measure is FocusMeasure {
  return measure in MEASURES && measure in NORMAL_VARIATION && !measure.startsWith('shaft');
}

function valueIn({ measures }: BodyAngles, measure: BodyMeasure, at: MeasuredAt): MeasuredValue | null {
  const measured = measures[measure][at];
  if (!measured || measured.isFaint) return null;
  const scale = MEASURES[measure].unit === 'degrees' ? 1 : 100;
  const tenths = (value: number) => Math.round(value * scale * 10) / 10;
  return { value: tenths(measured.value), plusMinus: tenths(measured.plusMinus) };
}

function frozen(focus: Focus): Focus {
  const kept = (value: MeasuredValue) => Object.freeze({ ...value });
  const sets = focus.sets.map((set) => Object.freeze({ ...set, shots: Object.freeze(set.shots.map(kept)) }));
  return Object.freeze({ ...focus, before: kept(focus.before), sets: Object.freeze(sets) });
}
