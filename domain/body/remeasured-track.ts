// Merges a second, more exact measurement into a track.
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import { isBesidePosition } from './bodies-at.ts';
import { bodySizePx, distancePx, middleOfPair } from './body-geometry.ts';
import { type BodyTrack, makeBodyTrack, type SeenBody, type SeenFrame, seenFrames } from './body-track.ts';
import { TRACK_PICTURES_PER_SECOND } from './looked-at-frames.ts';

/** Maximum distance between the hips of the same body, seen twice at nearly the same time, in body sizes. People stand farther apart. */
const SAME_BODY = 0.15;

/**
 * The track with the frames of `again`, which was measured beside the marked positions, where both show the same person. They
 * replace the track's own frames beside those positions. Everything else, shafts included, stays.
 */
export function remeasuredTrack(
  track: BodyTrack,
  again: BodyTrack,
  annotations: SwingAnnotations,
  slowMotionFactor = 1,
): BodyTrack {
  const known = seenFrames(track);
  const measured = seenFrames(again).filter((frame) => {
    const near = nearestTo(known, frame.time);
    return near !== undefined && isSameBody(near.body, frame.body);
  });
  const kept = track.frames.filter(({ time }) => {
    const near = nearestTo(measured, time);
    const reach = isBesidePosition(annotations, time, slowMotionFactor)
      ? slowMotionFactor / TRACK_PICTURES_PER_SECOND
      : 0;
    return !near || Math.abs(near.time - time) > reach;
  });
  return makeBodyTrack({ ...track, frames: [...kept, ...measured] });
}

function nearestTo(frames: readonly SeenFrame[], time: number): SeenFrame | undefined {
  return frames.toSorted((a, b) => Math.abs(a.time - time) - Math.abs(b.time - time))[0];
}

function isSameBody(one: SeenBody, other: SeenBody): boolean {
  return distancePx(middleOfPair(one, 'Hip'), middleOfPair(other, 'Hip')) <= SAME_BODY * bodySizePx(one);
}
