// Drawings outlive a reload, belong to one comparison, and go with everything else.
import { beforeEach, expect, test } from 'vitest';
import { clearSession } from '#web/clip/comparison-session.ts';
import type { DrawnStroke } from './placed-stroke.ts';
import { storeDrawings, storedDrawings } from './stored-drawings.ts';

const LINE: DrawnStroke = {
  id: 4,
  tool: 'line',
  points: [
    { x: 1, y: 2 },
    { x: 3, y: 4 },
  ],
  color: '#ff0000',
  width: 3,
  timestamp: 1.2,
};

beforeEach(() => sessionStorage.clear());

test('restores drawings for the same comparison only', () => {
  storeDrawings('clip a', [LINE]);
  expect(storedDrawings('clip a')).toEqual([LINE]);
  expect(storedDrawings('clip b')).toEqual([]);
  const only = { ...LINE, onlyThisFrame: true };
  storeDrawings('clip a', [LINE, only]);
  expect(storedDrawings('clip a')).toEqual([LINE, only]);
  storeDrawings('clip a', []);
  expect(storedDrawings('clip a')).toEqual([]);
});

test('deletes the drawings with the videos', () => {
  storeDrawings('clip a', [LINE]);
  clearSession();
  expect(storedDrawings('clip a')).toEqual([]);
});

test.each(['no JSON', '{"comparison":"clip a","strokes":[{"tool":"line"}]}', '{"comparison":"clip a"}', '7'])(
  'ignores invalid values: %s',
  (text) => {
    sessionStorage.setItem('drawings', text);
    expect(storedDrawings('clip a')).toEqual([]);
  },
);
