// The golfer's focus: how it is picked, which shots count, and what a stored one has to be.
import { describe, expect, test } from 'vitest';
import { type BodyAngles, bodyAngles } from '#domain/body/body-angles.ts';
import type { MeasuredBody } from '#domain/comparison/body-comparison.ts';
import { findDifferences } from '#domain/comparison/differences.ts';
import { DRAWN_MARKS, drawnSwing } from '#tests/fixtures/drawn-body.ts';
import { type Focus, focusOn, focusShot, isSameFocus, readFocus, retestOf, shotOutcome, withSet } from './focus.ts';
import { SHOTS_PER_RETEST } from './retest.ts';

const DRAWN = bodyAngles(drawnSwing({ view: 'down-the-line', lean: 0.2 }), DRAWN_MARKS);

function angles(spineTilt: number, more: Partial<BodyAngles> = {}): BodyAngles {
  const measures = { ...DRAWN.measures, spineTilt: { rest: { value: spineTilt, plusMinus: 4 } } };
  return { ...DRAWN, measures, ...more };
}

function body(spineTilt: number, club: string | null = null): MeasuredBody {
  return { angles: angles(spineTilt), annotations: DRAWN_MARKS, club };
}

/** The focus on a spine at rest. Tour players bend forward by 29° to 47°. */
function picked(user: number, pro: number, club: string | null = null): Focus {
  const bodies = { user: body(user, club), pro: body(pro, club) };
  const footage = { pictureInterval: 1 / 60, slowMotionFactor: 1 };
  const swing = (one: MeasuredBody) => ({ annotations: DRAWN_MARKS, footage, body: one });
  const [difference] = findDifferences({ user: swing(bodies.user), pro: swing(bodies.pro) }).differences;
  const focus = difference && focusOn(difference, bodies, 1000);
  if (!focus) throw new Error('There is no focus');
  return focus;
}

const shots = (value: number, count: number) => Array.from({ length: count }, () => ({ value, plusMinus: 4 }));

test('a focus holds where the golfer stands, and as its goal the pro’s value or the nearer edge of the tour’s range', () => {
  expect(picked(15, 38, 'iron')).toEqual({
    measure: 'spineTilt',
    position: 'rest',
    view: 'down-the-line',
    hand: 'right',
    knee: null,
    club: 'iron',
    before: { value: 15, plusMinus: 4 },
    goal: 29,
    pickedAtMs: 1000,
    sets: [],
  });
  expect([picked(70, 38).goal, picked(70, 50).goal, picked(12, 25).goal]).toEqual([47, 50, 25]);
  // A chip has no range.
  expect(picked(15, 38, 'chip').goal).toBe(38);
  expect(Object.isFrozen(picked(15, 38).before)).toBe(true);
});

test('differences in timing and of the shaft are no focus, because the range cannot measure them per shot', () => {
  const bodies = { user: body(15), pro: body(38) };
  const ranked = { position: 'top', direction: 'more', confidence: 'clear', prominence: 2 } as const;
  const told = { ...ranked, unit: 'degrees', view: 'face-on', amount: 20, plusMinus: 7, tour: null } as const;
  const sides = { user: 20, pro: 0 };
  expect(focusOn({ ...told, kind: 'shaftLevel', sides }, bodies, 0)).toBeNull();
  expect(focusOn({ ...told, kind: 'spineTilt', position: 'rest', sides }, { ...bodies, pro: null }, 0)).toBeNull();
});

test('shots of another view, hand or knee are told apart from shots that could not be measured', () => {
  const focus = picked(15, 38);
  expect(focusShot(focus, angles(21.23))).toEqual({ value: 21.2, plusMinus: 4 });
  expect(focusShot(focus, angles(21, { view: 'face-on' }))).toBe('other-view');
  expect(focusShot(focus, angles(21, { hand: 'left' }))).toBe('other-hand');
  expect(focusShot({ ...focus, knee: 'lead' }, angles(21, { measuredKnee: 'trail' }))).toBe('not-measured');
  expect(focusShot(focus, { ...angles(21), measures: { ...DRAWN.measures, spineTilt: { rest: null } } })).toBe(
    'not-measured',
  );
  expect([focusShot(focus, null), focusShot(focus, angles(21, { view: null }))]).toEqual([
    ...['not-measured', 'not-measured'],
  ]);
});

