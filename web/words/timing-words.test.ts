// The sentences about timing: their wording, their precision, and when none is shown.
import { expect, test } from 'vitest';
import { analyseTiming } from '#domain/swing/timing-analysis.ts';
import { USUAL_FOOTAGE } from '#domain/swing/timing-uncertainty.ts';
import { differenceSentence, formatUncertainty, inShort, slowMotionSentence, tempoSentence } from './timing-words.ts';

const swing = (back: number, down: number) => ({ restTime: 1, topTime: 1 + back, strikeTime: 1 + back + down });
const sharp = { pictureInterval: 1 / 240, slowMotionFactor: 1 };
const SHARP = { user: sharp, pro: sharp };
const USUAL = { user: USUAL_FOOTAGE, pro: USUAL_FOOTAGE };

test.each([
  [
    'the downswing when only it differs',
    swing(0.9, 0.36),
    swing(0.9, 0.3),
    'Your downswing is 0.06 s slower than Ada’s.',
  ],
  ['a faster one as well', swing(0.9, 0.24), swing(0.9, 0.3), 'Your downswing is 0.06 s faster than Ada’s.'],
  ['the same digits as the table', swing(1.27, 0.3), swing(0.9, 0.3), 'Your backswing is 0.37 s slower than Ada’s.'],
  ['the clearer of two differences', swing(1.1, 0.42), swing(0.9, 0.3), 'Your downswing is 0.12 s slower than Ada’s.'],
  ['that there is none to measure', swing(0.9, 0.31), swing(0.9, 0.3), 'Your downswing takes the same time (±0.05 s).'],
])('says %s', (_, user, pro, sentence) => {
  expect(differenceSentence(analyseTiming(user, pro, USUAL), 'Ada')).toBe(sentence);
});

test('says more about finer footage', () => {
  const analysis = analyseTiming(swing(0.9, 0.33), swing(0.9, 0.3), SHARP);
  expect(differenceSentence(analysis, null)).toBe('Your downswing is 0.03 s slower than the pro’s.');
});

test('names a person, but not a description of a swing', () => {
  const analysis = analyseTiming(swing(0.9, 0.36), swing(0.9, 0.3), USUAL);
  expect(differenceSentence(analysis, 'Zoë O’Neill-Park Jr.')).toContain('than Zoë O’Neill-Park Jr.’s.');
  expect(differenceSentence(analysis, 'Model swing: 7 iron, face-on, 24/8')).toContain('than the pro’s.');
});

test('says nothing about unmarked phases', () => {
  const unmarked = { restTime: null, topTime: null, strikeTime: 1 };
  expect(differenceSentence(analyseTiming(unmarked, swing(1, 1)), null)).toBeNull();
  expect(tempoSentence(analyseTiming(unmarked, swing(1, 1)), null)).toBeNull();
});

test.each([
  [swing(1.2, 0.25), 'Your backswing is slow for your downswing.'],
  [swing(0.72, 0.4), 'Your backswing is quick for your downswing.'],
  [swing(0.92, 0.3), null],
])('explains a tempo ratio', (user, sentence) => {
  expect(tempoSentence(analyseTiming(user, swing(0.9, 0.3), SHARP), 'Ada')).toBe(sentence);
});

test.each([
  [swing(0.9, 0.3), 'Same 3.0:1 rhythm. Same speed overall.'],
  [swing(0.93, 0.3), 'Tempo 3.1:1, like Ada’s. Same speed overall.'],
  [swing(1.2, 0.4), 'Same 3.0:1 rhythm. About a third slower overall.'],
  [swing(0.72, 0.24), 'Same 3.0:1 rhythm. About 20% faster overall.'],
  [swing(0.99, 0.33), 'Same 3.0:1 rhythm. About 10% slower overall.'],
  [swing(1.8, 0.6), 'Same 3.0:1 rhythm. Your swing takes 2.0 times as long.'],
  [swing(1.35, 0.45), 'Same 3.0:1 rhythm. Your swing takes 50% longer.'],
  [swing(0.45, 0.15), 'Same 3.0:1 rhythm. Your swing takes 50% less time.'],
  [swing(1.2, 0.25), 'Tempo 4.8:1, Ada’s 3.0:1. About 20% slower overall.'],
])('tells both swings in one sentence', (user, sentence) => {
  expect(inShort(analyseTiming(user, swing(0.9, 0.3), SHARP), 'Ada', true)).toBe(sentence);
});

test.each([
  [2.4, /^Tempo 2\.4:1, Ada’s 3\.0:1\./],
  [2.7, /^Tempo 2\.7:1, like Ada’s\./],
  [3.02, /^Same 3\.0:1 rhythm\./],
])('gives the ratio %s the same sentence at every frame rate', (ratio, sentence) => {
  for (const perSecond of [30, 60, 240]) {
    const footage = { pictureInterval: 1 / perSecond, slowMotionFactor: 1 };
    const analysis = analyseTiming(swing(0.3 * ratio, 0.3), swing(0.9, 0.3), { user: footage, pro: footage });
    expect(inShort(analysis, 'Ada', true)).toMatch(sentence);
    expect(tempoSentence(analysis, 'Ada') === null).toBe(ratio > 2.4);
  }
});

test('names no share that the footage does not resolve, and no unknown pace', () => {
  const coarse = { pictureInterval: 1 / 8, slowMotionFactor: 1 };
  const analysis = analyseTiming(swing(1.5, 0.5), swing(0.9, 0.3), { user: coarse, pro: coarse });
  expect(inShort(analysis, 'Ada', true)).toMatch(/^Same [\d.]+:1 rhythm\. Your swing is slower\.$/);
  expect(inShort(analysis, 'Ada', false)).toMatch(/^Same [\d.]+:1 rhythm\.$/);
  expect(
    inShort(analyseTiming(swing(0.9, 0.3), { restTime: null, topTime: 1, strikeTime: 2 }), 'Ada', true),
  ).toBeNull();
});

test('always shows an error margin', () => {
  expect(formatUncertainty(0.001)).toBe('±0.01 s');
  expect(formatUncertainty(0.0343)).toBe('±0.03 s');
});

test('mentions the confirmed slow motion that seconds are based on', () => {
  const slow = { ...USUAL, pro: { ...USUAL_FOOTAGE, slowMotionFactor: 4 } };
  expect(slowMotionSentence(USUAL, false)).toBeNull();
  expect(slowMotionSentence(slow, false)).toContain('the factor you confirmed');
  expect(slowMotionSentence(slow, true)).toContain('the proposed factor');
});

test('says what to check for a tempo based on a doubtful mark; a small doubt only widens the ±', () => {
  const withDoubt = (rest: number) =>
    analyseTiming(swing(0.9, 0.3), swing(0.9, 0.3), { user: { ...sharp, doubts: { rest } }, pro: sharp });
  expect(inShort(withDoubt(0.6), 'Ada', true)).toBe('Not sure about your tempo. Check your setup.');
  expect(tempoSentence(withDoubt(0.6), 'Ada')).toBeNull();
  expect(inShort(withDoubt(0.05), 'Ada', true)).toBe('Same 3.0:1 rhythm. Same speed overall.');
  expect(withDoubt(0.05).tempo.user?.uncertainty).toBeGreaterThan(withDoubt(0).tempo.user?.uncertainty ?? 0);
});
