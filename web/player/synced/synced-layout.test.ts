import { describe, expect, test } from 'vitest';
import { areSameFits, fitTransform, NO_FIT } from './synced-layout.ts';

describe('fitting the pro over the visitor', () => {
  test('moves in parts of the picture as it was, and sizes it about its own middle', () => {
    expect(fitTransform({ sizePercent: 150, rightPercent: 10, upPercent: 0 })).toBe('translate(10%, 0%) scale(1.5)');
    expect(fitTransform({ sizePercent: 50, rightPercent: -50, upPercent: 50 })).toBe(
      'translate(-50%, -50%) scale(0.5)',
    );
  });

  test('lifts upwards', () => {
    expect(fitTransform({ ...NO_FIT, upPercent: 20 })).toBe('translate(0%, -20%) scale(1)');
    expect(fitTransform({ ...NO_FIT, upPercent: -20 })).toBe('translate(0%, 20%) scale(1)');
  });

  test('is nothing while nothing is changed, also once it is all taken back', () => {
    expect(fitTransform(NO_FIT)).toBeUndefined();
    expect(fitTransform({ ...NO_FIT, rightPercent: -0 })).toBeUndefined();
    expect(areSameFits(NO_FIT, { sizePercent: 100, rightPercent: 0, upPercent: 0 })).toBe(true);
    for (const change of [{ sizePercent: 101 }, { rightPercent: 1 }, { upPercent: -1 }]) {
      expect(areSameFits(NO_FIT, { ...NO_FIT, ...change })).toBe(false);
    }
  });
});
