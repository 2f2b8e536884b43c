import { expect, test } from 'vitest';
import { NO_ANNOTATIONS } from '#domain/swing/swing.ts';
import type { Certainty, Moment } from './found-swing.ts';
import { doubtsOf, markOrigin, NOTHING_TAKEN, withMoments } from './taken-moments.ts';

function moment(time: number, certainty: Certainty = 'sure'): Moment {
  return { time, confidence: 0.9, certainty, range: { from: time - 0.5, to: time + 0.5 } };
}

const PROPOSED = { rest: moment(1, 'check'), top: moment(2), strike: moment(2.3, 'heard') };

test('keeps a mark set by hand before the proposals are taken', () => {
  const marked = { ...NO_ANNOTATIONS, restTime: 0.15 };
  expect(withMoments(marked, NOTHING_TAKEN, PROPOSED)).toEqual({ restTime: 0.15, topTime: 2, strikeTime: 2.3 });
});

test('keeps a mark moved by hand when proposals are taken again', () => {
  const taken = withMoments(NO_ANNOTATIONS, NOTHING_TAKEN, PROPOSED);
  const moved = { ...taken, topTime: 1.9 };
  const again = { rest: moment(1.1), top: moment(2.1), strike: moment(2.4) };
  expect(withMoments(moved, PROPOSED, again)).toEqual({ restTime: 1.1, topTime: 1.9, strikeTime: 2.4 });
});

test('leaves a position unchanged without a proposal for it', () => {
  const { rest: _, ...withoutRest } = PROPOSED;
  expect(withMoments(NO_ANNOTATIONS, NOTHING_TAKEN, withoutRest).restTime).toBeNull();
});

test('returns the origin of each mark and the error margin of doubtful ones', () => {
  const taken = withMoments(NO_ANNOTATIONS, NOTHING_TAKEN, PROPOSED);
  const origins = (['rest', 'top', 'strike'] as const).map((position) => markOrigin(taken, PROPOSED, position));
  expect(origins).toEqual(['check', 'found', 'found']);
  expect(doubtsOf(taken, PROPOSED)).toEqual({ rest: 0.5 });
  const corrected = { ...taken, restTime: 0.8 };
  expect(markOrigin(corrected, PROPOSED, 'rest')).toBe('hand');
  expect(doubtsOf(corrected, PROPOSED)).toEqual({});
  expect(markOrigin(NO_ANNOTATIONS, PROPOSED, 'rest')).toBe('unset');
});
