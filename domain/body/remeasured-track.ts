// Merges a second, more exact measurement into a track.
import { bodySizePx, distancePx, middleOfPair } from './body-geometry.ts';
import { type BodyTrack, makeBodyTrack, type SeenBody } from './body-track.ts';

/** Maximum distance between the hips of the same body, seen twice in one frame, in body sizes. People stand farther apart. */
const SAME_BODY = 0.15;

/**
 * The track with the bodies of `again` in the frames that both have, where both show the same person. Everything else, shafts
 * included, stays.
 */
export function remeasuredTrack(track: BodyTrack, again: BodyTrack): BodyTrack {
  const bodies = new Map(again.frames.map(({ frameIndex, body }) => [frameIndex, body]));
  const frames = track.frames.map((frame) => {
    const body = bodies.get(frame.frameIndex);
    return frame.body && body && isSameBody(frame.body, body) ? { ...frame, body } : frame;
  });
  return makeBodyTrack({ ...track, frames });
}

function isSameBody(one: SeenBody, other: SeenBody): boolean {
  return distancePx(middleOfPair(one, 'Hip'), middleOfPair(other, 'Hip')) <= SAME_BODY * bodySizePx(one);
}
