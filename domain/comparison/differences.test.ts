// What differs most between two swings: thresholds, exclusions, ranking and precision.
import { describe, expect, test } from 'vitest';
import { type BodyAngles, bodyAngles, type Measure, type Measured } from '#domain/body/body-angles.ts';
import type { ClubKind } from '#domain/library/golfer.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import type { Doubts, Footage } from '#domain/swing/timing-uncertainty.ts';
import { DRAWN_MARKS, type DrawnBody, drawnSwing } from '#tests/fixtures/drawn-body.ts';
import type { MeasuredBody } from './body-comparison.ts';
import { type DifferingSwing, findDifferences } from './differences.ts';
import { NORMAL_VARIATION } from './normal-variation.ts';

const FAST: Footage = { pictureInterval: 1 / 240, slowMotionFactor: 1 };
const AT_60: Footage = { pictureInterval: 1 / 60, slowMotionFactor: 1 };
/** Beside an earlier swing of the visitor, where tour players do not count. */
const THEN = { isBesidePro: false };
const DOWN_THE_LINE = { view: 'down-the-line', lean: 0.2 } as const;

function swing(parts: Partial<DifferingSwing> & { readonly doubts?: Doubts } = {}): DifferingSwing {
  const { doubts = {}, ...rest } = parts;
  return { annotations: DRAWN_MARKS, footage: { ...AT_60, doubts }, body: null, ...rest };
}

function drawn(body: DrawnBody): DifferingSwing {
  return swing({ body: { angles: bodyAngles(drawnSwing(body), DRAWN_MARKS), annotations: DRAWN_MARKS } });
}

/** A body with exactly these numbers beside those of one that stands still. */
function withAngles(
  { measures = {}, ...angles }: Partial<Omit<BodyAngles, 'measures'>> & { readonly measures?: Partial<Measured> },
  body: DrawnBody = DOWN_THE_LINE,
): DifferingSwing {
  const drawnAngles = bodyAngles(drawnSwing(body), DRAWN_MARKS);
  const changed = { ...drawnAngles, ...angles, measures: { ...drawnAngles.measures, ...measures } };
  return swing({ body: { angles: changed, annotations: DRAWN_MARKS } });
}

function spine(value: number, plusMinus: number): DifferingSwing {
  return withAngles({ measures: { spineTilt: { rest: { value, plusMinus } } } });
}

function marks(backswing: number, downswing: number): SwingAnnotations {
  return { restTime: 1, topTime: 1 + backswing, strikeTime: 1 + backswing + downswing };
}

