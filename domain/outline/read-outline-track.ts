// Reads outlines from JSON that may have been changed by anyone.
import { MAX_TIME } from '#domain/time.ts';
import { makeOutlineTrack, type Outline, type OutlineTrack, type Ring } from './outline.ts';

/** The most outlines of a track. */
export const MAX_OUTLINES = 300;
/** The most corners of all rings of an outline together. */
export const MAX_CORNERS = 1000;
/** The most rings of an outline. */
const MAX_RINGS = 20;
/** The largest side of a picture that is read, in pixels. */
const MAX_SIDE_PX = 16_384;
/** A body may lie partly outside of the picture, but no farther off than one picture. */
const MAX_OUTSIDE = 1;
const LEAST_NUMBERS = 6;

/** The track in a value, or null when it is not one: wrong shape, too much of it, numbers out of bounds or out of order. */
export function readOutlineTrack(value: unknown): OutlineTrack | null {
  if (!isRecord(value)) return null;
  const { widthPx, heightPx, outlines } = value;
  if (!isSide(widthPx) || !isSide(heightPx)) return null;
  if (!Array.isArray(outlines) || outlines.length > MAX_OUTLINES) return null;
  const read: Outline[] = [];
  for (const each of outlines) {
    const outline = outlineOf(each, { widthPx, heightPx });
    const before = read.at(-1);
    if (!outline || (before && (outline.frameIndex <= before.frameIndex || outline.time <= before.time))) return null;
    read.push(outline);
  }
  return makeOutlineTrack({ widthPx, heightPx, outlines: read });
}

interface PictureSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

function outlineOf(value: unknown, size: PictureSize): Outline | null {
  if (!isRecord(value)) return null;
  const { frameIndex, time, rings } = value;
  if (!Number.isSafeInteger(frameIndex) || (frameIndex as number) < 0) return null;
  if (typeof time !== 'number' || !(time >= 0 && time <= MAX_TIME)) return null;
  if (!Array.isArray(rings) || rings.length > MAX_RINGS || !rings.every((ring) => isRing(ring, size))) return null;
  const numbers = rings.reduce((sum: number, ring: Ring) => sum + ring.length, 0);
  return numbers <= 2 * MAX_CORNERS ? { frameIndex: frameIndex as number, time, rings } : null;
}

function isRing(value: unknown, { widthPx, heightPx }: PictureSize): value is Ring {
  if (!Array.isArray(value) || value.length < LEAST_NUMBERS || value.length > 2 * MAX_CORNERS) return false;
  if (value.length % 2 !== 0) return false;
  return value.every((px, index) => isAlong(px, index % 2 === 0 ? widthPx : heightPx));
}

function isAlong(px: unknown, sidePx: number): boolean {
  return typeof px === 'number' && px >= -MAX_OUTSIDE * sidePx && px <= (1 + MAX_OUTSIDE) * sidePx;
}

function isSide(px: unknown): px is number {
  return Number.isSafeInteger(px) && (px as number) >= 1 && (px as number) <= MAX_SIDE_PX;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
