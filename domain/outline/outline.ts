// The golfer's outline in the frames of a clip, as polygons: read from untrusted JSON, used as a cut-out or drawn as a line; and
// as a small mask, whose edge softens when it is enlarged.
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

/** Canvas pixels per mask pixel: an outline is no more precise than this, and enlarging the mask softens its edge. */
export const MASK_STEP = 4;

/** Sampling lines per row. */
const LINES_PER_ROW = 4;

/** A mask's size, and the scale and shift from polygons to mask pixels. */
interface MaskFrame {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Mask pixels per pixel of the polygons. `scaleY` is above 0; a negative `scaleX` mirrors left to right. */
  readonly scaleX: number;
  readonly scaleY: number;
  /** The polygons' origin, in mask pixels. */
  readonly offsetX: number;
  readonly offsetY: number;
}

/**
 * One byte per pixel, row by row from the top left: 0 outside, 255 inside an odd number of rings, in between along an
 * edge. The number of corners is limited only by memory.
 */
export function outlineMask(rings: readonly Ring[], frame: MaskFrame): Uint8Array {
  const { widthPx, heightPx } = frame;
  const mask = new Uint8Array(widthPx * heightPx);
  const edges = rings.flatMap((ring) => edgesOf(ring, frame));
  const cover = new Float64Array(widthPx);
  for (let row = 0; row < heightPx; row += 1) {
    const across = edges.filter(({ top, bottom }) => top < row + 1 && bottom > row);
    if (across.length === 0) continue;
    cover.fill(0);
    for (let line = 0; line < LINES_PER_ROW; line += 1) {
      const y = row + (line + 0.5) / LINES_PER_ROW;
      const crossings = across
        .filter(({ top, bottom }) => top <= y && bottom > y)
        .map(({ x, top, slope }) => x + (y - top) * slope)
        .sort((a, b) => a - b);
      for (let pair = 0; pair + 1 < crossings.length; pair += 2) {
        addSpan(cover, crossings[pair] ?? 0, crossings[pair + 1] ?? 0);
      }
    }
    for (let column = 0; column < widthPx; column += 1) {
      mask[row * widthPx + column] = Math.round((255 * (cover[column] ?? 0)) / LINES_PER_ROW);
    }
  }
  return mask;
}

/** A non-horizontal edge, from its upper end (`x`, `top`) down to `bottom`. */
interface Edge {
  readonly x: number;
  readonly top: number;
  readonly bottom: number;
  /** Horizontal change per pixel down. */
  readonly slope: number;
}

function edgesOf(ring: Ring, { scaleX, scaleY, offsetX, offsetY }: MaskFrame): Edge[] {
  const edges: Edge[] = [];
  for (let at = 0; at < ring.length; at += 2) {
    const next = (at + 2) % ring.length;
    const [fromX, fromY] = [(ring[at] ?? 0) * scaleX + offsetX, (ring[at + 1] ?? 0) * scaleY + offsetY];
    const [toX, toY] = [(ring[next] ?? 0) * scaleX + offsetX, (ring[next + 1] ?? 0) * scaleY + offsetY];
    if (fromY === toY) continue;
    const slope = (toX - fromX) / (toY - fromY);
    edges.push(fromY < toY ? { x: fromX, top: fromY, bottom: toY, slope } : { x: toX, top: toY, bottom: fromY, slope });
  }
  return edges;
}

/** Adds a span's coverage of each pixel. */
function addSpan(cover: Float64Array, fromX: number, toX: number): void {
  const from = Math.min(Math.max(fromX, 0), cover.length);
  const to = Math.min(Math.max(toX, 0), cover.length);
  for (let column = Math.floor(from); column < to; column += 1) {
    cover[column] = (cover[column] ?? 0) + Math.min(to, column + 1) - Math.max(from, column);
  }
}
