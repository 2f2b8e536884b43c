// How labels are read and answers are counted.
import { expect, test } from 'vitest';
import {
  boxErrors,
  countsOf,
  labeledHand,
  labeledMarks,
  labeledView,
  outcomeOf,
  type SaidOfClip,
  slowMotionOf,
} from './body-scores.ts';

const CLIP = {
  slug: 'a.mp4',
  camera: 'down-the-line',
  handedness: 'right (as shown)',
  ground_truth: { swings: [{ rest: { t: 1 }, top: { t: 2 }, strike: null }] },
};

test('labels are read as they are written', () => {
  expect(labeledMarks(CLIP)).toEqual({ restTime: 1, topTime: 2, strikeTime: null });
  expect(labeledMarks({ slug: 'b.mp4' })).toBeNull();
  expect(labeledView(CLIP)).toBe('down-the-line');
  expect(labeledView({ slug: 'b', camera: 'other (from behind the golfer, back to the camera)' })).toBe('from-behind');
  expect(labeledView({ slug: 'b', camera: 'two views in one picture' })).toBeNull();
  expect([labeledHand(CLIP, false), labeledHand(CLIP, true), labeledHand({ slug: 'b' }, false)]).toEqual([
    'right',
    'left',
    null,
  ]);
});

test('slow motion is taken from the downswing', () => {
  expect(slowMotionOf({ restTime: 0, topTime: 1, strikeTime: 1.3 })).toBe(1);
  expect(slowMotionOf({ restTime: 0, topTime: 2, strikeTime: 4.16 })).toBeCloseTo(8);
  expect(slowMotionOf({ restTime: 0, topTime: 2, strikeTime: null })).toBe(1);
});

test('an answer is right, wrong or not sure, and does not count without a label', () => {
  const outcomes = [
    outcomeOf('left', 'left'),
    outcomeOf('left', 'right'),
    outcomeOf(null, 'left'),
    outcomeOf('left', null),
  ];
  expect(outcomes).toEqual(['right', 'wrong', 'not-sure', null]);
  expect(countsOf(outcomes)).toBe('1 right, 1 not sure, 1 wrong of 3');
});

test('a box is off by shares of the body’s height', () => {
  const box = { headTopPx: 205, solesPx: 590, middlePx: 50, plusMinusPx: 20 };
  const said: SaidOfClip = { clip: 'a.mp4', view: null, hand: null, box, heightPx: 1000 };
  const errors = boxErrors(said, { headTopFraction: 0.2, solesFraction: 0.6 });
  expect(errors?.head).toBeCloseTo(0.0125);
  expect(errors?.soles).toBeCloseTo(-0.025);
  expect(boxErrors({ ...said, box: null }, { headTopFraction: 0.2, solesFraction: 0.6 })).toBeNull();
});
