// A golfer's body in a clip: for each sampled frame, the joints in the clip's upright picture. Frozen plain data from
// which box, view, hand and angles are derived.
import { TIME_TOLERANCE } from '#domain/time.ts';
import { type FrameTimes, frameIndexAt, frameTimeAt } from '#domain/video/frame-times.ts';

/** The detected joints, in their stored order. Left and right are the golfer's own, regardless of the camera. */
export const JOINTS = [
  'nose',
  'leftEar',
  'rightEar',
  'leftShoulder',
  'rightShoulder',
  'leftElbow',
  'rightElbow',
  'leftWrist',
  'rightWrist',
  'leftHip',
  'rightHip',
  'leftKnee',
  'rightKnee',
  'leftAnkle',
  'rightAnkle',
  'leftHeel',
  'rightHeel',
  'leftToe',
  'rightToe',
] as const;

/** The name of one joint. `leftToe` is the tip of the left foot; an ear stands for the side of the head. */
export type Joint = (typeof JOINTS)[number];

/** A point in a clip's upright picture, in its pixels: x to the right, y down. It may lie outside the picture. */
export interface PicturePoint {
  readonly xPx: number;
  readonly yPx: number;
}

/** Minimum certainty of a joint, 0 to 1. The place of a less certain joint is a guess: it is neither drawn nor measured. */
export const LEAST_CERTAINTY = 0.5;

/** The detected place of one joint. */
export interface SeenJoint extends PicturePoint {
  /**
   * Probability that the joint is visible (inside the picture and not occluded), 0 to 1. The place of a hidden joint is
   * a guess.
   */
  readonly certainty: number;
}

/** One body in one frame. */
export interface SeenBody {
  /** Probability that the searched part of the picture contains a body, 0 to 1. */
  readonly certainty: number;
  readonly joints: Readonly<Record<Joint, SeenJoint>>;
}

/** One sampled frame. */
export interface BodyFrame {
  /** The frame's index in the clip's frame table, 0 or greater. */
  readonly frameIndex: number;
  /** The frame's time in seconds on the clip's shown timeline. */
  readonly time: number;
  /** The golfer's body; null where none was detected. */
  readonly body: SeenBody | null;
}

/** Where a measure is taken: a marked position, or `delivery`: the hands at hip height in the downswing. */
export const MEASURED_AT = ['rest', 'top', 'delivery', 'strike'] as const;

/** One of {@link MEASURED_AT}. */
export type MeasuredAt = (typeof MEASURED_AT)[number];

/** What a frame is searched for the shaft for: a measure, or to find when the shaft is level in the backswing. */
export const SHAFT_AT = [...MEASURED_AT, 'club-back'] as const;

/** One of {@link SHAFT_AT}. */
export type ShaftAt = (typeof SHAFT_AT)[number];

/** The club's shaft in one frame, in pixels of the clip's upright picture. */
export interface SeenShaft {
  /** What the frame was chosen for. */
  readonly at: ShaftAt;
  /** The frame's time in seconds on the clip's shown timeline. */
  readonly time: number;
  /** The time between this frame and the next, in seconds of the clip; 0 where the shaft is known at the very moment. */
  readonly frameInterval: number;
  /** A point beside the hands. */
  readonly grip: PicturePoint;
  /** A point on the shaft towards the club's head. */
  readonly end: PicturePoint;
  /** How much clearer the line is than every other line from the hands, 0 to 1. */
  readonly certainty: number;
}

/** The ball before it is struck, in pixels of the clip's upright picture. */
export interface SeenBall extends PicturePoint {
  /** The time of the frame at rest in which it lies there, in seconds on the clip's shown timeline. */
  readonly time: number;
  /** How much clearer it is than every other spot that vanishes with the strike, 0 to 1. */
  readonly certainty: number;
}

