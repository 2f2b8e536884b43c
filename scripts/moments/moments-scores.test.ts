// Tests of the scores of proposed key positions.
import { expect, test } from 'vitest';
import { type ClipAnswer, otherScores, outcomeOf, positionScores } from './moments-scores.ts';

const LABELS = { rest: { t: 1 }, top: { t: 1.8 }, strike: { t: 2.05 } };
const SWING = { slug: 'a.mp4', kind: 'golf', ground_truth: { swings: [LABELS] } };

function found(rest: number, top: number, strike: number, confidence = 0.9): ClipAnswer {
  const moment = (time: number) => ({ time, confidence });
  return {
    kind: 'found',
    swings: [{ confidence, moments: { rest: moment(rest), top: moment(top), strike: moment(strike) } }],
  };
}

test('offsets are in frames of 30 fps, whatever the clip’s frame rate', () => {
  const { offsets } = outcomeOf(SWING, found(1.1, 1.8, 2.05 - 1 / 60));
  expect(offsets.rest).toBeCloseTo(3);
  expect(offsets.top).toBeCloseTo(0);
  expect(offsets.strike).toBeCloseTo(-0.5);
});

test('of several labelled swings the nearest one counts, and a label may be missing', () => {
  const later = { rest: { t: 11 }, top: null, strike: { t: 12.05 } };
  const { offsets } = outcomeOf({ ...SWING, ground_truth: { swings: [LABELS, later] } }, found(11, 11.8, 12.05));
  expect(offsets).toEqual({ rest: 0, top: null, strike: 0 });
});

test('shares are of all labelled clips, and a clip without a proposal counts as a miss', () => {
  const outcomes = [outcomeOf(SWING, found(1.1, 1.85, 2.05)), outcomeOf(SWING, { kind: 'no-swing' })];
  expect(positionScores(outcomes)).toEqual({
    rest: { '±1': '0/2 = 0 %', '±2': '0/2 = 0 %', '±4': '1/2 = 50 %' },
    top: { '±1': '0/2 = 0 %', '±2': '1/2 = 50 %', '±4': '1/2 = 50 %' },
    strike: { '±1': '1/2 = 50 %', '±2': '1/2 = 50 %', '±4': '1/2 = 50 %' },
  });
  expect(otherScores(outcomes)[0]).toContain('abstained: 1/2 = 50 %');
});

test('a proposal in a clip without a swing is a false positive; in a golf clip without labels it is not', () => {
  const outcomes = [
    outcomeOf({ slug: 'b.mp4', kind: 'no-swing' }, found(1, 2, 3, 0.5)),
    outcomeOf({ slug: 'c.mp4', kind: 'no-swing' }, { kind: 'cannot-read' }),
    outcomeOf({ slug: 'd.mp4', kind: 'golf' }, found(1, 2, 3)),
  ];
  expect(otherScores(outcomes)[1]).toBe(
    'false positives: 1/2 = 50 % of the clips without a swing, 0 of them confident (1 could not be decoded)',
  );
});
