// What is said about the golfer's focus.
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Focus, readFocus, retestOf } from '#domain/focus/focus.ts';
import {
  atRangeText,
  filmedText,
  focusName,
  goalText,
  lookForText,
  pickedText,
  retestText,
  shotText,
} from './focus-words.ts';

afterEach(() => vi.unstubAllGlobals());

const HEIGHT_CM = 180;

function focus(more: Partial<Focus> = {}): Focus {
  const read = readFocus({
    measure: 'spineTilt',
    position: 'rest',
    view: 'down-the-line',
    hand: 'right',
    knee: null,
    club: null,
    before: { value: 15, plusMinus: 4 },
    goal: 29,
    pickedAtMs: 0,
    sets: [],
    ...more,
  });
  if (!read) throw new Error('This is no focus');
  return read;
}

const SWAY = focus({
  measure: 'headSway',
  position: 'top',
  view: 'face-on',
  before: { value: -8, plusMinus: 2 },
  goal: -3,
});
const shot = (value: number, plusMinus = 4) => ({ value, plusMinus });

test('a focus is told by measure, camera and club, with where it stood, its goal and what to look for', () => {
  const one = focus({ club: 'driver' });
  expect([focusName(one), filmedText(one), filmedText(focus())]).toEqual([
    ...['Spine tilt · Setup', 'Filmed down the line, driver', 'Filmed down the line'],
  ]);
  expect([atRangeText(one), atRangeText(focus())]).toEqual([
    'You’re working on this: Spine tilt · Setup. Film down the line, with the same club (driver).',
    'You’re working on this: Spine tilt · Setup. Film down the line.',
  ]);
  expect([pickedText(one, HEIGHT_CM), goalText(one, HEIGHT_CM)]).toEqual(['15° (±9°, one swing)', '29° or more']);
  expect([lookForText(one), lookForText(focus({ before: shot(60) }))]).toEqual([
    ...['At setup look for a spine more bent forward.', 'At setup look for a more upright spine.'],
  ]);
});

test('lengths are those of a golfer of the height, in the units of the region', () => {
  vi.stubGlobal('navigator', { language: 'en-GB' });
  expect([pickedText(SWAY, HEIGHT_CM), goalText(SWAY, HEIGHT_CM)]).toEqual([
    '−14 cm (±13 cm, one swing)',
    '−5 cm or more',
  ]);
  expect(shotText(SWAY, shot(-1, 2), HEIGHT_CM)).toBe('Minus 2 centimeters. At your goal.');
  vi.stubGlobal('navigator', { language: 'en-US' });
  expect(shotText(SWAY, shot(-4, 2), HEIGHT_CM)).toBe('Minus 3 inches. Closer.');
  expect(shotText(SWAY, shot(0.1, 2), HEIGHT_CM)).toBe('0 inches. At your goal.');
});

test('a shot is told with its number and the way it went, or why there is none', () => {
  const said = [shot(16), shot(22), shot(30), shot(1)].map((one) => shotText(focus(), one, HEIGHT_CM));
  expect(said).toEqual([
    ...['16 degrees. About the same.', '22 degrees. Closer.', '30 degrees. At your goal.', '1 degree. Farther away.'],
  ]);
  expect(shotText(focus(), 'not-measured', HEIGHT_CM)).toBe('Couldn’t measure.');
  expect(shotText(focus(), 'other-view', HEIGHT_CM)).toBe('Couldn’t measure. Film down the line.');
});

describe('a verdict names the numbers', () => {
  test.each([
    [27, 0, 'Changed: 15° before, 27° ±5° over 10 shots.'],
    [2, 0, 'Changed the wrong way: 15° before, 2° ±5° over 10 shots.'],
    [17, 0, 'Not yet: 15° before, 17° ±5° over 10 shots.'],
    [23, 12, 'Can’t tell: 15° before, 23° ±9° over 10 shots.'],
  ])('mean %d, spread %d', (mean, spread, sentence) => {
    const shots = Array.from({ length: 10 }, (_, index) => shot(mean + (index % 2 ? spread : -spread)));
    const retest = retestOf(focus(), shots);
    expect(retest && retestText(focus(), retest, HEIGHT_CM)).toBe(sentence);
  });
});
