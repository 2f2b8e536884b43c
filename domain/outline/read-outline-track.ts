// Reads outlines from untrusted JSON.
import { isAlong, isFrame, isRecord, isSide, type PictureSize, readFrames } from '#domain/body/read-track.ts';
import { makeOutlineTrack, type Outline, type OutlineTrack, type Ring } from './outline.ts';

/** Maximum outlines in a track. */
export const MAX_OUTLINES = 300;
/** Maximum corners of all rings of an outline together. */
export const MAX_CORNERS = 1000;
/** Maximum rings of an outline. */
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