test('a shot is closer or farther only where it differs by more than the ± of both swings', () => {
  const focus = picked(15, 38);
  const outcomes = [9, 10, 15, 20, 21, 28, 29, 45].map((value) => shotOutcome(focus, { value, plusMinus: 4 }));
  expect(outcomes).toEqual(['farther', 'same', 'same', 'same', 'closer', 'closer', 'at-goal', 'at-goal']);
});

describe('a retest', () => {
  test('says whether the swing has changed for better or worse, with the numbers', () => {
    const focus = picked(15, 38);
    expect(retestOf(focus, shots(28, 10))).toMatchObject({ verdict: 'changed', isBetter: true, before: 15, count: 10 });
    expect(retestOf(focus, shots(60, 10))).toMatchObject({ verdict: 'changed', isBetter: true });
    expect(retestOf(focus, shots(3, 10))).toMatchObject({ verdict: 'changed', isBetter: false });
    expect(retestOf(focus, shots(28, 10))?.after.plusMinus).toBeCloseTo(4.2, 0);
  });

  test('says that nothing has changed where the goal is farther than the ±, and otherwise that it cannot tell', () => {
    const focus = picked(15, 38);
    expect(retestOf(focus, shots(17, 10))).toMatchObject({ verdict: 'not-yet', isBetter: true });
    const near = { ...focus, goal: 20 };
    expect(retestOf(near, shots(17, 10))).toMatchObject({ verdict: 'cannot-tell' });
    const wild = shots(17, 10).map((shot, index) => ({ ...shot, value: index % 2 ? 0 : 44 }));
    expect(retestOf(focus, wild)).toMatchObject({ verdict: 'cannot-tell' });
  });

  test('cannot tell from fewer than ten shots, and needs one', () => {
    const focus = picked(15, 38);
    expect(retestOf(focus, shots(28, 9))).toMatchObject({ verdict: 'cannot-tell', count: 9 });
    expect(retestOf(focus, [])).toBeNull();
  });
});

describe('a stored focus', () => {
  const focus = withSet(picked(15, 38, 'driver'), { endedAtMs: 2000, shots: shots(20, SHOTS_PER_RETEST) });

  test('is read back as it was, frozen and without unknown fields', () => {
    const read = readFocus({ ...JSON.parse(JSON.stringify(focus)), more: 1 });
    expect(read).toEqual(focus);
    expect([Object.isFrozen(read), Object.isFrozen(read?.sets[0]?.shots)]).toEqual([true, true]);
    expect(read && isSameFocus(read, focus)).toBe(true);
  });

  test.each([
    null,
    [],
    { ...focus, measure: 'shaftLevel' },
    { ...focus, measure: 'toString' },
    { ...focus, position: 'delivery' },
    { ...focus, view: 'above' },
    { ...focus, goal: Number.NaN },
    { ...focus, pickedAtMs: '1' },
    { ...focus, before: { value: 20 } },
    { ...focus, sets: [{ endedAtMs: 1, shots: shots(20, 9) }] },
    { ...focus, sets: [{ endedAtMs: 1, shots: shots(Number.POSITIVE_INFINITY, 10) }] },
  ])('that is broken is not read (%#)', (stored) => {
    expect(readFocus(stored)).toBeNull();
  });

  test('keeps the newest sets only', () => {
    const many = Array.from({ length: 60 }, (_, endedAtMs) => ({ endedAtMs, shots: shots(20, SHOTS_PER_RETEST) }));
    const { sets } = many.reduce(withSet, focus);
    expect([sets.length, sets.at(-1)?.endedAtMs]).toEqual([20, 59]);
  });
});
