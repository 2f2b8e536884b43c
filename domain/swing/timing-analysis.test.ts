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
    expect(phases.map(({ phase, difference, verdict }) => [phase, difference, verdict])).toEqual([
      ['rest-to-top', 0.4, 'slower'],
      ['top-to-strike', 0.13, 'slower'],
      ['rest-to-strike', 0.53, 'slower'],
    ]);
    expect(tempoRatio.user).toBeCloseTo(3, 6);
    expect(tempoRatio.pro).toBeCloseTo(3, 2);
  });

  it('reads faster for a negative and for no difference', () => {
    const { phases } = analyseTiming(marks(0, 0.7, 1), marks(0, 0.8, 1.1));
    expect(phases.map(({ verdict }) => verdict)).toEqual(['faster', 'faster', 'faster']);
    expect(Object.is(phases[1]?.difference, 0)).toBe(true);
  });

  it('never says slower about a difference that is shown as 0.00', () => {
    const { phases } = analyseTiming(marks(0, 1.004, 1.3), marks(0, 1, 1.3));
    expect(phases[0]).toMatchObject({ difference: 0, verdict: 'faster' });
  });

  it.each([
    [marks(null, 1, 2), [null, 1, null]],
    [marks(0, null, 2), [null, null, 2]],
    [marks(0, 1, null), [1, null, null]],
  ])('has no value for a part whose mark is missing: %o', (user, lengths) => {
    const { phases, tempoRatio } = analyseTiming(user, marks(0, 1, 2));
    expect(phases.map((phase) => phase.user)).toEqual(lengths);
    expect(phases.map(({ difference }) => difference === null)).toEqual(lengths.map((length) => length === null));
    expect(tempoRatio.user).toBeNull();
  });
});
