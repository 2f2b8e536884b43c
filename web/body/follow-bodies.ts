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
  type FoundInSquare,
  findAllBodies,
  findBodies,
  findInSquare,
  findStrangers,
  isSameBody,
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
/** Further people are searched for in the first picture and every so many pictures: once a second where five are tracked. */
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
  const done = new Set<number>();
  let [pictures, tileSearches, fruitless] = [0, 0, 0];
  let hasMasks = false;

  async function find(
    finder: (depth: SearchDepth) => Promise<readonly FoundInSquare[]>,
  ): Promise<readonly FoundInSquare[]> {
    const triesTiles = tileSearches < MAX_TILE_SEARCHES;
    const bodies = await finder({ triesTiles, isThorough });
    if (bodies.length === 0 && triesTiles) tileSearches++;
    return bodies;
  }

  /** The person in the next picture: around their last place, else the nearest body found. */
  async function findAgain({ square }: Person, search: Search): Promise<FoundInSquare | null> {
    const found = await findInSquare(search, square, 1);
    if (found && pictures % COMPARED_EVERY !== 0) return found;
    if (found) {
      const elsewhere = await detectedNear(search, found.square);
      if (!elsewhere || squareDistance(elsewhere, found.square) <= ANOTHER_PLACE) return found;
      const other = await findInSquare(search, elsewhere, 1);
      return other && meanCertainty(other.body) > meanCertainty(found.body) ? other : found;
    }
    const others = await find(({ triesTiles }) => findBodies(search, triesTiles));
    const nearest = nearestOf(others, square);
    // With several people in the picture, a stranger must not replace a person who is hidden for a moment.
    return nearest && (people.length === 1 || squareDistance(nearest.square, square) < 1) ? nearest : null;
  }

  function note(person: Person, found: FoundInSquare | null, frame: FrameName, { picture, wantsMask }: Search): void {
    const { scale } = picture;
    person.frames.push({ ...frame, body: found && scaled(found.body, 1 / scale) });
    if (!found) return;
    person.square = found.nextSquare;
    person.squares.push({ time: frame.time, square: found.nextSquare });
    if (wantsMask && found.mask) person.outlines.push(outlineOf(silhouetteOf(found.mask, found.square, scale, frame)));
  }

  /** Adds people who were hidden or missed so far. `known`: those seen in this picture. */
  async function addStrangers(known: readonly FoundInSquare[], frame: FrameName, search: Search): Promise<void> {
    const { strangers, hasVerified } = await findStrangers(search, known);
    if (hasVerified && strangers.length === 0) fruitless++;
    for (const found of strangers) {
      const person = personAt(found.nextSquare);
      if (people.length >= MAX_BODIES) {
        const sizePx = bodySizePx(found.body) / search.picture.scale;
        const replaced = people.find((person) => standsBehind(person, sizePx, size));
        if (!replaced) continue;
        people = people.filter((other) => other !== replaced);
      }
      people.push(person);
      note(person, found, frame, search);
    }
  }

  return {
    track: async (picture: Picture, frame: FrameName, { wantsMask, isMeasured }: Wanted): Promise<void> => {
      const search: Search = { model, picture, wantsMask, isMeasured };
      const isFurther = frame.frameIndex > Math.max(-1, ...done);
      done.add(frame.frameIndex);
      pictures++;
      hasMasks ||= wantsMask;
      if (people.length === 0) {
        const bodies = await find((depth) => findAllBodies(search, depth));
        people = bodies.map(({ nextSquare }) => personAt(nextSquare, before));
        for (const [index, person] of people.entries()) note(person, bodies[index] ?? null, frame, search);
        if (people.length === 0) before.push({ ...frame, body: null });
        return;
      }
      const wanted = people.filter(({ frames }) => frames.every(({ frameIndex }) => frameIndex !== frame.frameIndex));
      const seen: SeenPerson[] = [];
      for (const person of wanted) {
        person.square = squareNear(person, frame.time);
        const { square } = person;
        const found = await findAgain(person, search);
        note(person, found, frame, search);
        if (found) seen.push({ person, found, moved: squareDistance(square, found.square) });
      }
      const repeated = repeatedPeople(seen);
      people = people.filter((person) => !repeated.has(person));
      const known = seen.filter(({ person }) => !repeated.has(person)).map(({ found }) => found);
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
    /** The frames before the golfer was found among the people: they should be tracked again. Ascending. */
    unsought: (): readonly number[] => {
      const person = golferOf(people, size);
      const sought = new Set(person?.frames.map(({ frameIndex }) => frameIndex));
      return person ? [...done].filter((frame) => !sought.has(frame)).sort((a, b) => a - b) : [];
    },
  };
}

/** A person in a picture, and the distance of their square from their last one (see `squareDistance`). */
interface SeenPerson {
  readonly person: Person;
  readonly found: FoundInSquare;
  readonly moved: number;
}

/** The people who are in the same place as somebody else and came there from farther away. */
function repeatedPeople(seen: readonly SeenPerson[]): ReadonlySet<Person> {
  const nearestFirst = seen.toSorted((a, b) => a.moved - b.moved);
  const kept = firstOfSame(nearestFirst, (a, b) => isSameBody(a.found, b.found));
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
