// A measure's value at one moment, from the frames around it.
import { expect, test } from 'vitest';
import { fittedValue } from './body-over-time.ts';

const parabola = (late: number) => 3 - 2 * late + 5 * late ** 2;
const frames = (lates: readonly number[], of = parabola) => lates.map((late) => ({ late, value: of(late) }));

test('a parabola is found exactly, also between frames at uneven distances', () => {
  const found = fittedValue(frames([-0.17, -0.12, -0.03, 0.04, 0.11]));
  expect(found).toBeCloseTo(3, 9);
});

test('the error of one frame hardly moves the value', () => {
  const lates = [-0.2, -0.13, -0.07, 0, 0.07, 0.13, 0.2];
  const wrong = frames(lates).map(({ late, value }) => ({ late, value: late === 0 ? value + 6 : value }));
  const found = fittedValue(wrong);
  expect(Math.abs((found ?? Number.NaN) - 3)).toBeLessThan(2.1);
});

test('frames at two times have a line', () => {
  const found = fittedValue([-0.1, -0.1, 0.1, 0.1].map((late) => ({ late, value: 1 + late })));
  expect(found).toBeCloseTo(1, 9);
});

test('three frames, or frames on one side only, say nothing', () => {
  expect(fittedValue(frames([-0.1, 0, 0.1]))).toBeNull();
  expect(fittedValue(frames([0.01, 0.1, 0.2, 0.3]))).toBeNull();
});
