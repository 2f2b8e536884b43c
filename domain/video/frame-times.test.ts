import { describe, expect, it } from 'vitest';
import {
  frameIndexAt,
  moveFrames,
  nominalFrameRate,
  seekTarget,
  shownFor,
  shownFrameTime,
  stepTime,
} from './frame-times.ts';

const steady = (perSecond: number, frames: number, from = 0) =>
  Array.from({ length: frames }, (_, index) => Math.round((from + index / perSecond) * 1e6) / 1e6);

describe('the frame on screen', () => {
  const times = [0.5, 1, 1.5, 2];
  it.each([
    [0, 0.5],
    [0.5, 0.5],
    [0.99, 0.5],
    [0.9996, 1],
    [1, 1],
    [1.49, 1],
    [99, 2],
  ])('at %d s is that of %d s', (at, shown) => {
    expect(shownFrameTime(times, at)).toBe(shown);
  });

  it('is found in a table of one frame', () => {
    expect(frameIndexAt([3], 0)).toBe(0);
    expect(shownFor([3], 0)).toBeGreaterThan(0);
  });
});

describe('the step buttons', () => {
  it.each([
    [30, 1],
    [29.97, 1],
    [60, 2],
    [59.94, 2],
    [120, 4],
    [240, 8],
    [24, 1],
    [25, 1],
    [10, 1],
  ])('move a clip of %d fps by %d frames and back again [S9.1]', (perSecond, frames) => {
    const times = steady(perSecond, 300);
    const from = times[100] ?? 0;
    const forward = stepTime(times, from, 1);
    expect(frameIndexAt(times, forward)).toBe(100 + frames);
    expect(stepTime(times, forward, -1)).toBe(from);
  });

  it('stop at the first and the last frame', () => {
    const times = steady(30, 10);
    expect(stepTime(times, 0, -1)).toBe(0);
    expect(stepTime(times, times[9] ?? 0, 10)).toBe(times[9]);
  });
});

describe('moving by frames', () => {
  it('moves exactly one frame at any rate, even where frames are missing', () => {
    const times = [0, 0.01, 0.5, 0.51];
    expect(moveFrames(times, 0.01, 1)).toBe(0.5);
    expect(moveFrames(times, 0.5, -1)).toBe(0.01);
    expect(moveFrames(times, 0.51, 5)).toBe(0.51);
  });

  it('seeks to the middle of a frame’s display time', () => {
    expect(seekTarget([0, 0.1, 0.2], 1)).toBeCloseTo(0.15, 9);
    expect(seekTarget([0, 0.1, 0.2], 2)).toBeCloseTo(0.25, 9);
  });
});

describe('nominalFrameRate', () => {
  it.each([
    [23.976, 24000, 1001],
    [24, 24, 1],
    [29.97, 30000, 1001],
    [30, 30, 1],
    [59.94, 60000, 1001],
    [60, 60, 1],
    [239.76, 240000, 1001],
    [15, 15, 1],
  ])('of %d fps is %d/%d', (perSecond, numerator, denominator) => {
    expect(nominalFrameRate(steady(perSecond, 240))).toEqual({ numerator, denominator });
  });

  it('ignores long gaps, and handles millisecond time stamps', () => {
    const gappy = steady(30, 300).filter((_, index) => index % 10 !== 4);
    expect(nominalFrameRate(gappy)).toEqual({ numerator: 30, denominator: 1 });
    const milliseconds = steady(30, 300).map((time) => Math.round(time * 1000) / 1000);
    expect(nominalFrameRate(milliseconds)).toEqual({ numerator: 30, denominator: 1 });
  });
});
