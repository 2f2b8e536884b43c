// Finds the club's shaft while it is swung: a thin straight line that begins at the hands and points anywhere.
import { meanOf } from './body-geometry.ts';
import type { PicturePoint } from './body-track.ts';
import { type GrayPicture, lineness } from './gray-picture.ts';
import { SHAFT_LEG_PX, type ShaftLine } from './shaft-line.ts';

/** Where to look for a swung shaft, in pixels of the picture. */
export interface SwungSearch {
  /** The middle between both wrists. */
  readonly hands: PicturePoint;
  /** The length of a leg, from the hips to the ground: the scale of everything. Best {@link SHAFT_LEG_PX}. */
  readonly legPx: number;
  /** The directions in which the shaft may point, in degrees from straight down towards the right: from, to. */
  readonly directions: readonly [from: number, to: number];
  /** Directions from the hands in which there is something else, such as a forearm: in degrees as above. */
  readonly avoided: readonly number[];
}

/** A direction closer than this to an avoided one is not searched, in degrees. */
const AVOIDED_WITHIN = 24;
const COARSE = { degrees: 1.5, aside: 1.5, along: 3 } as const;
const FINE = { degrees: 0.5, aside: 0.75, along: 1 } as const;
/** The shaft passes the middle of the wrists at most this far away, in leg lengths, as all that follow. */
const GRIP_REACH = 0.08;
/**
 * The parts that are searched: hands and grip hide the beginning, at the top the head may hide the first half, and the shortest
 * shaft seen face-on ends at 0.9.
 */
const NEAR = { from: 0.18, to: 0.8 } as const;
const FAR = { from: 0.45, to: 0.95 } as const;
/** The part of either that must lie inside the picture. */
const SHORTEST = 0.32;
/** A line that goes on behind the hands belongs to the background. */
const BEHIND = { from: 0.22, to: 0.6 } as const;
/** Lines this close in direction are the same shaft, in degrees. */
const SAME_DIRECTION = 7;
/** Even without a rival a line this faint is not certain. */
const FAINT_SCORE = 0.25;
const LEAST_CLEAR = 0.3;
const LEAST_SCORE = 0.15;

/**
 * The shaft; null where no line is clear enough. `still` is a picture of the same size in which the club is elsewhere: a line
 * that is in both belongs to the background.
 */
export function findSwungShaft(picture: GrayPicture, still: GrayPicture | null, search: SwungSearch): ShaftLine | null {
  const unit = search.legPx / SHAFT_LEG_PX;
  const [from, to] = search.directions;
  const reach = GRIP_REACH * search.legPx;
  const coarse: Candidate[] = [];
  for (let degrees = from; degrees <= to; degrees += COARSE.degrees) {
    if (search.avoided.some((each) => apart(each, degrees) < AVOIDED_WITHIN)) continue;
    let best: Candidate | null = null;
    for (let aside = -reach; aside <= reach; aside += COARSE.aside * unit) {
      const here = candidateAt(picture, still, search, { degrees, aside, step: COARSE.along * unit });
      if (here && here.score > (best?.score ?? 0)) best = here;
    }
    if (best) coarse.push(best);
  }
  const [first, ...others] = coarse.toSorted((a, b) => b.score - a.score);
  if (!first || first.score < LEAST_SCORE) return null;
  const rival = others.find(({ degrees }) => apart(degrees, first.degrees) > SAME_DIRECTION);
  const certainty = Math.max(0, first.score - (rival?.score ?? 0)) / Math.max(first.score, FAINT_SCORE);
  if (certainty < LEAST_CLEAR) return null;
  let best = first;
  for (let by = -COARSE.degrees; by <= COARSE.degrees; by += FINE.degrees) {
    for (let aside = first.aside - 3 * unit; aside <= first.aside + 3 * unit; aside += FINE.aside * unit) {
      const place = { degrees: first.degrees + by, aside, step: FINE.along * unit };
      const here = candidateAt(picture, still, search, place);
      if (here && here.score > best.score) best = here;
    }
  }
  return { grip: best.grip, end: best.end, certainty };
}

/** The smaller angle between two directions, in degrees. */
export function apart(one: number, other: number): number {
  const turn = Math.abs(one - other) % 360;
  return turn > 180 ? 360 - turn : turn;
}

interface Place {
  readonly degrees: number;
  readonly aside: number;
  readonly step: number;
}

interface Candidate extends Place {
  readonly grip: PicturePoint;
  readonly end: PicturePoint;
  readonly score: number;
}

function candidateAt(
  picture: GrayPicture,
  still: GrayPicture | null,
  { hands, legPx }: SwungSearch,
  place: Place,
): Candidate | null {
  const angle = (place.degrees * Math.PI) / 180;
  const [right, down] = [Math.sin(angle), Math.cos(angle)];
  const across = { x: down, y: -right };
  const grip = { xPx: hands.xPx + place.aside * down, yPx: hands.yPx - place.aside * right };
  const at = (along: number) => ({ xPx: grip.xPx + along * right, yPx: grip.yPx + along * down });
  const isInside = ({ xPx, yPx }: PicturePoint) =>
    xPx >= 0 && yPx >= 0 && xPx <= picture.widthPx - 1 && yPx <= picture.heightPx - 1;
  const clear: number[] = [];
  for (let along = NEAR.from * legPx; along <= FAR.to * legPx && isInside(at(along)); along += place.step) {
    const point = at(along);
    const now = Math.abs(lineness(picture, point, across, legPx));
    const before = still && now > 0 ? Math.abs(lineness(still, point, across, legPx)) : 0;
    clear.push(Math.max(0, now - before));
  }
  const step = place.step / legPx;
  const parts = [NEAR, FAR].flatMap(({ from, to }) => {
    const part = clear.slice(Math.round((from - NEAR.from) / step), Math.round((to - NEAR.from) / step));
    return part.length * step < SHORTEST
      ? []
      : [{ mean: meanOf(part), end: (NEAR.from + clear.length * step) * legPx }];
  });
  const [best] = parts.toSorted((a, b) => b.mean - a.mean);
  if (!best) return null;
  let [behind, behindCount] = [0, 0];
  for (let along = BEHIND.from * legPx; along <= BEHIND.to * legPx; along += 2 * place.step) {
    const point = at(-along);
    behind += isInside(point) ? Math.abs(lineness(picture, point, across, legPx)) : 0;
    behindCount += 1;
  }
  const score = Math.max(0, best.mean - behind / behindCount);
  return { ...place, grip, end: at(best.end), score };
}
