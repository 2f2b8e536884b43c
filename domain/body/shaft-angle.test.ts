// The shaft's angle and its ± from drawn shafts at the positions of a drawn swing.
import { describe, expect, test } from 'vitest';
import { DRAWN_MARKS, drawnSwing } from '#tests/fixtures/drawn-body.ts';
import { bodyAngles, deliveryTime } from './body-angles.ts';
import { type MeasuredAt, makeBodyTrack, type SeenShaft } from './body-track.ts';
import { addressPlane } from './shaft-line.ts';
import { shaftFrames } from './shaft-search.ts';

const FACE_ON = drawnSwing();
const IN_LINE = drawnSwing({ view: 'down-the-line', lean: 0.2 });
const DELIVERY = deliveryTime(FACE_ON, DRAWN_MARKS) ?? Number.NaN;

/** A shaft of 200 pixels; `degrees` from straight down, to the right. */
function shaft(at: MeasuredAt, time: number, degrees: number, frameInterval = 1 / 60): SeenShaft {
  const angle = (degrees * Math.PI) / 180;
  const grip = { xPx: 500, yPx: 480 };
  const end = { xPx: 500 + 200 * Math.sin(angle), yPx: 480 + 200 * Math.cos(angle) };
  return { at, time, frameInterval, grip, end, certainty: 0.6 };
}

function measures(track: typeof FACE_ON, shafts: readonly SeenShaft[], slowMotionFactor = 1) {
  return bodyAngles(makeBodyTrack({ ...track, shafts }), DRAWN_MARKS, slowMotionFactor).measures;
}

describe('face-on', () => {
  test('measures the lean at rest, positive with the hands ahead', () => {
    const { shaftLean } = measures(FACE_ON, [shaft('rest', 1.05, -8)]);
    expect(shaftLean.rest).toEqual({ value: expect.closeTo(8, 5), plusMinus: 3, isFaint: true });
    const clear = { ...shaft('rest', 1.05, -8), certainty: 0.8 };
    expect(measures(FACE_ON, [clear]).shaftLean.rest).toEqual({ value: expect.closeTo(8, 5), plusMinus: 3 });
  });

  test('measures how far the top is short of parallel or past it', () => {
    const atTop = (degrees: number) => measures(FACE_ON, [shaft('top', 1.8, degrees)]).shaftLevel.top;
    expect(atTop(110)?.value).toBeCloseTo(20, 5);
    expect(atTop(75)?.value).toBeCloseTo(-15, 5);
    expect(atTop(90)?.plusMinus).toBeCloseTo(5 + (100 * 2) / 60, 5);
  });

  test('interpolates between the two frames around the delivery', () => {
    const around = [shaft('delivery', DELIVERY - 0.01, -100), shaft('delivery', DELIVERY + 0.01, -80)];
    const { delivery } = measures(FACE_ON, around).shaftLevel;
    expect([delivery?.value.toFixed(3), delivery?.plusMinus.toFixed(1)]).toEqual(['0.000', '9.2']);
  });

  test('corrects a single frame by the usual speed, with a wider ±, and leaves out one that is too far away', () => {
    const { delivery } = measures(FACE_ON, [shaft('delivery', DELIVERY - 0.005, -95)]).shaftLevel;
    expect(delivery?.value).toBeCloseTo(5 - 7, 5);
    expect(delivery?.plusMinus).toBeGreaterThan(9.2);
    expect(measures(FACE_ON, [shaft('delivery', DELIVERY - 0.016, -95)]).shaftLevel.delivery).toBeNull();
  });

  test('ignores a shaft that was found at other marks', () => {
    expect(measures(FACE_ON, [shaft('top', 1.7, 110)]).shaftLevel.top).toBeNull();
    expect(measures(FACE_ON, []).shaftLean.rest).toBeNull();
  });
});

describe('down the line', () => {
  test('measures the angle to the ground at rest, and its change at the strike', () => {
    const atStrike = shaft('strike', 2.1, 34, 1 / 240);
    const { shaftPlane, shaftChange } = measures(IN_LINE, [shaft('rest', 1, 38), atStrike]);
    expect(shaftPlane.rest).toEqual({ value: expect.closeTo(52, 5), plusMinus: 3, isFaint: true });
    expect(shaftChange.strike?.value).toBeCloseTo(4, 5);
    expect(shaftChange.strike?.plusMinus).toBeCloseTo(Math.hypot(3, 3 + 250 / 240), 5);
    expect(measures(IN_LINE, [atStrike]).shaftChange.strike).toBeNull();
  });

  test('draws the plane from the ground past the hands', () => {
    const plane = addressPlane(makeBodyTrack({ ...IN_LINE, shafts: [shaft('rest', 1, 38)] }));
    if (!plane) throw new Error('There is no plane');
    const [ground, beyond] = plane;
    expect(ground.yPx).toBeGreaterThan(750);
    expect(beyond.yPx).toBeLessThan(300);
    const direction = (Math.atan2(ground.xPx - beyond.xPx, ground.yPx - beyond.yPx) * 180) / Math.PI;
    expect(direction).toBeCloseTo(38, 5);
    expect(addressPlane(makeBodyTrack({ ...FACE_ON, shafts: [shaft('rest', 1, 38)] }))).toBeNull();
    expect(addressPlane(makeBodyTrack({ ...IN_LINE, shafts: [shaft('strike', 2.1, 38)] }))).toBeNull();
  });
});

test('searches the frames that a view can show', () => {
  const frameTimes = Array.from({ length: 210 }, (_, frame) => frame / 60);
  const places = (track: typeof FACE_ON) => shaftFrames(track, frameTimes, DRAWN_MARKS).frames.map(({ at }) => at);
  expect(places(FACE_ON)).toEqual(['rest', 'top', 'delivery', 'delivery']);
  expect(places(IN_LINE)).toEqual(['rest', 'strike']);
  expect(places(drawnSwing({ view: 'from-behind' }))).toEqual(['rest']);
  expect(shaftFrames(FACE_ON, frameTimes, { ...DRAWN_MARKS, restTime: null }).frames).toEqual([]);
});
