import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyseTiming } from './timing-analysis.ts';

const marks = (restTime: number | null, topTime: number | null, strikeTime: number | null) => ({
  restTime,
  topTime,
  strikeTime,
});

describe('analyseTiming', () => {
  it('compares backswing, downswing and the whole swing with the pro’s [S9.3]', () => {
    const { phases, tempoRatio } = analyseTiming(marks(0, 1.2, 1.6), marks(0.5, 1.3, 1.5666));
    expect(phases.map(({ phase, shown, verdict }) => [phase, shown.difference, verdict])).toEqual([
      ['rest-to-top', 0.4, 'slower'],
      ['top-to-strike', 0.13, 'slower'],
      ['rest-to-strike', 0.53, 'slower'],
    ]);
    expect(tempoRatio.user).toBeCloseTo(3, 6);
    expect(tempoRatio.pro).toBeCloseTo(3, 2);
  });

  it('says faster for a negative difference, and neither word for a difference within its ±', () => {
    const { phases } = analyseTiming(marks(0, 0.7, 1), marks(0, 0.85, 1.15));
    expect(phases.map(({ verdict }) => verdict)).toEqual(['faster', 'none', 'faster']);
    expect(Object.is(phases[1]?.shown.difference, 0)).toBe(true);
  });

  it('shows whole hundredths: times that add up on each side, and the exact difference rounded once', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.integer({ min: 0, max: 3e6 }).map((micros) => micros / 1e6),
          { minLength: 6, maxLength: 6 },
        ),
        (times) => {
          const [a, b, c, d, e, f] = times as [number, number, number, number, number, number];
          const { phases } = analyseTiming(marks(a, a + b, a + b + c), marks(d, d + e, d + e + f));
          const whole = (seconds: number | null) => Math.round((seconds ?? Number.NaN) * 100);
          for (const { user, pro, difference, shown } of phases) {
            expect(Math.abs(whole(shown.difference) - (difference ?? 0) * 100)).toBeLessThan(0.5 + 1e-6);
            for (const [exact, rounded] of [
              [user, shown.user],
              [pro, shown.pro],
              [difference, shown.difference],
            ]) {
              expect(Math.abs((exact ?? 0) - (rounded ?? 0))).toBeLessThan(0.02);
            }
          }
          const [back, down, total] = phases;
          for (const side of ['user', 'pro'] as const) {
            expect(whole(back?.shown[side] ?? null) + whole(down?.shown[side] ?? null)).toBe(
              whole(total?.shown[side] ?? null),
            );
          }
        },
      ),
    );
  });

  it('computes a difference from the exact times: 41 frames of 30 against 37 are 0.13 s, not 1.37 less 1.23', () => {
    const [{ shown } = { shown: null }] = analyseTiming(marks(0, 41 / 30, 2), marks(0, 37 / 30, 2)).phases;
    expect(shown).toEqual({ user: 1.37, pro: 1.23, difference: 0.13 });
  });

  it.each([
    [marks(null, 1, 2), [null, 1, null]],
    [marks(0, null, 2), [null, null, 2]],
    [marks(0, 1, null), [1, null, null]],
  ])('gives null for a part with a missing mark: %o', (user, lengths) => {
    const { phases, tempoRatio } = analyseTiming(user, marks(0, 1, 2));
    expect(phases.map((phase) => phase.user)).toEqual(lengths);
    expect(phases.map(({ difference }) => difference === null)).toEqual(lengths.map((length) => length === null));
    expect(tempoRatio.user).toBeNull();
  });
});
