// A lost frame is noticed before another one is shown in its place; frames that only come late are not lost.
import { expect, test } from 'vitest';
import { LossWatch } from './lost-frames.ts';

const FRAME = 33_333;

/** Sends packets and takes frames, by their numbers; the number of the frame at which a loss is noticed, or null. */
function noticedAt(sent: readonly number[], came: readonly number[]): number | null {
  const watch = new LossWatch();
  for (const number of sent) watch.sent(number * FRAME);
  return came.find((number) => watch.came(number * FRAME)) ?? null;
}

const REORDERED = [0, 3, 1, 2, 6, 4, 5];

test('all frames in their order are none lost', () => {
  expect(noticedAt([0, 1, 2, 3], [0, 1, 2, 3])).toBeNull();
  expect(noticedAt(REORDERED, [0, 1, 2, 3, 4, 5, 6])).toBeNull();
});

test('a frame that is passed over is lost where packets tell the order of frames', () => {
  expect(noticedAt(REORDERED, [0, 1, 3])).toBe(3);
});

test('a file that leaves the order of its frames out loses none', () => {
  expect(noticedAt([0, 1, 2, 3, 4, 5, 6], [0, 2, 3, 1, 5, 6, 4])).toBeNull();
});

test('a frame that does not come while sixteen others do is lost in any file', () => {
  const all = Array.from({ length: 40 }, (_, number) => number);
  expect(
    noticedAt(
      all,
      all.filter((number) => number !== 5),
    ),
  ).toBe(22);
});

test('a frame that does not come before the end is lost', () => {
  const watch = new LossWatch();
  for (const number of [0, 1, 2]) watch.sent(number * FRAME);
  for (const number of [0, 1]) expect(watch.came(number * FRAME)).toBe(false);
  expect(watch.ended()).toBe(true);
  expect(watch.ended()).toBe(false);
});

test('a decoder that gives frames other times is not watched', () => {
  const watch = new LossWatch();
  for (const number of [0, 1, 2]) watch.sent(number * FRAME);
  expect([10, 20].map((number) => watch.came(number * FRAME))).toEqual([false, false]);
  expect(watch.ended()).toBe(false);
});

test('a frame that comes once more counts once, one of two with the same time as itself', () => {
  const watch = new LossWatch();
  for (const number of [0, 1, 1, 2]) watch.sent(number * FRAME);
  const came = (number: number) => {
    const isAgain = watch.isAgain(number * FRAME);
    if (!isAgain) watch.came(number * FRAME);
    return isAgain;
  };
  expect([0, 0, 1, 1, 1, 2].map(came)).toEqual([false, true, false, false, true, false]);
  expect(watch.ended()).toBe(false);
});
