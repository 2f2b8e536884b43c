// Tracks the people of a clip from frame to frame. The golfer is the person whose hands travel most.
import { meanCertainty } from '#domain/body/body-proportions.ts';
import {
  type BodyFrame,
  type BodyTrack,
  JOINTS,
  makeBodyTrack,
  type SeenBody,
  seenFrames,
} from '#domain/body/body-track.ts';
import { handsTravel } from '#domain/body/hands-path.ts';
import { makeOutlineTrack, type Outline, type OutlineTrack } from '#domain/outline/outline.ts';
import {
  detectedNear,
  findAllBodies,
  findBodies,
  isSameBody,
  type Look,
  lookAt,
  type Search,
  type SearchDepth,
} from './find-bodies.ts';
import type { BodyModel } from './model/body-model.ts';
import { squareDistance, type TurnedSquare } from './model/turned-square.ts';
import { outlineOf } from './outline-of.ts';
import type { Picture } from './picture.ts';
import { silhouetteOf } from './silhouette-of.ts';

/** The frame that a picture shows. */
export interface FrameName {
  readonly frameIndex: number;
  readonly time: number;
}

/** The golfer's track and outlines. */
export interface Followed {
  readonly track: BodyTrack;
  /** Null when they were not requested. */
  readonly outlines: OutlineTrack | null;
}

/** Processes pictures in the order of their times. A denser pass starts again from an earlier time. */
export interface Follower {
  readonly look: (picture: Picture, frame: FrameName, wantsOutline: boolean) => Promise<void>;
  /** The golfer so far. */
  readonly golfer: () => Followed;
}

/** A tracked person. */
interface Person {
  /** The square for the next picture. */
  square: TurnedSquare;
  /** The next square after each picture in which the person was seen. */
  readonly squares: { readonly time: number; readonly square: TurnedSquare }[];
  frames: BodyFrame[];
  outlines: Outline[];
}

/** The person's square from the picture nearest in time: in the first pass, the previous picture. */
function squareNear({ squares, square }: Person, time: number): TurnedSquare {
  const nearest = squares.reduce<Person['squares'][number] | null>(
    (best, one) => (best && Math.abs(best.time - time) < Math.abs(one.time - time) ? best : one),
    null,
  );
  return nearest?.square ?? square;
}

/** After this many pictures, each person's place is compared with a detection in the whole picture. */
const COMPARED_EVERY = 25;
/** Detections farther than this from the track (see `squareDistance`) are verified with the full model. */
const ANOTHER_PLACE = 0.35;
/** A search in tiles takes about 0.5 s per picture, so after three of them without a body a clip gets no more. */
const MAX_TILE_SEARCHES = 3;
/**
 * A person is ruled out as the golfer once, after this many pictures, their hands have travelled less than a third as
 * far as someone else's, and those far enough for a swing.
 */
const ENOUGH_PICTURES = 10;
const STANDS_BY = 1 / 3;
const WELL_TRAVELLED = 0.6;

/** The clip's size, and how thoroughly to search it. */
export interface FollowOptions {
  /** The size of the clip's upright picture. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** Whether to search tiles for more people beside those found at once: takes a quarter of a second longer. */
  readonly isThorough: boolean;
}

