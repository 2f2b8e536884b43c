// Whether two tracks of one clip follow the same person.
import { bodySizePx, distancePx, medianOf, middleOfPair } from './body-geometry.ts';
import { type BodyTrack, type SeenFrame, seenFrames } from './body-track.ts';

/** Maximum distance between the hips of one person, seen twice at nearly the same time, in body sizes. People stand farther apart. */
const SAME_BODY = 0.15;

/** Whether the bodies of `other` are, for the most part, where `track` has its golfer at that time. False where either is empty. */
export function isSameGolfer(track: BodyTrack, other: BodyTrack): boolean {
  const known = seenFrames(track);
  const distances = seenFrames(other).flatMap((frame) => {
    const near = nearestTo(known, frame.time);
    if (!near) return [];
    const [here, there] = [near.body, frame.body].map((body) => middleOfPair(body, 'Hip'));
    return here && there ? [distancePx(here, there) / bodySizePx(near.body)] : [];
  });
  return distances.length > 0 && medianOf(distances) <= SAME_BODY;
}

function nearestTo(frames: readonly SeenFrame[], time: number): SeenFrame | undefined {
  return frames.toSorted((a, b) => Math.abs(a.time - time) - Math.abs(b.time - time))[0];
}
