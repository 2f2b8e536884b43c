// When a backup is due, and which ones are kept.
import { expect, test } from 'vitest';
import { isBackupDue, keptBackups } from './kept-backups.ts';

const HOUR = 3600_000;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 10, 29, 12);
const NIGHT = Date.UTC(2026, 10, 29, 3);

test('of two years of nights, seven days and four weeks are kept', () => {
  const nights = Array.from({ length: 730 }, (_, day) => NIGHT - day * DAY);
  const kept = [...keptBackups(nights, NOW)].sort((a, b) => b - a);
  expect(kept.slice(0, 7)).toEqual(nights.slice(0, 7));
  expect(kept.length).toBe(7 + 4);
  expect(kept.at(-1)).toBeLessThanOrEqual(NIGHT - 25 * DAY);
  expect(kept.at(-1)).toBeGreaterThan(NIGHT - 36 * DAY);
});

test('kept night after night, the backups reach back more than three weeks', () => {
  let kept: number[] = [];
  for (let day = 0; day < 100; day += 1) {
    const now = NIGHT + day * DAY;
    kept = [...keptBackups([...kept, now], now)];
  }
  expect(kept.length).toBe(11);
  expect(Math.min(...kept)).toBeLessThanOrEqual(NIGHT + (99 - 25) * DAY);
});

test('those of the last day are all kept, also many', () => {
  const pressed = Array.from({ length: 20 }, (_, index) => NOW - index * HOUR);
  expect(keptBackups(pressed, NOW).size).toBe(20);
  // Two days later the latest of both days, and of the time before.
  expect(keptBackups(pressed, NOW + 2 * DAY).size).toBe(3);
});

test('a backup is due at night, once, and by day only when a night was missed', () => {
  const due = (latest: number | null, localHour: number) => isBackupDue(latest, { nowMs: NOW, localHour });
  expect(due(null, 12)).toBe(true);
  expect(due(NOW - 24 * HOUR, 3)).toBe(true);
  expect(due(NOW - HOUR, 3)).toBe(false);
  expect(due(NOW - 24 * HOUR, 12)).toBe(false);
  expect(due(NOW - 27 * HOUR, 12)).toBe(true);
});
