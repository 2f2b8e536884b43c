// The sentences about differences: each direction of each measure, in whole numbers.
import { expect, test } from 'vitest';
import type { BodyDifference, SwingDifference } from '#domain/comparison/differences.ts';
import type { PhaseTiming } from '#domain/swing/timing-analysis.ts';
import { differenceText, tourText } from './difference-words.ts';

const RANKED = { confidence: 'clear', prominence: 2 } as const;

function body(parts: Partial<BodyDifference>): SwingDifference {
  return {
    kind: 'knee',
    position: 'rest',
    unit: 'degrees',
    view: 'down-the-line',
    direction: 'more',
    amount: 20,
    plusMinus: 12,
    sides: { user: 170, pro: 150 },
    tour: null,
    ...RANKED,
    ...parts,
  };
}

test.each([
  [body({}), 'At setup your knee is about 20° straighter than the pro’s.'],
  [body({ direction: 'less', position: 'top' }), 'At the top your knee is about 20° more bent than the pro’s.'],
  [
    body({ kind: 'spineTilt', view: 'face-on', position: 'strike' }),
    'At impact your spine leans about 20° more away from the target than the pro’s.',
  ],
  [
    body({ kind: 'spineTilt', position: 'strike' }),
    'At impact your spine is about 20° more bent forward than the pro’s.',
  ],
  [
    body({ kind: 'shoulderLine', direction: 'less' }),
    'At setup your shoulder line is about 20° lower at the front than the pro’s.',
  ],
  [
    body({ kind: 'headHeight', position: 'top', unit: 'centimeters', direction: 'less', sides: { user: -7, pro: 0 } }),
    'By the top your head drops about 3 in; the pro’s stays level.',
  ],
  [
    body({ kind: 'hipSway', position: 'strike', unit: 'centimeters', direction: 'less', sides: { user: -4, pro: 10 } }),
    'By impact your hips move about 2 in away from the target; the pro’s move about 4 in toward the target.',
  ],
  [
    body({ kind: 'spineChange', position: 'strike', direction: 'less', sides: { user: -12, pro: 0 } }),
    'By impact your spine straightens by about 12°; the pro’s keeps its tilt.',
  ],
  [
    body({ kind: 'handPath', position: 'delivery', unit: 'centimeters', sides: { user: 7, pro: -10 } }),
    'Coming down, your hands are about 3 in outside their path going back; the pro’s about 4 in inside theirs.',
  ],
  [
    body({ kind: 'handHeight', position: 'top', unit: 'centimeters', direction: 'less' }),
    'At the top your hands are about 8 in lower than the pro’s.',
  ],
  [
    body({ kind: 'shaftChange', position: 'strike', sides: { user: 12, pro: 0 } }),
    'By impact your shaft is about 12° steeper than at setup; the pro’s is back on its plane.',
  ],
  [
    body({ kind: 'shaftLevel', view: 'face-on', position: 'top', direction: 'less' }),
    'At the top your shaft goes about 20° farther than the pro’s.',
  ],
  [body({ kind: 'stance', unit: 'centimeters' }), 'At setup your feet are about 8 in wider apart than the pro’s.'],
])('%#: %o reads as a golfer says it', (difference, sentence) => {
  expect(differenceText(difference, null)).toBe(sentence);
});

test('shows hundredths of a duration only within its margin, and a ratio as precise as the less certain side', () => {
  const timing: PhaseTiming = {
    phase: 'top-to-strike',
    user: 0.5,
    pro: 0.25,
    difference: 0.25,
    differenceUncertainty: 0.02,
    uncertainty: { user: 0.01, pro: 0.01 },
    shown: { user: 0.5, pro: 0.25, difference: 0.25 },
    isMeasurable: true,
    verdict: 'slower',
  };
  const downswing = (plusMinus: number, amount: number): SwingDifference => ({
    ...{
      kind: 'duration',
      unit: 'seconds',
      position: 'strike',
      direction: 'more',
      timing,
      plusMinus,
      amount,
      ...RANKED,
    },
  });
  expect(differenceText(downswing(0.02, 0.25), 'Ada')).toBe('Your downswing takes about 0.25 s longer than Ada’s.');
  expect(differenceText(downswing(0.06, 0.3), 'Ada')).toBe('Your downswing takes about 0.3 s longer than Ada’s.');
  const sides = {
    user: { ratio: 5.26, uncertainty: 1.2, toCheck: null },
    pro: { ratio: 3.04, uncertainty: 0.1, toCheck: null },
  };
  const tempo: SwingDifference = {
    kind: 'tempo',
    unit: 'ratio',
    position: 'top',
    direction: 'more',
    sides,
    ...RANKED,
  };
  expect(differenceText(tempo, null)).toBe('Your backswing to downswing is 5:1, the pro’s is 3:1.');
});

test('the range of tour players stands beside both numbers, except for a movement, whose sentence has them', () => {
  const tour = { from: 150, to: 166 };
  expect(tourText(body({ tour }), null)).toBe('Yours 170°, the pro’s 150°. Tour players: 150° to 166°.');
  expect(tourText(body({}), null)).toBeNull();
  expect(tourText(body({ kind: 'headHeight', unit: 'centimeters', tour: { from: -12, to: -2 } }), null)).toBeNull();
});
