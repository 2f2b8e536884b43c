import { expect, test } from 'vitest';
import { stopsAfter, stopsAround, thumbnailsOf } from './strip-frames.ts';

const FRAME_TIMES = Array.from({ length: 240 }, (_, frame) => frame / 60);
const LONG = Array.from({ length: 2000 }, (_, frame) => frame / 240);
const ends = (stops: readonly number[]) => [stops[0], stops.at(-1)];

test('a sure position has every frame around it, clipped to the clip', () => {
  expect(stopsAround(FRAME_TIMES, 100)).toEqual(Array.from({ length: 29 }, (_, index) => 86 + index));
  expect(ends(stopsAround(FRAME_TIMES, 2))).toEqual([0, 16]);
  expect(ends(stopsAround(FRAME_TIMES, 239))).toEqual([225, 239]);
});

test('a doubtful position has every frame of its range, and of 20 frames to either side', () => {
  expect(ends(stopsAround(FRAME_TIMES, 60, { from: 1 / 60, to: 1.1 }))).toEqual([1, 80]);
  expect(stopsAround(FRAME_TIMES, 60, { from: 1 / 60, to: 1.1 })).toHaveLength(80);
});

test('a range too long for single frames is spread, and includes the chosen frame', () => {
  for (const chosen of [300, 301, 302, 777]) {
    const stops = stopsAround(LONG, chosen, { from: 1, to: 4 });
    expect(stops.length).toBeLessThanOrEqual(120);
    expect(stops).toContain(chosen);
    expect((stops[1] ?? 0) - (stops[0] ?? 0)).toBe(7);
  }
});

test('after a pick in a wide range, the scrubber has every frame around the picked one', () => {
  const wide = stopsAround(LONG, 500, { from: 1, to: 4 });
  expect(stopsAfter(LONG, wide, 640)).toEqual(stopsAround(LONG, 640));
});

test('stays while frames inside are picked, and moves on at its ends, so that every frame can be reached', () => {
  const stops = stopsAround(FRAME_TIMES, 100);
  expect(stopsAfter(FRAME_TIMES, stops, 110)).toBe(stops);
  expect(stopsAfter(FRAME_TIMES, stops, 114)).toEqual(stopsAround(FRAME_TIMES, 114));
  let [moved, picks] = [stops, 0];
  for (; (moved.at(-1) ?? 0) < 239; picks++) moved = stopsAfter(FRAME_TIMES, moved, moved.at(-1) ?? 0);
  expect(picks).toBeLessThanOrEqual(9);
});

test('eight thumbnails show the middles of its eighths', () => {
  expect(thumbnailsOf(stopsAround(FRAME_TIMES, 100))).toEqual([87, 91, 95, 98, 102, 105, 109, 113]);
  expect(thumbnailsOf([0, 1, 2])).toEqual([0, 1, 2]);
});
