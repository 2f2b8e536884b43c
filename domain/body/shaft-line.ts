// Finds the club's shaft at address in a picture: the thin straight line from the hands to the ground.
import type { Size } from '#domain/geometry.ts';
import { middleOfPair } from './body-geometry.ts';
import type { PicturePoint, SeenBody } from './body-track.ts';
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

/** The legs at which the shaft is searched for: a shaft is then two to three pixels wide. */
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
/** The first look at all lines, and the second one around the best of them. */
const COARSE: Steps = { degrees: 1, aside: 1.5, along: 3 };
const FINE: Steps = { degrees: 0.25, aside: 0.75, along: 1 };
/** The shaft passes the middle of the wrists at most this far away, in leg lengths. */
const GRIP_REACH = 0.13;
/** The part that is searched: hands and grip hide the beginning, and the head is no line. In leg lengths from the hands. */
const FROM = 0.16;
const SHORTEST = 0.4;
/** Lines this close in angle are the same shaft, in degrees. */
const SAME_ANGLE = 5;
/** Even without a rival a line this faint is not certain. */
const FAINT_SCORE = 0.25;
/** Of 62 lines above it one was wrong, by eye; of three between 0.15 and it, one (docs/measurements.md, 091). */
const LEAST_CLEAR = 0.25;

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
  const [from, to] = search.toes === 0 ? ANGLES.faceOn : ANGLES.downTheLine;
  const unit = search.legPx / SHAFT_LEG_PX;
  const reach = GRIP_REACH * search.legPx;
  const coarse: Candidate[] = [];
  for (let degrees = from; degrees <= to; degrees += COARSE.degrees) {
    const here = bestOf(picture, search, { degrees, from: -reach, to: reach }, COARSE, unit);
    if (here) coarse.push(here);
  }
  const [first, ...others] = coarse.toSorted((a, b) => b.score - a.score);
  if (!first) return null;
  const rival = others.find(({ degrees }) => Math.abs(degrees - first.degrees) > SAME_ANGLE);
  const certainty = Math.max(0, first.score - (rival?.score ?? 0)) / Math.max(first.score, FAINT_SCORE);
  if (certainty < LEAST_CLEAR) return null;
  let best = first;
  for (let by = -COARSE.degrees; by <= COARSE.degrees; by += FINE.degrees) {
    const range = { degrees: first.degrees + by, from: first.aside - 3 * unit, to: first.aside + 3 * unit };
    const here = bestOf(picture, search, range, FINE, unit);
    if (here && here.score > best.score) best = here;
  }
  return { grip: best.grip, end: best.end, certainty };
}

interface Steps {
  readonly degrees: number;
  /** In units of a leg of 240. */
  readonly aside: number;
  readonly along: number;
}

interface Candidate {
  readonly degrees: number;
  /** The distance from the middle of the wrists at which it passes them. */
  readonly aside: number;
  readonly grip: PicturePoint;
  readonly end: PicturePoint;
  readonly score: number;
}

/** The clearest of the parallel lines of one angle. */
function bestOf(
  picture: GrayPicture,
  search: ShaftSearch,
  { degrees, from, to }: { readonly degrees: number; readonly from: number; readonly to: number },
  steps: Steps,
  unit: number,
): Candidate | null {
  let best: Candidate | null = null;
  for (let aside = from; aside <= to; aside += steps.aside * unit) {
    const candidate = candidateAt(picture, search, { degrees, aside, step: steps.along * unit });
    if (candidate && (!best || candidate.score > best.score)) best = candidate;
  }
  return best;
}

function candidateAt(
  picture: GrayPicture,
  { hands, groundYPx, legPx, toes }: ShaftSearch,
  { degrees, aside, step }: { readonly degrees: number; readonly aside: number; readonly step: number },
): Candidate | null {
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
