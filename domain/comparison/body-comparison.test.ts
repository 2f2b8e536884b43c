// Two compared bodies: rounded numbers with their ±, differences, and reasons for missing numbers.
import { describe, expect, test } from 'vitest';
import { bodyAngles } from '#domain/body/body-angles.ts';
import { CLUB_MEASURES } from '#domain/body/body-measures.ts';
import type { ClubKind } from '#domain/library/golfer.ts';
import { NO_ANNOTATIONS } from '#domain/swing/swing.ts';
import { DRAWN_MARKS, type DrawnBody, drawnSwing } from '#tests/fixtures/drawn-body.ts';
import { type ComparedMeasure, compareBodies, type MeasuredBody, viewsDiffer } from './body-comparison.ts';

function measured(body: DrawnBody, annotations = DRAWN_MARKS): MeasuredBody {
  return { angles: bodyAngles(drawnSwing(body), annotations), annotations, club: 'iron' };
}

function row(rows: readonly ComparedMeasure[], measure: string, position: string): ComparedMeasure | undefined {
  return rows.find((each) => each.measure === measure && each.position === position);
}

const DOWN_THE_LINE = { view: 'down-the-line', lean: 0.2 } as const;

describe('two bodies in one view', () => {
  test('rounds each number, and rounds its ± up', () => {
    const rows = compareBodies({ user: measured({}), pro: measured({}) });
    expect(rows).toHaveLength(26);
    // Face-on there is no depth, and the drawn hands leave the top too suddenly.
    const said = rows.filter(({ sides }) => typeof sides.user === 'object');
    expect(said).toHaveLength(13);
    for (const { sides, difference } of said) {
      for (const shown of [sides.user, sides.pro, difference]) {
        if (typeof shown !== 'object' || !shown) throw new Error(`${shown}`);
        expect([Number.isInteger(shown.value), Number.isInteger(shown.plusMinus)]).toEqual([true, true]);
        expect(shown.plusMinus).toBeGreaterThanOrEqual(1);
      }
    }
    const head = row(rows, 'headSway', 'top');
    expect([head?.unit, head?.sides.user]).toEqual(['percent-of-height', { value: 0, plusMinus: 2 }]);
  });

  test('a difference is measurable only if it exceeds the combined ±', () => {
    const tilted = (lean: number) => measured({ ...DOWN_THE_LINE, lean });
    const near = row(compareBodies({ user: tilted(0.2), pro: tilted(0.19) }), 'spineTilt', 'rest');
    expect(near?.difference).toEqual({ value: 2, plusMinus: 6, isMeasurable: false });
    const far = row(compareBodies({ user: tilted(0.1), pro: tilted(0.2) }), 'spineTilt', 'rest');
    expect(far?.difference).toEqual({ value: -18, plusMinus: 6, isMeasurable: true });
    expect([far?.sides.user, far?.sides.pro]).toEqual([
      { value: 16, plusMinus: 4 },
      { value: 34, plusMinus: 4 },
    ]);
  });
});

describe('a missing number or difference', () => {
  test('has no difference in what depends on the club, unless both clubs are known and equal', () => {
    const of = (user: ClubKind | null, pro: ClubKind | null) =>
      compareBodies({ user: { ...measured({}), club: user }, pro: { ...measured({}), club: pro } });
    const compared = (rows: readonly ComparedMeasure[]) =>
      rows.filter(({ difference }) => difference !== null).map(({ measure }) => measure);
    const equal = compared(of('driver', 'driver'));
    expect(equal).toContain('stance');
    for (const rows of [of('driver', 'iron'), of(null, 'driver'), of(null, null)]) {
      expect(compared(rows)).toEqual(equal.filter((measure) => !CLUB_MEASURES.has(measure)));
      expect(row(rows, 'stance', 'rest')?.sides).toEqual(row(of('iron', 'iron'), 'stance', 'rest')?.sides);
    }
  });

  test('leaves out differences between different views, but keeps each side’s numbers', () => {
    const bodies = { user: measured({}), pro: measured(DOWN_THE_LINE) };
    expect(viewsDiffer(bodies)).toBe(true);
    const rows = compareBodies(bodies);
    expect(rows.every(({ difference }) => difference === null)).toBe(true);
    expect(row(rows, 'spineTilt', 'rest')?.sides).toMatchObject({ user: { value: 0 }, pro: { value: 34 } });
  });

  test('gives the reason: the view, the marks or the picture', () => {
    const because = (body: MeasuredBody | null, measure: string, position: string) =>
      row(compareBodies({ user: body, pro: null }), measure, position)?.sides.user;
    expect(because(null, 'knee', 'rest')).toBe('not-seen');
    expect(because(measured(DOWN_THE_LINE), 'hipSway', 'top')).toBe('not-this-view');
    expect(because(measured({ view: 'from-behind' }), 'spineTilt', 'rest')).toBe('not-this-view');
    expect(because(measured({ certainty: 0.4 }), 'knee', 'rest')).toBe('not-sure');
    const unmarked: MeasuredBody = { angles: bodyAngles(drawnSwing(), NO_ANNOTATIONS), annotations: NO_ANNOTATIONS };
    expect(because(unmarked, 'knee', 'rest')).toBe('not-marked');
    const restless = { ...DRAWN_MARKS, restTime: null };
    const moved = { angles: bodyAngles(drawnSwing(), restless), annotations: restless };
    expect([because(moved, 'headSway', 'top'), because(moved, 'knee', 'top')]).toEqual(['not-marked', 'view-unclear']);
    expect(viewsDiffer({ user: moved, pro: measured({}) })).toBe(false);
  });

  test('prefers the view set by a person to the detected one', () => {
    const angles = bodyAngles(drawnSwing({}), DRAWN_MARKS, 1, { view: 'down-the-line', hand: 'left' });
    expect([angles.view, angles.hand, angles.measures.hipSway.top]).toEqual(['down-the-line', 'left', null]);
  });
});
