// The signs of frames around a strike (the place of the hands, for either hand) and of those around a rest (the club's motion,
// times before the clip).
import { expect, test } from 'vitest';
import { seenSwing } from '#tests/fixtures/seen-swing.ts';
import { swingsInBody } from './swings-in-body.ts';

const [HEIGHT, RISING, BACK] = [3, 4, 6] as const;

test.each(['right', 'left'] as const)(
  'at a %s-handed strike the hands are lowest, begin to rise, and have passed their place at rest',
  (hand) => {
    const { clip, marks } = seenSwing({ body: { view: 'face-on', hand }, framesPerSecond: 60 });
    const strike = swingsInBody(clip)[0]?.signs?.strike ?? { times: [], signs: [] };
    const course = (sign: number, from: number, to: number) =>
      strike.signs.flatMap((signs, at) => {
        const since = (strike.times[at] ?? 0) - marks.strike;
        return since >= from && since <= to ? (signs[sign] ?? 0) : [];
      });
    const heights = course(HEIGHT, -0.1, 0.1);
    expect(Math.min(...heights)).toBe(Math.min(...course(HEIGHT, -0.02, 0.02)));
    expect(Math.max(...course(RISING, -0.1, -0.04))).toBeLessThan(0);
    expect(Math.min(...course(RISING, 0.04, 0.1))).toBeGreaterThan(0);
    const back = course(BACK, -0.1, 0.1);
    expect(back.toSorted((a, b) => b - a)).toEqual(back);
  },
);

test('after the rest the club moves, and just before it is still', () => {
  const { clip, marks } = seenSwing();
  const { times = [], signs = [] } = swingsInBody(clip)[0]?.signs?.rest ?? {};
  const at = (time: number) => signs[times.findIndex((one) => one >= time)] ?? [];
  const [[, movesAtRest = 0, stillAtRest = 0], [, movesBefore = 0], [, , stillAfter = 0]] = [
    at(marks.rest),
    at(marks.rest - 0.4),
    at(marks.rest + 0.2),
  ] as const;
  expect(movesAtRest).toBeGreaterThan(movesBefore + 1);
  expect(stillAtRest).toBeLessThan(stillAfter - 1);
});

test('a rest may lie before a clip that begins near it, and only then', () => {
  const restOf = (cutAway: number) => {
    const { clip } = seenSwing({ cutAway });
    const rest = swingsInBody(clip)[0]?.signs?.rest ?? { times: [], signs: [] };
    return { ...rest, first: clip.frameTimes[0] ?? 0 };
  };
  expect(restOf(0).beforeClip).toBe(0);
  const { times, signs, beforeClip = 0, first } = restOf(1.1);
  expect(beforeClip).toBeGreaterThan(5);
  expect(times[beforeClip]).toBe(first);
  expect(times.toSorted((a, b) => a - b)).toEqual(times);
  expect(signs).toHaveLength(times.length);
});
