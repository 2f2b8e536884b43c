import { describe, expect, it } from 'vitest';
import { LOOP_CHOICES, loopsOf, partOf } from './loops.ts';

const TIMES = { rest: 1, top: 2, strike: 2.5 };

describe('partOf', () => {
  it('lies between the positions that bound it, and shows the last of them', () => {
    expect(partOf('rest-to-strike', TIMES, 0.1)).toEqual({ from: 1, to: 2.6 });
    expect(partOf('backswing', TIMES, 0.1)).toEqual({ from: 1, to: 2.1 });
    expect(partOf('downswing', TIMES, 0.1)).toEqual({ from: 2, to: 2.6 });
  });

  it('reaches half a downswing to either side of the strike, in slow motion as in real time', () => {
    expect(partOf('around-strike', TIMES, 0)).toEqual({ from: 2.25, to: 2.75 });
    expect(partOf('around-strike', { top: 20, strike: 24 }, 0)).toEqual({ from: 22, to: 26 });
  });

  it('is missing where one of its positions is', () => {
    expect(partOf('backswing', { top: 2, strike: 2.5 }, 0)).toBeNull();
    expect(partOf('around-strike', { strike: 2.5 }, 0)).toBeNull();
  });
});

describe('loopsOf', () => {
  it('offers what the marked positions allow, always once and all', () => {
    expect(loopsOf({})).toEqual(['once', 'whole']);
    expect(loopsOf({ top: 2, strike: 2.5 })).toEqual(['once', 'whole', 'downswing', 'around-strike']);
    expect(loopsOf(TIMES)).toEqual(LOOP_CHOICES);
  });
});
