import { expect, test } from 'vitest';
import { syntheticFrames } from '#tests/fixtures/synthetic-swing.ts';
import { type GrayFrame, motionBetween } from './frame-motion.ts';

const still = syntheticFrames({ rest: 9, top: 10, strike: 11, length: 0.1 });

function sum({ cells }: { cells: Float32Array }): number {
  return cells.reduce((total, value) => total + value, 0);
}

function frameOf(frame: GrayFrame | undefined, change: Partial<GrayFrame>): GrayFrame {
  if (!frame) throw new Error('No frame');
  return { ...frame, ...change };
}

test('two equal pictures have no motion', () => {
  expect(sum(motionBetween(frameOf(still[0], {}), frameOf(still[1], {})))).toBe(0);
});

test('what moves is found where it moves, and counts per second', () => {
  const before = frameOf(still[0], { time: 0 });
  const gray = Uint8Array.from(before.gray);
  for (let y = 8; y < 12; y++) for (let x = 20; x < 24; x++) gray[y * before.widthPx + x] = 255;
  const slow = motionBetween(before, { ...before, gray, time: 0.1 });
  const quick = motionBetween(before, { ...before, gray, time: 0.05 });
  const moving = [...slow.cells.entries()].filter(([, value]) => value > 0).map(([cell]) => cell);
  expect(moving).toEqual([2 * slow.columns + 5]);
  expect(sum(quick) / sum(slow)).toBeCloseTo(2);
});

test('a picture that shifts as a whole, as a hand-held camera shifts it, hardly moves', () => {
  const swing = { rest: 9, top: 10, strike: 11, length: 0.4 };
  const shaken = syntheticFrames(swing, 3);
  const firstMoved = shaken.findIndex(
    (frame, index) => index > 0 && frame.gray.some((value, at) => value !== shaken[index - 1]?.gray[at]),
  );
  const motion = motionBetween(frameOf(shaken[firstMoved - 1], {}), frameOf(shaken[firstMoved], {}));
  expect(motion.movingShare).toBeLessThan(0.02);
});
