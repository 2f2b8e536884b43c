// The evidence of every measure: on the body, at its moment, and with the angle that is told.
import { describe, expect, test } from 'vitest';
import { bodyAngles, measureTime } from '#domain/body/body-angles.ts';
import { BODY_MEASURES, MEASURES } from '#domain/body/body-measures.ts';
import { MEASURED_AT, makeBodyTrack, type SeenShaft } from '#domain/body/body-track.ts';
import { DRAWN_MARKS, drawnSwing } from '#tests/fixtures/drawn-body.ts';
import { evidenceOf, MAX_EVIDENCE } from './evidence.ts';

describe.each([
  ['face-on', 0.05],
  ['down-the-line', 0.2],
] as const)('%s', (view, lean) => {
  const swing = drawnSwing({ view, lean });
  const shafts = MEASURED_AT.map((at): SeenShaft => {
    const time = measureTime(swing, DRAWN_MARKS, at) ?? Number.NaN;
    return { at, time, frameInterval: 0, grip: { xPx: 500, yPx: 450 }, end: { xPx: 550, yPx: 650 }, certainty: 1 };
  });
  const ball = { time: DRAWN_MARKS.restTime, xPx: 560, yPx: 800, certainty: 1 };
  const track = makeBodyTrack({ ...swing, shafts, ball });

  test.each(BODY_MEASURES.filter((measure) => MEASURES[measure].plusMinus[view] !== undefined))(
    'draws %s with shapes inside the picture at the moment that is measured',
    (measure) => {
      for (const position of MEASURES[measure].at) {
        const evidence = evidenceOf(measure, position, { track, annotations: DRAWN_MARKS });
        expect(evidence?.shapes.length).toBeGreaterThan(0);
        expect(evidence?.shapes.length).toBeLessThanOrEqual(MAX_EVIDENCE.shapes);
        expect(evidence?.at).toBeGreaterThanOrEqual(DRAWN_MARKS.restTime);
        expect(evidence?.at).toBeLessThanOrEqual(DRAWN_MARKS.strikeTime);
        for (const { x, y } of evidence?.shapes.flatMap(({ points }) => points) ?? []) {
          expect([x >= 0, x <= 1, y >= 0, y <= 1]).toEqual([true, true, true, true]);
        }
      }
    },
  );
});

test('the drawn angle of the spine is the measured one', () => {
  const track = drawnSwing({ view: 'down-the-line', lean: 0.2 });
  const [angle] = evidenceOf('spineTilt', 'rest', { track, annotations: DRAWN_MARKS })?.shapes ?? [];
  const [spine, hips, upright] = angle?.points ?? [];
  if (!spine || !hips || !upright) throw new Error('There is no angle');
  const measured = bodyAngles(track, DRAWN_MARKS).measures.spineTilt.rest?.value ?? Number.NaN;
  expect(upright.x).toBe(hips.x);
  const drawn = (Math.atan2(spine.x - hips.x, hips.y - spine.y) * 180) / Math.PI;
  expect(drawn).toBeCloseTo(measured, 0);
});

test('there is no evidence where the position is not marked or the body was not seen', () => {
  const track = drawnSwing({});
  expect(evidenceOf('hipSway', 'top', { track, annotations: { ...DRAWN_MARKS, topTime: null } })).toBeNull();
  const empty = { ...track, frames: [] };
  expect(evidenceOf('hipSway', 'top', { track: empty, annotations: DRAWN_MARKS })).toBeNull();
});

test('the cross on the ball and the upright through the ankle are as far apart as the measure says', () => {
  const ball = { time: DRAWN_MARKS.restTime, xPx: 400, yPx: 800, certainty: 1 };
  const track = makeBodyTrack({ ...drawnSwing({ view: 'face-on' }), ball });
  const shapes = evidenceOf('ballPosition', 'rest', { track, annotations: DRAWN_MARKS })?.shapes ?? [];
  expect(shapes.map(({ kind, isReference }) => [kind, isReference])).toEqual([
    ['line', true],
    ['line', false],
    ['line', false],
    ['arrow', false],
  ]);
  const [upright, , down] = shapes.map(({ points }) => points[0]?.x ?? Number.NaN);
  const measured = bodyAngles(track, DRAWN_MARKS).measures.ballPosition.rest?.value ?? Number.NaN;
  expect(((down ?? 0) - (upright ?? 0)) * track.widthPx).toBeCloseTo(measured * (400 / 0.76), 0);
  expect(evidenceOf('ballPosition', 'rest', { track: drawnSwing(), annotations: DRAWN_MARKS })).toBeNull();
});
