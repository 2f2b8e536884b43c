// The watch over a video's frames during playback.
import { expect, test } from 'vitest';
import { SupplyWatch } from './supply-watch.ts';

/** Reports every 16 ms for three seconds; returns whether the watch ever reported a shortage. */
function isEverShort(shownPerSecond: number, frameRate: number, { pausedAtMs }: { pausedAtMs?: number } = {}): boolean {
  const watch = new SupplyWatch();
  let isShort = false;
  for (let nowMs = 0; nowMs <= 3000; nowMs += 16) {
    if (pausedAtMs !== undefined && Math.abs(nowMs - pausedAtMs) < 8) watch.restart();
    isShort ||= watch.isShort({ shownFrames: Math.floor((shownPerSecond * nowMs) / 1000), frameRate }, nowMs);
  }
  return isShort;
}

test('reports a video that shows less than half of its frames for two seconds', () => {
  expect(isEverShort(25, 60)).toBe(true);
  expect(isEverShort(58, 60)).toBe(false);
  expect(isEverShort(35, 60)).toBe(false);
});

test('expects no more than 60 frames a second', () => {
  expect(isEverShort(59, 240)).toBe(false);
  expect(isEverShort(20, 240)).toBe(true);
});

test('starts again after a pause', () => {
  expect(isEverShort(25, 60, { pausedAtMs: 1600 })).toBe(false);
});