/** The golfer's body in the sampled frames of a clip. Frozen plain JSON. */
export interface BodyTrack {
  /** The width of the clip's upright picture in pixels, the unit of all points. A whole number above 0. */
  readonly widthPx: number;
  /** The height of the clip's upright picture in pixels. A whole number above 0. */
  readonly heightPx: number;
  /** Ascending in index and time; not every frame of the clip. May be empty. */
  readonly frames: readonly BodyFrame[];
  /** True if the joints are those of the animation that the clip was rendered from. Absent if they were detected. */
  readonly isExact?: true;
  /** The shaft in the frames of some positions, ascending in time. Absent where it was not searched for. */
  readonly shafts?: readonly SeenShaft[];
  /** Null where no ball was found. Absent where it was not searched for. */
  readonly ball?: SeenBall | null;
}

/** A frame with a detected body. */
export interface SeenFrame extends BodyFrame {
  readonly body: SeenBody;
}

/** The frames with a detected body, in order. */
export function seenFrames(track: BodyTrack): readonly SeenFrame[] {
  return track.frames.filter((frame): frame is SeenFrame => frame.body !== null);
}

/** The frame with a detected body that is nearest to a time; null where there is none. */
export function nearestSeen(track: BodyTrack, time: number): SeenFrame | null {
  const away = (frame: SeenFrame) => Math.abs(frame.time - time);
  return seenFrames(track).toSorted((a, b) => away(a) - away(b))[0] ?? null;
}

/** Freezes a track with all its parts and puts its frames in order. */
export function makeBodyTrack({ widthPx, heightPx, frames, isExact, shafts, ball }: BodyTrack): BodyTrack {
  const ordered = frames.toSorted((a, b) => a.frameIndex - b.frameIndex);
  return Object.freeze({
    widthPx,
    heightPx,
    frames: Object.freeze(ordered.map(frozenFrame)),
    ...(isExact && { isExact }),
    ...(shafts && { shafts: Object.freeze(shafts.toSorted((a, b) => a.time - b.time).map(frozenShaft)) }),
    ...(ball !== undefined && { ball: ball && frozenBall(ball) }),
  });
}

/**
 * The track of a trimmed clip, in which every frame is `earlier` seconds earlier: the frames that the clip has, with their new
 * times and indexes.
 */
export function earlierTrack(track: BodyTrack, frameTimes: FrameTimes, earlier: number): BodyTrack {
  const frames = track.frames.flatMap((frame): BodyFrame[] => {
    const time = frame.time - earlier;
    const frameIndex = frameIndexAt(frameTimes, time);
    const isThere = Math.abs(frameTimeAt(frameTimes, frameIndex) - time) <= TIME_TOLERANCE;
    return isThere ? [{ ...frame, frameIndex, time: frameTimeAt(frameTimes, frameIndex) }] : [];
  });
  const shafts = track.shafts
    ?.map((shaft) => ({ ...shaft, time: shaft.time - earlier }))
    .filter(({ time }) => time >= 0);
  const ball = track.ball && track.ball.time >= earlier ? { ...track.ball, time: track.ball.time - earlier } : null;
  const { ball: known, ...others } = track;
  return makeBodyTrack({ ...others, frames, ...(shafts && { shafts }), ...(known !== undefined && { ball }) });
}

function frozenShaft({ at, time, frameInterval, grip, end, certainty }: SeenShaft): SeenShaft {
  const point = ({ xPx, yPx }: PicturePoint) => Object.freeze({ xPx, yPx });
  return Object.freeze({ at, time, frameInterval, grip: point(grip), end: point(end), certainty });
}

function frozenBall({ time, xPx, yPx, certainty }: SeenBall): SeenBall {
  return Object.freeze({ time, xPx, yPx, certainty });
}

function frozenFrame({ frameIndex, time, body }: BodyFrame): BodyFrame {
  return Object.freeze({ frameIndex, time, body: body && frozenBody(body) });
}

function frozenBody({ certainty, joints }: SeenBody): SeenBody {
  return Object.freeze({ certainty, joints: Object.freeze(byJoint((joint) => Object.freeze({ ...joints[joint] }))) });
}

/** A value for each joint. */
export function byJoint<Value>(make: (joint: Joint) => Value): Readonly<Record<Joint, Value>> {
  return Object.fromEntries(JOINTS.map((joint) => [joint, make(joint)])) as Record<Joint, Value>;
}
