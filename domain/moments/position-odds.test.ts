// The frame of a position, chosen by the probability around it.
import { expect, test } from 'vitest';
import { chooseFrame } from './position-signs.ts';

/** Frames a tenth of a second apart whose odds fall by half from one to the next. */
const FALLING = {
  times: [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6],
  signs: [0, 1, 2, 3, 4, 5, 6].map((at) => [-at * Math.log(2)]),
};

test('a position whose first frames are the likeliest stays nearer to them with a soft edge', () => {
  const tolerance = 0.3;
  const hard = chooseFrame(FALLING, [1], { tolerance, edge: 'hard' });
  const soft = chooseFrame(FALLING, [1], { tolerance, edge: 'soft' });
  expect(hard.time).toBe(0.3);
  expect(soft.time).toBe(0.1);
  // Whatever the edge, the probability is that within the tolerance.
  expect(hard.odds).toBeCloseTo(1);
  expect(soft.odds).toBeCloseTo((64 + 32 + 16 + 8 + 4) / 127);
});

test('the range holds the position with a probability of 0.95', () => {
  const { from, to } = chooseFrame(FALLING, [1], { tolerance: 0.1, edge: 'hard' });
  expect([from, to]).toEqual([0, 0.4]);
});

test('a time before the clip is never chosen, but takes its probability from the frames', () => {
  const { times, signs } = FALLING;
  const cut = { times: times.map((time) => time - 0.35), signs, beforeClip: 4 };
  const { time, odds, from, to } = chooseFrame(cut, [1], { tolerance: 0.1, edge: 'soft' });
  expect(time).toBeCloseTo(0.05);
  expect(odds).toBeCloseTo((8 + 4 + 2) / 127);
  // The range is that of a position inside the clip.
  expect(from).toBeCloseTo(0.05);
  expect(to).toBeCloseTo(0.25);
});
