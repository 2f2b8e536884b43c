// The drawings of a page: which one is selected after templates were put on the canvas, and the keys.
import { act, fireEvent, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useDrawing } from './use-drawing.ts';

const PLACE = { plan: null, video: null };
const LINE = [
  { x: 0, y: 0 },
  { x: 9, y: 9 },
];

test('selects the last of several templates that were put at once [F42]', () => {
  const { result } = renderHook(() => useDrawing(null));
  act(() => {
    for (const side of ['user', 'pro'] as const) result.current.putTemplate('head', side, LINE, 1, PLACE);
  });
  expect(result.current.strokes.map(({ id }) => id)).toEqual([1, 2]);
  expect(result.current.chosenId).toBe(2);
});

test('undoes and redoes with the keys at the places of Z and Y on a Cyrillic keyboard [F51]', () => {
  const { result } = renderHook(() => useDrawing(null));
  act(() => result.current.putTemplate('head', 'user', LINE, 1, PLACE));
  fireEvent.keyDown(document, { key: 'я', code: 'KeyZ', ctrlKey: true });
  expect(result.current.strokes).toEqual([]);
  fireEvent.keyDown(document, { key: 'н', code: 'KeyY', ctrlKey: true });
  expect(result.current.strokes).toHaveLength(1);
});
