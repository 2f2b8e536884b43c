// Which frames are looked at.
import { describe, expect, test } from 'vitest';
import { NO_ANNOTATIONS } from '#domain/swing/swing.ts';
import {
  evenFrames,
  framesAroundPositions,
  MAX_LOOKED_AT_FRAMES,
  outlineFrames,
  swingStretch,
} from './looked-at-frames.ts';

const clip = (framesPerSecond: number, seconds: number) =>
  Array.from({ length: framesPerSecond * seconds }, (_, index) => index / framesPerSecond);
const MARKS = { restTime: 1, topTime: 1.8, strikeTime: 2.1 };

describe('around the positions', () => {
  test('are five frames up to the rest, three in the backswing, three each around top and strike', () => {
    const frames = framesAroundPositions(clip(60, 4), MARKS);
    expect(frames).toEqual([52, 54, 56, 58, 60, 77, 86, 96, 106, 108, 110, 124, 126, 128]);
  });

  test('are five frames from the first one on where the clip begins at rest', () => {
    expect(framesAroundPositions(clip(30, 2), { ...NO_ANNOTATIONS, restTime: 0 })).toEqual([0, 1, 2, 3, 4]);
  });

  test('are as far apart in slow motion as in real life', () => {
    const slow = { restTime: 8, topTime: 14.4, strikeTime: 16.8 };
    const frames = framesAroundPositions(clip(30, 20), slow, 8);
    expect(frames.slice(0, 5)).toEqual([208, 216, 224, 232, 240]);
  });

  test('are none for what is not marked', () => {
    expect(framesAroundPositions(clip(30, 4), NO_ANNOTATIONS)).toEqual([]);
    expect(framesAroundPositions(clip(30, 4), { ...NO_ANNOTATIONS, topTime: 2 })).toEqual([59, 60, 61]);
  });
});

describe('over a swing', () => {
  test('are fifteen frames of each second, from before the rest to after the strike', () => {
    const stretch = swingStretch(MARKS);
    const frames = stretch ? evenFrames(clip(60, 10), stretch) : [];
    expect(frames.length).toBe(37);
    expect(frames[0]).toBe(42);
    expect(frames.at(-1)).toBe(186);
    expect(frames.slice(1).every((frame, before) => frame - (frames[before] ?? 0) === 4)).toBe(true);
  });

  test('are sixty a second around the downswing where outlines are wanted, and cover all that is shown', () => {
    const frames = outlineFrames(clip(120, 10), MARKS);
    const { restTime, topTime, strikeTime } = MARKS;
    expect([frames[0], frames.at(-1)].map((frame) => (frame ?? 0) / 120)).toEqual([
      restTime - 0.5,
      expect.closeTo(strikeTime + 2, 1),
    ]);
    const within = frames.filter((frame) => frame / 120 >= topTime && frame / 120 <= strikeTime);
    expect(within.slice(1).every((frame, before) => frame - (within[before] ?? 0) === 2)).toBe(true);
    expect(new Set(frames).size).toBe(frames.length);
    expect(frames.length).toBeLessThan(MAX_LOOKED_AT_FRAMES);
    expect(outlineFrames(clip(120, 10), NO_ANNOTATIONS)).toEqual([]);
    // A swing in slow motion is looked at as closely, in real life's seconds.
    const slow = { restTime: 8, topTime: 14.4, strikeTime: 16.8 };
    expect(outlineFrames(clip(30, 60), slow, 8).length).toBeLessThanOrEqual(frames.length + 3);
  });

  test('are every frame of a slow clip, and stay within the clip', () => {
    expect(evenFrames(clip(10, 2), { from: -5, to: 50 })).toEqual(Array.from({ length: 20 }, (_, index) => index));
  });

  test('lie further apart where they would be too many', () => {
    const frames = evenFrames(clip(30, 60), { from: 0, to: 60 });
    expect(frames).toHaveLength(MAX_LOOKED_AT_FRAMES);
    expect([frames[0], frames.at(-1)]).toEqual([0, 1799]);
  });

  test('are none outside of the clip or without rest and strike', () => {
    expect(evenFrames(clip(30, 2), { from: 5, to: 6 })).toEqual([]);
    expect(swingStretch(NO_ANNOTATIONS)).toBeNull();
  });
});
