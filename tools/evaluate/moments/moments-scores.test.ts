// Tests of the scores of proposed key positions.
import { expect, test } from 'vitest';
import type { Moment } from '#domain/moments/found-swing.ts';
import { fitWeights } from './fit-weights.ts';
import {
  type AnsweredSwing,
  type ClipAnswer,
  isShortStroke,
  judgedScores,
  type LabeledClip,
  otherScores,
  outcomesOf,
  positionTable,
  proposedScore,
  reliabilityTable,
  sourceOf,
} from './moments-scores.ts';

const LABELS = { rest: { t: 1 }, top: { t: 1.8 }, strike: { t: 2.05 } };
const SWING: LabeledClip = {
  slug: 'a-1.mp4',
  kind: 'golf',
  speed: 'real time, 30 fps',
  ground_truth: { swings: [LABELS] },
};

function found(rest: number, top: number, strike: number, certainty: Moment['certainty'] = 'sure'): ClipAnswer {
  const moment = (time: number): Moment => ({ time, confidence: 0.9, certainty, range: null });
  const moments = { rest: moment(rest), top: moment(top), strike: moment(strike) };
  return { kind: 'found', swings: [{ confidence: 0.9, moments }] };
}

function offsetsOf(clip: LabeledClip, answer: ClipAnswer) {
  const [outcome] = outcomesOf(clip, answer);
  if (!outcome) return null;
  const offset = (position: 'rest' | 'top' | 'strike') => proposedScore(outcome, position)?.offset;
  return { rest: offset('rest'), top: offset('top'), strike: offset('strike') };
}

test('offsets are in frames of 30 fps at life’s pace, whatever the clip’s frame rate', () => {
  const real = offsetsOf(SWING, found(1.1, 1.8, 2.05 - 1 / 60));
  expect(real?.rest).toBeCloseTo(3);
  expect(real?.top).toBeCloseTo(0);
  expect(real?.strike).toBeCloseTo(-0.5);
  const slow = { rest: { t: 1 }, top: { t: 5 }, strike: { t: 5 + 4 * 0.27 } };
  const clip = { ...SWING, speed: 'slow motion', ground_truth: { swings: [slow] } };
  expect(offsetsOf(clip, found(1.4, 5, slow.strike.t))?.rest).toBeCloseTo(3);
});

test('each labeled swing has the nearest proposal, and a label may be missing', () => {
  const later = { rest: null, top: { t: 11.8 }, strike: { t: 12.05 } };
  const clip = { ...SWING, ground_truth: { swings: [LABELS, later] } };
  const answer: ClipAnswer = {
    kind: 'found',
    swings: [...(found(11, 11.8, 12.05).swings ?? []), ...(found(1, 1.8, 2.05).swings ?? [])],
  };
  const outcomes = outcomesOf(clip, answer);
  expect(outcomes.map((outcome) => proposedScore(outcome, 'strike')?.offset)).toEqual([0, 0]);
  expect(outcomes.map((outcome) => proposedScore(outcome, 'rest')?.offset)).toEqual([0, undefined]);
});

test('shares are of all labeled swings, a swing without a proposal is a miss, and what is sure is counted', () => {
  const outcomes = [
    ...outcomesOf(SWING, found(1, 1.8, 2.05)),
    ...outcomesOf(SWING, found(1, 1.8, 2.25)),
    ...outcomesOf(SWING, { kind: 'no-swing' }),
    ...outcomesOf(SWING, found(1, 1.8, 2.25, 'check')),
  ];
  const strikes = outcomes.map((outcome) => proposedScore(outcome, 'strike'));
  const table = positionTable(outcomes, { rest: [], top: [], strike: strikes });
  expect(table.strike).toEqual({
    right: '1/4 = 25 %',
    'twice as far': '1/4 = 25 %',
    sure: '2/4 = 50 %',
    'sure but wrong': '1/4 = 25 %',
  });
  expect(reliabilityTable({ rest: [], top: [], strike: strikes })['said 90 % and more']?.strike).toBe('1/3 = 33 %');
  expect(otherScores(outcomes)[0]).toContain('abstained: 1/4 = 25 %');
});

test('a proposal in a clip without a swing is a false find; in a golf clip without labels it is not', () => {
  const outcomes = [
    ...outcomesOf({ slug: 'b.mp4', kind: 'no-swing' }, found(1, 2, 3)),
    ...outcomesOf({ slug: 'c.mp4', kind: 'no-swing' }, { kind: 'cannot-read' }),
    ...outcomesOf({ slug: 'd.mp4', kind: 'golf' }, found(1, 2, 3)),
  ];
  expect(otherScores(outcomes)[1]).toBe(
    'false finds: 1/2 = 50 % of the clips without a swing, 1 of them sure (1 could not be decoded)',
  );
});

/** A swing whose second sign shows its strike; the first sign points elsewhere. */
function signed(strike: number): AnsweredSwing {
  const times = [0, 1, 2, 3, 4].map((frame) => strike + (frame - 2) / 30);
  const signs = times.map((time) => [Math.abs(time - strike) > 0.05 ? 1 : 0, Math.abs(time - strike) < 0.01 ? 1 : 0]);
  const hands = {
    restTime: 1,
    leftTime: 1.1,
    topTime: 1.8,
    strikeTime: strike,
    downswing: 0.25,
    firstTime: 0,
    likeness: 1,
    isShort: false,
  };
  const [swing] = found(1, 1.8, strike).swings ?? [];
  if (!swing) throw new Error('no swing');
  return { ...swing, hands, signs: { rest: { times, signs }, top: { times, signs }, strike: { times, signs } } };
}

test('weights are fitted to the labels, and judged on the clips of other sources', () => {
  const labeled = {
    times: [0, 1, 2],
    signs: [
      [1, 0],
      [0, 1],
      [0, 0],
    ],
    labeled: 1,
    spread: 0.1,
  };
  const [first = 0, second = 0] = fitWeights([labeled, labeled]);
  expect(second).toBeGreaterThan(1);
  expect(first).toBeLessThan(0);
  const outcomes = ['a-1', 'b-1', 'c-1'].flatMap((slug) =>
    outcomesOf({ ...SWING, slug: `${slug}.mp4` }, { kind: 'found', swings: [signed(2.05)] }),
  );
  expect(judgedScores(outcomes, 'strike').map((score) => Math.round(score?.offset ?? 9))).toEqual([0, 0, 0]);
});

test('the source is the first word of the name, after the mark of the later clips', () => {
  expect(['joni-golf4.mp4', 'n-josh-001.mp4', 'n-joshua-jtdriver.mp4'].map((slug) => sourceOf({ slug }))).toEqual([
    'joni',
    'josh',
    'joshua',
  ]);
});

test('a clip of another movement counts as neither with nor without a swing, unless its short stroke is labeled', () => {
  const other = { slug: 'n-a-1.mp4', kind: 'other' };
  expect(outcomesOf(other, { kind: 'no-swing' })).toEqual([]);
  expect(outcomesOf({ slug: 'n-a-2.mp4', kind: 'no-swing' }, { kind: 'no-swing' })).toHaveLength(1);
  const stroke = { ...other, ground_truth: { swings: [LABELS] } };
  expect([isShortStroke(other), isShortStroke(stroke), isShortStroke(SWING)]).toEqual([false, true, false]);
});
