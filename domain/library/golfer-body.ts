// What a golfer of the library carries of its body, so that nobody has to look for it again: the track and the outlines
// in the same frames. Stored as JSON beside the golfer's video.
import type { BodyTrack } from '#domain/body/body-track.ts';
import { readStoredBodyTrack, type StoredBodyTrack, storedBodyTrack } from '#domain/body/stored-body-track.ts';
import { TIME_TOLERANCE } from '#domain/time.ts';
import type { Clip } from '#domain/video/clip.ts';
import { readStoredSilhouette, type StoredSilhouette } from './stored-silhouette.ts';

/** The version of the stored form. Another version is not read. */
export const STORED_GOLFER_BODY_VERSION = 1;

/** The largest stored body in bytes of JSON. 300 frames with their silhouettes are at most about 1 MB. */
export const MAX_GOLFER_BODY_BYTES = 2_000_000;

/** How far the picture's size may be from the clip's, in pixels: browsers round it in different ways. */
const SIZE_TOLERANCE_PX = 1;

/** A golfer's body in a clip. */
export interface GolferBody {
  readonly track: BodyTrack;
  /** At most one for each frame of the track, in the same order; often none. */
  readonly silhouettes: readonly StoredSilhouette[];
}

/** A golfer's body as plain JSON. */
export interface StoredGolferBody {
  readonly version: typeof STORED_GOLFER_BODY_VERSION;
  readonly track: StoredBodyTrack;
  readonly silhouettes: readonly StoredSilhouette[];
}

/** The stored form of a body. */
export function storedGolferBody({ track, silhouettes }: GolferBody): StoredGolferBody {
  return { version: STORED_GOLFER_BODY_VERSION, track: storedBodyTrack(track), silhouettes };
}

/** The body in a stored form, or null when the value is not one: wrong shape, another version, numbers out of bounds. */
export function readStoredGolferBody(value: unknown): GolferBody | null {
  if (typeof value !== 'object' || value === null) return null;
  const stored = value as Readonly<Record<string, unknown>>;
  const track = readStoredBodyTrack(stored.track);
  if (stored.version !== STORED_GOLFER_BODY_VERSION || !track || !Array.isArray(stored.silhouettes)) return null;
  if (stored.silhouettes.length > track.frames.length) return null;
  const indices = track.frames.map(({ frameIndex }) => frameIndex);
  const silhouettes: StoredSilhouette[] = [];
  let order = -1;
  for (const each of stored.silhouettes) {
    const silhouette = readStoredSilhouette(each);
    const found = silhouette ? indices.indexOf(silhouette.frameIndex, order + 1) : -1;
    if (!silhouette || found === -1) return null;
    order = found;
    silhouettes.push(silhouette);
  }
  return { track, silhouettes };
}

/** Whether a body is that of a clip: the same picture, a golfer in it, and every frame one of the clip's at its time. */
export function isBodyOfClip({ track }: GolferBody, { widthPx, heightPx, frameTimes }: Clip): boolean {
  const isSamePicture =
    Math.abs(track.widthPx - widthPx) <= SIZE_TOLERANCE_PX && Math.abs(track.heightPx - heightPx) <= SIZE_TOLERANCE_PX;
  const isFrame = ({ frameIndex, time }: BodyTrack['frames'][number]) =>
    Math.abs((frameTimes[frameIndex] ?? Number.NaN) - time) <= TIME_TOLERANCE;
  return isSamePicture && track.frames.some(({ body }) => body !== null) && track.frames.every(isFrame);
}