/** Creates the follower for one clip. */
export function bodyFollower(model: BodyModel, { widthPx, heightPx, isThorough }: FollowOptions): Follower {
  const size: Size = { widthPx, heightPx };
  let people: Person[] = [];
  const before: BodyFrame[] = [];
  let [pictures, tileSearches] = [0, 0];
  let hasMasks = false;

  async function find(finder: (depth: SearchDepth) => Promise<readonly Look[]>): Promise<readonly Look[]> {
    const triesTiles = tileSearches < MAX_TILE_SEARCHES;
    const looks = await finder({ triesTiles, isThorough });
    if (looks.length === 0 && triesTiles) tileSearches++;
    return looks;
  }

  /** The person in the next picture: around their last place, else the nearest body found. */
  async function lookFor({ square }: Person, search: Search): Promise<Look | null> {
    const look = await lookAt(search, square, 1);
    if (look && pictures % COMPARED_EVERY !== 0) return look;
    if (look) {
      const elsewhere = await detectedNear(search, look.square);
      if (!elsewhere || squareDistance(elsewhere, look.square) <= ANOTHER_PLACE) return look;
      const other = await lookAt(search, elsewhere, 1);
      return other && meanCertainty(other.body) > meanCertainty(look.body) ? other : look;
    }
    const [nearest] = (await find(({ triesTiles }) => findBodies(search, triesTiles))).toSorted(
      (a, b) => squareDistance(a.square, square) - squareDistance(b.square, square),
    );
    // With several people in the picture, a stranger must not replace a person who is hidden for a moment.
    return nearest && (people.length === 1 || squareDistance(nearest.square, square) < 1) ? nearest : null;
  }

  function note(person: Person, look: Look | null, frame: FrameName, { picture, wantsMask }: Search): void {
    const { scale } = picture;
    person.frames.push({ ...frame, body: look && scaled(look.body, 1 / scale) });
    if (!look) return;
    person.square = look.nextSquare;
    person.squares.push({ time: frame.time, square: look.nextSquare });
    if (wantsMask && look.mask) person.outlines.push(outlineOf(silhouetteOf(look.mask, look.square, scale, frame)));
  }

  return {
    look: async (picture, frame, wantsMask) => {
      const search: Search = { model, picture, wantsMask };
      pictures++;
      hasMasks ||= wantsMask;
      if (people.length === 0) {
        const looks = await find((depth) => findAllBodies(search, depth));
        people = looks.map(({ nextSquare }) => ({
          square: nextSquare,
          squares: [],
          frames: [...before],
          outlines: [],
        }));
        for (const [index, person] of people.entries()) note(person, looks[index] ?? null, frame, search);
        if (people.length === 0) before.push({ ...frame, body: null });
        return;
      }
      for (const person of people) person.square = squareNear(person, frame.time);
      const looks: (Look | null)[] = [];
      for (const person of people) looks.push(await lookFor(person, search));
      for (const [index, person] of people.entries()) note(person, looks[index] ?? null, frame, search);
      people = people.filter((_, index) => {
        const look = looks[index];
        return !look || looks.slice(0, index).every((other) => !other || !isSameBody(other, look));
      });
      if (pictures >= ENOUGH_PICTURES && people.length > 1) people = withoutBystanders(people, size);
    },
    golfer: () => {
      const [golfer] = people.toSorted((a, b) => travelOf(b, size) - travelOf(a, size));
      return {
        track: makeBodyTrack({ ...size, frames: golfer?.frames ?? before }),
        outlines: hasMasks ? makeOutlineTrack({ ...size, outlines: golfer?.outlines ?? [] }) : null,
      };
    },
  };
}

type Size = Pick<BodyTrack, 'widthPx' | 'heightPx'>;

/** Whether this person was visible long enough to swing and did not: the golfer may be someone else. */
export function standsBy({ track }: Followed): boolean {
  return seenFrames(track).length >= ENOUGH_PICTURES && handsTravel(track) < WELL_TRAVELLED;
}

/** Hands' travel weighted by certainty, so that the jitter of a false detection counts less. */
function travelOf({ frames }: Person, size: Size): number {
  const certainty = frames.reduce((sum, { body }) => sum + (body ? meanCertainty(body) : 0), 0) / frames.length;
  return certainty * handsTravel({ ...size, frames: frames.toSorted((a, b) => a.time - b.time) });
}

function withoutBystanders(people: readonly Person[], size: Size): Person[] {
  const most = Math.max(...people.map((person) => travelOf(person, size)));
  return people.filter((person) => most < WELL_TRAVELLED || travelOf(person, size) >= STANDS_BY * most);
}

/** Converts a body from the pixels of the analysed picture to those of the clip's upright picture. */
function scaled({ certainty, joints }: SeenBody, scale: number): SeenBody {
  const places = JOINTS.map((joint) => {
    const { xPx, yPx, certainty } = joints[joint];
    return [joint, { xPx: xPx * scale, yPx: yPx * scale, certainty }] as const;
  });
  return { certainty, joints: Object.fromEntries(places) as SeenBody['joints'] };
}
