import { expect, test } from 'vitest';
import type { GolferCard } from '#contract/golfers.ts';
import { demoGolfer } from './demo-flow.ts';

const GOLFER: GolferCard = {
  ...{ id: 1, name: 'Driver, down the line', thumbnailUrl: null, majorChampionships: 0, club: 'Driver', height: null },
  ...{ level: null, tag: null, view: 'down-the-line', hand: 'right', videoUrl: '/1.mp4', tempo: null, bodyUrl: null },
};

test('compares the sample with a golfer of the same camera angle and club', () => {
  const iron: GolferCard = { ...GOLFER, id: 2, name: '7 iron, face-on', club: '7 iron', view: 'face-on' };
  const driver: GolferCard = { ...GOLFER, id: 3, name: 'Driver, face-on', view: 'face-on' };
  expect(demoGolfer([GOLFER, iron, driver])).toBe(driver);
  expect(demoGolfer([GOLFER, iron])).toBe(iron);
  expect(demoGolfer([])).toBeNull();
});