describe('the body', () => {
  test('finds nothing between a swing and itself, and says that the bodies were compared', () => {
    for (const view of ['face-on', 'down-the-line'] as const) {
      const one = drawn({ view, lean: 0.1 });
      expect(findDifferences({ user: one, pro: one })).toEqual({
        differences: [],
        areBodiesCompared: true,
        isWithinTour: false,
      });
    }
  });

  test('says nothing unless a difference exceeds the combined margin and the normal variation by a tenth', () => {
    // 3 and 4 degrees are 5 together.
    const threshold = 1.1 * (5 + NORMAL_VARIATION.spineTilt);
    const of = (value: number) => findDifferences({ user: spine(value, 3), pro: spine(20, 4) }, THEN).differences;
    expect([of(20 + threshold), of(20 - threshold)]).toEqual([[], []]);
    expect(of(20 + threshold + 1)).toMatchObject([{ kind: 'spineTilt', direction: 'more', confidence: 'likely' }]);
    expect(of(20 - threshold - 1)).toMatchObject([{ kind: 'spineTilt', direction: 'less', confidence: 'likely' }]);
    expect(of(20 - 1.5 * threshold - 1)).toMatchObject([{ confidence: 'clear' }]);
  });

  test('beside a pro, says nothing unless the visitor also leaves the range of tour players, in the same direction', () => {
    const of = (user: number, pro: number, circumstances = {}) =>
      findDifferences({ user: spine(user, 2), pro: spine(pro, 2) }, circumstances);
    // Tour players bend forward by 29° to 47°.
    expect(of(30, 45)).toEqual({ differences: [], areBodiesCompared: true, isWithinTour: true });
    expect(of(30, 45, THEN).differences).toMatchObject([{ kind: 'spineTilt', direction: 'less', amount: 15 }]);
    expect(of(20, 38).differences).toMatchObject([
      { kind: 'spineTilt', direction: 'less', sides: { user: 20, pro: 38 }, tour: { from: 29, to: 47 } },
    ]);
    expect(of(60, 38).differences).toMatchObject([{ kind: 'spineTilt', direction: 'more' }]);
    // A pro who leaves the range further makes nobody bend too much.
    expect(of(20, 5).differences).toEqual([]);
    // The nearer of pro and range decides how much a difference stands out.
    const [beside38, beside60] = [of(20, 38), of(20, 60)].map(({ differences }) => differences[0]?.prominence);
    expect(beside38).toBe(beside60);
  });

  test('compares a chip with the pro alone: the range is that of full swings', () => {
    const chipping = ({ body, ...rest }: DifferingSwing) => swing({ ...rest, body: body && { ...body, club: 'chip' } });
    const { differences } = findDifferences({ user: chipping(spine(30, 2)), pro: chipping(spine(45, 2)) });
    expect(differences).toMatchObject([{ kind: 'spineTilt', direction: 'less', tour: null }]);
  });

  test('says nothing of a shaft that another recording may not show', () => {
    const shaft = (value: number, isFaint?: true) => {
      const top = { value, plusMinus: 7, ...(isFaint && { isFaint }) };
      return withAngles({ measures: { shaftLevel: { top } } }, { view: 'face-on' });
    };
    const of = (user: DifferingSwing) => findDifferences({ user, pro: shaft(0) }).differences;
    expect(of(shaft(-40))).toMatchObject([{ kind: 'shaftLevel', position: 'top', direction: 'less' }]);
    expect(of(shaft(-40, true))).toEqual([]);
  });

  test('rounds to no more precision than the margin allows', () => {
    const of = (plusMinus: number) =>
      findDifferences({ user: spine(8, plusMinus), pro: spine(41, plusMinus) }).differences;
    expect(of(2)).toMatchObject([{ amount: 33, plusMinus: 3, sides: { user: 8, pro: 41 } }]);
    expect(of(5)).toMatchObject([{ amount: 35, plusMinus: 8, sides: { user: 10, pro: 40 } }]);
    expect(of(9)).toMatchObject([{ amount: 30, plusMinus: 13, sides: { user: 10, pro: 40 } }]);
  });

  test('finds the same for a left-hander as for a right-hander in the mirror', () => {
    const right = { user: drawn({ ...DOWN_THE_LINE, lean: 0.1 }), pro: drawn(DOWN_THE_LINE) };
    const left = { user: drawn({ ...DOWN_THE_LINE, hand: 'left', lean: -0.1 }), pro: drawn(DOWN_THE_LINE) };
    expect(findDifferences(left).differences).toEqual(findDifferences(right).differences);
    expect(findDifferences(right).differences).toMatchObject([
      { kind: 'spineTilt', view: 'down-the-line', unit: 'degrees', direction: 'less', amount: 20, plusMinus: 6 },
    ]);
  });

  test('lists at most three differences, the most prominent first, and each measure or group of related measures once', () => {
    const far = (value: number, plusMinus = 1): Measure => ({ value, plusMinus });
    const of = (spine: readonly [number, number], shoulders: number, head: number, hips: number) =>
      withAngles(
        {
          measures: {
            spineTilt: { rest: far(spine[0]), strike: far(spine[1]) },
            shoulderLine: { rest: far(shoulders) },
            headSway: { top: far(head, 0.01), strike: far(0.02, 0.01) },
            shoulderSway: { top: far(head, 0.02) },
            hipSway: { top: far(hips, 0.01) },
          },
        },
        {},
      );
    const { differences } = findDifferences({ user: of([15, 35], 30, 0.4, 0.06), pro: of([5, 5], 5, 0.02, 0) });
    expect(differences.map(({ kind, position }) => [kind, position])).toEqual([
      ['headSway', 'top'],
      ['spineTilt', 'strike'],
      ['shoulderLine', 'rest'],
    ]);
  });

  test('gives movements in centimeters for a golfer of usual or given height, and 0 for a movement within its ±', () => {
    const moved = (value: number) => withAngles({ measures: { headHeight: { top: { value, plusMinus: 0.02 } } } }, {});
    expect(findDifferences({ user: moved(-0.08), pro: moved(0.01) }, THEN).differences).toMatchObject([
      { kind: 'headHeight', direction: 'less', unit: 'centimeters', amount: 15, sides: { user: -14, pro: 0 } },
    ]);
    const child = findDifferences({ user: moved(-0.08), pro: moved(0.01) }, { ...THEN, heightCm: 120 }).differences;
    expect(child).toMatchObject([{ amount: 11, sides: { user: -10, pro: 0 } }]);
  });

  test('compares the same knee only, and only down the line', () => {
    const bent = (value: number, angles: Partial<BodyAngles>, body?: DrawnBody) =>
      withAngles({ measures: { knee: { rest: { value, plusMinus: 2 } } }, ...angles }, body);
    const kinds = (user: DifferingSwing, pro: DifferingSwing) =>
      findDifferences({ user, pro }).differences.map(({ kind }) => kind);
    const trail = { measuredKnee: 'trail' } as const;
    expect(kinds(bent(120, trail), bent(170, trail))).toEqual(['knee']);
    expect(kinds(bent(120, trail), bent(170, { measuredKnee: 'lead' }))).toEqual([]);
    expect(kinds(bent(120, { measuredKnee: null }), bent(170, { measuredKnee: null }))).toEqual([]);
    expect(kinds(bent(120, trail, {}), bent(170, trail, {}))).toEqual([]);
  });

  test('finds nothing that depends on the club between a driver and a 7 iron, or while a club is unknown', () => {
    const stance = (value: number, club: ClubKind | null): DifferingSwing => {
      const wide = withAngles({ measures: { stance: { rest: { value, plusMinus: 0.02 } } } }, {});
      return { ...wide, body: wide.body && { ...wide.body, club } };
    };
    const of = (user: ClubKind | null, pro: ClubKind | null) =>
      findDifferences({ user: stance(0.5, user), pro: stance(0.3, pro) }).differences;
    expect(of('driver', 'driver')).toMatchObject([{ kind: 'stance', position: 'rest', direction: 'more' }]);
    expect([of('driver', 'iron'), of(null, 'iron'), of(null, null)]).toEqual([[], [], []]);
  });

  test('compares nothing between different views, or with a body that is not known', () => {
    const none = { differences: [], areBodiesCompared: false, isWithinTour: false };
    expect(findDifferences({ user: drawn({}), pro: drawn(DOWN_THE_LINE) })).toEqual(none);
    expect(findDifferences({ user: drawn(DOWN_THE_LINE), pro: swing() })).toEqual(none);
  });

  test('leaves out what depends on a doubtful mark', () => {
    const moved = (head: number): MeasuredBody | null =>
      withAngles({ measures: { headSway: { top: { value: head, plusMinus: 0.02 } } } }, {}).body;
    const of = (doubts: Doubts) =>
      findDifferences({ user: swing({ body: moved(0.2) }), pro: swing({ body: moved(0), doubts }) }).differences;
    expect(of({})).toMatchObject([{ kind: 'headSway', position: 'top', amount: 35, unit: 'centimeters' }]);
    expect([of({ rest: 0.01 }), of({ top: 0.01 })]).toEqual([[], []]);
    expect(of({ strike: 0.01 })).toHaveLength(1);
  });
});

