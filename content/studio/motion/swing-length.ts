// A shorter backswing, made from the keys of a full one. Pure.
import { type Key, keyedCurve } from './keyed-curve.ts';

/** The part of the full backswing that is reached, slowing down into the top. */
const eased = (phase: number) => 1.5 * phase - 0.5 * phase ** 3;

const STEPS = 10;

/**
 * The keys with a backswing of so much of the full one. What follows until the strike comes from as far away as the
 * backswing went, and the follow-through is as it was.
 */
export function shortened(keys: readonly Key[], length: number): Key[] {
  if (length === 1) return [...keys];
  const full = keyedCurve(keys);
  const [fullTop, strike] = [full.at(1), full.at(2)];
  const top = full.at(length);
  const part = Math.abs(fullTop - strike) < 1e-6 ? length : (top - strike) / (fullTop - strike);
  const scale = Math.max(0, Math.min(1.3, part));
  const back = Array.from({ length: STEPS + 1 }, (_, i): Key => [i / STEPS, full.at(length * eased(i / STEPS))]);
  const rest = keys
    .filter(([phase]) => phase > 1)
    .map(([phase, value]): Key => (phase < 2 ? [phase, strike + (value - strike) * scale] : [phase, value]));
  return [...back, ...rest];
}
