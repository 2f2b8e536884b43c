// Reads the model's output for one square: the body in it and the square for the next picture. Pure.
import {
  byJoint,
  JOINTS,
  type Joint,
  type PicturePoint,
  type SeenBody,
  type SeenJoint,
} from '#domain/body/body-track.ts';
import {
  HEAT_MAP_SIDE,
  LANDMARKS_SIDE_PX,
  type LandmarksOutput,
  MODEL_POINTS,
  NUMBERS_PER_POINT,
} from './body-model.ts';
import { sigmoid } from './detections.ts';
import { inPicture, squareAround, type TurnedSquare } from './turned-square.ts';

/** One body found in a square. */
export interface FoundBody {
  readonly body: SeenBody;
  /** The square that the model was run on. */
  readonly square: TurnedSquare;
  /** The square for the next picture. */
  readonly nextSquare: TurnedSquare;
}

/** The model's index of each joint. Source: BlazePose's topology. */
const MODEL_POINT: Readonly<Record<Joint, number>> = {
  nose: 0,
  leftEar: 7,
  rightEar: 8,
  leftShoulder: 11,
  rightShoulder: 12,
  leftElbow: 13,
  rightElbow: 14,
  leftWrist: 15,
  rightWrist: 16,
  leftHip: 23,
  rightHip: 24,
  leftKnee: 25,
  rightKnee: 26,
  leftAnkle: 27,
  rightAnkle: 28,
  leftHeel: 29,
  rightHeel: 30,
  leftToe: 31,
  rightToe: 32,
};
/** Auxiliary points of the model: the middle of the hips and a point on the rim around the body. */
const HIPS_POINT = 33;
const RIM_POINT = 34;
const VISIBILITY = 3;

/** The body in the model's output, in pixels of the square's picture. */
export function foundBody(output: LandmarksOutput, square: TurnedSquare): FoundBody {
  const place = (point: number): PicturePoint => inPicture(square, ...refinedPlace(output, point));
  const seen = (joint: Joint): SeenJoint => ({
    ...place(MODEL_POINT[joint]),
    certainty: sigmoid(output.points[MODEL_POINT[joint] * NUMBERS_PER_POINT + VISIBILITY] ?? 0),
  });
  const joints = Object.fromEntries(JOINTS.map((joint) => [joint, seen(joint)])) as Record<Joint, SeenJoint>;
  const body = { certainty: Math.min(1, Math.max(0, output.presence)), joints };
  return { body, square, nextSquare: squareAround(place(HIPS_POINT), place(RIM_POINT)) };
}

/**
 * A body as the mean of what was found in a square and in its mirror image, where the golfer's left is taken for the right. A part of
 * the model's error changes its side with the picture (docs/measurements.md, 067: repeatability).
 */
export function meanOfMirrored({ certainty, joints }: SeenBody, inMirror: SeenBody): SeenBody {
  const mean = (joint: Joint): SeenJoint => {
    const [one, other] = [joints[joint], inMirror.joints[otherSide(joint)]];
    return {
      xPx: (one.xPx + other.xPx) / 2,
      yPx: (one.yPx + other.yPx) / 2,
      certainty: (one.certainty + other.certainty) / 2,
    };
  };
  return { certainty, joints: byJoint(mean) };
}

function otherSide(joint: Joint): Joint {
  return joint.replace(/^left|^right/, (side) => (side === 'left' ? 'right' : 'left')) as Joint;
}

/** Half the side of the part of the heat map around a point that refines it, in cells. */
const HEAT_REACH = 3;
/** A point is refined only when its maximum heat exceeds this. */
const LEAST_HEAT = 0.5;

/** A point's x and y in the square, from 0 to 1: the mean of the heat around the place that the model returns. */
function refinedPlace({ points, heatMap }: LandmarksOutput, point: number): readonly [x: number, y: number] {
  const x = (points[point * NUMBERS_PER_POINT] ?? 0) / LANDMARKS_SIDE_PX;
  const y = (points[point * NUMBERS_PER_POINT + 1] ?? 0) / LANDMARKS_SIDE_PX;
  const [column, row] = [Math.trunc(x * HEAT_MAP_SIDE), Math.trunc(y * HEAT_MAP_SIDE)];
  if (column < 0 || row < 0 || column >= HEAT_MAP_SIDE || row >= HEAT_MAP_SIDE) return [x, y];
  let [sum, sumX, sumY, most] = [0, 0, 0, 0];
  for (let r = Math.max(0, row - HEAT_REACH); r <= Math.min(HEAT_MAP_SIDE - 1, row + HEAT_REACH); r++) {
    for (let c = Math.max(0, column - HEAT_REACH); c <= Math.min(HEAT_MAP_SIDE - 1, column + HEAT_REACH); c++) {
      const heat = sigmoid(heatMap[(r * HEAT_MAP_SIDE + c) * MODEL_POINTS + point] ?? 0);
      sum += heat;
      sumX += heat * c;
      sumY += heat * r;
      most = Math.max(most, heat);
    }
  }
  return most >= LEAST_HEAT ? [sumX / sum / HEAT_MAP_SIDE, sumY / sum / HEAT_MAP_SIDE] : [x, y];
}
