// A value that changes smoothly from key to key, without overshoot. Also creates the keys of a shorter backswing. Pure.
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
