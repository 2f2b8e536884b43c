// Finds the club's shaft in a picture: the clearest thin straight line past the hands; at address, the one to the ground, whose
// plane golfers draw on a swing seen down the line.
import type { Size } from '#domain/geometry.ts';
import { middleOfPair } from './body-geometry.ts';
import { bodyOverTime } from './body-over-time.ts';
import type { BodyTrack, PicturePoint, SeenBody, SeenShaft } from './body-track.ts';
import { cameraView } from './filmed.ts';
import { type GrayPicture, lineness } from './gray-picture.ts';

/** Where to look for the shaft, in pixels of the picture. */
export interface ShaftSearch {
  /** The middle between both wrists. */
  readonly hands: PicturePoint;
  readonly groundYPx: number;
  /** The length of a leg, from the hips to the ground: the scale of everything. Best between 150 and 400 pixels. */
  readonly legPx: number;
  /** Down the line, the side to which the toes point: -1 to the left, 1 to the right. Face-on 0. */
  readonly toes: -1 | 0 | 1;
}

/** The leg length at which the shaft is searched for: the shaft is then two to three pixels wide. */
export const SHAFT_LEG_PX = 240;

/** A shaft that was found. */
export interface ShaftLine {
  /** A point beside the hands, and the shaft's end on the ground or at the picture's edge. */
  readonly grip: PicturePoint;
  readonly end: PicturePoint;
  /** 0 to 1: how much clearer the line is than every other line from the hands. */
  readonly certainty: number;
}

/**
 * The angles from the vertical that a shaft may have, in degrees: face-on from a hand that leans the club either way, down the
 * line between a wedge close to the body and a driver (lies of 64° and 58° at heel height, less with low hands).
 */
const ANGLES = { faceOn: [-32, 32], downTheLine: [14, 66] } as const;
const LIMITS: LineLimits = {
  coarse: { degrees: 1, aside: 1.5, along: 3 },
  fine: { degrees: 0.25, aside: 0.75, along: 1 },
  reach: 0.13,
  sameAngle: 5,
  // Of 62 lines above it one was wrong, by eye; of three between 0.15 and it, one (docs/measurements.md, 067: the shaft line).
  leastClear: 0.25,
  leastScore: 0,
};
/** The part that is searched: hands and grip hide the beginning, and the head is no line. In leg lengths from the hands. */
const FROM = 0.16;
const SHORTEST = 0.4;
/** Minimum distance of the toes in front of the heels down the line, in leg lengths. */
const LEAST_FOOT = 0.12;

/**
 * Where a body at address holds its shaft, in pixels of its clip. Uncertain joints count, too: down the line half of them are
 * hidden, and the picture decides whether there is a shaft.
 */
export function shaftSearchOn(body: SeenBody): ShaftSearch {
  const { leftToe, rightToe } = body.joints;
  const [hands, heels] = [middleOfPair(body, 'Wrist'), middleOfPair(body, 'Heel')];
  const groundYPx = Math.max(leftToe.yPx, rightToe.yPx, heels.yPx);
  const legPx = Math.max(1, groundYPx - middleOfPair(body, 'Hip').yPx);
  const foot = middleOfPair(body, 'Toe').xPx - heels.xPx;
  const isDownTheLine = Math.abs(foot) > LEAST_FOOT * legPx;
  return { hands, groundYPx, legPx, toes: isDownTheLine ? (foot > 0 ? 1 : -1) : 0 };
}

/** The shaft; null where no line is clear enough, or where the hands are too close to the ground or the edge. */
export function findShaft(picture: GrayPicture, search: ShaftSearch): ShaftLine | null {
  const angles = search.toes === 0 ? ANGLES.faceOn : ANGLES.downTheLine;
  return clearestLine(angles, search.legPx, LIMITS, (place) => candidateAt(picture, search, place));
}

function candidateAt(
  picture: GrayPicture,
  { hands, groundYPx, legPx, toes }: ShaftSearch,
  { degrees, aside, step }: LinePlace,
): LineCandidate | null {
  const angle = (degrees * Math.PI) / 180;
  const [right, down] = [Math.sin(angle) * (toes || 1), Math.cos(angle)];
  const grip = { xPx: hands.xPx + aside * down, yPx: hands.yPx - aside * right };
  const length = Math.min((groundYPx - grip.yPx) / down, edgeDistance(picture, grip, right, down));
  if (length < SHORTEST * legPx) return null;
  let sum = 0;
  let count = 0;
  for (let along = FROM * legPx; along <= length; along += step) {
    const point = { xPx: grip.xPx + along * right, yPx: grip.yPx + along * down };
    sum += Math.abs(lineness(picture, point, { x: down, y: -right }, legPx));
    count += 1;
  }
  const end = { xPx: grip.xPx + length * right, yPx: grip.yPx + length * down };
  return { degrees, aside, grip, end, score: count === 0 ? 0 : sum / count };
}

