// Source time and plan time, which must never be mixed, and frame rates as fractions. All times are in seconds.

declare const clock: unique symbol;

/** The latest time of a video, in seconds; a larger number is an error. */
export const MAX_TIME = 86_400;

/**
 * A moment on one clip's own shown timeline, in seconds, as a browser reports it (`mediaTime`): the edit list is
 * applied and a late first frame keeps its late time. Finite; 0 or greater for a moment that exists in the clip.
 */
export type SourceTime = number & { readonly [clock]: 'source' };

/** A moment of the comparison, in seconds from the first shown picture of the merged video. Finite, 0 or greater. */
export type PlanTime = number & { readonly [clock]: 'plan' };

/**
 * Takes a plain number of seconds as a time of one clip. Throws a RangeError when it is not finite.
 * @example
 * sourceTime(1.5) // 1.5
 */
export function sourceTime(seconds: number): SourceTime {
  return finite(seconds) as SourceTime;
}

/**
 * Takes a plain number of seconds as a time of the comparison. Throws a RangeError when it is not finite.
 * @example
 * planTime(1.5) // 1.5
 */
export function planTime(seconds: number): PlanTime {
  return finite(seconds) as PlanTime;
}

/** Frames per second as a fraction (30000/1001, not 29.97). Both parts are positive integers. */
export interface FrameRate {
  readonly numerator: number;
  readonly denominator: number;
}

/** The greatest number that divides two others, to reduce a fraction. */
export function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}

/** Tolerance between the two marked frames of a comparison after a trip through JSON and a decoder: half a millisecond. */
export const TIME_TOLERANCE = 0.0005;

/**
 * A frame rate in frames per second.
 * @example
 * framesPerSecond({ numerator: 30, denominator: 1 }) // 30
 */
export function framesPerSecond(rate: FrameRate): number {
  return rate.numerator / rate.denominator;
}

/**
 * How long one frame is shown at this rate, in seconds.
 * @example
 * frameDuration({ numerator: 30000, denominator: 1001 }) // 1001 / 30000
 */
export function frameDuration(rate: FrameRate): number {
  return rate.denominator / rate.numerator;
}

/**
 * The greater of two frame rates; the first when they are equal.
 * @example
 * higherFrameRate({ numerator: 25, denominator: 1 }, { numerator: 60, denominator: 1 }) // { numerator: 60, denominator: 1 }
 */
export function higherFrameRate(a: FrameRate, b: FrameRate): FrameRate {
  return framesPerSecond(b) > framesPerSecond(a) ? b : a;
}

/**
 * A frame rate multiplied by a factor; the fraction stays exact for a whole factor. Example: a clip filmed at 240 fps
 * and played at 30 has 8 times that rate in real time. Throws a RangeError when the factor is not finite and above 0.
 * @example
 * timesFaster({ numerator: 30, denominator: 1 }, 8) // { numerator: 240, denominator: 1 }
 */
export function timesFaster(rate: FrameRate, factor: number): FrameRate {
  return Number.isInteger(factor) && factor > 0
    ? { numerator: rate.numerator * factor, denominator: rate.denominator }
    : frameRateOf(framesPerSecond(rate) * factor);
}

/** Rates that cameras and editors write. Source: SMPTE ST 2036-1 and phone slow motion (120, 240). */
const STANDARD_FRAME_RATES: readonly FrameRate[] = [
  { numerator: 24000, denominator: 1001 },
  { numerator: 24, denominator: 1 },
  { numerator: 25, denominator: 1 },
  { numerator: 30000, denominator: 1001 },
  { numerator: 30, denominator: 1 },
  { numerator: 48, denominator: 1 },
  { numerator: 50, denominator: 1 },
  { numerator: 60000, denominator: 1001 },
  { numerator: 60, denominator: 1 },
  { numerator: 100, denominator: 1 },
  { numerator: 120000, denominator: 1001 },
  { numerator: 120, denominator: 1 },
  { numerator: 240000, denominator: 1001 },
  { numerator: 240, denominator: 1 },
];

/** Tolerance for a standard rate. 23.976 and 24 lie 0.1 % apart. */
const STANDARD_RATE_TOLERANCE = 0.002;

/**
 * The fraction for a measured rate: the nearest standard rate within 0.2 %, else the rate itself in thousandths. Throws
 * a RangeError when the rate is not finite and above 0.
 * @example
 * frameRateOf(29.97) // { numerator: 30000, denominator: 1001 }
 * frameRateOf(12.5) // { numerator: 12500, denominator: 1000 }
 */
export function frameRateOf(measuredPerSecond: number): FrameRate {
  if (!(measuredPerSecond > 0) || !Number.isFinite(measuredPerSecond)) {
    throw new RangeError(`Not a frame rate: ${measuredPerSecond}`);
  }
  const off = (rate: FrameRate) => Math.abs(framesPerSecond(rate) - measuredPerSecond) / measuredPerSecond;
  const nearest = STANDARD_FRAME_RATES.reduce((best, rate) => (off(rate) < off(best) ? rate : best));
  if (off(nearest) <= STANDARD_RATE_TOLERANCE) return nearest;
  const thousandths = Math.max(1, Math.round(measuredPerSecond * 1000));
  return thousandths % 1000 === 0
    ? { numerator: thousandths / 1000, denominator: 1 }
    : { numerator: thousandths, denominator: 1000 };
}

function finite(seconds: number): number {
  if (!Number.isFinite(seconds)) throw new RangeError(`Not a time in seconds: ${seconds}`);
  return seconds;
}
