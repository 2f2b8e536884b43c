import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planTime, sourceTime } from '#domain/time.ts';
import { paceAt, planTimeAt, sourceTimeAt, stretchesOf, type TimeMap } from './timeline.ts';

const anyMap: fc.Arbitrary<TimeMap> = fc
  .record({
    start: fc.tuple(fc.double({ min: -5, max: 5, noNaN: true }), fc.double({ min: 0, max: 60, noNaN: true })),
    steps: fc.array(
      fc.tuple(fc.double({ min: 0.02, max: 3, noNaN: true }), fc.double({ min: 0.02, max: 3, noNaN: true })),
      { maxLength: 4 },
    ),
    pace: fc.double({ min: 0.25, max: 32, noNaN: true }),
  })
  .map(({ start: [planAt, sourceAt], steps, pace }) => {
    const sums = [[planAt, sourceAt] as const];
    for (const [plan, source] of steps) {
      const [lastPlan, lastSource] = sums.at(-1) ?? [0, 0];
      sums.push([lastPlan + plan, lastSource + source]);
    }
    return { pace, knots: sums.map(([plan, source]) => ({ planAt: planTime(plan), sourceAt: sourceTime(source) })) };
  });

const anyTime = fc.double({ min: -20, max: 40, noNaN: true });

describe('every time map (seed 46)', () => {
  it('passes through its knots exactly, both ways', () => {
    fc.assert(
      fc.property(anyMap, (map) => {
        for (const { planAt, sourceAt } of map.knots) {
          expect(sourceTimeAt(map, planAt)).toBe(sourceAt);
          expect(planTimeAt(map, sourceAt)).toBe(planAt);
        }
      }),
      { seed: 46 },
    );
  });

  it('converts plan time to source time and back', () => {
    fc.assert(
      fc.property(anyMap, anyTime, (map, at) => {
        expect(planTimeAt(map, sourceTimeAt(map, at))).toBeCloseTo(at, 9);
      }),
      { seed: 46 },
    );
  });

  it('never goes backwards', () => {
    fc.assert(
      fc.property(anyMap, anyTime, fc.double({ min: 1e-6, max: 5, noNaN: true }), (map, at, later) => {
        expect(sourceTimeAt(map, at + later)).toBeGreaterThan(sourceTimeAt(map, at));
      }),
      { seed: 46 },
    );
  });

  it('uses its own pace before the first knot and after the last', () => {
    fc.assert(
      fc.property(anyMap, (map) => {
        const [first, last] = [map.knots[0]?.planAt ?? 0, map.knots.at(-1)?.planAt ?? 0];
        expect([paceAt(map, first - 1e-6), paceAt(map, last)]).toEqual([map.pace, map.pace]);
        for (const { from, pace } of stretchesOf(map)) expect(paceAt(map, from.planAt)).toBe(pace);
      }),
      { seed: 46 },
    );
  });
});
