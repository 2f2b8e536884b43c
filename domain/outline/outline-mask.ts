// Rasterizes polygons into a small coverage mask. Enlarging the mask smoothly softens the edge.
import type { Ring } from './outline.ts';

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
