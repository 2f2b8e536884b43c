// Finds the bodies in one picture: in the whole picture, else in tiles, for a golfer who stands far away. Rejects
// bodies without a golfer's proportions, however sure the model is.
import { bodySizePx, distancePx, middleOfPair } from '#domain/body/body-geometry.ts';
import { hasGolfersProportions, meanCertainty } from '#domain/body/body-proportions.ts';
import { JOINTS, type SeenBody } from '#domain/body/body-track.ts';
import type { BodyModel } from '#web/body/model/body-model.ts';
import {
  DETECTOR_SIDE_PX,
  type Detection,
  detectionsOf,
  type FoundBody,
  firstOfSame,
  foundBody,
  LANDMARKS_SIDE_PX,
  meanOfMirrored,
} from '#web/body/model/model-outputs.ts';
import { inPicture, squareAround, squareDistance, type TurnedSquare } from '#web/body/model/turned-square.ts';
import type { Part, Picture } from './picture.ts';
import { mirrored } from './pixels.ts';

/** The result of the model for one square: the body and its mask. */
export interface FoundInSquare extends FoundBody {
  readonly mask: Float32Array | null;
}

export interface Search {
  readonly model: BodyModel;
  readonly picture: Picture;
  readonly wantsMask: boolean;
  /** Whether the body is measured in this picture: the model then runs on its mirror image too. */
  readonly isMeasured: boolean;
}

/** Below this presence the model itself reports no body. */
const LEAST_PRESENCE = 0.5;
/**
 * Re-run the model when the next square is farther than this from the one used (see `squareDistance`): joints near the
 * square's edge are unreliable.
 */
const MUST_MOVE = 0.15;
/** The same limit for a new body, lower because the detector's square is rough. */
const MUST_MOVE_AT_FIRST = 0.03;
/** The maximum number of people to track. */
export const MAX_BODIES = 3;
/** Detections per picture that are verified with the full model. */
const MAX_VERIFIED = 4;

/**
 * Runs the model on a square, and again on a better square around the body, up to `moves` times. Null when there is no
 * body, or none with a golfer's proportions.
 */
export async function findInSquare(
  search: Search,
  square: TurnedSquare,
  moves: number,
  mustMove = MUST_MOVE,
): Promise<FoundInSquare | null> {
  const { model, picture, wantsMask } = search;
  const rgb = picture.read(square, LANDMARKS_SIDE_PX);
  const output = await model.findLandmarks(rgb, wantsMask);
  if (output.presence < LEAST_PRESENCE) return null;
  const found = { ...foundBody(output, square), mask: output.mask };
  if (moves > 0 && squareDistance(square, found.nextSquare) > mustMove) {
    const again = await findInSquare(search, found.nextSquare, moves - 1, mustMove);
    if (again) return again;
  }
  if (!hasGolfersProportions(found.body)) return null;
  return search.isMeasured ? { ...found, body: await meanWithMirrored(model, found, rgb) } : found;
}

/** The mean of a body and of what the model finds in the mirror image of its square. */
async function meanWithMirrored(model: BodyModel, { body, square }: FoundBody, rgb: Float32Array): Promise<SeenBody> {
  const output = await model.findLandmarks(mirrored(rgb), false);
  if (output.presence < LEAST_PRESENCE) return body;
  return meanOfMirrored(body, foundBody(output, { ...square, isMirrored: true }).body);
}

/**
 * The bodies in a picture, the surest first. Tiles cost thirty more runs of the detector; they are tried only when the
 * whole picture shows no body.
 */
export async function findBodies(search: Search, triesTiles: boolean): Promise<readonly FoundInSquare[]> {
  return findInTiles(search, triesTiles ? [1, 2, 3] : [1]);
}

/** The bodies in the first of these tilings that shows any. */
async function findInTiles(
  search: Search,
  tilings: readonly number[],
  leastScore = 0,
): Promise<readonly FoundInSquare[]> {
  for (const parts of tilings) {
    const detected: DetectedSquare[] = [];
    for (const square of tiles(search.picture, parts)) detected.push(...(await detectIn(search, square)));
    const bodies = await verified(
      search,
      detected.filter(({ score }) => score >= leastScore),
    );
    if (bodies.length > 0) return bodies;
  }
  return [];
}

export interface SearchDepth {
  /** Whether to search tiles when the whole picture shows no body. */
  readonly triesTiles: boolean;
  /** Whether to search tiles for more people after the first are found. */
  readonly isThorough: boolean;
}

/**
 * The bodies in a picture, including those that the detector misses beside a larger one: it often reports only the
 * largest. The found bodies are painted over for that, so the picture cannot be used again.
 */
export async function findAllBodies(search: Search, depth: SearchDepth): Promise<readonly FoundInSquare[]> {
  let bodies = await findBodies(search, depth.triesTiles);
  let found = bodies;
  while (found.length > 0 && bodies.length < MAX_BODIES) {
    for (const { body } of found) search.picture.hide(partAround(body));
    const known = bodies;
    const others = await findInTiles(search, depth.isThorough ? [1, 2] : [1], SURE_SCORE);
    found = others.filter((other) => known.every((body) => !isSameBody(body, other)));
    bodies = [...bodies, ...found].slice(0, MAX_BODIES);
  }
  return bodies;
}

/** Maximum detections of unknown people that are verified in one picture. */
const MAX_STRANGERS = 2;

/**
 * The bodies in a picture beside the known ones: those that the detector reports in the whole picture, else, with the
 * known people painted over, those that it misses beside them. The picture cannot be used again. `hasVerified`: whether a
 * detection was verified at all.
 */
