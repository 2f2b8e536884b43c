// One segment's turn through the ball in the order of a good swing: it speeds up from the top, is fastest at its own
// moment before or at the strike, and slows down into the finish. Pure.
import type { Key } from './keyed-curve.ts';

export interface SequencedTurn {
  /** Angles in degrees, in the order in which they are reached. */
  top: number;
  strike: number;
  finish: number;
  /** On the phase clock: where it begins, and where it is fastest. At most 2, the strike. */
  startsAt: number;
  fastestAt: number;
}

/** How far a speed falling like a cosine squared to zero over `fall` has come after `x`. */
function fallen(x: number, fall: number): number {
  const part = Math.min(x, fall);
  return part / 2 + (fall / (2 * Math.PI)) * Math.sin((Math.PI * part) / fall);
}

/** How far a speed rising like a sine squared over `rise` has come after `x`. */
function risen(x: number, rise: number): number {
  const part = Math.min(x, rise);
  return part / 2 - (rise / (2 * Math.PI)) * Math.sin((Math.PI * part) / rise);
}

const LONGEST_FALL = 8;

/** Keys from where the turn begins to where it ends, the strike among them. */
export function sequencedTurn({ top, strike, finish, startsAt, fastestAt }: SequencedTurn): Key[] {
  const rise = fastestAt - startsAt;
  const wanted = (strike - top) / (finish - top);
  // The longer the fall, the smaller the part that lies before the strike.
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
