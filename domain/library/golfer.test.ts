// The tempo of a golfer as cards show it.
import { expect, it } from 'vitest';
import { golferTempo, tempoGroup } from './golfer.ts';

it.each([
  [21, 7, 'quick'],
  [24, 8, 'medium'],
  [27, 9, 'unhurried'],
] as const)('%i frames back and %i down are a %s tempo', (back, down, group) => {
  const marks = { restTime: 1, topTime: 1 + back / 30, strikeTime: 1 + (back + down) / 30 };
  const tempo = golferTempo(marks, 1);
  expect(tempo?.ratio).toBeCloseTo(3);
  expect(tempoGroup(tempo?.seconds ?? 0)).toBe(group);
  expect(golferTempo(marks, 4)?.seconds).toBeCloseTo((back + down) / 120);
});

it('has no tempo when a mark is missing or the marks are out of order', () => {
  expect(golferTempo({ restTime: 1, topTime: 0.5, strikeTime: 2 }, 1)).toBeNull();
  expect(golferTempo({ restTime: 1, topTime: null, strikeTime: 2 }, 1)).toBeNull();
});
