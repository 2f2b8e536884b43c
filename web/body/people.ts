// The people tracked in a clip, and which of them is the golfer.
import { bodySizePx } from '#domain/body/body-geometry.ts';
import { type BodyFrame, type BodyTrack, seenFrames } from '#domain/body/body-track.ts';
import { handsTravel } from '#domain/body/hands-path.ts';
import { golferEvidence } from '#domain/moments/golfer-evidence.ts';
import type { Outline } from '#domain/outline/outline.ts';
import type { TurnedSquare } from '#web/body/model/turned-square.ts';

export interface Person {
  /** The square for the next picture. */
  square: TurnedSquare;
  /** The next square after each picture in which the person was seen. */
  readonly squares: { readonly time: number; readonly square: TurnedSquare }[];
  /** In the order in which they were looked at. */
  readonly frames: BodyFrame[];
  readonly outlines: Outline[];
}

/** The size of a clip's upright picture in pixels. */
export type PictureSize = Pick<BodyTrack, 'widthPx' | 'heightPx'>;

/** A person at a square. `before`: the frames in which nobody was seen yet. */
export function personAt(square: TurnedSquare, before: readonly BodyFrame[] = []): Person {
  return { square, squares: [], frames: [...before], outlines: [] };
}

/** The person's square from the picture nearest in time: in the first pass, the previous picture. */
export function squareNear({ squares, square }: Person, time: number): TurnedSquare {
  const nearest = squares.reduce<Person['squares'][number] | null>(
    (best, one) => (best && Math.abs(best.time - time) < Math.abs(one.time - time) ? best : one),
    null,
  );
  return nearest?.square ?? square;
}

export function trackOf({ frames }: Pick<Person, 'frames'>, size: PictureSize): BodyTrack {
  return { ...size, frames: frames.toSorted((a, b) => a.frameIndex - b.frameIndex) };
}

/**
 * A person is ruled out as the golfer once, after this many pictures, they have less than a third of the evidence of
 * someone else whose hands have traveled far enough for a full swing.
 */
const ENOUGH_PICTURES = 10;
const STANDS_BY = 1 / 3;
const CERTAIN_TRAVEL = 1.2;
/** The distance that hands travel in a short stroke. */
const WELL_TRAVELED = 0.6;
/** A bystander makes room for someone new who is larger: smaller than this share of their size. */
const CLEARLY_SMALLER = 0.8;

/** The person with the most evidence; undefined without people. */
export function golferOf<One extends Pick<Person, 'frames'>>(
  people: readonly One[],
  size: PictureSize,
): One | undefined {
  const evidence = people.map((person) => golferEvidence(trackOf(person, size)));
  return people[evidence.indexOf(Math.max(...evidence))];
}

/** The people who may still be the golfer: everybody until someone surely swings. */
export function withoutBystanders<One extends Pick<Person, 'frames'>>(
  people: readonly One[],
  size: PictureSize,
): One[] {
  const evidence = people.map((person) => golferEvidence(trackOf(person, size)));
  const most = Math.max(...evidence);
  const leader = people[evidence.indexOf(most)];
  const isSure = leader && handsTravel(trackOf(leader, size)) >= CERTAIN_TRAVEL;
  return people.filter(
    ({ frames }, index) => !isSure || frames.length < ENOUGH_PICTURES || (evidence[index] ?? 0) >= STANDS_BY * most,
  );
}

/** Whether this person did not swing so far and is clearly smaller than someone new. */
export function standsBehind(person: Pick<Person, 'frames'>, newSizePx: number, size: PictureSize): boolean {
  const track = trackOf(person, size);
  const last = seenFrames(track).at(-1);
  return handsTravel(track) < WELL_TRAVELED && (!last || bodySizePx(last.body) < CLEARLY_SMALLER * newSizePx);
}

/** Whether this person was visible long enough to swing and did not: the golfer may be someone else. */
export function standsBy(track: BodyTrack): boolean {
  return seenFrames(track).length >= ENOUGH_PICTURES && handsTravel(track) < WELL_TRAVELED;
}
