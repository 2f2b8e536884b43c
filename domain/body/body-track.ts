// Where a golfer's body is in a clip: for each frame that was looked at, the joints in the clip's upright picture.
// Frozen plain data. All facts of this folder (box, view, hand, angles) are made from it.

/** The joints that are seen, in their stored order. Left and right are the golfer's own, whatever the camera sees. */
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

/** A place in a clip's upright picture, in its pixels: x to the right, y down. May lie outside of the picture. */
export interface PicturePoint {
  readonly xPx: number;
  readonly yPx: number;
}

/** Where one joint is seen. */
export interface SeenJoint extends PicturePoint {
  /** How likely the joint is in view and not hidden behind something, 0 to 1. A hidden joint's place is a guess. */
  readonly certainty: number;
}

/** One body in one frame. */
export interface SeenBody {
  /** How likely there is a body at all where it was looked for, 0 to 1. */
  readonly certainty: number;
  readonly joints: Readonly<Record<Joint, SeenJoint>>;
}

/** One frame that was looked at. */
export interface BodyFrame {
  /** The frame's index in the clip's frame table, 0 or greater. */
  readonly frameIndex: number;
  /** The frame's time in seconds on the clip's shown timeline. */
  readonly time: number;
  /** The golfer's body; null where none was found. */
  readonly body: SeenBody | null;
}

/** The golfer's body in the frames of a clip that were looked at. Frozen plain JSON. */
export interface BodyTrack {
  /** The width of the clip's upright picture in pixels: what all places are measured in. Whole, above 0. */
  readonly widthPx: number;
  /** The height of the clip's upright picture in pixels. Whole, above 0. */
  readonly heightPx: number;
  /** Ascending in index and time; not every frame of the clip. May be empty. */
  readonly frames: readonly BodyFrame[];
}

/** A frame in which the body was found. */
export interface SeenFrame extends BodyFrame {
  readonly body: SeenBody;
}

/** The frames in which the body was found, in order. */
export function seenFrames(track: BodyTrack): readonly SeenFrame[] {
  return track.frames.filter((frame): frame is SeenFrame => frame.body !== null);
}

/** Freezes a track with all its parts and puts its frames in order. */
export function makeBodyTrack({ widthPx, heightPx, frames }: BodyTrack): BodyTrack {
  const ordered = frames.toSorted((a, b) => a.frameIndex - b.frameIndex);
  return Object.freeze({ widthPx, heightPx, frames: Object.freeze(ordered.map(frozenFrame)) });
}

function frozenFrame({ frameIndex, time, body }: BodyFrame): BodyFrame {
  return Object.freeze({ frameIndex, time, body: body && frozenBody(body) });
}

function frozenBody({ certainty, joints }: SeenBody): SeenBody {
  const frozen = Object.fromEntries(JOINTS.map((joint) => [joint, Object.freeze({ ...joints[joint] })]));
  return Object.freeze({ certainty, joints: Object.freeze(frozen) as SeenBody['joints'] });
}
