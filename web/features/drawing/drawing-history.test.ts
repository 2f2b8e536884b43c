// Undo, redo, delete and clear, and what is sent of the strokes.
import { expect, test } from 'vitest';
import { type DrawingAction, type DrawnStroke, drawingHistory, NO_DRAWINGS, segmentsOf } from './drawing-history.ts';

const draw = (x: number): DrawingAction => ({
  does: 'draw',
  stroke: {
    tool: 'line',
    points: [
      { x, y: 0 },
      { x, y: 9 },
    ],
    color: '#ff0000',
    width: 3,
    timestamp: 1.2,
  },
});
const after = (...actions: DrawingAction[]) => actions.reduce(drawingHistory, NO_DRAWINGS);
const places = ({ strokes }: { strokes: readonly DrawnStroke[] }) => strokes.map(({ points }) => points[0]?.x);

test('what was drawn is undone and done again in order', () => {
  expect(places(after(draw(1), draw(2)))).toEqual([1, 2]);
  expect(places(after(draw(1), draw(2), { does: 'undo' }))).toEqual([1]);
  expect(places(after(draw(1), draw(2), { does: 'undo' }, { does: 'undo' }, { does: 'redo' }))).toEqual([1]);
  expect(places(after(draw(1), { does: 'undo' }, { does: 'redo' }, { does: 'redo' }))).toEqual([1]);
});

test('clearing and deleting are undone like drawing', () => {
  expect(places(after(draw(1), draw(2), { does: 'clear' }))).toEqual([]);
  expect(places(after(draw(1), draw(2), { does: 'clear' }, { does: 'undo' }))).toEqual([1, 2]);
  expect(places(after(draw(1), draw(2), { does: 'delete', id: 1 }))).toEqual([2]);
  expect(places(after(draw(1), draw(2), { does: 'delete', id: 1 }, { does: 'undo' }))).toEqual([1, 2]);
});

test('a new stroke ends what could be done again', () => {
  const history = after(draw(1), draw(2), { does: 'undo' }, draw(3));
  expect(places(drawingHistory(history, { does: 'redo' }))).toEqual([1, 3]);
});

test('what changes nothing is no step to undo', () => {
  expect(after({ does: 'undo' }, { does: 'redo' }, { does: 'clear' }, { does: 'delete', id: 7 })).toBe(NO_DRAWINGS);
});

test('no two strokes ever have the same id', () => {
  const { strokes } = after(draw(1), draw(2), { does: 'undo' }, draw(3), { does: 'clear' }, draw(4), { does: 'undo' });
  expect(new Set(strokes.map(({ id }) => id)).size).toBe(strokes.length);
});

test('a free stroke is sent as its segments, a dot as one of no length', () => {
  const pen = { color: '#00ff00', width: 5, timestamp: 0.5 };
  const [a, b, c] = [
    { x: 0, y: 0 },
    { x: 1, y: 1 },
    { x: 2, y: 0 },
  ];
  expect(segmentsOf([{ id: 1, tool: 'free', points: [a, b, c], ...pen }])).toEqual([
    { from: a, to: b, ...pen },
    { from: b, to: c, ...pen },
  ]);
  expect(segmentsOf([{ id: 1, tool: 'free', points: [b], ...pen }])).toEqual([{ from: b, to: b, ...pen }]);
});
