// The lines of each kind of drawing, and clipping them to a picture.
import { expect, test } from 'vitest';
import type { Point } from './drawing.ts';
import { cutLines, degreesAt, shapeLines } from './shapes.ts';

const PEN = { width: 3 };

test.each([
  [{ x: 10, y: 0 }, { x: 0, y: 10 }, 90],
  [{ x: 10, y: 0 }, { x: -10, y: 0.0001 }, 180],
  [{ x: 10, y: 0 }, { x: 10, y: 10 }, 45],
  [{ x: 0, y: -5 }, { x: 0, y: -9 }, 0],
])('measures the angle between %o and %o as %d degrees, in either order', (one, other, degrees) => {
  const corner = { x: 0, y: 0 };
  expect(degreesAt(corner, one, other)).toBeCloseTo(degrees, 2);
  expect(degreesAt(corner, other, one)).toBeCloseTo(degrees, 2);
  expect(degreesAt(corner, corner, other)).toBeNull();
});

test('draws an angle as two arms, an arc and a number with legible lines', () => {
  const [end, corner, other] = [
    { x: 300, y: 200 },
    { x: 200, y: 200 },
    { x: 200, y: 100 },
  ];
  const lines = shapeLines({ kind: 'angle', points: [end, corner, other], width: 12 }, 2);
  expect(lines[0]).toEqual({ points: [end, corner, other], width: 12 });
  expect(lines.slice(1).every(({ width }) => width === 2)).toBe(true);
  // The arc keeps its distance and lies within the angle; "90°" follows it.
  for (const { x, y } of lines[1]?.points ?? []) {
    expect(Math.hypot(x - 200, y - 200)).toBeCloseTo(50, 6);
    expect(x >= 199.99 && y <= 200.01).toBe(true);
  }
  expect(lines.length).toBe(2 + 3);
});

test.each([5, 12, 30, 45, 90, 150, 180])('keeps the number of an angle of %d degrees off its arms', (degrees) => {
  const corner = { x: 200, y: 200 };
  const at = (turn: number, length: number) => ({
    x: corner.x + length * Math.cos((turn * Math.PI) / 180),
    y: corner.y + length * Math.sin((turn * Math.PI) / 180),
  });
  for (const from of [0, 70, -100]) {
    const arms = [at(from, 150), at(from + degrees, 120)];
    const lines = shapeLines({ kind: 'angle', points: [arms[0], corner, arms[1]] as Point[], width: 4 }, 1);
    for (const point of lines.slice(2).flatMap(({ points }) => points)) {
      // A number behind the corner is farther from it than the arms are wide.
      for (const arm of arms) expect(distanceToSegment(point, corner, arm as Point)).toBeGreaterThan(3);
    }
  }
});

function distanceToSegment(point: Point, from: Point, to: Point): number {
  const [x, y] = [to.x - from.x, to.y - from.y];
  const share = Math.min(1, Math.max(0, ((point.x - from.x) * x + (point.y - from.y) * y) / (x * x + y * y)));
  return Math.hypot(point.x - from.x - share * x, point.y - from.y - share * y);
}

test('draws a closed circle around its center, and an arrow that ends at its point', () => {
  const [circle] = shapeLines(
    {
      kind: 'circle',
      points: [
        { x: 50, y: 50 },
        { x: 50, y: 80 },
      ],
      ...PEN,
    },
    1,
  );
  expect(circle?.points.every(({ x, y }) => Math.abs(Math.hypot(x - 50, y - 50) - 30) < 1e-9)).toBe(true);
  expect(circle?.points.at(-1)?.x).toBeCloseTo(circle?.points[0]?.x ?? 0, 9);
  const [, head] = shapeLines(
    {
      kind: 'arrow',
      points: [
        { x: 0, y: 0 },
        { x: 100, y: 0 },
      ],
      ...PEN,
    },
    1,
  );
  expect(head?.points[1]).toEqual({ x: 100, y: 0 });
});

test('clips lines to a rectangle, and joins the segments inside it', () => {
  const rect = { xPx: 0, yPx: 0, widthPx: 100, heightPx: 100 };
  const points = [
    { x: 50, y: 50 },
    { x: 150, y: 50 },
    { x: 150, y: 80 },
    { x: 50, y: 80 },
    { x: 20, y: 80 },
  ];
  const cut = cutLines([{ points, width: 4 }], rect, 1);
  expect(cut.map((line) => line.points)).toEqual([
    [
      { x: 50, y: 50 },
      { x: 98, y: 50 },
    ],
    [
      { x: 98, y: 80 },
      { x: 50, y: 80 },
      { x: 20, y: 80 },
    ],
  ]);
  expect(cutLines([{ points: [{ x: 500, y: 5 }], width: 4 }], rect, 1)).toEqual([]);
});
