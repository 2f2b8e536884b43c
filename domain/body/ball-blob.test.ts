// Drawn pictures of the ground with grain: a ball before the strike, no ball after it, and what else may lie there.
import { describe, expect, test } from 'vitest';
import { seeded } from '#tests/fixtures/seeded.ts';
import { type BallSearch, findBallSpot, pictureShift } from './ball-blob.ts';
import type { GrayPicture } from './gray-picture.ts';

const [WIDTH, HEIGHT] = [300, 160];
const RADIUS = 6;
const AREA = { from: { xPx: 20, yPx: 20 }, to: { xPx: 270, yPx: 140 } };

interface Disc {
  readonly x: number;
  readonly y: number;
  readonly radius?: number;
  readonly luma?: number;
}

/** Grass of brightness 90 with patches that a shift can be seen by, and discs; the camera has moved the ground by `moved`. */
function ground(discs: readonly Disc[], { seed = 1, moved = { x: 0, y: 0 }, brighter = 0 } = {}): GrayPicture {
  const random = seeded(seed);
  const luma = new Uint8Array(WIDTH * HEIGHT);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const [gx, gy] = [x - moved.x, y - moved.y];
      let value = 90 + 12 * Math.sin(gx / 9) * Math.cos(gy / 7);
      for (const disc of discs) {
        if (Math.hypot(gx - disc.x, gy - disc.y) <= (disc.radius ?? RADIUS)) value = disc.luma ?? 220;
      }
      luma[y * WIDTH + x] = value + brighter + 14 * (random() - 0.5);
    }
  }
  return { widthPx: WIDTH, heightPx: HEIGHT, luma };
}

const BALL: Disc = { x: 150, y: 90 };

function found(before: readonly GrayPicture[], after: readonly GrayPicture[], avoided: BallSearch['avoided'] = []) {
  const [first] = before;
  if (!first) throw new Error('There is no picture');
  const shifted = (picture: GrayPicture) => {
    return { picture, shift: pictureShift(first, picture, AREA, { guess: { xPx: 0, yPx: 0 }, reachPx: 12 }) };
  };
  const pictures = { before: before.map(shifted), after: after.map(shifted) };
  return findBallSpot({ ...pictures, area: AREA, radiusPx: RADIUS, shiftErrorPx: 12, avoided });
}

describe('the ball', () => {
  test('is found within a pixel on noise, and has no rival', () => {
    const spot = found(
      [1, 2, 3].map((seed) => ground([BALL], { seed })),
      [ground([], { seed: 4 })],
    );
    expect(Math.hypot((spot?.xPx ?? 0) - BALL.x, (spot?.yPx ?? 0) - BALL.y)).toBeLessThan(1);
    expect(spot?.clearness).toBeGreaterThan(60);
    expect(spot?.rival).toBeLessThan(20);
  });

  test('is found while the camera moves and the exposure changes', () => {
    const before = [ground([BALL]), ground([BALL], { seed: 2, moved: { x: 5, y: -3 }, brighter: 12 })];
    const spot = found(before, [ground([], { seed: 3, moved: { x: -8, y: 7 }, brighter: -10 })]);
    expect(Math.hypot((spot?.xPx ?? 0) - BALL.x, (spot?.yPx ?? 0) - BALL.y)).toBeLessThan(1.5);
    expect(spot?.clearness).toBeGreaterThan(60);
  });

  test('a ball that stays is not found', () => {
    const other: Disc = { x: 220, y: 60 };
    const spot = found([ground([other]), ground([other], { seed: 2 })], [ground([other], { seed: 3 })]);
    expect(spot?.clearness ?? 0).toBeLessThan(20);
    // The ground was matched wrongly: the ball is a few pixels beside its place.
    const [picture, later] = [ground([other]), ground([{ ...other, x: other.x + 8 }])];
    const shift = { xPx: 0, yPx: 0 };
    const beside = findBallSpot({
      area: AREA,
      before: [{ picture, shift }],
      after: [{ picture: later, shift }],
      radiusPx: RADIUS,
      shiftErrorPx: 12,
      avoided: [],
    });
    expect(beside?.stays).toBeGreaterThan(0.8 * (beside?.clearness ?? Number.NaN));
  });

  test('the one that vanishes is found beside one that stays', () => {
    const other: Disc = { x: 200, y: 90 };
    const spot = found([ground([BALL, other]), ground([BALL, other], { seed: 2 })], [ground([other], { seed: 3 })]);
    expect(spot?.xPx).toBeCloseTo(BALL.x, 0);
    expect(spot?.rival).toBeLessThan(20);
  });

  test('a second one that vanishes is as clear a rival', () => {
    const both = [BALL, { x: 200, y: 90 }];
    const spot = found([ground(both), ground(both, { seed: 2 })], [ground([], { seed: 3 })]);
    expect(spot?.rival).toBeGreaterThan(0.8 * (spot?.clearness ?? Number.NaN));
  });

  test.each<[string, Disc]>([
    ['a speck', { ...BALL, radius: 1 }],
    ['a large bright patch', { ...BALL, radius: 25 }],
    ['a dark disc', { ...BALL, luma: 10 }],
  ])('%s that vanishes is not a ball', (_, disc) => {
    const spot = found([ground([disc]), ground([disc], { seed: 2 })], [ground([], { seed: 3 })]);
    expect(spot?.clearness ?? 0).toBeLessThan(20);
  });

  test('a spot that is bright in one frame only, or lies on a foot, is not a ball', () => {
    const seenOnce = found([ground([BALL]), ground([], { seed: 2 })], [ground([], { seed: 3 })]);
    expect(seenOnce?.clearness ?? 0).toBeLessThan(20);
    const foot = { place: { xPx: BALL.x - 5, yPx: BALL.y }, withinPx: 20 };
    const onFoot = found([ground([BALL]), ground([BALL], { seed: 2 })], [ground([], { seed: 3 })], [foot]);
    expect(onFoot?.clearness ?? 0).toBeLessThan(20);
  });
});

test('the shift of the ground is found within a pixel, whatever the exposure', () => {
  const [from, to] = [ground([BALL]), ground([], { seed: 9, moved: { x: 7, y: -6 }, brighter: 20 })];
  const shift = pictureShift(from, to, AREA, { guess: { xPx: 2, yPx: 0 }, reachPx: 10 });
  expect(Math.abs(shift.xPx - 7)).toBeLessThanOrEqual(1);
  expect(Math.abs(shift.yPx + 6)).toBeLessThanOrEqual(1);
  expect(shift.residual).toBeLessThan(8);
});
