// Whether the golfer's shots have changed since an earlier swing or earlier shots: a fair test that can also say that it cannot tell.
import { meanOf } from '#domain/body/body-geometry.ts';

/** A measured number with its ± (95 %), in degrees or in per cent of body height. */
export interface MeasuredValue {
  readonly value: number;
  readonly plusMinus: number;
}

/** A verdict needs this many shots, and is given once for each such set: a test after every shot would be wrong more often. */
export const SHOTS_PER_RETEST = 10;

/** The outcome of a retest. */
export interface Retest {
  /**
   * `changed`: the shots differ from before. `not-yet`: no change is seen, and the goal is surely not reached. `cannot-tell`: both
   * no change and the goal agree with the shots, or there are fewer than {@link SHOTS_PER_RETEST}.
   */
  readonly verdict: 'changed' | 'not-yet' | 'cannot-tell';
  /** Whether the mean moved toward the goal, or past it. */
  readonly isBetter: boolean;
  /** The mean of the values before. */
  readonly before: number;
  /** The mean of the shots, with its 95 % interval. */
  readonly after: MeasuredValue;
  readonly count: number;
}

/**
 * The shots' usual spread counts like the spread of this many shots more. Without it, two shots alike would prove that the golfer
 * repeats perfectly.
 */
const USUAL_SHOTS = 3;
/** The ± of a 95 % interval, in standard deviations. */
const Z = 1.96;

interface Circumstances {
  readonly goal: number;
  /** The usual standard deviation of measured shots of one golfer. */
  readonly usualSpread: number;
}

/**
 * Compares two sets of values by a t interval of the difference of their means. Welch's own test fails here, because `before` is
 * often a single swing, which has no spread. So both sets share one variance: theirs, pooled with the usual one as in a conjugate
 * Bayesian estimate (moderated t test). The shots' own ± is added to each mean in full and not divided by their number: camera,
 * clothes and build shift all shots of a session alike, and their spread already holds the part that differs. Null without values.
 */
export function retest(
  before: readonly MeasuredValue[],
  after: readonly MeasuredValue[],
  { goal, usualSpread }: Circumstances,
): Retest | null {
  if (before.length === 0 || after.length === 0) return null;
  const [was, is] = [before, after].map((set) => meanOf(set.map(({ value }) => value))) as [number, number];
  const freedom = USUAL_SHOTS + before.length + after.length - 2;
  const variance = (USUAL_SHOTS * usualSpread ** 2 + squaresOf(before, was) + squaresOf(after, is)) / freedom;
  const plusMinusOf = (sets: readonly (readonly MeasuredValue[])[]) => {
    const random = variance * sets.reduce((sum, set) => sum + 1 / set.length, 0);
    const shared = sets.reduce((sum, set) => sum + sharedVariance(set), 0);
    // Satterthwaite: only the random part was estimated from few values.
    return quantile(freedom * ((random + shared) / random) ** 2) * Math.sqrt(random + shared);
  };
  const hasChanged = Math.abs(is - was) > plusMinusOf([before, after]);
  const plusMinus = plusMinusOf([after]);
  const isShort = (goal - is) * Math.sign(goal - was) > plusMinus;
  const isEnough = after.length >= SHOTS_PER_RETEST;
  return Object.freeze({
    verdict: !isEnough ? 'cannot-tell' : hasChanged ? 'changed' : isShort ? 'not-yet' : 'cannot-tell',
    isBetter: (is - was) * (goal - was) > 0,
    before: was,
    after: Object.freeze({ value: is, plusMinus }),
    count: after.length,
  });
}

/** How far one swing may be from what the golfer usually does (95 %): its own ± and the usual spread of shots. */
export function usualPlusMinus({ plusMinus }: MeasuredValue, usualSpread: number): number {
  return Math.hypot(plusMinus, Z * usualSpread);
}

function squaresOf(values: readonly MeasuredValue[], mean: number): number {
  return values.reduce((sum, { value }) => sum + (value - mean) ** 2, 0);
}

function sharedVariance(values: readonly MeasuredValue[]): number {
  return values.reduce((sum, { plusMinus }) => sum + (plusMinus / Z) ** 2, 0) / values.length;
}

/** The 97.5 % quantile of Student's t, by its Cornish-Fisher series: within 0.5 % from 4 degrees of freedom on. */
function quantile(freedom: number): number {
  return Z + (Z ** 3 + Z) / (4 * freedom) + (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / (96 * freedom ** 2);
}
