// The source pixels and weights of each pixel of a scaled row: bicubic as in ffmpeg, with a wider curve for shrinking.

/** For each pixel of the result, the first source pixel and `taps` weights. */
export interface ScaleTaps {
  readonly first: Int32Array<ArrayBuffer>;
  readonly weights: Int16Array<ArrayBuffer>;
  readonly taps: number;
}

/** A stretch of a row of `sizePx` pixels; its ends may be fractional. */
interface ScaledStretch {
  readonly at: number;
  readonly length: number;
  readonly sizePx: number;
}

/** The sum of the weights of one pixel. */
const WHOLE = 1 << 14;
/** The reach of the curve to each side, in pixels of the larger scale. */
const REACH = 2;

/**
 * The taps that scale a stretch to `toPx` pixels; their number is a multiple of `multipleOf`. Edge pixels are repeated.
 */
export function scaleTaps({ at, length, sizePx }: ScaledStretch, toPx: number, multipleOf: number): ScaleTaps {
  const scale = length / toPx;
  const wide = Math.max(1, scale);
  const taps = Math.ceil((Math.ceil(2 * REACH * wide) + 1) / multipleOf) * multipleOf;
  const first = new Int32Array(toPx);
  const weights = new Int16Array(toPx * taps);
  for (let index = 0; index < toPx; index += 1) {
    const middle = at + (index + 0.5) * scale - 0.5;
    const begin = Math.ceil(middle - REACH * wide);
    const from = Math.max(0, Math.min(begin, sizePx - taps));
    first[index] = from;
    weights.set(wholeWeights(middle, { begin, from, taps, wide, sizePx }), index * taps);
  }
  return { first, weights, taps };
}

interface Window {
  readonly begin: number;
  readonly from: number;
  readonly taps: number;
  readonly wide: number;
  readonly sizePx: number;
}

function wholeWeights(middle: number, { begin, from, taps, wide, sizePx }: Window): Int16Array {
  const shares = new Float64Array(taps);
  const end = Math.floor(middle + REACH * wide);
  for (let pixel = begin; pixel <= end; pixel += 1) {
    const there = Math.min(Math.max(pixel, 0), sizePx - 1) - from;
    shares[there] = (shares[there] ?? 0) + bicubic((pixel - middle) / wide);
  }
  const sum = shares.reduce((total, share) => total + share, 0);
  const whole = Int16Array.from(shares, (share) => Math.round((share / sum) * WHOLE));
  // Add the rounding error to the largest weight.
  const heaviest = whole.indexOf(Math.max(...whole));
  whole[heaviest] = (whole[heaviest] ?? 0) + WHOLE - whole.reduce((total, weight) => total + weight, 0);
  return whole;
}

/** swscale's default: B = 0, C = 0.6. */
function bicubic(distance: number): number {
  const x = Math.abs(distance);
  if (x >= 2) return 0;
  if (x < 1) return ((8.4 * x - 14.4) * x * x + 6) / 6;
  return (((-3.6 * x + 18) * x - 28.8) * x + 14.4) / 6;
}
