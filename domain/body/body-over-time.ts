// Interpolates the golfer's body between sampled frames, traces the hands' path, and fits a measure's value at a moment to the
// frames around it.
import { TIME_TOLERANCE } from '#domain/time.ts';
import { usualDistance } from '#domain/video/frame-times.ts';
import { handsOf } from './body-geometry.ts';
import {
  type BodyFrame,
  type BodyTrack,
  byJoint,
  type PicturePoint,
  type SeenBody,
  type SeenJoint,
} from './body-track.ts';

/** Maximum gap that is interpolated, as a multiple of the track's usual frame distance. */
const JOINED_WITHIN = 2.5;
/** Points on the hands' path per sampled frame. */
const POINTS_PER_FRAME = 4;
/** Minimum frames in a segment of the hands' path. Shorter segments are false detections. */
const LEAST_FRAMES = 3;
/** Minimum certainty of the hands on their path, 0 to 1. */
const LEAST_HANDS_CERTAINTY = 0.5;

/**
 * The body at a time in seconds on the clip's shown timeline. Between two sampled frames each joint follows a cubic
 * curve that takes the neighboring frames into account: at 15 frames per second a straight line would cut the arc of
 * the downswing. Null before the first frame, after the last one, and where the frames on both sides have no body.
 */
export function bodyOverTime(track: BodyTrack): (time: number) => SeenBody | null {
  const { frames } = track;
  const most = JOINED_WITHIN * usualDistance(frames.map(({ time }) => time));
  return (time) => {
    const next = frames.findIndex((frame) => frame.time > time - TIME_TOLERANCE);
    const [from, to] = [frames[next - 1], frames[next]];
    if (!to) return null;
    if (Math.abs(to.time - time) <= TIME_TOLERANCE) return to.body;
    if (!from?.body || !to.body || to.time - from.time > most) return null;
    return between([frames[next - 2], from, to, frames[next + 1]], time);
  };
}

/** A point on the hands' path. */
export interface HandsPoint extends PicturePoint {
  /** In seconds on the clip's shown timeline. */
  readonly time: number;
}

/**
 * The hands' path as segments of at least three frames each, in order of time: {@link bodyOverTime} at four times per
 * sampled frame. A segment ends where the body or its hands are not detected.
 */
export function handsLines(track: BodyTrack): readonly (readonly HandsPoint[])[] {
  const bodyAt = bodyOverTime(track);
  const lines: HandsPoint[][] = [[]];
  const times = track.frames.flatMap(({ time }, index) => {
    const step = (timeAt(track.frames, index + 1) - time) / POINTS_PER_FRAME;
    return Number.isNaN(step) ? [time] : Array.from({ length: POINTS_PER_FRAME }, (_, part) => time + part * step);
  });
  for (const time of times) {
    const body = bodyAt(time);
    if (body && handsCertainty(body) >= LEAST_HANDS_CERTAINTY) lines.at(-1)?.push({ ...handsOf(body), time });
    else if (lines.at(-1)?.length !== 0) lines.push([]);
  }
  return lines.filter((line) => line.length > POINTS_PER_FRAME * (LEAST_FRAMES - 1));
}

/**
 * The hands' path as one smooth line: the longest stretch in which they are clearly visible, without jitter. Empty
 * without such a stretch.
 */
export function handsLine(track: BodyTrack): readonly HandsPoint[] {
  const span = (line: readonly HandsPoint[]) => (line.at(-1)?.time ?? 0) - (line[0]?.time ?? 0);
  const [longest = []] = handsLines(track).toSorted((a, b) => span(b) - span(a));
  return Array.from({ length: SMOOTHED_TIMES }).reduce<readonly HandsPoint[]>(smoothed, longest);
}

/** The number of smoothing passes: enough to remove jitter between frames, too few to flatten the arc of the swing. */
const SMOOTHED_TIMES = 4;

/** The weights of a point and its neighbors on either side, in {@link smoothed}. */
const SMOOTHING = [6, 4, 1] as const;

