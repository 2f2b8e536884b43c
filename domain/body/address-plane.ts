// The plane of the shaft at address, as golfers draw it on a swing seen down the line.
import { bodyOverTime } from './body-over-time.ts';
import type { BodyTrack, PicturePoint, SeenBody, SeenShaft } from './body-track.ts';
import { cameraView } from './camera-view.ts';
import { shaftSearchOn } from './shaft-line.ts';

/** How far the line goes on past the hands, as a share of its length from the ground to the hands. */
const BEYOND_HANDS = 0.9;

/** The line of the shaft at rest from the ground past the hands, in clip pixels. Null if not down the line, or not found. */
export function addressPlane(track: BodyTrack): readonly [PicturePoint, PicturePoint] | null {
  const shaft = track.shafts?.find(({ at }) => at === 'rest');
  const body = shaft && bodyOverTime(track)(shaft.time);
  if (!body || cameraView([body]) !== 'down-the-line') return null;
  return shaftFromGround(shaft, body, BEYOND_HANDS);
}

/** The line of a shaft at rest from the ground past the hands, by a share of its length from the ground to the hands. */
export function shaftFromGround(
  { grip, end }: SeenShaft,
  body: SeenBody,
  beyondHands: number,
): readonly [PicturePoint, PicturePoint] {
  const { groundYPx } = shaftSearchOn(body);
  const toGround = end.yPx > grip.yPx ? Math.max(1, (groundYPx - grip.yPx) / (end.yPx - grip.yPx)) : 1;
  const along = (share: number) => ({
    xPx: grip.xPx + share * (end.xPx - grip.xPx),
    yPx: grip.yPx + share * (end.yPx - grip.yPx),
  });
  return [along(toGround), along(-beyondHands * toGround)];
}
