// Reads the places of bodies from the detector's output. Pure.
import { ANCHORS, DETECTOR_SIDE_PX, type DetectorOutput, NUMBERS_PER_ANCHOR } from './body-model.ts';
import { rounded } from './turned-square.ts';

/** A place in the detector's input, in pixels. */
interface Point {
  readonly x: number;
  readonly y: number;
}

/** One detected body, in pixels of the detector's input. */
export interface Detection {
  /** 0 to 1. */
  readonly score: number;
  /** The middle of the hips. */
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
    const anchor = ANCHOR_CENTRES[index];
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

/** The distance from the hips to the rim. */
export function radiusOf({ hips, rim }: Detection): number {
  return Math.hypot(rim.x - hips.x, rim.y - hips.y);
}

/** Keeps the surest detection of each body. Expects the surest first. */
export function withoutRepeats(sorted: readonly Detection[]): Detection[] {
  const kept: Detection[] = [];
  for (const detection of sorted) {
    const isNew = kept.every((surer) => {
      const radius = Math.max(radiusOf(surer), radiusOf(detection));
      return Math.hypot(surer.hips.x - detection.hips.x, surer.hips.y - detection.hips.y) > SAME_BODY * radius;
    });
    if (isNew) kept.push(detection);
  }
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

/** The centres of all anchors, as fractions of the side. */
const ANCHOR_CENTRES: readonly Point[] = GRIDS.flatMap(({ cells, anchors }) =>
  Array.from({ length: cells * cells * anchors }, (_, index) => {
    const cell = Math.floor(index / anchors);
    return { x: ((cell % cells) + 0.5) / cells, y: (Math.floor(cell / cells) + 0.5) / cells };
  }),
).slice(0, ANCHORS);
