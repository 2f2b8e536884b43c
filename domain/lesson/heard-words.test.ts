import { expect, test } from 'vitest';
import { heardWords, withHeardCaptions } from './lesson-proposals.ts';

test('a long sentence is shown in pieces that follow each other', () => {
  const text = Array.from({ length: 40 }, (_, word) => `word${word}`).join(' ');
  const captions = heardWords(text, 10, 30);
  expect(captions.length).toBeGreaterThan(2);
  expect(captions.map((caption) => caption.text).join(' ')).toBe(text);
  expect(captions.every((caption) => caption.text.length <= 80)).toBe(true);
  expect(captions[0]?.from).toBe(10);
  expect(captions.at(-1)?.to).toBeCloseTo(30);
  for (const [index, { from }] of captions.entries()) if (index > 0) expect(from).toBe(captions[index - 1]?.to);
});

test('no words and no time make no caption', () => {
  expect(heardWords('  ', 1, 2)).toEqual([]);
  expect(heardWords('word', 2, 2)).toEqual([]);
});

test('what was typed stays, and what was heard fills the gaps', () => {
  const typed = [{ from: 4, to: 6, text: 'typed' }];
  const heard = [
    { from: 5, to: 7, text: 'overlaps' },
    { from: 1, to: 4, text: 'before' },
    { from: 7, to: 9, text: 'after' },
  ];
  expect(withHeardCaptions(typed, heard).map(({ text }) => text)).toEqual(['before', 'typed', 'after']);
});
