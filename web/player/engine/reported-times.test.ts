import { expect, test } from 'vitest';
import { reportedTimes } from './video-store.ts';

const still = (mediaTime: number, currentTime: number) => ({ mediaTime, currentTime, isStill: true });
const moving = (mediaTime: number, currentTime: number) => ({ mediaTime, currentTime, isStill: false });

test('trusts an engine that follows the edit list', () => {
  const shownTime = reportedTimes();
  expect(shownTime(still(1, 1.017), 0.5)).toBe(1);
  expect(shownTime(moving(1.2, 1.25), 0.5)).toBe(1.2);
});

test('detects by a still frame an engine that counts from the start of the media, and corrects it from then on', () => {
  const shownTime = reportedTimes();
  expect(shownTime(moving(1.1, 0.65), 0.5)).toBe(1.1);
  expect(shownTime(still(1.5, 1), 0.5)).toBeCloseTo(1);
  expect(shownTime(moving(1.8, 1.32), 0.5)).toBeCloseTo(1.3);
  expect(shownTime(moving(0.4, 0.36), 2 / 30)).toBeCloseTo(0.4 - 2 / 30);
});

test('ignores a late frame from before a seek', () => {
  const shownTime = reportedTimes();
  expect(shownTime(still(1.8, 1.017), 0.5)).toBe(1.8);
  expect(shownTime(still(1, 1.017), 0.5)).toBe(1);
});

test('corrects nothing without an edit list, or while it is unknown', () => {
  const shownTime = reportedTimes();
  expect(shownTime(still(1.5, 1), null)).toBe(1.5);
  expect(shownTime(still(1, 1), 0)).toBe(1);
});
