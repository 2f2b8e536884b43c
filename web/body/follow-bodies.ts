// Follows the people of a clip from picture to picture and says which of them is the golfer: whose hands travel most.

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

/** Which frame a picture is of. */
export interface FrameName {
  readonly frameIndex: number;
  readonly time: number;
}

/** What was seen of the golfer. */
export interface Followed {
  readonly track: BodyTrack;
  /** Null where they were not wanted. */
  readonly outlines: OutlineTrack | null;
}

/** Looks at one picture after the other, in the order of their times; again from an earlier one on to look more closely. */
export interface Follower {
  readonly look: (picture: Picture, frame: FrameName, wantsOutline: boolean) => Promise<void>;
  /** What has been seen so far. */
  readonly golfer: () => Followed;
}

/** A person who is followed. */
interface Person {
  /** Where they are looked for. */
  square: TurnedSquare;
  /** Where they would have been looked for after each picture in which they were seen. */
  readonly squares: { readonly time: number; readonly square: TurnedSquare }[];
  frames: BodyFrame[];
  outlines: Outline[];
}

/** Where a person was in the picture nearest in time, which on the first way through a clip is the one before. */
function squareNear({ squares, square }: Person, time: number): TurnedSquare {
  const nearest = squares.reduce<Person['squares'][number] | null>(
    (best, one) => (best && Math.abs(best.time - time) < Math.abs(one.time - time) ? best : one),
    null,
  );
  return nearest?.square ?? square;
}

/** Each person's place is compared with the whole picture after so many pictures. */
const COMPARED_EVERY = 25;
/** Farther off than this a detection is a second opinion, looked at closely. */
const ANOTHER_PLACE = 0.35;
/** A clip without people would cost half a second a picture: the tiles are searched in so many of them only. */
const MAX_TILE_SEARCHES = 3;
/** After so many pictures, whose hands travel less than a third of another's, and those well, is not the golfer. */
const ENOUGH_PICTURES = 10;
const STANDS_BY = 1 / 3;
const WELL_TRAVELLED = 0.6;

/** For which clip to follow, and how. */
export interface FollowOptions {
  /** The size of the clip's upright picture. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** Whether people are searched for in tiles too, beside those who are seen at once: takes a quarter of a second longer. */
  readonly isThorough: boolean;
}

/** A follower for one clip. */
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

  /** The person in the next picture: around where they were, else where somebody like them is found. */
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
    // With others in the picture a stranger is not taken for someone who cannot be seen for a moment.
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

/** Whether somebody was seen long enough to swing and did not: the golfer may be someone else. */
export function standsBy({ track }: Followed): boolean {
  return seenFrames(track).length >= ENOUGH_PICTURES && handsTravel(track) < WELL_TRAVELLED;
}

/** What was seen rarely or not surely counts less: the hands of a body that is none tremble. */
function travelOf({ frames }: Person, size: Size): number {
  const certainty = frames.reduce((sum, { body }) => sum + (body ? meanCertainty(body) : 0), 0) / frames.length;
  return certainty * handsTravel({ ...size, frames: frames.toSorted((a, b) => a.time - b.time) });
}

function withoutBystanders(people: readonly Person[], size: Size): Person[] {
  const most = Math.max(...people.map((person) => travelOf(person, size)));
  return people.filter((person) => most < WELL_TRAVELLED || travelOf(person, size) >= STANDS_BY * most);
}

/** A body measured in the clip's upright picture instead of the one that was looked at. */
function scaled({ certainty, joints }: SeenBody, scale: number): SeenBody {
  const places = JOINTS.map((joint) => {
    const { xPx, yPx, certainty } = joints[joint];
    return [joint, { xPx: xPx * scale, yPx: yPx * scale, certainty }] as const;
  });
  return { certainty, joints: Object.fromEntries(places) as SeenBody['joints'] };
}
