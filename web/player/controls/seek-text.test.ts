import { describe, expect, test } from 'vitest';
import { NO_ANNOTATIONS } from '#domain/swing/swing.ts';
import { percentOf, seekText, timeAtPercent } from './seek-text.ts';

describe('the seek slider', () => {
  test('runs from the first frame to the end of the last one in steps of 0.1', () => {
    const span = { from: 10, to: 14 };
    expect([10, 11, 12.3456, 14].map((time) => percentOf(time, span))).toEqual([0, 25, 58.6, 100]);
    expect([0, 25, 100].map((percent) => timeAtPercent(percent, span))).toEqual([10, 11, 14]);
  });

  test('is at 0 while the duration is unknown', () => {
    expect(percentOf(3, { from: 0, to: 0 })).toBe(0);
  });

  test('announces minutes, seconds and the position marked on the frame', () => {
    const annotations = { ...NO_ANNOTATIONS, topTime: 1.2 };
    const marks = { annotations, frameRate: { numerator: 240, denominator: 1 } };
    expect(seekText(1.2, marks)).toBe('0 minutes 1.2 seconds, top marked at 1.200 s');
    expect(seekText(1.3, marks)).toBe('0 minutes 1.3 seconds');
    expect(seekText(61.25, null)).toBe('1 minute 1.3 seconds');
  });
});
