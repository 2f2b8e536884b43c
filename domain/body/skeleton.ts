// The lines of a body's skeleton. Uncertain parts are left out, and so are the hands: grip and club stay visible.
import { middleOf } from './body-geometry.ts';
import { type Joint, LEAST_CERTAINTY, type PicturePoint, type SeenBody } from './body-track.ts';

/** A straight line in the picture. */
export type SkeletonLine = readonly [PicturePoint, PicturePoint];

/** The skeleton of one body, in pixels of the clip's upright picture. */
interface Skeleton {
  /** From joint to joint; the spine from the middle of the hips to the middle of the shoulders, and on to the ears. */
  readonly lines: readonly SkeletonLine[];
  /** Where the arms end. */
  readonly wrists: readonly PicturePoint[];
}

/** An end of a line: a joint, or the midpoint of two joints. */
type End = Joint | readonly [Joint, Joint];

const SHOULDERS = ['leftShoulder', 'rightShoulder'] as const;
const HIPS = ['leftHip', 'rightHip'] as const;
const EARS = ['leftEar', 'rightEar'] as const;

const LINES: readonly (readonly [End, End])[] = [
  SHOULDERS,
  HIPS,
  [HIPS, SHOULDERS],
  [SHOULDERS, EARS],
  ...(['left', 'right'] as const).flatMap((side): (readonly [End, End])[] => [
    [`${side}Shoulder`, `${side}Elbow`],
    [`${side}Elbow`, `${side}Wrist`],
    [`${side}Hip`, `${side}Knee`],
    [`${side}Knee`, `${side}Ankle`],
    [`${side}Ankle`, `${side}Heel`],
    [`${side}Heel`, `${side}Toe`],
  ]),
];

/** The lines of a body whose ends are certain enough to be shown. */
export function skeletonOf({ joints }: SeenBody): Skeleton {
  const placeOf = (joint: Joint): PicturePoint | null =>
    joints[joint].certainty >= LEAST_CERTAINTY ? joints[joint] : null;
  const endOf = (end: End): PicturePoint | null => {
    if (typeof end === 'string') return placeOf(end);
    const [a, b] = [placeOf(end[0]), placeOf(end[1])];
    return a && b && middleOf(a, b);
  };
  const lines = LINES.map(([from, to]) => [endOf(from), endOf(to)] as const);
  return {
    lines: lines.filter((line): line is SkeletonLine => line[0] !== null && line[1] !== null),
    wrists: (['leftWrist', 'rightWrist'] as const).map(placeOf).filter((place) => place !== null),
  };
}
