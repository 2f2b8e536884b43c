import { expect, test } from 'vitest';
import { framesAround, framesFarAround, framesInDoubt, spreadFrames } from './strip-frames.ts';

const FRAME_TIMES = Array.from({ length: 240 }, (_, frame) => frame / 60);

test('eight frames span the whole doubtful range, including both ends', () => {
  const { frames } = spreadFrames(FRAME_TIMES, { from: 1 / 60, to: 118 / 60 });
  expect(frames).toHaveLength(8);
  expect([frames[0], frames.at(-1)]).toEqual([1, 118]);
});

test('a short range shows each of its frames once', () => {
  expect(spreadFrames(FRAME_TIMES, { from: 1, to: 1 + 2 / 60 }).frames).toEqual([60, 61, 62]);
});

test('includes the proposed frame in its doubtful range, in order', () => {
  for (const chosen of [1, 2, 60, 117, 118]) {
    const { frames } = framesInDoubt(FRAME_TIMES, { from: 1 / 60, to: 118 / 60 }, chosen / 60);
    expect(frames).toHaveLength(8);
    expect(frames.toSorted((a, b) => a - b)).toEqual(frames);
    expect(frames).toContain(chosen);
    expect([frames[0], frames.at(-1)]).toEqual([Math.max(0, Math.min(1, chosen - 20)), Math.max(118, chosen + 20)]);
  }
});

test('two taps reach a frame 20 frames from a doubtful position', () => {
  for (const chosen of [6, 130, 233]) {
    const doubt = { from: (chosen - 8) / 60, to: (chosen + 8) / 60 };
    const { frames, gap } = framesInDoubt(FRAME_TIMES, doubt, chosen / 60);
    for (const wanted of [Math.max(0, chosen - 20), Math.min(239, chosen + 20)]) {
      const nearest = frames.reduce((a, b) => (Math.abs(a - wanted) <= Math.abs(b - wanted) ? a : b));
      expect(framesAround(FRAME_TIMES, nearest, gap).frames).toContain(wanted);
    }
  }
});

test('shows a doubtful range of up to thirteen frames frame by frame', () => {
  const { spacing, frames } = framesInDoubt(FRAME_TIMES, { from: 1, to: 1.2 }, 1.1);
  expect(spacing).toBe('neighbours');
  expect([frames[0], frames.at(-1)]).toEqual([60, 72]);
});

test('reaches any frame of a wide range with a maximum of two taps', () => {
  for (const middle of [0, 10, 120, 239]) {
    const { frames, gap } = framesFarAround(FRAME_TIMES, middle);
    for (let wanted = Math.max(0, middle - 28); wanted <= Math.min(239, middle + 28); wanted++) {
      const nearest = frames.reduce((a, b) => (Math.abs(a - wanted) <= Math.abs(b - wanted) ? a : b));
      expect(framesAround(FRAME_TIMES, nearest, gap).frames).toContain(wanted);
    }
  }
});

test('clips the neighbours of a frame to the clip', () => {
  expect(framesAround(FRAME_TIMES, 2).frames).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
});
