// View, hand and box of synthetic bodies, and when they are unknown.
import { describe, expect, test } from 'vitest';
import { DRAWN_MARKS, type DrawnBody, drawnBody, drawnSwing } from '#tests/fixtures/drawn-body.ts';
import { bodiesAt, framesBetween } from './bodies-at.ts';
import { bodyBox } from './body-box.ts';
import { hasGolfersProportions } from './body-proportions.ts';
import type { Joint, SeenBody } from './body-track.ts';
import { cameraView, golferHand } from './filmed.ts';
import { handsTravel } from './hands-path.ts';

const VIEWS = ['face-on', 'down-the-line', 'from-behind'] as const;

/** A body with some joints moved. */
function withJoints(body: SeenBody, places: Partial<Record<Joint, { xPx?: number; yPx?: number }>>): SeenBody {
  const moved = Object.entries(places).map(([joint, place]) => [joint, { ...body.joints[joint as Joint], ...place }]);
  return { ...body, joints: { ...body.joints, ...Object.fromEntries(moved) } };
}

describe('the view', () => {
  test.each(VIEWS)('is %s', (view) => {
    expect(cameraView([drawnBody({ view })])).toBe(view);
  });

  test('is unknown between face-on and down the line, without visible feet, and without a body', () => {
    const body = drawnBody({ view: 'face-on' });
    const { leftShoulder } = body.joints;
    const half = withJoints(body, { rightShoulder: { xPx: leftShoulder.xPx - 0.14 * 400 } });
    expect(cameraView([half])).toBeNull();
    const inLine = drawnBody({ view: 'down-the-line' });
    const { leftHeel, rightHeel } = inLine.joints;
    expect(cameraView([withJoints(inLine, { leftToe: leftHeel, rightToe: rightHeel })])).toBeNull();
    expect(cameraView([])).toBeNull();
  });
});

describe('the hand', () => {
  test.each(VIEWS.flatMap((view) => (['right', 'left'] as const).map((hand) => [view, hand] as const)))(
    'seen %s is %s',
    (view, hand) => {
      const track = drawnSwing({ view, hand });
      const backswing = framesBetween(track, DRAWN_MARKS, ['rest', 'top']).map(({ body }) => body);
      expect(golferHand(bodiesAt(track, DRAWN_MARKS, 'rest'), backswing)).toBe(hand);
    },
  );

  test('is unknown when the hands do not move, and without a sampled backswing', () => {
    const still = drawnBody();
    expect(golferHand([still], [still, still])).toBeNull();
    expect(golferHand([still], [])).toBeNull();
  });
});

describe('the box', () => {
  test('extends from above the ears to below the feet, centered on the feet', () => {
    const bodies = [
      drawnBody(),
      drawnBody({ hips: { xPx: 502, yPx: 501 } }),
      drawnBody({ hips: { xPx: 498, yPx: 499 } }),
    ];
    const box = bodyBox(bodies);
    const { leftEar, leftToe } = drawnBody().joints;
    expect(box?.headTopPx).toBeLessThan(leftEar.yPx - 40);
    expect(box?.solesPx).toBeGreaterThan(leftToe.yPx);
    expect(Math.abs((box?.middlePx ?? 0) - 506)).toBeLessThan(2);
    expect((box?.solesPx ?? 0) - (box?.headTopPx ?? 0)).toBeCloseTo(400 / 0.76, -2);
  });

  test('is unknown without a body, and for a body that lies on the ground', () => {
    expect(bodyBox([])).toBeNull();
    const body = drawnBody();
    const lying = { leftEar: { yPx: 500 }, rightEar: { yPx: 500 } } as const;
    expect(bodyBox([withJoints(body, lying)])).toBeNull();
  });
});

describe('a detected body is accepted', () => {
  test.each<DrawnBody>([
    {},
    { view: 'down-the-line', lean: 0.2 },
    { hands: { right: -0.4, up: 0.55 } },
    { sizePx: 30 },
  ])('when it stands like a golfer: %j', (body) => {
    expect(hasGolfersProportions(drawnBody(body))).toBe(true);
  });

  test('not when it was detected inside the arms, upside down, or as a point', () => {
    const body = drawnBody();
    const shortLegs: Partial<Record<Joint, { yPx: number }>> = {};
    for (const joint of ['Knee', 'Ankle', 'Heel', 'Toe'] as const)
      for (const side of ['left', 'right'] as const) shortLegs[`${side}${joint}`] = { yPx: 520 };
    expect(hasGolfersProportions(withJoints(body, shortLegs))).toBe(false);
    const turned = Object.entries(body.joints).map(([joint, { yPx }]) => [joint, { yPx: 1000 - yPx }]);
    expect(hasGolfersProportions(withJoints(body, Object.fromEntries(turned)))).toBe(false);
    expect(hasGolfersProportions(drawnBody({ sizePx: 0 }))).toBe(false);
  });
});

test('a golfer’s hands travel farther than those of an onlooker, or of someone who holds them apart', () => {
  const onlooker = { ...drawnSwing(), frames: drawnSwing().frames.slice(0, 20) };
  expect(handsTravel(onlooker)).toBeCloseTo(0);
  expect(handsTravel(drawnSwing())).toBeGreaterThan(1.5);
  expect(handsTravel(drawnSwing({ grip: 0.5 }))).toBeCloseTo(0);
  expect(handsTravel(drawnSwing({ sizePx: 40 }))).toBeCloseTo(handsTravel(drawnSwing()), 5);
});
