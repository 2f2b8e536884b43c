// The input of a perceptron for each candidate frame: its signs and those around it, at distances in downswings, so
// that pace does not matter. Pure.
import type { Position } from '#domain/swing/swing.ts';
import type { HandsSwing } from './hands-swings.ts';
import type { PositionSigns } from './position-signs.ts';

/** The extent of a window around its frame, and the distance between its samples, in downswings. */
const LOOKS: Readonly<Record<Position, { readonly reach: number; readonly step: number }>> = {
  rest: { reach: 1.5, step: 0.25 },
  top: { reach: 0.75, step: 0.15 },
  strike: { reach: 0.4, step: 0.1 },
};

/**
 * A window for each of a position's frames: the frame's signs, then for each sample around it whether it lies outside
 * the frames (1, else 0) and its signs, interpolated between two frames and clamped outside.
 */
export function signWindows(
  { times, signs }: PositionSigns,
  { downswing }: Pick<HandsSwing, 'downswing'>,
  position: Position,
): readonly Float32Array[] {
  const { reach, step } = LOOKS[position];
  const steps = Math.round(reach / step);
  const offsets = Array.from({ length: 2 * steps + 1 }, (_, at) => (at - steps) * step);
  return times.map((time, frame) => {
    const own = signs[frame] ?? [];
    const around = offsets.flatMap((offset) => {
      const at = time + offset * downswing;
      const isOutside = at < (times[0] ?? 0) || at > (times.at(-1) ?? 0);
      return [isOutside ? 1 : 0, ...signsAt(times, signs, at)];
    });
    return Float32Array.from([...own, ...around]);
  });
}

function signsAt(times: readonly number[], signs: PositionSigns['signs'], time: number): readonly number[] {
  const next = times.findIndex((one) => one >= time);
  const [from, to] = [next < 1 ? next : next - 1, next];
  const [before, after] = [times.at(from) ?? 0, times.at(to) ?? 0];
  const share = after > before ? Math.max(0, (time - before) / (after - before)) : 0;
  return (signs.at(from) ?? []).map((sign, index) => sign + share * ((signs.at(to)?.[index] ?? 0) - sign));
}
