// The Swing Timing Analysis of specification §9: the true duration of each phase of two swings, and their differences as far as
// the footage resolves them.
import { inTrueTime } from './slow-motion.ts';
import {
  PHASE_ENDS,
  PHASES,
  type Phase,
  POSITIONS,
  type Position,
  phaseLength,
  type SwingAnnotations,
  tempoRatio,
} from './swing.ts';
import { combined, type Footage, ratioUncertainty, spanUncertainty, USUAL_FOOTAGE } from './timing-uncertainty.ts';

/** How one part of the visitor's swing compares with the pro's. */
export interface PhaseTiming {
  readonly phase: Phase;
  /** The visitor's time in true seconds, or null when a mark is missing. */
  readonly user: number | null;
  /** The pro's time in true seconds, or null when a mark is missing. */
  readonly pro: number | null;
  /** The ± of each time in seconds (95 % interval), also when the time is null. */
  readonly uncertainty: Readonly<Record<'user' | 'pro', number>>;
  /** Visitor minus pro in seconds, unrounded; null when either is null. */
  readonly difference: number | null;
  /** The three numbers in seconds as displayed, in whole hundredths (see {@link analyseTiming}). */
  readonly shown: ShownTiming;
  /** The ± of the difference, in seconds. */
  readonly differenceUncertainty: number;
  /** Whether the difference exceeds its ±; a smaller one is not significant. False without a difference. */
  readonly isMeasurable: boolean;
  /**
   * `slower` for a positive difference, otherwise `faster` (specification §9); `none` for one that is not measurable;
   * null without a difference.
   */
  readonly verdict: 'slower' | 'faster' | 'none' | null;
}

/** A phase as displayed: seconds in whole hundredths, null where a mark is missing. */
interface ShownTiming {
  readonly user: number | null;
  readonly pro: number | null;
  readonly difference: number | null;
}

/** Backswing : downswing of one swing. */
export interface Tempo {
  /** 3 means three to one. */
  readonly ratio: number;
  /** The ± of the ratio. */
  readonly uncertainty: number;
  /** The mark to check before the ratio is meaningful; null where no mark is too doubtful. */
  readonly toCheck: Position | null;
}

/** Maximum share of a ratio that its ± may reach through doubtful marks. Above it, the ratio is not displayed. */
const MAX_DOUBTFUL_SHARE = 0.2;

/** The timing of two swings. */
export interface TimingAnalysis {
  readonly phases: readonly PhaseTiming[];
  /** Backswing : downswing of each side (3 means three to one); null when a mark is missing or the order is wrong. */
  readonly tempoRatio: { readonly user: number | null; readonly pro: number | null };
  /** The same ratios with their ±. */
  readonly tempo: { readonly user: Tempo | null; readonly pro: Tempo | null };
  /** How the two rhythms compare; null without both ratios. */
  readonly rhythm: Rhythm | null;
}

/**
 * How two ratios compare, as displayed: `same` for the same digits, `close` within the normal variation of one golfer, `other`
 * beyond it. Equal digits always get the same answer, whatever the footage. Only `other` is a difference.
 */
type Rhythm = 'same' | 'close' | 'other';

/** By how much the ratios of one golfer's swings normally differ, as a share of the pro's: a 95 % range (docs/decisions/068). */
export const NORMAL_TEMPO_VARIATION = 0.15;

/** The decimals of a displayed ratio. */
export function ratioDecimals(uncertainty: number): 0 | 1 {
  return uncertainty >= 1 ? 0 : 1;
}

/** Compares the ratios as displayed, both with the precision of the less certain one. */
function compareRhythms(user: Tempo, pro: Tempo): Rhythm {
  const steps = 10 ** ratioDecimals(Math.max(user.uncertainty, pro.uncertainty));
  const [yours, theirs] = [Math.round(user.ratio * steps), Math.round(pro.ratio * steps)];
  if (yours === theirs) return 'same';
  return Math.abs(yours - theirs) <= NORMAL_TEMPO_VARIATION * theirs + ROUNDING_NOISE ? 'close' : 'other';
}

/**
 * Backswing : downswing of tour swings: the median, and the range of the middle 90 %. Source: 1,400 swings of the
 * GolfDB annotations, marked as we mark (rest is the last still frame); see docs/decisions/062. The often quoted "3 :
 * 1" lies inside, but only 36 % of those swings are between 2.7 and 3.3.
 */
export const TOUR_TEMPO = { median: 3.4, from: 2.6, to: 5.3 } as const;

const USUAL = { user: USUAL_FOOTAGE, pro: USUAL_FOOTAGE } as const;

/**
 * Compares the timing of two swings. Marks are on the clips' own timelines; `footage` states their slow-motion factors
 * and the precision of their marks. Missing marks give nulls. Never throws. Displayed times are the whole hundredths
 * closest to the unrounded ones such that backswing and downswing add up to the total. A displayed difference is the
 * exact one, rounded once.
 */
