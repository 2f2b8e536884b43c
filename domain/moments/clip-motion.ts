// Measures the motion in a clip, frame by frame, and its share in the parts of the picture where the golfer's club
// moves.
import { handsOf, medianOf, middleOf } from '#domain/body/body-geometry.ts';
import { type BodyTrack, JOINTS, type Joint, type SeenFrame, seenFrames } from '#domain/body/body-track.ts';

/** The motion between one sampled frame and the next, in a grid of cells over the upright picture. */
export interface CellMotion {
  /** The midpoint between the two frames, in seconds on the clip's shown timeline. */
  readonly time: number;
  /** When the later frame appears. */
  readonly endTime: number;
  /** The mean change of the whole picture in gray levels, 0 to 255; near 0 for a repeated picture. */
  readonly change: number;
  readonly columns: number;
  readonly rows: number;
  /** The change of each cell per second above the noise, row by row; 0 or greater. */
  readonly cells: Float32Array;
}

/** Motion over time. */
export interface MotionSeries {
  /** Ascending, in seconds. */
  readonly times: readonly number[];
  /** 0 or greater; one value for each time. */
  readonly values: readonly number[];
}

/** A part of the picture, placed relative to the golfer's body. */
type GolferPart =
  /** Below the hands: shaft and club head, at rest and in the takeaway. */
  | 'club'
  /** Below the knees: the club head around the strike. */
  | 'ground'
  /** The whole golfer and the club. */
  | 'golfer';

/** Extent of the parts from the middle of the feet to either side, and below the soles, in body sizes. */
const REACH = { club: 1.2, ground: 1.2, golfer: 1.5 };
const BELOW_SOLES = { club: 0.25, ground: 0.25, golfer: 0.3 };
/** Extent of the whole golfer above the soles, in body sizes: room for a club held high. */
const ABOVE_SOLES = 2.2;
/** Frames whose median gives the body's place. */
const PICTURES = 3;

/**
 * The motion in a part of the picture around the golfer, whose place is taken at the given time. Its unit does not
 * depend on the golfer's size. Empty without a detected body.
 */
export function motionAround(
  motions: readonly CellMotion[],
  track: BodyTrack,
  time: number,
  part: GolferPart,
  sizePx: number,
): MotionSeries {
  const at = placesAt(track, time);
  const [first] = motions;
  if (!at || !first) return { times: [], values: [] };
  const cellPx = track.widthPx / first.columns;
  const cellRowPx = track.heightPx / first.rows;
  const { xPx: feetPx } = middleOf(middleOf(at.leftHeel, at.rightHeel), middleOf(at.leftToe, at.rightToe));
  const solesPx = Math.max(at.leftHeel.yPx, at.rightHeel.yPx, at.leftToe.yPx, at.rightToe.yPx);
  const upperPx = {
    club: at.handsPx,
    ground: (at.leftKnee.yPx + at.rightKnee.yPx) / 2,
    golfer: solesPx - ABOVE_SOLES * sizePx,
  }[part];
  const columns = range(
    (feetPx - REACH[part] * sizePx) / cellPx,
    (feetPx + REACH[part] * sizePx) / cellPx,
    first.columns,
  );
  const rows = range(upperPx / cellRowPx, (solesPx + BELOW_SOLES[part] * sizePx) / cellRowPx, first.rows);
  // The area of one squared body size, in cells.
  const area = (sizePx / cellPx) * (sizePx / cellRowPx);
  return {
    times: motions.map((motion) => motion.time),
    values: motions.map((motion) => sumOf(motion, columns, rows) / area),
  };
}

type Range = readonly [from: number, end: number];

/** The range of whole cells between two coordinates: at least one cell, inside the grid. */
function range(from: number, to: number, count: number): Range {
  const first = Math.min(count - 1, Math.max(0, Math.floor(from)));
  return [first, Math.min(count, Math.max(first + 1, Math.ceil(to)))];
}

function sumOf({ cells, columns: width }: CellMotion, [left, right]: Range, [upper, lower]: Range): number {
  let sum = 0;
  for (let row = upper; row < lower; row++) {
    for (let column = left; column < right; column++) sum += cells[row * width + column] ?? 0;
  }
  return sum;
}

type Places = Readonly<Record<Joint, { readonly xPx: number; readonly yPx: number }>> & { readonly handsPx: number };

/** The place of the joints around a time, with the hands' height: the median of the nearest frames. */
function placesAt(track: BodyTrack, time: number): Places | null {
  const nearest = seenFrames(track)
    .toSorted((a, b) => Math.abs(a.time - time) - Math.abs(b.time - time))
    .slice(0, PICTURES);
  if (nearest.length === 0) return null;
  const median = (value: (frame: SeenFrame) => number) => medianOf(nearest.map(value));
  const joints = JOINTS.map((joint) => [
    joint,
    { xPx: median(({ body }) => body.joints[joint].xPx), yPx: median(({ body }) => body.joints[joint].yPx) },
  ]);
  return { ...Object.fromEntries(joints), handsPx: median(({ body }) => handsOf(body).yPx) } as Places;
}

/**
 * The motion around a time: a Gaussian-weighted mean with a standard deviation of `width` seconds; 0 without motion
 * data.
 */
export function motionAt({ times, values }: MotionSeries, time: number, width: number): number {
  let [sum, weights, nearest] = [0, 0, 0];
  let least = Number.POSITIVE_INFINITY;
  for (const [index, at] of times.entries()) {
    const away = Math.abs(at - time);
    if (away < least) [least, nearest] = [away, index];
    if (away > 3 * width) continue;
    const weight = Math.exp(-0.5 * (away / width) ** 2);
    sum += weight * (values[index] ?? 0);
    weights += weight;
  }
  return weights > 1e-3 ? sum / weights : (values[nearest] ?? 0);
}
