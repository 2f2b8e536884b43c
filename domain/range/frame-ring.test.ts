import { describe, expect, it } from 'vitest';
import { droppedBetween, expiredFrames, RING_LIMITS, type RingFrame, ringCut } from './frame-ring.ts';

/** Frames of 30 fps with a key frame every second. */
function framesOf(seconds: number, bytes = 1000): RingFrame[] {
  return Array.from({ length: seconds * 30 }, (_, n) => ({ time: 100 + n / 30, isKey: n % 30 === 0, bytes }));
}

describe('expiredFrames', () => {
  it('keeps the last twenty seconds, from a key frame', () => {
    const frames = framesOf(25);
    const expired = expiredFrames(frames, RING_LIMITS);
    expect(frames[expired]).toMatchObject({ isKey: true, time: 104 });
  });

  it('drops nothing before the buffer is full', () => {
    expect(expiredFrames(framesOf(20), RING_LIMITS)).toBe(0);
    expect(expiredFrames([], RING_LIMITS)).toBe(0);
  });

  it('drops whole groups while the frames take too much room, but never the newest group', () => {
    const frames = framesOf(5);
    expect(expiredFrames(frames, { seconds: 20, bytes: 70_000 })).toBe(90);
    expect(expiredFrames(frames, { seconds: 20, bytes: 1 })).toBe(120);
  });

  it('stays within its limits over an hour', () => {
    let frames: RingFrame[] = [];
    for (const frame of framesOf(600)) {
      frames = [...frames, frame];
      frames.splice(0, expiredFrames(frames, { seconds: 5, bytes: 1e9 }));
      expect(frames.length).toBeLessThanOrEqual(181);
      expect(frames[0]?.isKey).toBe(true);
    }
  });
});

describe('ringCut', () => {
  it('begins with the key frame before the stretch and ends with the last frame inside it', () => {
    const frames = framesOf(10);
    expect(ringCut(frames, 103.5, 105.51)).toEqual({ first: 90, end: 166 });
    expect(ringCut(frames, 103, 105)).toEqual({ first: 90, end: 151 });
  });

  it('takes what is left when the buffer no longer reaches back', () => {
    const frames = framesOf(10).slice(15);
    expect(ringCut(frames, 99, 102)).toEqual({ first: 15, end: 46 });
    expect(ringCut(frames, 90, 95)).toBeNull();
    expect(ringCut([], 1, 2)).toBeNull();
  });
});

describe('droppedBetween', () => {
  it('counts missing frames, and accepts a camera whose interval varies', () => {
    const interval = 1 / 30;
    expect([0.9, 1, 1.5].map((share) => droppedBetween(5, 5 + share * interval, interval))).toEqual([0, 0, 0]);
    expect([2, 3, 11].map((share) => droppedBetween(5, 5 + share * interval, interval))).toEqual([1, 2, 10]);
  });
});
