import { describe, expect, it } from 'vitest';
import { LOOP_CHOICES, loopsOf, partOf } from './loops.ts';

const TIMES = { rest: 1, top: 2, strike: 2.5 };

describe('partOf', () => {
  it('lies between its two positions, and includes the last frame', () => {
    expect(partOf('rest-to-strike', TIMES, 0.1)).toEqual({ from: 1, to: 2.6 });
    expect(partOf('backswing', TIMES, 0.1)).toEqual({ from: 1, to: 2.1 });
    expect(partOf('downswing', TIMES, 0.1)).toEqual({ from: 2, to: 2.6 });
  });

  it('spans half a downswing on each side of the strike, in slow motion as in real time', () => {
    expect(partOf('around-strike', TIMES, 0)).toEqual({ from: 2.25, to: 2.75 });
    expect(partOf('around-strike', { top: 20, strike: 24 }, 0)).toEqual({ from: 22, to: 26 });
  });

  it('is missing when one of its positions is missing', () => {
    expect(partOf('backswing', { top: 2, strike: 2.5 }, 0)).toBeNull();
    expect(partOf('around-strike', { strike: 2.5 }, 0)).toBeNull();
  });
});

describe('loopsOf', () => {
  it('offers what the marked positions allow, and always "once" and "all"', () => {
    expect(loopsOf({})).toEqual(['once', 'whole']);
    expect(loopsOf({ top: 2, strike: 2.5 })).toEqual(['once', 'whole', 'downswing', 'around-strike']);
    expect(loopsOf(TIMES)).toEqual(LOOP_CHOICES);
  });
});
