// Makes the outline of one frame from its silhouette: the lines of half coverage, with only the corners that their
// shape needs.
import { contours } from 'd3-contour';
import type { Outline } from '#domain/outline/outline.ts';
import type { Silhouette } from './silhouette-of.ts';

/** Half covered, of 255. */
const EDGE = 127.5;
/** A corner closer than this to the line between its neighbours, in cells, is left out. */
const TOLERANCE = 0.35;
/** The minimum area of a part of the golfer, or of a hole, in cells. */
const LEAST_CELLS = 12;
/** The maximum number of rings; the largest are kept. */
const MOST_RINGS = 8;

type Corner = readonly [x: number, y: number];

/** The outline of a silhouette; it has no rings when no cell is covered. */
export function outlineOf(silhouette: Silhouette): Outline {
  const { frameIndex, time, leftPx, topPx, cellPx, columns, rows, cells } = silhouette;
  const [shape] = contours().size([columns, rows]).thresholds([EDGE])(Array.from(cells));
  const rings = (shape?.coordinates.flat() ?? []) as unknown as Corner[][];
  return {
    frameIndex,
    time,
    rings: rings
      .map((ring) => ({ ring, area: Math.abs(areaOf(ring)) }))
      .filter(({ area }) => area >= LEAST_CELLS)
      .toSorted((a, b) => b.area - a.area)
      .slice(0, MOST_RINGS)
      .map(({ ring }) => simplified(ring).flatMap(([x, y]) => [leftPx + x * cellPx, topPx + y * cellPx]))
      .filter(({ length }) => length >= 6),
  };
}

function areaOf(ring: readonly Corner[]): number {
  return ring.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [x, y];
    return sum + (x * nextY - nextX * y) / 2;
  }, 0);
}

/** Drops the closing corner, which repeats the first, and corners that hardly matter (Douglas and Peucker, 1973). */
function simplified(ring: readonly Corner[]): Corner[] {
  const half = Math.floor(ring.length / 2);
  return [...kept(ring.slice(0, half + 1)), ...kept(ring.slice(half))];
}

/** The significant corners of a line, without the last one. */
function kept(line: readonly Corner[]): Corner[] {
  const [first, last] = [line[0], line.at(-1)];
  if (!first || !last || line.length < 3) return first ? [first] : [];
  let [farthest, distance] = [0, 0];
  for (let at = 1; at < line.length - 1; at++) {
    const away = distanceToLine(line[at] ?? first, first, last);
    if (away > distance) [farthest, distance] = [at, away];
  }
  if (distance <= TOLERANCE) return [first];
  return [...kept(line.slice(0, farthest + 1)), ...kept(line.slice(farthest))];
}

function distanceToLine([x, y]: Corner, [fromX, fromY]: Corner, [toX, toY]: Corner): number {
  const [alongX, alongY] = [toX - fromX, toY - fromY];
  const length = Math.hypot(alongX, alongY);
  if (length === 0) return Math.hypot(x - fromX, y - fromY);
  return Math.abs((x - fromX) * alongY - (y - fromY) * alongX) / length;
}
