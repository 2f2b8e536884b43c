// The weights for scaling a row of pixels.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scaleTaps } from './scale-taps.ts';

const WHOLE = 1 << 14;

test('the weights of each pixel add up to one and lie within the row', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 400 }),
      fc.double({ min: 0, max: 0.4, noNaN: true }),
      fc.double({ min: 0.3, max: 0.6, noNaN: true }),
      fc.integer({ min: 1, max: 300 }),
      fc.constantFrom(2, 8),
      (sizePx, from, share, toPx, multiple) => {
        const { first, weights, taps } = scaleTaps(
          { at: from * sizePx, length: share * sizePx, sizePx },
          toPx,
          multiple,
        );
        expect(taps % multiple).toBe(0);
        for (let index = 0; index < toPx; index += 1) {
          const own = [...weights.subarray(index * taps, (index + 1) * taps)];
          expect(own.reduce((sum, weight) => sum + weight, 0)).toBe(WHOLE);
          const begin = first[index] ?? -1;
          expect(begin).toBeGreaterThanOrEqual(0);
          // Taps past the end of a short row have no weight.
          for (const [tap, weight] of own.entries()) if (begin + tap >= sizePx) expect(weight).toBe(0);
        }
      },
    ),
    { seed: 80, numRuns: 60 },
  );
});

test('keeps every pixel at the same size', () => {
  const { first, weights, taps } = scaleTaps({ at: 0, length: 20, sizePx: 20 }, 20, 2);
  for (let index = 0; index < 20; index += 1) {
    const own = weights.subarray(index * taps, (index + 1) * taps);
    expect(own[index - (first[index] ?? 0)]).toBe(WHOLE);
  }
});
