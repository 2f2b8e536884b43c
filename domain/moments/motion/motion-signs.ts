// The signs that tell a golf swing from other motion, each from 0 (against) to 1 (for). All are ratios within the clip,
// so size, light and speed do not matter.
import { ramp } from '#domain/moments/ramp.ts';
import type { FrameMotion } from './frame-motion.ts';
import { type Course, type SwingMotion, type SwingTimes, valueAt } from './motion-course.ts';

/** The strength of each sign. */
export interface MotionSigns {
  /** The motion rises, falls and rises again as in a swing. */
  readonly course: number;
  /** Almost nothing moves at the top. */
  readonly turn: number;
  /** Nothing moves before the takeaway. */
  readonly stillness: number;
  /** The downswing passes through the same places as the backswing. */
  readonly retrace: number;
  /** High parts move on the way down and on the way up, low ones at the strike. */
  readonly arc: number;
  /** The golfer moves, not the camera or the whole picture. */
  readonly calmPicture: number;
  /** The lengths of backswing and downswing, and their ratio, are possible in a swing. */
  readonly tempo: number;
}

interface SwingMeasures {
  readonly swing: SwingTimes;
  readonly motion: SwingMotion;
  readonly likeness: number;
  readonly motionLeftAtTop: number;
  readonly motionLeftAtRest: number;
}

/** All signs of one supposed swing. */
export function motionSigns(motions: readonly FrameMotion[], measures: SwingMeasures): MotionSigns {
  const { swing, motion, likeness, motionLeftAtTop, motionLeftAtRest } = measures;
  const during = motions.filter(({ time }) => time > swing.rest && time < swing.strike);
  return {
    course: ramp(likeness, 0.78, 0.9),
    turn: ramp(motionLeftAtTop, 0.4, 0.2),
    stillness: ramp(motionLeftAtRest, 0.3, 0.1),
    retrace: ramp(retraceOf(during, swing.top), 0.4, 0.6),
    arc: arcOf(motion, swing),
    calmPicture: Math.min(
      ramp(Math.max(0, ...during.map(({ movingShare }) => movingShare)), 0.3, 0.18),
      ramp(motion.share, 0.8, 0.6),
      ramp(cameraTravel(during), 24, 8),
    ),
    tempo: tempoOf(swing),
  };
}

/** Combines all signs into one number. The weakest count most, since each alone can rule a swing out. */
export function overall(signs: MotionSigns): number {
  const values = Object.values(signs) as number[];
  return values.reduce((product, value) => product * value, 1) ** (1 / 2);
}

/** How far the camera panned from rest to strike, in small pixels. Shake cancels out in the sum. */
function cameraTravel(during: readonly FrameMotion[]): number {
  const sum = (axis: 'x' | 'y') => during.reduce((total, { shiftPx }) => total + shiftPx[axis], 0);
  return Math.hypot(sum('x'), sum('y'));
}

/** The cosine between the cells in which the backswing moves and those in which the downswing moves. */
function retraceOf(during: readonly FrameMotion[], top: number): number {
  const length = during[0]?.cells.length ?? 0;
  const back = new Float32Array(length);
  const down = new Float32Array(length);
  for (const { time, cells } of during) {
    const sum = time < top ? back : down;
    for (let cell = 0; cell < length; cell++) sum[cell] = (sum[cell] ?? 0) + Math.sqrt(cells[cell] ?? 0);
  }
  let [xx, yy, xy] = [0, 0, 0];
  for (let cell = 0; cell < length; cell++) {
    const [x, y] = [back[cell] ?? 0, down[cell] ?? 0];
    xx += x * x;
    yy += y * y;
    xy += x * y;
  }
  return xx > 0 && yy > 0 ? xy / Math.sqrt(xx * yy) : 0;
}

/** Shadows and small golfers blur the heights: a missing arc lowers the confidence but does not rule a swing out. */
const ARC_DOUBT = 0.3;

/** How far motion decreases in the higher bands at the strike and increases in the lower bands. */
function arcOf({ bands }: SwingMotion, { top, strike }: SwingTimes): number {
  const downswing = strike - top;
  const third = Math.floor(bands.length / 3);
  const high = bands.slice(0, third);
  const low = bands.slice(-third);
  const level = (part: readonly Course[], from: number, to: number) => meanLevel(part, top, downswing, from, to);
  // A clip that ends at the strike shows no way up.
  const away = (part: readonly Course[]) => {
    const down = level(part, 0.2, 0.6) ?? 0;
    return (down + (level(part, 1.5, 2) ?? down)) / 2;
  };
  const at = (part: readonly Course[]) => level(part, 0.85, 1.15) ?? 0;
  const [highDips, lowPeaks] = [away(high) - at(high), at(low) - away(low)];
  return Math.max(ARC_DOUBT, Math.min(ramp(highDips, -0.05, 0.06), ramp(lowPeaks, 0, 0.2)));
}

/** The mean square root of motion of some bands in a part of the downswing, relative to each band's largest. */
function meanLevel(part: readonly Course[], top: number, downswing: number, from: number, to: number): number | null {
  let [sum, count] = [0, 0];
  for (const band of part) {
    let most = 1e-6;
    for (let at = 0; at <= 2; at += 0.05) most = Math.max(most, valueAt(band, top + at * downswing) ?? 0);
    for (let at = from; at <= to; at += 0.05) {
      const value = valueAt(band, top + at * downswing);
      if (value === null) continue;
      sum += Math.sqrt(value / most);
      count++;
    }
  }
  return count > 0 ? sum / count : null;
}

/** Tempo ratios: tour players 2.5 to 5.3; amateurs and short strokes from 2, some longer. */
function tempoOf({ rest, top, strike }: SwingTimes): number {
  const ratio = (top - rest) / (strike - top);
  return Math.min(ramp(ratio, 1.2, 1.7), ramp(ratio, 9, 6), ramp(strike - top, 0.13, 0.19));
}
