// Lines on the body, where it is at the moment that is shown.
import { describe, expect, test } from 'vitest';
import { bodyOverTime } from '#domain/body/body-over-time.ts';
import { DRAWN_MARKS, drawnSwing } from '#tests/fixtures/drawn-body.ts';
import { templateOnBody } from './templates.ts';

const TRACK = drawnSwing();
const { restTime, topTime } = DRAWN_MARKS;

describe('a template on the body', () => {
  test('lies on hips and shoulders, or around the head, at the time that is shown', () => {
    for (const time of [restTime, topTime]) {
      const { joints } = bodyOverTime(TRACK)(time) ?? { joints: null };
      if (!joints) throw new Error('Nobody there');
      const [low, high] = templateOnBody('spine', TRACK, time, restTime) ?? [];
      const hips = (joints.leftHip.yPx + joints.rightHip.yPx) / 2 / TRACK.heightPx;
      expect(low?.y).toBeGreaterThan(hips);
      expect(high?.y).toBeLessThan(hips);
      const [middle] = templateOnBody('head', TRACK, time, restTime) ?? [];
      expect(middle?.x).toBeCloseTo((joints.leftEar.xPx + joints.rightEar.xPx) / 2 / TRACK.widthPx, 3);
    }
  });

  test('the shaft goes from the ground through the hands at rest, whenever it is put there', () => {
    const { joints } = bodyOverTime(TRACK)(restTime) ?? { joints: null };
    if (!joints) throw new Error('Nobody there');
    const [ball, end] = templateOnBody('shaft', TRACK, topTime, restTime) ?? [];
    const handsY = (joints.leftWrist.yPx + joints.rightWrist.yPx) / 2 / TRACK.heightPx;
    expect(ball?.y).toBeGreaterThan(handsY);
    expect(end?.y).toBeLessThan(handsY);
    expect(templateOnBody('shaft', TRACK, topTime, null)).toBeNull();
  });
});
