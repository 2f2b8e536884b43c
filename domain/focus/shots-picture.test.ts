import { describe, expect, test } from 'vitest';
import { middleOfPair } from '#domain/body/body-geometry.ts';
import { DRAWN_MARKS, drawnBody, drawnSwing } from '#tests/fixtures/drawn-body.ts';
import { type PosedShot, planShotsPicture, shotPose } from './shots-picture.ts';

const SIZE = { widthPx: 1000, heightPx: 1000 };

/** A shot with a value, whose golfer stands this far to the right, in a picture of this height. */
function shot(value: number, { right = 0, heightPx = 1000 } = {}): PosedShot {
  const scale = heightPx / 1000;
  const hips = { xPx: (500 + right) * scale, yPx: 500 * scale };
  const pose = { time: 1, widthPx: heightPx, heightPx, body: drawnBody({ hips, sizePx: 400 * scale }) };
  return { measured: { value, plusMinus: 2 }, pose };
}

const GOAL = { goal: 29 };

describe('planShotsPicture', () => {
  test('names the shot nearest to the mean, and the one nearest to the goal', () => {
    const plan = planShotsPicture(GOAL, [shot(20), shot(24), shot(31), shot(18)]);
    expect(plan).toMatchObject({ typical: 1, best: 2, mean: 23.25, least: 18, most: 31 });
  });

  test('puts every skeleton on the feet of the typical one, whatever the place and the size of its clip', () => {
    const plan = planShotsPicture(GOAL, [shot(20), shot(20, { right: 90 }), shot(20, { heightPx: 500 })]);
    const [shown, moved, small] = plan?.skeletons ?? [];
    expect(shown?.length).toBeGreaterThan(5);
    for (const other of [moved, small]) {
      for (const [index, line] of (other ?? []).entries()) {
        for (const end of [0, 1] as const) {
          expect(line[end].xPx).toBeCloseTo(shown?.[index]?.[end].xPx ?? Number.NaN, 6);
          expect(line[end].yPx).toBeCloseTo(shown?.[index]?.[end].yPx ?? Number.NaN, 6);
        }
      }
    }
  });

  test('shows a part inside the picture that contains every skeleton', () => {
    const plan = planShotsPicture(GOAL, [shot(20, { right: -380 }), shot(22, { right: -380 })]);
    const { xPx = -1, yPx = -1, widthPx = 0, heightPx = 0 } = plan?.crop ?? {};
    expect(xPx).toBeGreaterThanOrEqual(0);
    expect(xPx + widthPx).toBeLessThanOrEqual(SIZE.widthPx);
    expect(yPx + heightPx).toBeLessThanOrEqual(SIZE.heightPx);
    for (const point of plan?.skeletons.flat(2) ?? []) {
      expect(point.yPx).toBeGreaterThan(yPx);
      expect(point.yPx).toBeLessThan(yPx + heightPx);
      expect(point.xPx).toBeGreaterThan(xPx);
      expect(point.xPx).toBeLessThan(xPx + widthPx);
    }
  });

  test('needs two shots', () => {
    expect([planShotsPicture(GOAL, []), planShotsPicture(GOAL, [shot(20)])]).toEqual([null, null]);
  });
});

test('the pose of a shot is its body at the moment of the focus', () => {
  const track = drawnSwing({ view: 'down-the-line' });
  const pose = shotPose({ position: 'rest' }, track, DRAWN_MARKS);
  expect(pose).toMatchObject({ time: DRAWN_MARKS.restTime, widthPx: track.widthPx, heightPx: track.heightPx });
  const atRest = track.frames.find(({ body }) => body)?.body;
  if (!pose || !atRest) throw new Error('The drawn swing has no body');
  expect(middleOfPair(pose.body, 'Ankle').xPx).toBeCloseTo(middleOfPair(atRest, 'Ankle').xPx, 0);
  expect(shotPose({ position: 'top' }, track, { ...DRAWN_MARKS, topTime: null })).toBeNull();
});
