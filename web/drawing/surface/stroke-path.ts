// Turns pointer positions into the smoothed, simplified points of a stroke. All points are in pixels of one surface.
import type { Point } from '#domain/drawing/drawing.ts';
import { distance } from '#domain/drawing/shapes.ts';

/** Length of a curve's segments, in pixels. */
const PIECE_PX = 4;
const MAX_SEGMENTS = 12;
/** Points closer than this to the line between their neighbors are removed, in pixels. */
const UNSEEN_PX = 0.25;

/** Smooths a line drawn by hand: a curve through the midpoints, from the first point to the last. */
export function smoothPath(points: readonly Point[]): readonly Point[] {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last || points.length < 3) return points.map(tenths);
  const curve = [first];
  let from = first;
  for (let index = 1; index < points.length - 1; index++) {
    const corner = points[index] ?? last;
    const to = index === points.length - 2 ? last : middle(corner, points[index + 1] ?? last);
    curve.push(...bend(from, corner, to));
    from = to;
  }
  return withoutUnseen(curve).map(tenths);
}

/** The end of a line after it is turned to the nearest multiple of 15 degrees. Its length is kept. */
export function turnedToStep(from: Point, to: Point): Point {
  const step = Math.PI / 12;
  const angle = Math.round(Math.atan2(to.y - from.y, to.x - from.x) / step) * step;
  const length = distance(from, to);
  return tenths({ x: from.x + Math.cos(angle) * length, y: from.y + Math.sin(angle) * length });
}

/** The distance of a point from the straight line between two others, its ends included. */
export function distanceToLine(point: Point, a: Point, b: Point): number {
  const length = distance(a, b);
  if (length === 0) return distance(point, a);
  const share = ((point.x - a.x) * (b.x - a.x) + (point.y - a.y) * (b.y - a.y)) / length ** 2;
  const inside = Math.min(Math.max(share, 0), 1);
  return distance(point, { x: a.x + (b.x - a.x) * inside, y: a.y + (b.y - a.y) * inside });
}

/** A point rounded to a tenth of a pixel, which keeps the request small. */
export function tenths({ x, y }: Point): Point {
  return { x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 };
}

function bend(from: Point, corner: Point, to: Point): Point[] {
  const length = distance(from, corner) + distance(corner, to);
  const pieces = Math.min(MAX_SEGMENTS, Math.max(1, Math.ceil(length / PIECE_PX)));
  return Array.from({ length: pieces }, (_, index) => {
    const t = (index + 1) / pieces;
    const along = (a: number, b: number, c: number) => (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t ** 2 * c;
    return { x: along(from.x, corner.x, to.x), y: along(from.y, corner.y, to.y) };
  });
}

/** Ramer–Douglas–Peucker: keeps only the point of each run farthest from its chord, if it is visibly off the chord. */
function withoutUnseen(points: readonly Point[]): Point[] {
  const keep = new Set([0, points.length - 1]);
  const runs: [number, number][] = [[0, points.length - 1]];
  for (let run = runs.pop(); run; run = runs.pop()) {
    const [start, end] = run;
    let farthest = 0;
    let farthestPx = UNSEEN_PX;
    for (let index = start + 1; index < end; index++) {
      const offPx = offChord(points, index, start, end);
      if (offPx > farthestPx) [farthest, farthestPx] = [index, offPx];
    }
    if (farthest === 0) continue;
    keep.add(farthest);
    runs.push([start, farthest], [farthest, end]);
  }
  return points.filter((_, index) => keep.has(index));
}

function offChord(points: readonly Point[], index: number, start: number, end: number): number {
  const [point, a, b] = [points[index], points[start], points[end]];
  return point && a && b ? distanceToLine(point, a, b) : 0;
}

function middle(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}