export function analyseTiming(
  user: SwingAnnotations,
  pro: SwingAnnotations,
  footage: Readonly<Record<'user' | 'pro', Footage>> = USUAL,
): TimingAnalysis {
  const inTrue = {
    user: inTrueTime(user, footage.user.slowMotionFactor),
    pro: inTrueTime(pro, footage.pro.slowMotionFactor),
  };
  const shown = shownTimings(PHASES.map((phase) => [phaseLength(inTrue.user, phase), phaseLength(inTrue.pro, phase)]));
  const tempo = { user: tempoOf(inTrue.user, footage.user), pro: tempoOf(inTrue.pro, footage.pro) };
  return {
    phases: PHASES.map((phase, index) => comparePhase(phase, inTrue, footage, shown[index] ?? NOT_SHOWN)),
    tempoRatio: { user: tempo.user?.ratio ?? null, pro: tempo.pro?.ratio ?? null },
    tempo,
    rhythm: tempo.user && tempo.pro && compareRhythms(tempo.user, tempo.pro),
  };
}

/** The tempo of marks in true time (`inTrueTime`), or null when a mark is missing or either part is not above 0. */
export function tempoOf(inTrue: SwingAnnotations, footage: Footage): Tempo | null {
  const ratio = tempoRatio(inTrue);
  const back = phaseLength(inTrue, 'rest-to-top');
  const down = phaseLength(inTrue, 'top-to-strike');
  if (ratio === null || back === null || down === null) return null;
  const uncertainty = ratioUncertainty(back, down, footage);
  return { ratio, uncertainty, toCheck: uncertainty > MAX_DOUBTFUL_SHARE * ratio ? mostDoubtful(footage) : null };
}

function mostDoubtful({ doubts = {} }: Footage): Position | null {
  const [worst] = POSITIONS.filter((position) => (doubts[position] ?? 0) > 0).toSorted(
    (a, b) => (doubts[b] ?? 0) - (doubts[a] ?? 0),
  );
  return worst ?? null;
}

function comparePhase(
  phase: Phase,
  inTrue: Readonly<Record<'user' | 'pro', SwingAnnotations>>,
  footage: Readonly<Record<'user' | 'pro', Footage>>,
  shown: ShownTiming,
): PhaseTiming {
  const user = phaseLength(inTrue.user, phase);
  const pro = phaseLength(inTrue.pro, phase);
  const uncertainty = {
    user: spanUncertainty(...PHASE_ENDS[phase], footage.user),
    pro: spanUncertainty(...PHASE_ENDS[phase], footage.pro),
  };
  const differenceUncertainty = combined(uncertainty.user, uncertainty.pro);
  const known = { phase, user, pro, uncertainty, shown, differenceUncertainty };
  if (user === null || pro === null) return { ...known, difference: null, isMeasurable: false, verdict: null };
  const difference = user - pro;
  const isMeasurable = Math.abs(difference) > differenceUncertainty;
  const verdict = !isMeasurable ? 'none' : (shown.difference ?? 0) > 0 ? 'slower' : 'faster';
  return { ...known, difference, isMeasurable, verdict };
}

const NOT_SHOWN: ShownTiming = { user: null, pro: null, difference: null };

type Hundredths = readonly (number | null)[];

/** The displayed numbers of backswing, downswing and total, from unrounded pairs of visitor and pro in seconds. */
function shownTimings(pairs: readonly (readonly [number | null, number | null])[]): ShownTiming[] {
  const shownOf = (side: 0 | 1) => {
    const exact = pairs.map((pair) => (pair[side] === null ? null : pair[side] * 100));
    return roundings(exact).reduce((best, next) =>
      squaredError(next, exact) < squaredError(best, exact) ? next : best,
    );
  };
  const [user, pro] = [shownOf(0), shownOf(1)];
  const seconds = (hundredths: number | null | undefined) => (hundredths == null ? null : hundredths / 100 || 0);
  return pairs.map(([one, other], index) => ({
    user: seconds(user[index]),
    pro: seconds(pro[index]),
    difference: seconds(one === null || other === null ? null : Math.round((one - other) * 100 + ROUNDING_NOISE)),
  }));
}

/** Tolerance for rounding: half a hundredth that floating point reduced slightly still rounds up. */
const ROUNDING_NOISE = 1e-9;

/** Backswing, downswing and total in whole hundredths, each part rounded up or down; the total is their sum. */
function roundings([back = null, down = null, total = null]: Hundredths): Hundredths[] {
  const upAndDown = (value: number | null) => (value === null ? [null] : [Math.floor(value), Math.ceil(value)]);
  if (back === null || down === null) {
    return upAndDown(back ?? down ?? total).map((whole) => [
      back && whole,
      down && whole,
      back === null && down === null ? whole : null,
    ]);
  }
  return upAndDown(back).flatMap((one) => upAndDown(down).map((other) => [one, other, (one ?? 0) + (other ?? 0)]));
}

function squaredError(rounded: Hundredths, exact: Hundredths): number {
  return rounded.reduce<number>((sum, value, index) => sum + ((value ?? 0) - (exact[index] ?? 0)) ** 2, 0);
}