/** Every point as the weighted mean of itself and the two on either side; both ends stay. */
function smoothed(line: readonly HandsPoint[]): readonly HandsPoint[] {
  return line.map((point, index) => {
    const reach = Math.min(index, line.length - 1 - index, SMOOTHING.length - 1);
    let [xPx, yPx, weights] = [0, 0, 0];
    for (let by = -reach; by <= reach; by += 1) {
      const near = line[index + by] ?? point;
      const weight = SMOOTHING[Math.abs(by)] ?? 0;
      [xPx, yPx, weights] = [xPx + weight * near.xPx, yPx + weight * near.yPx, weights + weight];
    }
    return { time: point.time, xPx: xPx / weights, yPx: yPx / weights };
  });
}

function handsCertainty({ joints: { leftWrist, rightWrist } }: SeenBody): number {
  return Math.max(leftWrist.certainty, rightWrist.certainty);
}

function timeAt(frames: readonly BodyFrame[], index: number): number {
  return frames[index]?.time ?? Number.NaN;
}

/** One frame before, the two frames around the time, and one frame after. */
type Around = readonly [BodyFrame | undefined, BodyFrame, BodyFrame, BodyFrame | undefined];

function between(around: Around, time: number): SeenBody | null {
  const [before, from, to, after] = around;
  if (!from.body || !to.body) return null;
  const length = to.time - from.time;
  const part = (time - from.time) / length;
  const joints = byJoint((joint) => {
    const placeIn = (frame: BodyFrame | undefined) => frame?.body?.joints[joint];
    const [start, end] = [from, to].map((frame) => placeIn(frame) as SeenJoint) as [SeenJoint, SeenJoint];
    const [earlier, later] = [placeIn(before), placeIn(after)];
    const along = (axis: 'xPx' | 'yPx') => {
      const straight = end[axis] - start[axis];
      // The distance that the joint would cover in this stretch at its pace at either end.
      const leaves = earlier && before ? ((end[axis] - earlier[axis]) * length) / (to.time - before.time) : straight;
      const arrives = later && after ? ((later[axis] - start[axis]) * length) / (after.time - from.time) : straight;
      return start[axis] + cubic(part, straight, leaves, arrives);
    };
    return { xPx: along('xPx'), yPx: along('yPx'), certainty: mix(start.certainty, end.certainty, part) };
  });
  return { certainty: mix(from.body.certainty, to.body.certainty, part), joints };
}

/** The value of Hermite's cubic from 0 to `whole`, given the slopes at both ends. */
function cubic(part: number, whole: number, leaves: number, arrives: number): number {
  const [square, cube] = [part ** 2, part ** 3];
  return (3 * square - 2 * cube) * whole + (cube - 2 * square + part) * leaves + (cube - square) * arrives;
}

function mix(from: number, to: number, part: number): number {
  return from + (to - from) * part;
}

/** A value in a frame; `late` is the frame's distance from the moment, in seconds of real time. */
interface ValueInFrame {
  readonly late: number;
  readonly value: number;
}

/** Fewer frames would determine the parabola without any averaging. */
const LEAST_FITTED = 4;

/**
 * The value at the moment of a parabola fitted to the frames by least squares. Null for fewer than four frames, or where all
 * of them are before or after the moment.
 * @example
 * const frames = [-1, 0, 1, 2].map((late) => ({ late, value: 1 + late ** 2 }))
 * fittedValue(frames)?.toFixed(3) // '1.000'
 * fittedValue(frames.slice(1)) // null
 */
export function fittedValue(frames: readonly ValueInFrame[]): number | null {
  const isAround = frames.some(({ late }) => late <= 0) && frames.some(({ late }) => late >= 0);
  if (frames.length < LEAST_FITTED || !isAround) return null;
  const reach = Math.max(...frames.map(({ late }) => Math.abs(late)));
  const curves = orthogonal(frames.map(({ late }) => late / reach));
  return curves.reduce((sum, { inFrames, atMoment }) => {
    const size = sizeOf(inFrames);
    const overlap = inFrames.reduce((part, each, index) => part + each * (frames[index]?.value ?? 0), 0);
    return size > LEAST_SIZE ? sum + (overlap / size) * atMoment : sum;
  }, 0);
}

/** Frames at only two different times have no parabola. */
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
