// The bodies of a track near a time: at rest, at the top, at the strike.
import { POSITIONS, type Position, type SwingAnnotations, timeOf } from '#domain/swing/swing.ts';
import { type BodyTrack, type SeenBody, type SeenFrame, seenFrames } from './body-track.ts';

/** Maximum distance of a frame from its position, in seconds of real time. At rest this applies to earlier frames only. */
const REACH: Readonly<Record<Position, { readonly before: number; readonly after: number; readonly most: number }>> = {
  rest: { before: 0.35, after: 0.08, most: 5 },
  // At 15 frames per second the nearest frame is at most 0.034 s away. In frames farther away the hands have moved on.
  top: { before: 0.055, after: 0.055, most: 3 },
  strike: { before: 0.036, after: 0.036, most: 3 },
};

/**
 * The bodies detected at a marked position, nearest in time first: at most five at rest and three at top and strike.
 * Empty when the position is not marked or no body was detected around it.
 */
export function bodiesAt(
  track: BodyTrack,
  annotations: SwingAnnotations,
  position: Position,
  slowMotionFactor = 1,
): readonly SeenBody[] {
  const time = timeOf(annotations, position);
  if (time === null) return [];
  const { before, after, most } = REACH[position];
  const late = (frame: SeenFrame) => (frame.time - time) / slowMotionFactor;
  return seenFrames(track)
    .filter((frame) => late(frame) >= -before && late(frame) <= after)
    .toSorted((a, b) => Math.abs(late(a)) - Math.abs(late(b)))
    .slice(0, most)
    .map(({ body }) => body);
}

/** The frames with a detected body within a distance of a time, each with its own distance, in seconds of real time. */
export function framesNear(
  track: BodyTrack,
  time: number,
  within: number,
  slowMotionFactor = 1,
): readonly { readonly late: number; readonly body: SeenBody }[] {
  return seenFrames(track)
    .map((frame) => ({ late: (frame.time - time) / slowMotionFactor, body: frame.body }))
    .filter(({ late }) => Math.abs(late) <= within);
}

/** Which frames are beside a position, in seconds of real time: at 15 per second, two or three for each. */
const BESIDE: Readonly<Record<Position, { readonly before: number; readonly after: number }>> = {
  rest: { before: 0.15, after: 0.08 },
  top: { before: 0.07, after: 0.07 },
  strike: { before: 0.07, after: 0.07 },
};

/**
 * Whether a frame at this time is beside a marked position. Detecting twice in these frames gains nearly as much as in
 * all frames (docs/measurements.md, 067: repeatability).
 */
export function isBesidePosition(annotations: SwingAnnotations, time: number, slowMotionFactor = 1): boolean {
  return POSITIONS.some((position) => {
    const at = timeOf(annotations, position);
    const { before, after } = BESIDE[position];
    const late = at === null ? Number.NaN : (time - at) / slowMotionFactor;
    return late >= -before && late <= after;
  });
}

/** The frames with a detected body between two marked positions. Empty when either position is not marked. */
export function framesBetween(
  track: BodyTrack,
  annotations: SwingAnnotations,
  [from, to]: readonly [Position, Position],
): readonly SeenFrame[] {
  const [start, end] = [timeOf(annotations, from), timeOf(annotations, to)];
  if (start === null || end === null) return [];
  return seenFrames(track).filter(({ time }) => time >= start && time <= end);
}
