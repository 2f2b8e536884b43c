// A value that changes smoothly from key to key, without overshoot. Also creates the keys of a shorter backswing and of one
// segment's turn through the ball. Pure.
// biome-ignore-all lint/style/noNonNullAssertion: indices run inside the arrays' own bounds

export type Key = readonly [time: number, value: number];

export interface KeyedCurve {
  at(time: number): number;
}

/** Fritsch–Carlson tangents: zero at a turning point, harmonic mean elsewhere, so the curve never leaves its keys. */
function tangents(keys: readonly Key[]): number[] {
  const count = keys.length;
  const slopes: number[] = [];
  for (let i = 0; i + 1 < count; i++) {
    slopes.push((keys[i + 1]![1] - keys[i]![1]) / (keys[i + 1]![0] - keys[i]![0]));
  }
  const result = new Array<number>(count).fill(0);
  for (let i = 1; i + 1 < count; i++) {
    const before = slopes[i - 1]!;
    const after = slopes[i]!;
    if (before * after <= 0) continue;
    const left = keys[i]![0] - keys[i - 1]![0];
    const right = keys[i + 1]![0] - keys[i]![0];
    const weightBefore = 2 * right + left;
    const weightAfter = right + 2 * left;
    result[i] = (weightBefore + weightAfter) / (weightBefore / before + weightAfter / after);
  }
  return result;
}

/** Before the first key and after the last one the value stays. Both ends start and stop at rest. */
export function keyedCurve(keys: readonly Key[]): KeyedCurve {
  const slope = tangents(keys);
  const last = keys.length - 1;
  return {
    at(time) {
      if (time <= keys[0]![0]) return keys[0]![1];
      if (time >= keys[last]![0]) return keys[last]![1];
      let i = 0;
      while (keys[i + 1]![0] < time) i++;
      const [t0, v0] = keys[i]!;
      const [t1, v1] = keys[i + 1]!;
      const h = t1 - t0;
      const s = (time - t0) / h;
      const s2 = s * s;
      const s3 = s2 * s;
      return (
        (2 * s3 - 3 * s2 + 1) * v0 +
        (s3 - 2 * s2 + s) * h * slope[i]! +
        (3 * s2 - 2 * s3) * v1 +
        (s3 - s2) * h * slope[i + 1]!
      );
    },
  };
}

/** The part of the full backswing that is reached, slowing down into the top. */
const eased = (phase: number) => 1.5 * phase - 0.5 * phase ** 3;

const STEPS = 10;

/**
 * The keys of a swing whose backswing is the share `length` of the full one, and its follow-through the share `through`. The
 * downswing starts where the backswing ends.
 */
export function shortened(keys: readonly Key[], length: number, through: number): Key[] {
  if (length === 1) return [...keys];
  const full = keyedCurve(keys);
  const [fullTop, strike] = [full.at(1), full.at(2)];
  const top = full.at(length);
  const part = Math.abs(fullTop - strike) < 1e-6 ? length : (top - strike) / (fullTop - strike);
  const scale = Math.max(0, Math.min(1.3, part));
  const back = Array.from({ length: STEPS + 1 }, (_, i): Key => [i / STEPS, full.at(length * eased(i / STEPS))]);
  const rest = keys
    .filter(([phase]) => phase > 1)
    .map(([phase, value]): Key => [phase, strike + (value - strike) * (phase < 2 ? scale : through)]);
  return [...back, ...rest];
}

interface SequencedTurn {
  /** Angles in degrees, in the order in which they are reached. */
  top: number;
  strike: number;
  finish: number;
  /** On the phase clock: where it begins, and where it is fastest. At most 2, the strike. */
  startsAt: number;
  fastestAt: number;
}

/** The distance covered after `x` at a speed that falls to zero over `fall` like a squared cosine. */
function fallen(x: number, fall: number): number {
  const part = Math.min(x, fall);
  return part / 2 + (fall / (2 * Math.PI)) * Math.sin((Math.PI * part) / fall);
}

/** The distance covered after `x` at a speed that rises over `rise` like a squared sine. */
function risen(x: number, rise: number): number {
  const part = Math.min(x, rise);
  return part / 2 - (rise / (2 * Math.PI)) * Math.sin((Math.PI * part) / rise);
}

const LONGEST_FALL = 8;

/**
 * One segment's rotation through the ball in the sequence of a good swing: it accelerates from the top, is fastest at
 * its own moment before or at the strike, and slows down into the finish. Returns the keys from the beginning of the
 * rotation to its end, including the strike.
 */
export function sequencedTurn({ top, strike, finish, startsAt, fastestAt }: SequencedTurn): Key[] {
  const rise = fastestAt - startsAt;
  const wanted = (strike - top) / (finish - top);
  // The longer the deceleration, the smaller the share before the strike.
  let [short, long] = [2 - fastestAt, LONGEST_FALL];
  for (let i = 0; i < 50; i++) {
    const fall = (short + long) / 2;
    const before = rise / 2 + fallen(2 - fastestAt, fall);
    if (before / (rise / 2 + fall / 2) > wanted) short = fall;
    else long = fall;
  }
  const whole = rise / 2 + short / 2;
  const at = (phase: number): number => {
    const way = risen(phase - startsAt, rise) + fallen(Math.max(0, phase - fastestAt), short);
    return top + ((finish - top) * way) / whole;
  };
  const ends = fastestAt + short;
  const before = Array.from({ length: 21 }, (_, i) => startsAt + (i / 21) * (2 - startsAt));
  const after = Array.from({ length: 24 }, (_, i) => 2 + ((i + 1) / 24) * (ends - 2));
  return [
    ...before.map((phase): Key => [phase, at(phase)]),
    [2, strike],
    ...after.map((phase): Key => [phase, at(phase)]),
  ];
}
