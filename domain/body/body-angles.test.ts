// Angles of synthetic bodies with their uncertainty, and when they are not measured.
import { describe, expect, test } from 'vitest';
import { NO_ANNOTATIONS } from '#domain/swing/swing.ts';
import { DRAWN_MARKS, drawnSwing } from '#tests/fixtures/drawn-body.ts';
import { bodyAngles, deliveryTime } from './body-angles.ts';
import { byJoint, makeBodyTrack } from './body-track.ts';

describe('down the line', () => {
  test.each(['right', 'left'] as const)('measures the forward tilt of a %s-handed golfer’s spine', (hand) => {
    const track = drawnSwing({ view: 'down-the-line', hand, lean: hand === 'right' ? 0.2 : -0.2 });
    const angles = bodyAngles(track, DRAWN_MARKS);
    expect(angles.hand).toBe(hand);
    expect(angles.measures.spineTilt.rest?.value).toBeCloseTo((Math.asin(0.2 / 0.36) * 180) / Math.PI, 5);
    expect(angles.measures.spineTilt.rest?.plusMinus).toBeGreaterThanOrEqual(4);
    expect(angles.measures.knee.rest?.value).toBeCloseTo(180, 5);
    expect([angles.measures.shoulderLine.rest, angles.measures.hipSway.top]).toEqual([null, null]);
  });
});

describe('face-on', () => {
  test.each(['right', 'left'] as const)('measures the hip sway of a %s-handed golfer towards the target', (hand) => {
    const toTarget = hand === 'right' ? 1 : -1;
    const swayPx = (time: number) => (time > 1.6 ? toTarget * 20 : 0);
    const swaying = drawnSwing({ hand });
    const frames = swaying.frames.map((frame) => {
      if (!frame.body) return frame;
      const { leftHip, rightHip } = frame.body.joints;
      const moved = {
        leftHip: { ...leftHip, xPx: leftHip.xPx + swayPx(frame.time) },
        rightHip: { ...rightHip, xPx: rightHip.xPx + swayPx(frame.time) },
      };
      return { ...frame, body: { ...frame.body, joints: { ...frame.body.joints, ...moved } } };
    });
    const angles = bodyAngles(makeBodyTrack({ ...swaying, frames }), DRAWN_MARKS);
    expect(angles.measures.hipSway.strike?.value).toBeCloseTo(20 / (400 / 0.76), 3);
    expect(angles.measures.headSway.strike?.value).toBeCloseTo(0, 5);
    expect(angles.measures.headHeight.strike?.value).toBeCloseTo(0, 5);
    expect(angles.measures.shoulderLine.rest?.value).toBeCloseTo(0, 5);
  });
});

describe('no angle is measured', () => {
  test('without marks, from behind, or for hidden joints', () => {
    expect(bodyAngles(drawnSwing(), NO_ANNOTATIONS).measures.spineTilt).toEqual({
      rest: null,
      top: null,
      strike: null,
    });
    const behind = bodyAngles(drawnSwing({ view: 'from-behind' }), DRAWN_MARKS);
    expect([behind.measures.spineTilt.rest, behind.measures.headSway.top]).toEqual([null, null]);
    const hidden = bodyAngles(drawnSwing({ certainty: 0.3 }), DRAWN_MARKS);
    expect([hidden.measures.spineTilt.rest, hidden.measures.knee.rest]).toEqual([null, null]);
  });

  test('when a person of a different size stands where the golfer was', () => {
    const track = drawnSwing({ view: 'down-the-line', lean: 0.2 });
    const frames = track.frames.map((frame) => {
      if (!frame.body || frame.time < 1.3) return frame;
      const { joints } = frame.body;
      const farther = byJoint((joint) => {
        const { xPx, yPx, certainty } = joints[joint];
        return { xPx: 0.6 * xPx, yPx: 0.6 * yPx, certainty };
      });
      return { ...frame, body: { ...frame.body, joints: farther } };
    });
    const { spineTilt } = bodyAngles(makeBodyTrack({ ...track, frames }), DRAWN_MARKS).measures;
    expect([spineTilt.rest === null, spineTilt.top, spineTilt.strike]).toEqual([false, null, null]);
  });

  test('when neighboring frames contradict each other', () => {
    const track = drawnSwing({ view: 'down-the-line', lean: 0.2 });
    const upright = drawnSwing({ view: 'down-the-line', lean: -0.1 });
    const frames = track.frames.map((frame, index) => (index % 2 ? frame : (upright.frames[index] ?? frame)));
    expect(bodyAngles(makeBodyTrack({ ...track, frames }), DRAWN_MARKS).measures.spineTilt.rest).toBeNull();
  });
});

describe('the hands', () => {
  test('are at hip height between top and strike, where they come down over or under the way back', () => {
    const way = (overPx: number) => {
      const swing = drawnSwing({ view: 'down-the-line' });
      const frames = swing.frames.map((frame) => {
        if (!frame.body || frame.time < 1.8) return frame;
        const { leftWrist, rightWrist } = frame.body.joints;
        const moved = {
          leftWrist: { ...leftWrist, xPx: leftWrist.xPx + overPx },
          rightWrist: { ...rightWrist, xPx: rightWrist.xPx + overPx },
        };
        return { ...frame, body: { ...frame.body, joints: { ...frame.body.joints, ...moved } } };
      });
      return makeBodyTrack({ ...swing, frames });
    };
    const at = deliveryTime(way(0), DRAWN_MARKS) ?? Number.NaN;
    expect([at > DRAWN_MARKS.topTime, at < DRAWN_MARKS.strikeTime]).toEqual([true, true]);
    const path = (overPx: number) => bodyAngles(way(overPx), DRAWN_MARKS).measures.handPath.delivery?.value;
    expect((path(40) ?? Number.NaN) - (path(0) ?? Number.NaN)).toBeCloseTo(40 / (400 / 0.76), 2);
  });
});

test('measures an exact body with almost no ±', () => {
  const swing = drawnSwing({ view: 'down-the-line', lean: 0.2 });
  const exact = bodyAngles(makeBodyTrack({ ...swing, isExact: true }), DRAWN_MARKS).measures.spineTilt.rest;
  expect(exact?.value).toBeCloseTo(bodyAngles(swing, DRAWN_MARKS).measures.spineTilt.rest?.value ?? Number.NaN, 5);
  expect(exact?.plusMinus).toBeLessThan(0.5);
});
