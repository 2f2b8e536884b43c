import { expect, test } from 'vitest';
import { createReportedTimes } from './reported-times.ts';

const still = (mediaTime: number, currentTime: number) => ({ mediaTime, currentTime, isStill: true });
const moving = (mediaTime: number, currentTime: number) => ({ mediaTime, currentTime, isStill: false });

test('an engine that follows the edit list is believed', () => {
  const times = createReportedTimes();
  expect(times.shownTime(still(1, 1.017), 0.5)).toBe(1);
  expect(times.shownTime(moving(1.2, 1.25), 0.5)).toBe(1.2);
});

test('an engine that counts from the start of the media is found out by a still frame, and corrected from then on', () => {
  const times = createReportedTimes();
  expect(times.shownTime(moving(1.1, 0.65), 0.5)).toBe(1.1);
  expect(times.shownTime(still(1.5, 1), 0.5)).toBeCloseTo(1);
  expect(times.shownTime(moving(1.8, 1.32), 0.5)).toBeCloseTo(1.3);
  expect(times.shownTime(moving(0.4, 0.36), 2 / 30)).toBeCloseTo(0.4 - 2 / 30);
});

test('a late frame of before a seek is no proof', () => {
  const times = createReportedTimes();
  expect(times.shownTime(still(1.8, 1.017), 0.5)).toBe(1.8);
  expect(times.shownTime(still(1, 1.017), 0.5)).toBe(1);
});

test('without an edit list, or while it is unknown, nothing is corrected', () => {
  const times = createReportedTimes();
  expect(times.shownTime(still(1.5, 1), null)).toBe(1.5);
  expect(times.shownTime(still(1, 1), 0)).toBe(1);
});
