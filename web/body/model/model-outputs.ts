// Reads the model's outputs: the places of bodies in the detector's, and the body in one square with the square for the
// next picture. Pure.

import {
  byJoint,
  JOINTS,
  type Joint,
  type PicturePoint,
  type SeenBody,
  type SeenJoint,
} from '#domain/body/body-track.ts';
import { inPicture, rounded, squareAround, type TurnedSquare } from './turned-square.ts';

export const DETECTOR_SIDE_PX = 224;
/** The side of the landmark model's input, in pixels; the mask has as many cells along each side. */
export const LANDMARKS_SIDE_PX = 256;
/** Anchors of the detector, and the numbers that it returns for each. */
export const ANCHORS = 2254;
export const NUMBERS_PER_ANCHOR = 12;
/** The 33 joints of the model and six auxiliary points, each with x, y, depth, visibility and presence. */
export const MODEL_POINTS = 39;
export const NUMBERS_PER_POINT = 5;
/** Cells along one side of each point's heat map. */
export const HEAT_MAP_SIDE = 64;

export interface DetectorOutput {
  readonly boxes: Float32Array;
  readonly scores: Float32Array;
}

export interface LandmarksOutput {
  readonly points: Float32Array;
  readonly heatMap: Float32Array;
  /** The probability of a body in the square, 0 to 1. */
  readonly presence: number;
  /** For each cell the logit of belonging to the body; null when the mask was not requested. */
  readonly mask: Float32Array | null;
}

/** A place in the detector's input, in pixels. */
interface Point {
  readonly x: number;
  readonly y: number;
}

/** One detected body, in pixels of the detector's input. */
export interface Detection {
  /** 0 to 1. */
  readonly score: number;
  readonly hips: Point;
  /** The point towards the head on the circle around the hips that encloses the whole body. */
  readonly rim: Point;
}

/** The minimum score of a detection. */
const LEAST_SCORE = 0.3;
/** Two detections whose hips are closer than this share of the larger radius are the same body. */
const SAME_BODY = 0.5;

/** The bodies in the picture, the surest first. */
export function detectionsOf({ boxes, scores }: DetectorOutput): Detection[] {
  const found: Detection[] = [];
  for (const [index, logit] of scores.entries()) {
    const score = sigmoid(logit);
    const anchor = ANCHOR_CENTERS[index];
    if (score < LEAST_SCORE || !anchor) continue;
    // Each anchor has the face's box in four numbers, then four points. Only the first two points are used.
    const point = (offset: number): Point => {
      const at = index * NUMBERS_PER_ANCHOR + offset;
      return {
        x: (boxes[at] ?? 0) + anchor.x * DETECTOR_SIDE_PX,
        y: (boxes[at + 1] ?? 0) + anchor.y * DETECTOR_SIDE_PX,
      };
    };
    found.push({ score, hips: point(4), rim: point(6) });
  }
  return withoutRepeats(found.sort((a, b) => b.score - a.score));
}

export function radiusOf({ hips, rim }: Detection): number {
  return Math.hypot(rim.x - hips.x, rim.y - hips.y);
}

/** Keeps the surest detection of each body. Expects the surest first. */
function withoutRepeats(sorted: readonly Detection[]): Detection[] {
  return firstOfSame(sorted, (a, b) => {
    const radius = Math.max(radiusOf(a), radiusOf(b));
    return Math.hypot(a.hips.x - b.hips.x, a.hips.y - b.hips.y) <= SAME_BODY * radius;
  });
}

/** Those that are not the same as one before them. */
export function firstOfSame<One>(ones: readonly One[], isSame: (a: One, b: One) => boolean): One[] {
  const kept: One[] = [];
  for (const one of ones) if (kept.every((other) => !isSame(other, one))) kept.push(one);
  return kept;
}

/** 1 / (1 + e^-x), the same in every browser. */
export function sigmoid(logit: number): number {
  return rounded(1 / (1 + Math.exp(-logit)));
}

/** Grids of the detector: cells along one side, and anchors in each. Source: pose_detection_cpu.pbtxt of MediaPipe. */
const GRIDS = [
  { cells: 28, anchors: 2 },
  { cells: 14, anchors: 2 },
  { cells: 7, anchors: 6 },
] as const;

/** The centers of all anchors, as fractions of the side. */
const ANCHOR_CENTERS: readonly Point[] = GRIDS.flatMap(({ cells, anchors }) =>
  Array.from({ length: cells * cells * anchors }, (_, index) => {
    const cell = Math.floor(index / anchors);
    return { x: ((cell % cells) + 0.5) / cells, y: (Math.floor(cell / cells) + 0.5) / cells };
  }),
).slice(0, ANCHORS);

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

/** A point's x and y in the square, from 0 to 1: the mean of the heat map around the place that the model returns. */
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
