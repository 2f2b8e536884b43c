import { expect, test } from 'vitest';
import type { GolferCard } from '#contract/golfers.ts';
import { GOLFER_CARD } from '#tests/web/golfer-card.ts';
import { demoGolfer } from './demo-flow.ts';

const GOLFER: GolferCard = { ...GOLFER_CARD, club: 'Driver', view: 'down-the-line', hand: 'right' };

test('compares the sample with a golfer of the same camera angle and club', () => {
  const iron: GolferCard = { ...GOLFER, id: 2, name: '7 iron, face-on', club: '7 iron', view: 'face-on' };
  const driver: GolferCard = { ...GOLFER, id: 3, name: 'Driver, face-on', view: 'face-on' };
  expect(demoGolfer([GOLFER, iron, driver])).toBe(driver);
  expect(demoGolfer([GOLFER, iron])).toBe(iron);
  expect(demoGolfer([])).toBeNull();
});
