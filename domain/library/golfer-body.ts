// A library golfer's stored body, so that browsers need not detect it: the track, and the outlines in the same frames.
// Stored as JSON beside the golfer's video.
import { readStoredBodyTrack, type StoredBodyTrack, storedBodyTrack } from '#domain/body/stored-body-track.ts';
import type { BodyFacts } from '#domain/comparison/comparison-plan.ts';
import { type OutlineTrack, readOutlineTrack } from '#domain/outline/outline.ts';
import { TIME_TOLERANCE } from '#domain/time.ts';
import type { Clip } from '#domain/video/clip.ts';

/** The version of the stored form. Another version is not read. */
const STORED_GOLFER_BODY_VERSION = 1;

/** Maximum size of a stored body in bytes of JSON. 300 frames with outlines take about 1 MB. */
export const MAX_GOLFER_BODY_BYTES = 2_000_000;

/** Tolerance between the picture's size and the clip's, in pixels: browsers round it differently. */
const SIZE_TOLERANCE_PX = 1;

/** A golfer's body as plain JSON. */
export interface StoredGolferBody {
  readonly version: typeof STORED_GOLFER_BODY_VERSION;
  readonly track: StoredBodyTrack;
  /** Null where they are unknown. */
  readonly outlines: OutlineTrack | null;
}

/** The stored form of a body. */
export function storedGolferBody({ track, outlines }: BodyFacts): StoredGolferBody {
  return { version: STORED_GOLFER_BODY_VERSION, track: storedBodyTrack(track), outlines };
}

/** Parses a stored body. Null for a wrong shape, another version, numbers out of bounds, or outlines of another picture. */
export function readStoredGolferBody(value: unknown): BodyFacts | null {
  if (typeof value !== 'object' || value === null) return null;
  const stored = value as Readonly<Record<string, unknown>>;
  const track = readStoredBodyTrack(stored.track);
  if (stored.version !== STORED_GOLFER_BODY_VERSION || !track) return null;
  if (stored.outlines === null) return { track, outlines: null };
  const outlines = readOutlineTrack(stored.outlines);
  if (outlines?.widthPx !== track.widthPx || outlines.heightPx !== track.heightPx) return null;
  return { track, outlines };
}

/** Whether a body matches a clip: same picture size, at least one detected body, and the clip's frame times. */
export function isBodyOfClip({ track, outlines }: BodyFacts, { widthPx, heightPx, frameTimes }: Clip): boolean {
  const isSamePicture =
    Math.abs(track.widthPx - widthPx) <= SIZE_TOLERANCE_PX && Math.abs(track.heightPx - heightPx) <= SIZE_TOLERANCE_PX;
  const isFrame = ({ frameIndex, time }: { readonly frameIndex: number; readonly time: number }) =>
    Math.abs((frameTimes[frameIndex] ?? Number.NaN) - time) <= TIME_TOLERANCE;
  return (
    isSamePicture &&
    track.frames.some(({ body }) => body !== null) &&
    [...track.frames, ...(outlines?.outlines ?? [])].every(isFrame)
  );
}
