import { describe, expect, test } from 'vitest';
import { isRather, suspectedTimes } from './can-show.ts';

const PIXELS = 64 * 36;
/** A gray picture with a bright bar that starts at a share of its width. */
const barAt = (part: number) => picture((x) => (x >= part && x < part + 0.2 ? 220 : 90));
const picture = (gray: (x: number, index: number) => number) =>
  Array.from({ length: PIXELS * 4 }, (_, index) =>
    index % 4 === 3 ? 255 : gray((Math.floor(index / 4) % 64) / 64, index),
  );

describe('isRather recognizes the suspected frame', () => {
  const [expected, suspected] = [barAt(0.1), barAt(0.5)];

  test('in its own picture', () => {
    expect(isRather(suspected, suspected, expected)).toBe(true);
  });

  test('in the picture of another decoder: brighter, with more contrast and noise', () => {
    const other = suspected.map((value, index) => (index % 4 === 3 ? 255 : value * 1.1 + 8 + ((index * 7) % 13)));
    expect(isRather(other, suspected, expected)).toBe(true);
  });

  test('but not in the expected frame, whichever decoder it comes from', () => {
    const other = expected.map((value, index) => (index % 4 === 3 ? 255 : value * 1.1 + 8 + ((index * 7) % 13)));
    expect(isRather(expected, suspected, expected)).toBe(false);
    expect(isRather(other, suspected, expected)).toBe(false);
  });

  test('but not in a third frame or a black picture', () => {
    expect(isRather(barAt(0.75), suspected, expected)).toBe(false);
    expect(
      isRather(
        picture(() => 0),
        suspected,
        expected,
      ),
    ).toBe(false);
  });

  test('but not when both frames look the same', () => {
    const almost = expected.map((value, index) => value + (index % 8 === 0 ? 1 : 0));
    expect(isRather(almost, almost, expected)).toBe(false);
  });
});

describe('suspectedTimes names the frames that a player shows when it ignores the edit list', () => {
  test('of a trimmed clip: too early or too late by the length of the cut', () => {
    const frames = [0, 0.1, 0.2, 0.3].map((time) => ({ time, packetTime: time }));
    expect(suspectedTimes(frames, 2, -0.5)).toEqual([0.2 - 0.5, 0.2 + 0.5]);
  });

  test('of a clip that begins late: too late by its start time', () => {
    const frames = [10, 10.1].map((time) => ({ time, packetTime: time }));
    expect(suspectedTimes(frames, 1, 10)).toEqual([20.1]);
  });

  test('none when the edit list changes nothing, or without frames', () => {
    expect(suspectedTimes([{ time: 0, packetTime: 0 }], 0, 0)).toEqual([]);
    expect(suspectedTimes([], 0, 0)).toEqual([]);
  });
});