/** How far a ray stays inside the picture, in pixels. */
function edgeDistance({ widthPx, heightPx }: Size, { xPx, yPx }: PicturePoint, right: number, down: number): number {
  const across = right > 0 ? (widthPx - 1 - xPx) / right : right < 0 ? xPx / -right : Number.POSITIVE_INFINITY;
  return Math.min(across, (heightPx - 1 - yPx) / down);
}

/** A line past the hands. */
export interface LinePlace {
  /** From straight down. */
  readonly degrees: number;
  /** The distance from the middle of the wrists at which it passes them, in pixels. */
  readonly aside: number;
  /** The distance between the points to look at, in pixels. */
  readonly step: number;
}

/** A line, and how clear it is: 0 or more. */
export interface LineCandidate extends Pick<ShaftLine, 'grip' | 'end'>, Omit<LinePlace, 'step'> {
  readonly score: number;
}

/** Distances between the tried lines, and between the points on them; those in pixels are for a leg of {@link SHAFT_LEG_PX}. */
interface Steps {
  readonly degrees: number;
  readonly aside: number;
  readonly along: number;
}

/** How lines are tried and judged. */
export interface LineLimits {
  /** The first look, at all lines, and the second one, around the best of them. */
  readonly coarse: Steps;
  readonly fine: Steps;
  /** The shaft passes the middle of the wrists at most this far away, in leg lengths. */
  readonly reach: number;
  /** Lines this close in angle are the same shaft, in degrees. */
  readonly sameAngle: number;
  /** Minimum certainty, 0 to 1. */
  readonly leastClear: number;
  /** Minimum score. */
  readonly leastScore: number;
}

/** Even without a rival a line this faint is not certain. */
const FAINT_SCORE = 0.25;

/**
 * The clearest line with an angle from one to another; null where none is clear enough. `isAvoided`: whether an angle
 * belongs to something else.
 */
export function clearestLine(
  [from, to]: readonly [from: number, to: number],
  legPx: number,
  { coarse, fine, reach, sameAngle, leastClear, leastScore }: LineLimits,
  candidateAt: (place: LinePlace) => LineCandidate | null,
  isAvoided: (degrees: number) => boolean = () => false,
): ShaftLine | null {
  const unit = legPx / SHAFT_LEG_PX;
  const bestAt = (degrees: number, middle: number, mostAside: number, steps: Steps) => {
    let best: LineCandidate | null = null;
    for (let aside = middle - mostAside; aside <= middle + mostAside; aside += steps.aside * unit) {
      const here = candidateAt({ degrees, aside, step: steps.along * unit });
      if (here && here.score > (best?.score ?? 0)) best = here;
    }
    return best;
  };
  const all: LineCandidate[] = [];
  for (let degrees = from; degrees <= to; degrees += coarse.degrees) {
    const here = isAvoided(degrees) ? null : bestAt(degrees, 0, reach * legPx, coarse);
    if (here) all.push(here);
  }
  const [first, ...others] = all.toSorted((a, b) => b.score - a.score);
  if (!first || first.score < leastScore) return null;
  const rival = others.find(({ degrees }) => apart(degrees, first.degrees) > sameAngle);
  const certainty = Math.max(0, first.score - (rival?.score ?? 0)) / Math.max(first.score, FAINT_SCORE);
  if (certainty < leastClear) return null;
  let best = first;
  for (let by = -coarse.degrees; by <= coarse.degrees; by += fine.degrees) {
    const here = bestAt(first.degrees + by, first.aside, 3 * unit, fine);
    if (here && here.score > best.score) best = here;
  }
  return { grip: best.grip, end: best.end, certainty };
}

/** The smaller angle between two directions, in degrees. */
export function apart(one: number, other: number): number {
  const turn = Math.abs(one - other) % 360;
  return turn > 180 ? 360 - turn : turn;
}

/** How far the line goes on past the hands, as a share of its length from the ground to the hands. */
const BEYOND_HANDS = 0.9;

/**
 * The line of the shaft at rest, from the ground past the hands, in pixels of the clip. Null where the golfer is not filmed down
 * the line, or the shaft was not found.
 */
export function addressPlane(track: BodyTrack): readonly [PicturePoint, PicturePoint] | null {
  const shaft = track.shafts?.find(({ at }) => at === 'rest');
  const body = shaft && bodyOverTime(track)(shaft.time);
  if (!body || cameraView([body]) !== 'down-the-line') return null;
  return shaftFromGround(shaft, body, BEYOND_HANDS);
}

/** The line of a shaft at rest from the ground past the hands, by a share of its length from the ground to the hands. */
export function shaftFromGround(
  { grip, end }: SeenShaft,
  body: SeenBody,
  beyondHands: number,
): readonly [PicturePoint, PicturePoint] {
  const { groundYPx } = shaftSearchOn(body);
  const toGround = end.yPx > grip.yPx ? Math.max(1, (groundYPx - grip.yPx) / (end.yPx - grip.yPx)) : 1;
  const along = (share: number) => ({
    xPx: grip.xPx + share * (end.xPx - grip.xPx),
    yPx: grip.yPx + share * (end.yPx - grip.yPx),
  });
  return [along(toGround), along(-beyondHands * toGround)];
}