export async function findStrangers(search: Search, known: readonly FoundInSquare[]) {
  const isStranger = ({ square: { center } }: DetectedSquare) =>
    known.every(({ body }) => distancePx(center, middleOfPair(body, 'Hip')) >= SAME_BODY * bodySizePx(body));
  let detected = (await detectInWhole(search)).filter(isStranger);
  if (detected.length === 0 && known.length > 0) {
    for (const { body } of known) search.picture.hide(partAround(body));
    detected = (await detectInWhole(search)).filter((one) => one.score >= SURE_SCORE && isStranger(one));
  }
  const surest = detected.toSorted((a, b) => b.score - a.score).slice(0, MAX_STRANGERS);
  const bodies = await verified(search, surest);
  return {
    strangers: bodies.filter((body) => known.every((one) => !isSameBody(one, body))),
    hasVerified: surest.length > 0,
  };
}

/** Verifies detections with the full model, the surest first, and keeps each body once. */
async function verified(search: Search, detected: readonly DetectedSquare[]): Promise<readonly FoundInSquare[]> {
  const bodies: FoundInSquare[] = [];
  for (const { square } of detected.toSorted((a, b) => b.score - a.score).slice(0, MAX_VERIFIED)) {
    const body = await findInSquare(search, await closerSquare(search, square), 2, MUST_MOVE_AT_FIRST);
    if (body) bodies.push(body);
  }
  const surestFirst = bodies.toSorted((a, b) => meanCertainty(b.body) - meanCertainty(a.body));
  return firstOfSame(surestFirst, isSameBody).slice(0, MAX_BODIES);
}

/** How far a body extends past its joints, in body sizes. */
const FLESH = 0.15;

function partAround(body: SeenBody): Part {
  const marginPx = FLESH * bodySizePx(body);
  const places = JOINTS.map((joint) => body.joints[joint]);
  const [left, right] = [Math.min(...places.map(({ xPx }) => xPx)), Math.max(...places.map(({ xPx }) => xPx))];
  const [top, bottom] = [Math.min(...places.map(({ yPx }) => yPx)), Math.max(...places.map(({ yPx }) => yPx))];
  return {
    leftPx: left - marginPx,
    topPx: top - marginPx,
    widthPx: right - left + 2 * marginPx,
    heightPx: bottom - top + 2 * marginPx,
  };
}

/** Detects in the whole picture and returns the body's square nearest to `square`; null when none is found. */
export async function detectedNear(search: Search, square: TurnedSquare): Promise<TurnedSquare | null> {
  return nearestOf(await detectInWhole(search), square)?.square ?? null;
}

async function detectInWhole(search: Search): Promise<DetectedSquare[]> {
  const [whole] = tiles(search.picture, 1);
  return whole ? await detectIn(search, whole) : [];
}

interface DetectedSquare {
  readonly score: number;
  readonly square: TurnedSquare;
}

async function detectIn({ model, picture }: Search, square: TurnedSquare): Promise<DetectedSquare[]> {
  const output = await model.detect(picture.read(square, DETECTOR_SIDE_PX));
  const place = ({ x, y }: Detection['hips']) => inPicture(square, x / DETECTOR_SIDE_PX, y / DETECTOR_SIDE_PX);
  return detectionsOf(output).map(({ score, hips, rim }) => ({ score, square: squareAround(place(hips), place(rim)) }));
}

/** A square smaller than this share of the picture's longer side is detected again in a part of the picture. */
const SMALL = 0.5;
/** The side of that part, in sides of the square. */
const PART_SIDE = 1.6;
/** The minimum score at which a detection in a part of the picture is used. */
const SURE_SCORE = 0.5;

/**
 * The square as detected in an enlarged part of the picture. The detector often finds only the arms of a golfer who is
 * small in the picture. Tracking would then follow them for many frames.
 */
async function closerSquare(search: Search, square: TurnedSquare): Promise<TurnedSquare> {
  if (square.sidePx > SMALL * longSidePx(search.picture)) return square;
  const part: TurnedSquare = { center: square.center, sidePx: PART_SIDE * square.sidePx, angle: 0 };
  const nearer = (await detectIn(search, part)).filter(({ score }) => score >= SURE_SCORE);
  return nearestOf(nearer, square)?.square ?? square;
}

/** The one whose square is nearest to another. */
export function nearestOf<One extends { readonly square: TurnedSquare }>(ones: readonly One[], square: TurnedSquare) {
  const distance = (one: One) => squareDistance(one.square, square);
  return ones.toSorted((a, b) => distance(a) - distance(b))[0];
}

/** Squares with a side of 1, 1/2 or 1/3 of the picture's longer side; neighbors overlap by half. */
function tiles(picture: Picture, parts: number): TurnedSquare[] {
  const sidePx = longSidePx(picture) / parts;
  const places = (lengthPx: number) => {
    const count = Math.max(1, Math.ceil((lengthPx - sidePx) / (sidePx / 2) - 1e-6) + 1);
    return Array.from({ length: count }, (_, at) =>
      count === 1 ? lengthPx / 2 : sidePx / 2 + (at * (lengthPx - sidePx)) / (count - 1),
    );
  };
  return places(picture.heightPx).flatMap((yPx) =>
    places(picture.widthPx).map((xPx) => ({ center: { xPx, yPx }, sidePx, angle: 0 })),
  );
}

function longSidePx({ widthPx, heightPx }: Picture): number {
  return Math.max(widthPx, heightPx);
}

/** Two bodies whose hips are closer than this, in body sizes, are the same body. */
const SAME_BODY = 0.4;

/** Whether two results show the same body. */
export function isSameBody({ body: a }: FoundBody, { body: b }: FoundBody): boolean {
  const apartPx = distancePx(middleOfPair(a, 'Hip'), middleOfPair(b, 'Hip'));
  return apartPx < SAME_BODY * Math.max(bodySizePx(a), bodySizePx(b));
}
