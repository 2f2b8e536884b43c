import { describe, expect, it } from 'vitest';
import { ORIENTATIONS, swapsSides } from '#domain/video/orientation.ts';
import { orientationOf, turnMatrixIn } from './orientation.ts';

describe('orientationOf', () => {
  it.each([
    ['upright', 1, 0, 0, 1],
    ['turned-90', 0, 1, -1, 0],
    ['turned-180', -1, 0, 0, -1],
    ['turned-270', 0, -1, 1, 0],
    ['mirrored', -1, 0, 0, 1],
    ['mirrored-turned-180', 1, 0, 0, -1],
    ['mirrored-turned-90', 0, 1, 1, 0],
    ['mirrored-turned-270', 0, -1, -1, 0],
  ] as const)('takes a display matrix for %s', (orientation, a, b, c, d) => {
    expect(orientationOf({ a, b, c, d })).toBe(orientation);
  });

  it('rounds a rotation of nearly a right angle', () => {
    expect(orientationOf({ a: 0.05, b: 0.99, c: -0.99, d: 0.05 })).toBe('turned-90');
  });
});

describe('swapsSides', () => {
  it('is true for the four orientations that swap width and height', () => {
    expect(ORIENTATIONS.filter(swapsSides)).toEqual([
      'turned-90',
      'turned-270',
      'mirrored-turned-90',
      'mirrored-turned-270',
    ]);
  });
});

describe('turnMatrixIn', () => {
  it('reads the matrix that ffprobe prints', () => {
    const printed =
      '\n00000000:            0       65536           0\n00000001:       -65536           0           0\n00000002:     70778880           0  1073741824\n';
    expect(turnMatrixIn(printed)).toEqual({ a: 0, b: 65_536, c: -65_536, d: 0 });
  });

  it('returns null for other text', () => {
    expect(turnMatrixIn('')).toBeNull();
  });
});
