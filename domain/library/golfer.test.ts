// The tempo of a golfer as cards show it, and the name that a file suggests.
import { expect, it } from 'vitest';
import { golferTempo, nameFromFile, tempoGroup } from './golfer.ts';

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

it.each([
  ['Ann Example.mov', 'Ann Example'],
  ['ann-example__7_iron.MP4', 'ann example 7 iron'],
  ['J. Doe.webm', 'J. Doe'],
  ['no ending', 'no ending'],
  ['__.mp4', ''],
])('the file %j suggests the name %j', (fileName, name) => expect(nameFromFile(fileName)).toBe(name));
