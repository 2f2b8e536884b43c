// Drawings outlive a reload, belong to one video, and go with everything else.
import { beforeEach, expect, test } from 'vitest';
import { clearSession } from '#web/swing/comparison-session.ts';
import type { DrawnStroke } from './drawing-history.ts';
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

test('drawings are there again for the same video and for no other', () => {
  storeDrawings('/media/a.mp4', [LINE]);
  expect(storedDrawings('/media/a.mp4')).toEqual([LINE]);
  expect(storedDrawings('/media/b.mp4')).toEqual([]);
  const only = { ...LINE, onlyThisFrame: true };
  storeDrawings('/media/a.mp4', [LINE, only]);
  expect(storedDrawings('/media/a.mp4')).toEqual([LINE, only]);
  storeDrawings('/media/a.mp4', []);
  expect(storedDrawings('/media/a.mp4')).toEqual([]);
});

test('deleting one’s videos deletes the drawings', () => {
  storeDrawings('/media/a.mp4', [LINE]);
  clearSession();
  expect(storedDrawings('/media/a.mp4')).toEqual([]);
});

test.each(['no JSON', '{"videoUrl":"/media/a.mp4","strokes":[{"tool":"line"}]}', '{"videoUrl":"/media/a.mp4"}', '7'])(
  'what makes no sense counts as nothing: %s',
  (text) => {
    sessionStorage.setItem('drawings', text);
    expect(storedDrawings('/media/a.mp4')).toEqual([]);
  },
);
