// Tracks the people of a clip from frame to frame and looks for further people from time to time. The golfer is told from
// the others by their whole tracks.
import { bodySizePx } from '#domain/body/body-geometry.ts';
import { meanCertainty } from '#domain/body/body-proportions.ts';
import { type BodyFrame, type BodyTrack, byJoint, makeBodyTrack, type SeenBody } from '#domain/body/body-track.ts';
import { makeOutlineTrack, type OutlineTrack } from '#domain/outline/outline.ts';
import type { BodyModel } from '#web/body/model/body-model.ts';
import { firstOfSame } from '#web/body/model/model-outputs.ts';
import { squareDistance } from '#web/body/model/turned-square.ts';
import {
  detectedNear,
  findAllBodies,
  findBodies,
  findStrangers,
  isSameBody,
  type Look,
  lookAt,
  MAX_BODIES,
  nearestOf,
  type Search,
  type SearchDepth,
} from './find-bodies.ts';
import { outlineOf, silhouetteOf } from './outline-of.ts';
import {
  golferOf,
  type Person,
  type PictureSize,
  personAt,
  squareNear,
  standsBehind,
  trackOf,
  withoutBystanders,
} from './people.ts';
import type { Picture } from './picture.ts';

export interface FrameName {
  readonly frameIndex: number;
  readonly time: number;
}

export interface Followed {
  readonly track: BodyTrack;
  /** Null when they were not requested. */
  readonly outlines: OutlineTrack | null;
}

type Wanted = Pick<Search, 'wantsMask' | 'isMeasured'>;

/** After this many pictures, each person's place is compared with a detection in the whole picture. */
const COMPARED_EVERY = 25;
/** Detections farther than this from the track (see `squareDistance`) are verified with the full model. */
const ANOTHER_PLACE = 0.35;
/** A search in tiles takes about 0.5 s per picture, so after three of them without a body a clip gets no more. */
const MAX_TILE_SEARCHES = 3;
/** Further people are looked for in the first picture and every so many pictures: once a second where five are looked at. */
const SOUGHT_EVERY = 5;
/**
 * After this many pictures in which new detections turn out not to be people, the search of a clip for more people
 * ends.
 */
const MAX_FRUITLESS = 4;

/** The clip's size, and how thoroughly to search it. */
interface FollowOptions {
  /** The size of the clip's upright picture. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** Whether to search tiles for more people beside those found at once: takes a quarter of a second longer. */
  readonly isThorough: boolean;
}

/** Processes pictures in the order of their times. A denser pass starts again from an earlier time. */
export function bodyFollower(model: BodyModel, { widthPx, heightPx, isThorough }: FollowOptions) {
  const size: PictureSize = { widthPx, heightPx };
  let people: Person[] = [];
  const before: BodyFrame[] = [];
  const looked = new Set<number>();
  let [pictures, tileSearches, fruitless] = [0, 0, 0];
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
    const found = await find(({ triesTiles }) => findBodies(search, triesTiles));
    const nearest = nearestOf(found, square);
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

  /** Adds people who were hidden or missed so far. `known`: those seen in this picture. */
  async function addStrangers(known: readonly Look[], frame: FrameName, search: Search): Promise<void> {
    const { looks, hasLooked } = await findStrangers(search, known);
    if (hasLooked && looks.length === 0) fruitless++;
    for (const look of looks) {
      const person = personAt(look.nextSquare);
      if (people.length >= MAX_BODIES) {
        const sizePx = bodySizePx(look.body) / search.picture.scale;
        const replaced = people.find((person) => standsBehind(person, sizePx, size));
        if (!replaced) continue;
        people = people.filter((other) => other !== replaced);
      }
      people.push(person);
      note(person, look, frame, search);
    }
  }

  return {
    look: async (picture: Picture, frame: FrameName, { wantsMask, isMeasured }: Wanted): Promise<void> => {
      const search: Search = { model, picture, wantsMask, isMeasured };
      const isFurther = frame.frameIndex > Math.max(-1, ...looked);
      looked.add(frame.frameIndex);
      pictures++;
      hasMasks ||= wantsMask;
      if (people.length === 0) {
        const looks = await find((depth) => findAllBodies(search, depth));
        people = looks.map(({ nextSquare }) => personAt(nextSquare, before));
        for (const [index, person] of people.entries()) note(person, looks[index] ?? null, frame, search);
        if (people.length === 0) before.push({ ...frame, body: null });
        return;
      }
      const wanted = people.filter(({ frames }) => frames.every(({ frameIndex }) => frameIndex !== frame.frameIndex));
      const seen: SeenPerson[] = [];
      for (const person of wanted) {
        person.square = squareNear(person, frame.time);
        const { square } = person;
        const look = await lookFor(person, search);
        note(person, look, frame, search);
        if (look) seen.push({ person, look, moved: squareDistance(square, look.square) });
      }
      const repeated = repeatedPeople(seen);
      people = people.filter((person) => !repeated.has(person));
      const known = seen.filter(({ person }) => !repeated.has(person)).map(({ look }) => look);
      if (isFurther && pictures % SOUGHT_EVERY === 0 && fruitless < MAX_FRUITLESS)
        await addStrangers(known, frame, search);
      if (people.length > 1) people = withoutBystanders(people, size);
    },
    golfer: (): Followed => {
      const person = golferOf(people, size);
      return {
        track: makeBodyTrack(trackOf(person ?? { frames: before }, size)),
        outlines: hasMasks ? makeOutlineTrack({ ...size, outlines: person?.outlines ?? [] }) : null,
      };
    },
    /** The frames before the golfer was found among the people: they should be looked at again. Ascending. */
    unsought: (): readonly number[] => {
      const person = golferOf(people, size);
      const sought = new Set(person?.frames.map(({ frameIndex }) => frameIndex));
      return person ? [...looked].filter((frame) => !sought.has(frame)).sort((a, b) => a - b) : [];
    },
  };
}

/** A person in a picture, and the distance of their square from their last one (see `squareDistance`). */
interface SeenPerson {
  readonly person: Person;
  readonly look: Look;
  readonly moved: number;
}

/** The people who are in the same place as somebody else and came there from farther away. */
function repeatedPeople(seen: readonly SeenPerson[]): ReadonlySet<Person> {
  const nearestFirst = seen.toSorted((a, b) => a.moved - b.moved);
  const kept = firstOfSame(nearestFirst, (a, b) => isSameBody(a.look, b.look));
  return new Set(seen.filter((one) => !kept.includes(one)).map(({ person }) => person));
}

/** Converts a body from the pixels of the analyzed picture to those of the clip's upright picture. */
function scaled({ certainty, joints }: SeenBody, scale: number): SeenBody {
  const places = byJoint((joint) => {
    const { xPx, yPx, certainty } = joints[joint];
    return { xPx: xPx * scale, yPx: yPx * scale, certainty };
  });
  return { certainty, joints: places };
}
