// From the pointer's places to a smooth stroke of few points.
import { expect, test } from 'vitest';
import { distance } from '#domain/drawing/shapes.ts';
import { smoothPath, turnedToStep } from './stroke-path.ts';

test('a stroke begins and ends where the pointer did', () => {
  const hand = [
    { x: 3, y: 4 },
    { x: 20, y: 9 },
    { x: 31, y: 30 },
    { x: 60, y: 31 },
  ];
  const path = smoothPath(hand);
  expect(path[0]).toEqual(hand[0]);
  expect(path.at(-1)).toEqual(hand.at(-1));
});

test('one point stays a dot and two stay a line', () => {
  expect(smoothPath([{ x: 1, y: 2 }])).toEqual([{ x: 1, y: 2 }]);
  expect(
    smoothPath([
      { x: 1, y: 2 },
      { x: 5, y: 2 },
    ]),
  ).toHaveLength(2);
});

test('a straight stroke has two points', () => {
  expect(smoothPath(Array.from({ length: 500 }, (_, x) => ({ x, y: 2 * x })))).toHaveLength(2);
});

test('smooths a circle of 24 points: every point stays on the circle and no corner is sharp', () => {
  const at = (turn: number) => ({ x: 200 + 100 * Math.cos(turn), y: 200 + 100 * Math.sin(turn) });
  const path = smoothPath(Array.from({ length: 25 }, (_, index) => at((index / 24) * 2 * Math.PI)));
  for (const point of path) expect(Math.abs(distance(point, { x: 200, y: 200 }) - 100)).toBeLessThan(1.6);
  const turns = path.slice(1, -1).map((point, index) => {
    const [before, next] = [path[index] ?? point, path[index + 2] ?? point];
    const turn = Math.atan2(next.y - point.y, next.x - point.x) - Math.atan2(point.y - before.y, point.x - before.x);
    return Math.abs(Math.atan2(Math.sin(turn), Math.cos(turn)));
  });
  expect(Math.max(...turns)).toBeLessThan(0.25);
  expect(path.length).toBeLessThan(120);
});

test('snaps a line to the nearest 15 degrees and keeps its length', () => {
  expect(turnedToStep({ x: 10, y: 10 }, { x: 110, y: 14 })).toEqual({ x: 110.1, y: 10 });
  const turned = turnedToStep({ x: 0, y: 0 }, { x: 100, y: 95 });
  expect(turned.x).toBeCloseTo(turned.y, 5);
});
