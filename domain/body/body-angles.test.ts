// Angles of drawn bodies, each with its uncertainty, and where nothing is said.
import { describe, expect, test } from 'vitest';
import { NO_ANNOTATIONS } from '#domain/swing/swing.ts';
import { DRAWN_MARKS, drawnSwing } from '#tests/fixtures/drawn-body.ts';
import { bodyAngles } from './body-angles.ts';
import { makeBodyTrack } from './body-track.ts';

describe('down the line', () => {
  test.each(['right', 'left'] as const)('measures the forward tilt of a %s-handed golfer’s spine', (hand) => {
    const track = drawnSwing({ view: 'down-the-line', hand, lean: hand === 'right' ? 0.2 : -0.2 });
    const angles = bodyAngles(track, DRAWN_MARKS);
    expect(angles.hand).toBe(hand);
    expect(angles.spineTiltDegrees.rest?.value).toBeCloseTo((Math.asin(0.2 / 0.36) * 180) / Math.PI, 5);
    expect(angles.spineTiltDegrees.rest?.plusMinus).toBeGreaterThanOrEqual(4);
    expect(angles.kneeDegrees.rest?.value).toBeCloseTo(180, 5);
    expect([angles.shoulderLineDegrees.rest, angles.hipSwayFraction.top]).toEqual([null, null]);
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
    expect(angles.hipSwayFraction.strike?.value).toBeCloseTo(20 / (400 / 0.76), 3);
    expect(angles.headMovementFraction.strike?.value).toBeCloseTo(0, 5);
    expect(angles.shoulderLineDegrees.rest?.value).toBeCloseTo(0, 5);
  });
});

describe('no angle is measured', () => {
  test('without marks, from behind, or for hidden joints', () => {
    expect(bodyAngles(drawnSwing(), NO_ANNOTATIONS).spineTiltDegrees).toEqual({ rest: null, strike: null });
    const behind = bodyAngles(drawnSwing({ view: 'from-behind' }), DRAWN_MARKS);
    expect([behind.spineTiltDegrees.rest, behind.headMovementFraction.top]).toEqual([null, null]);
    const hidden = bodyAngles(drawnSwing({ certainty: 0.3 }), DRAWN_MARKS);
    expect([hidden.spineTiltDegrees.rest, hidden.kneeDegrees.rest]).toEqual([null, null]);
  });

  test('when neighbouring frames contradict each other', () => {
    const track = drawnSwing({ view: 'down-the-line', lean: 0.2 });
    const upright = drawnSwing({ view: 'down-the-line', lean: -0.1 });
    const frames = track.frames.map((frame, index) => (index % 2 ? frame : (upright.frames[index] ?? frame)));
    expect(bodyAngles(makeBodyTrack({ ...track, frames }), DRAWN_MARKS).spineTiltDegrees.rest).toBeNull();
  });
});
