// The golfer's outline in the frames of a clip, as polygons: read from untrusted JSON, used as a cut-out or drawn as a line.

import { isAlong, isFrame, isRecord, isSide, type PictureSize, readFrames } from '#domain/body/read-track.ts';
import { TIME_TOLERANCE } from '#domain/time.ts';
import { usualDistance } from '#domain/video/frame-times.ts';

/** A closed polygon: x and y alternately, in pixels of the clip's upright picture, rounded to half a pixel. At least three corners. */
export type Ring = readonly number[];

/** The golfer's outline in one frame. */
export interface Outline {
  /** The frame's index in the clip's frame table, 0 or greater. */
  readonly frameIndex: number;
  /** The frame's time in seconds on the clip's shown timeline. */
  readonly time: number;
  /** Points inside an odd number of rings are the golfer: a ring inside another is a hole, as between arms and body. */
  readonly rings: readonly Ring[];
}

/** The golfer's outlines in the sampled frames of a clip. Frozen plain JSON. */
export interface OutlineTrack {
  /** The width of the clip's upright picture in pixels, the unit of all points. A whole number above 0. */
  readonly widthPx: number;
  /** The height of the clip's upright picture in pixels. A whole number above 0. */
  readonly heightPx: number;
  /** Ascending in index and time; not every frame of the clip. */
  readonly outlines: readonly Outline[];
}

/** Corner coordinates are rounded to multiples of this, in pixels. */
const RING_STEP_PX = 0.5;

/** Freezes a track with all its parts, puts its outlines in order and rounds their corners. */
export function makeOutlineTrack({ widthPx, heightPx, outlines }: OutlineTrack): OutlineTrack {
  const frozen = outlines
    .toSorted((a, b) => a.frameIndex - b.frameIndex)
    .map(({ frameIndex, time, rings }) =>
      Object.freeze({ frameIndex, time, rings: Object.freeze(rings.map((ring) => Object.freeze(ring.map(rounded)))) }),
    );
  return Object.freeze({ widthPx, heightPx, outlines: Object.freeze(frozen) });
}

/** Maximum time from an outline at which it is still used, as a share of the outlines' usual distance. */
const STANDS_FOR = 0.75;

/**
 * The outline nearest to a time in seconds on the clip's shown timeline. Before the first and after the last outline
 * those two apply, because the golfer stands still there. Null where none is near, and without outlines.
 */
export function outlineOverTime({ outlines }: OutlineTrack): (time: number) => Outline | null {
  const most = STANDS_FOR * usualDistance(outlines.map(({ time }) => time)) + TIME_TOLERANCE;
  return (time) => {
    const next = outlines.findIndex((outline) => outline.time >= time);
    const [before, after] = next === -1 ? [outlines.at(-1)] : [outlines[next - 1], outlines[next]];
    if (!before || !after) return before ?? after ?? null;
    const nearest = time - before.time < after.time - time ? before : after;
    return Math.abs(nearest.time - time) <= most ? nearest : null;
  };
}

function rounded(px: number): number {
  return Math.round(px / RING_STEP_PX) * RING_STEP_PX;
}

/** Maximum outlines in a track. */
export const MAX_OUTLINES = 300;
/** Maximum corners of all rings of an outline together. */
export const MAX_CORNERS = 1000;
const MAX_RINGS = 20;
const LEAST_NUMBERS = 6;

/** Parses an outline track. Null for a wrong shape, an excessive size, or numbers out of bounds or out of order. */
export function readOutlineTrack(value: unknown): OutlineTrack | null {
  if (!isRecord(value)) return null;
  const { widthPx, heightPx, outlines } = value;
  if (!isSide(widthPx) || !isSide(heightPx)) return null;
  const read = readFrames(outlines, MAX_OUTLINES, (outline) => outlineOf(outline, { widthPx, heightPx }));
  return read && makeOutlineTrack({ widthPx, heightPx, outlines: read });
}

function outlineOf(value: unknown, size: PictureSize): Outline | null {
  if (!isRecord(value) || !isFrame(value)) return null;
  const { frameIndex, time, rings } = value;
  if (!Array.isArray(rings) || rings.length > MAX_RINGS || !rings.every((ring) => isRing(ring, size))) return null;
  const numbers = rings.reduce((sum: number, ring: Ring) => sum + ring.length, 0);
  return numbers <= 2 * MAX_CORNERS ? { frameIndex, time, rings } : null;
}

function isRing(value: unknown, { widthPx, heightPx }: PictureSize): value is Ring {
  if (!Array.isArray(value) || value.length < LEAST_NUMBERS || value.length > 2 * MAX_CORNERS) return false;
  if (value.length % 2 !== 0) return false;
  return value.every((px, index) => isAlong(px, index % 2 === 0 ? widthPx : heightPx));
}
