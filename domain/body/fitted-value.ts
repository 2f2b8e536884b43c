// The value of a measure at one moment, from the frames around it. Errors of neighbouring frames are nearly independent
// (docs/measurements.md, 067: repeatability), so a curve through all of them errs less than the nearest frame.

/** A value in a frame; `late` is the frame's distance from the moment, in seconds of real time. */
export interface ValueInFrame {
  readonly late: number;
  readonly value: number;
}

/** Fewer frames would determine the parabola without any averaging. */
const LEAST_FRAMES = 4;

/**
 * The value at the moment of a parabola fitted to the frames by least squares. Null for fewer than four frames, or where all
 * of them are before or after the moment.
 *
 * @example
 * const frames = [-1, 0, 1, 2].map((late) => ({ late, value: 1 + late ** 2 }))
 * fittedValue(frames)?.toFixed(3) // '1.000'
 * fittedValue(frames.slice(1)) // null
 */
export function fittedValue(frames: readonly ValueInFrame[]): number | null {
  const isAround = frames.some(({ late }) => late <= 0) && frames.some(({ late }) => late >= 0);
  if (frames.length < LEAST_FRAMES || !isAround) return null;
  const reach = Math.max(...frames.map(({ late }) => Math.abs(late)));
  const curves = orthogonal(frames.map(({ late }) => late / reach));
  return curves.reduce((sum, { inFrames, atMoment }) => {
    const size = sizeOf(inFrames);
    const overlap = inFrames.reduce((part, each, index) => part + each * (frames[index]?.value ?? 0), 0);
    return size > LEAST_SIZE ? sum + (overlap / size) * atMoment : sum;
  }, 0);
}

/** Frames at two different times only have no parabola. */
const LEAST_SIZE = 1e-9;

interface Curve {
  readonly inFrames: readonly number[];
  readonly atMoment: number;
}

/** A constant, a line and a parabola that are orthogonal over the frames, so that each can be fitted separately. */
function orthogonal(times: readonly number[]): readonly Curve[] {
  const curves: Curve[] = [];
  for (const power of [0, 1, 2]) {
    const raw: Curve = { inFrames: times.map((time) => time ** power), atMoment: power === 0 ? 1 : 0 };
    curves.push(curves.reduce(without, raw));
  }
  return curves;
}

function sizeOf(values: readonly number[]): number {
  return values.reduce((sum, each) => sum + each ** 2, 0);
}

function without(curve: Curve, other: Curve): Curve {
  const size = sizeOf(other.inFrames);
  if (size <= LEAST_SIZE) return curve;
  const share = curve.inFrames.reduce((sum, each, index) => sum + each * (other.inFrames[index] ?? 0), 0) / size;
  return {
    inFrames: curve.inFrames.map((each, index) => each - share * (other.inFrames[index] ?? 0)),
    atMoment: curve.atMoment - share * other.atMoment,
  };
}
