// Labels on a timeline whose positions lie closer together than the labels are wide.
import { expect, test } from 'vitest';
import { spread } from './stage-timeline.tsx';

test('leaves labels where they are when there is room', () => {
  expect(spread([0, 100, 200], 48, 300)).toEqual([0, 100, 200]);
});

test('moves close labels apart, in order and inside the row', () => {
  for (const lefts of [
    [50, 60, 70],
    [-24, 0, 10],
    [200, 260, 300],
  ]) {
    const placed = spread(lefts, 48, 300);
    expect(placed[0]).toBeGreaterThanOrEqual(0);
    expect((placed[2] ?? 0) + 48).toBeLessThanOrEqual(300);
    expect((placed[1] ?? 0) - (placed[0] ?? 0)).toBeGreaterThanOrEqual(48);
    expect((placed[2] ?? 0) - (placed[1] ?? 0)).toBeGreaterThanOrEqual(48);
  }
});
