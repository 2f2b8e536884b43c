// Tells the golfer from the other people in a clip, by their whole tracks, and whether two tracks follow the same person.
import { bodySizePx, distancePx, medianOf, middleOfPair } from '#domain/body/body-geometry.ts';
import { meanCertainty } from '#domain/body/body-proportions.ts';
import { type BodyTrack, nearestSeen, seenFrames } from '#domain/body/body-track.ts';
import { handsTravel } from '#domain/body/hands-path.ts';
import { handsSwings } from './hands-swings.ts';

/** Weight of a movement that is certainly like a swing, beside the hands' travel. */
const LIKE_A_SWING = 1;
/** Exponent of the body's share of the picture: of two people who swing alike, the larger one is the golfer. */
const BY_SIZE = 0.25;

/**
 * How much speaks for a person being the golfer, 0 or greater: the distance that the hands travel together, more where
 * they travel as in a swing, weighted by the certainty of the body and, slightly, by its size. Comparable between the
 * people of one clip only.
 */
export function golferEvidence(track: BodyTrack): number {
  const seen = seenFrames(track);
  if (seen.length === 0) return 0;
  const certainty = seen.reduce((sum, { body }) => sum + meanCertainty(body), 0) / track.frames.length;
  const share = medianOf(seen.map(({ body }) => bodySizePx(body))) / Math.max(track.widthPx, track.heightPx);
  const likeness = handsSwings(track)[0]?.likeness ?? 0;
  return certainty * handsTravel(track) * (1 + LIKE_A_SWING * likeness) * share ** BY_SIZE;
}

/** Maximum distance between the hips of one person, seen twice at nearly the same time, in body sizes. People stand farther apart. */
const SAME_BODY = 0.15;

/**
 * Whether most bodies of `other` are at the place of `track`'s golfer at that time. False if either track has no body.
 */
export function isSameGolfer(track: BodyTrack, other: BodyTrack): boolean {
  const distances = seenFrames(other).flatMap(({ time, body }) => {
    const near = nearestSeen(track, time)?.body;
    return near ? [distancePx(middleOfPair(near, 'Hip'), middleOfPair(body, 'Hip')) / bodySizePx(near)] : [];
  });
  return distances.length > 0 && medianOf(distances) <= SAME_BODY;
}
