// Whether two tracks of one clip follow the same person.
import { bodySizePx, distancePx, medianOf, middleOfPair } from './body-geometry.ts';
import { type BodyTrack, nearestSeen, seenFrames } from './body-track.ts';

/** Maximum distance between the hips of one person, seen twice at nearly the same time, in body sizes. People stand farther apart. */
const SAME_BODY = 0.15;

/** Whether most bodies of `other` are where `track` has its golfer at that time. False if either track has no body. */
export function isSameGolfer(track: BodyTrack, other: BodyTrack): boolean {
  const distances = seenFrames(other).flatMap(({ time, body }) => {
    const near = nearestSeen(track, time)?.body;
    return near ? [distancePx(middleOfPair(near, 'Hip'), middleOfPair(body, 'Hip')) / bodySizePx(near)] : [];
  });
  return distances.length > 0 && medianOf(distances) <= SAME_BODY;
}
