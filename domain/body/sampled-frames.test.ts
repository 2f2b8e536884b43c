// The frames in which the body is detected.
import { describe, expect, test } from 'vitest';
import { NO_ANNOTATIONS } from '#domain/swing/swing.ts';
import {
  evenFrames,
  framesAroundPositions,
  MAX_SAMPLED_FRAMES,
  outlineFrames,
  swingStretch,
} from './sampled-frames.ts';

const clip = (framesPerSecond: number, seconds: number) =>
  Array.from({ length: framesPerSecond * seconds }, (_, index) => index / framesPerSecond);
const MARKS = { restTime: 1, topTime: 1.8, strikeTime: 2.1 };

describe('samples around the positions', () => {
  test('are five up to the rest, three in the backswing, and three each around top and strike', () => {
    const frames = framesAroundPositions(clip(60, 4), MARKS);
    expect(frames).toEqual([52, 54, 56, 58, 60, 77, 86, 96, 106, 108, 110, 124, 126, 128]);
  });

  test('are the first five frames when the clip begins at rest', () => {
    expect(framesAroundPositions(clip(30, 2), { ...NO_ANNOTATIONS, restTime: 0 })).toEqual([0, 1, 2, 3, 4]);
  });

  test('have the same distance in slow motion, in real time', () => {
    const slow = { restTime: 8, topTime: 14.4, strikeTime: 16.8 };
    const frames = framesAroundPositions(clip(30, 20), slow, 8);
    expect(frames.slice(0, 5)).toEqual([208, 216, 224, 232, 240]);
  });

  test('leave out unmarked positions', () => {
    expect(framesAroundPositions(clip(30, 4), NO_ANNOTATIONS)).toEqual([]);
    expect(framesAroundPositions(clip(30, 4), { ...NO_ANNOTATIONS, topTime: 2 })).toEqual([59, 60, 61]);
  });
});

describe('samples over a swing', () => {
  test('are 15 per second, from before the rest to after the strike', () => {
    const stretch = swingStretch(MARKS);
    const frames = stretch ? evenFrames(clip(60, 10), stretch) : [];
    expect(frames.length).toBe(37);
    expect(frames[0]).toBe(42);
    expect(frames.at(-1)).toBe(186);
    expect(frames.slice(1).every((frame, before) => frame - (frames[before] ?? 0) === 4)).toBe(true);
  });

  test('are 60 per second around the downswing for outlines, and cover everything that is shown', () => {
    const frames = outlineFrames(clip(120, 10), MARKS);
    const { restTime, topTime, strikeTime } = MARKS;
    expect([frames[0], frames.at(-1)].map((frame) => (frame ?? 0) / 120)).toEqual([
      restTime - 0.5,
      expect.closeTo(strikeTime + 2, 1),
    ]);
    const within = frames.filter((frame) => frame / 120 >= topTime && frame / 120 <= strikeTime);
    expect(within.slice(1).every((frame, before) => frame - (within[before] ?? 0) === 2)).toBe(true);
    expect(new Set(frames).size).toBe(frames.length);
    expect(frames.length).toBeLessThan(MAX_SAMPLED_FRAMES);
    expect(outlineFrames(clip(120, 10), NO_ANNOTATIONS)).toEqual([]);
    // A swing in slow motion has the same samples per second of real time.
    const slow = { restTime: 8, topTime: 14.4, strikeTime: 16.8 };
    expect(outlineFrames(clip(30, 60), slow, 8).length).toBeLessThanOrEqual(frames.length + 3);
  });

  test('are all frames of a clip with a low rate, and stay inside the clip', () => {
    expect(evenFrames(clip(10, 2), { from: -5, to: 50 })).toEqual(Array.from({ length: 20 }, (_, index) => index));
  });

  test('are spaced more widely when they would exceed the limit', () => {
    const frames = evenFrames(clip(30, 60), { from: 0, to: 60 });
    expect(frames).toHaveLength(MAX_SAMPLED_FRAMES);
    expect([frames[0], frames.at(-1)]).toEqual([0, 1799]);
  });

  test('are empty outside the clip, and without rest or strike', () => {
    expect(evenFrames(clip(30, 2), { from: 5, to: 6 })).toEqual([]);
    expect(swingStretch(NO_ANNOTATIONS)).toBeNull();
  });
});
