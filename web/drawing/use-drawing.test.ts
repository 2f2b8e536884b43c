// Undo, redo, delete and clear, and what is sent of the strokes.
import { expect, test } from 'vitest';
import type { Point } from '#domain/drawing/drawing.ts';
import { type DrawnStroke, segmentsOf } from './placed-stroke.ts';
import { type DrawingAction, drawingHistory, NO_DRAWINGS } from './use-drawing.ts';

const VIDEO = { widthPx: 1216, heightPx: 1080 };

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

test('undoes and redoes drawings in order', () => {
  expect(places(after(draw(1), draw(2)))).toEqual([1, 2]);
  expect(places(after(draw(1), draw(2), { does: 'undo' }))).toEqual([1]);
  expect(places(after(draw(1), draw(2), { does: 'undo' }, { does: 'undo' }, { does: 'redo' }))).toEqual([1]);
  expect(places(after(draw(1), { does: 'undo' }, { does: 'redo' }, { does: 'redo' }))).toEqual([1]);
});

test('undoes clearing and deleting [S2.23]', () => {
  expect(places(after(draw(1), draw(2), { does: 'clear' }))).toEqual([]);
  expect(places(after(draw(1), draw(2), { does: 'clear' }, { does: 'undo' }))).toEqual([1, 2]);
  expect(places(after(draw(1), draw(2), { does: 'delete', id: 1 }))).toEqual([2]);
  expect(places(after(draw(1), draw(2), { does: 'delete', id: 1 }, { does: 'undo' }))).toEqual([1, 2]);
});

test('changes, undoes and redoes how long a drawing is shown', () => {
  const lasting = ({ strokes }: { strokes: readonly DrawnStroke[] }) => strokes.map((stroke) => stroke.onlyThisFrame);
  const only: DrawingAction = { does: 'last', id: 2, onlyThisFrame: true };
  expect(lasting(after(draw(1), draw(2), only))).toEqual([undefined, true]);
  expect(lasting(after(draw(1), draw(2), only, { does: 'undo' }))).toEqual([undefined, undefined]);
  expect(lasting(after(draw(1), draw(2), only, { does: 'undo' }, { does: 'redo' }))).toEqual([undefined, true]);
  const drawn = after(draw(1), draw(2));
  expect(drawingHistory(drawn, { ...only, onlyThisFrame: false })).toBe(drawn);
  expect(drawingHistory(drawn, { ...only, id: 9 })).toBe(drawn);
});

test('a new stroke discards the redo steps', () => {
  const history = after(draw(1), draw(2), { does: 'undo' }, draw(3));
  expect(places(drawingHistory(history, { does: 'redo' }))).toEqual([1, 3]);
});

test('adds no undo step for an action without effect', () => {
  expect(after({ does: 'undo' }, { does: 'redo' }, { does: 'clear' }, { does: 'delete', id: 7 })).toBe(NO_DRAWINGS);
});

test('gives every stroke a unique id', () => {
  const { strokes } = after(draw(1), draw(2), { does: 'undo' }, draw(3), { does: 'clear' }, draw(4), { does: 'undo' });
  expect(new Set(strokes.map(({ id }) => id)).size).toBe(strokes.length);
});

test('sends a freehand stroke as segments, and a dot as one segment of length 0', () => {
  const pen = { color: '#00ff00', width: 5, timestamp: 0.5 };
  const [a, b, c] = [
    { x: 0, y: 0 },
    { x: 1, y: 1 },
    { x: 2, y: 0 },
  ];
  const sent = (points: readonly Point[], more = {}) =>
    segmentsOf([{ id: 1, tool: 'free', points, ...pen, ...more }], VIDEO, VIDEO);
  expect(sent([a, b, c])).toEqual([
    { from: a, to: b, ...pen },
    { from: b, to: c, ...pen },
  ]);
  expect(sent([b])).toEqual([{ from: b, to: b, ...pen }]);
  expect(sent([b], { onlyThisFrame: false })).toEqual([{ from: b, to: b, ...pen }]);
  expect(sent([b], { onlyThisFrame: true })).toEqual([{ from: b, to: b, ...pen, onlyThisFrame: true }]);
});

test('sends places in pixels of the surface, and widths unchanged', () => {
  const stroke = {
    id: 1,
    tool: 'line',
    points: [{ x: 304, y: 540 }],
    color: '#00ff00',
    width: 3,
    timestamp: 0,
  } as const;
  const [sent] = segmentsOf([stroke], VIDEO, { widthPx: 480, heightPx: 426 });
  expect(sent).toMatchObject({ from: { x: 120, y: 213 }, width: 3 });
});