describe('the timing', () => {
  const timed = (annotations: SwingAnnotations, doubts: Doubts = {}) =>
    swing({ annotations, footage: { ...FAST, doubts } });
  const pro = timed(marks(0.75, 0.25));

  test('finds nothing between two swings with the same ratio as displayed, or one in the normal range, at any pace', () => {
    for (const user of [marks(1, 0.33), marks(1.5, 0.5), marks(0.36, 0.12), marks(0.75, 0.28)]) {
      expect(findDifferences({ user: timed(user), pro }).differences).toEqual([]);
    }
  });

  test('names one difference where the rhythm differs: the most prominent', () => {
    const { differences } = findDifferences({ user: timed(marks(0.75, 0.5)), pro });
    expect(differences).toMatchObject([
      { kind: 'duration', timing: { phase: 'top-to-strike' }, position: 'strike', amount: 0.25, confidence: 'clear' },
    ]);
  });

  test('says nothing about a difference above the margin but within the margin plus the normal variation', () => {
    const user = timed(marks(0.75, 0.272));
    expect(findDifferences({ user, pro }).differences).toEqual([]);
    expect(findDifferences({ user: timed(marks(0.75, 0.32)), pro }).differences).toHaveLength(1);
  });

  test('leaves out the tempo and everything measured from rest when rest is doubtful', () => {
    const slowBack = marks(1.5, 0.25);
    expect(findDifferences({ user: timed(slowBack), pro }).differences).toHaveLength(1);
    expect(findDifferences({ user: timed(slowBack, { rest: 0.005 }), pro }).differences).toEqual([]);
    const slowDown = timed(marks(0.75, 0.5), { rest: 0.005 });
    expect(findDifferences({ user: slowDown, pro }).differences).toMatchObject([
      { timing: { phase: 'top-to-strike' } },
    ]);
  });

  test('compares the ratio alone while a slow-motion factor is only proposed', () => {
    const user = timed(marks(0.75, 0.5));
    expect(findDifferences({ user, pro }, { isPaceKnown: false }).differences).toMatchObject([
      { kind: 'tempo', position: 'top', direction: 'less', sides: { user: { ratio: 1.5 }, pro: { ratio: 3 } } },
    ]);
    expect(findDifferences({ user: timed(marks(1.5, 0.5)), pro }, { isPaceKnown: false }).differences).toEqual([]);
  });

  test('says nothing of swings without marks', () => {
    const unmarked = timed({ restTime: null, topTime: null, strikeTime: null });
    expect(findDifferences({ user: unmarked, pro }).differences).toEqual([]);
  });
});
