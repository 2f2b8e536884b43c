// Searches drawn pictures for the ball of a drawn golfer: where it is found, and when no ball is reported.
import { describe, expect, test } from 'vitest';
import { DRAWN_MARKS, drawnSwing } from '#tests/fixtures/drawn-body.ts';
import { seeded } from '#tests/fixtures/seeded.ts';
import { ballFrames, ballIn } from './ball-search.ts';
import { bodyAngles } from './body-angles.ts';
import { type BodyTrack, makeBodyTrack, type PicturePoint, type SeenShaft } from './body-track.ts';
import type { GrayPicture } from './gray-picture.ts';

const FRAME_TIMES = Array.from({ length: 100 }, (_, frame) => frame / 30);
/** The drawn golfer is 526 pixels high, in a picture of 1000 by 1000. */
const HEIGHT_PX = 400 / 0.76;
const SCALE = 480 / HEIGHT_PX;
/** The ankles are at 500, 756. */
const BALLS = { 'face-on': { xPx: 520, yPx: 820 }, 'down-the-line': { xPx: 760, yPx: 760 } } as const;

const SIDE_PX = Math.round(1000 * SCALE);
const random = seeded(1);
const GRAIN = new Uint8Array(2 * SIDE_PX * SIDE_PX).map(() => 80 + 10 * random());

/** Grass whose grain differs from frame to frame, with discs of the ball's size until the strike. */
function pictures(balls: readonly PicturePoint[], isGone = true): (time: number) => GrayPicture {
  return (time) => {
    const sidePx = SIDE_PX;
    const first = Math.round(time * 1e5);
    const luma = GRAIN.slice(first, first + sidePx * sidePx);
    for (const ball of isGone && time > DRAWN_MARKS.strikeTime ? [] : balls) {
      const [middleX, middleY] = [Math.round(ball.xPx * SCALE), Math.round(ball.yPx * SCALE)];
      for (let y = -6; y <= 6; y += 1) {
        for (let x = -6; x <= 6; x += 1) {
          if (Math.hypot(x, y) <= 6) luma[(middleY + y) * sidePx + middleX + x] = 230;
        }
      }
    }
    return { widthPx: sidePx, heightPx: sidePx, luma };
  };
}

function shaftTo(end: PicturePoint): SeenShaft {
  return { at: 'rest', time: 1, frameInterval: 1 / 30, grip: { xPx: 500, yPx: 540 }, end, certainty: 1 };
}

function found(track: BodyTrack, pictureAt: (time: number) => GrayPicture, frameTimes = FRAME_TIMES) {
  const frames = ballFrames(track, frameTimes, DRAWN_MARKS);
  return frames && ballIn(frames, pictureAt);
}

describe.each(['face-on', 'down-the-line'] as const)('%s', (view) => {
  const ball = BALLS[view];
  const track = drawnSwing({ view });

  test('finds the ball at rest, and measures it from the feet', () => {
    const seen = found(track, pictures([ball]));
    expect(seen?.time).toBe(DRAWN_MARKS.restTime);
    expect(Math.hypot((seen?.xPx ?? 0) - ball.xPx, (seen?.yPx ?? 0) - ball.yPx)).toBeLessThan(1.5);
    const { measures } = bodyAngles(makeBodyTrack({ ...track, ball: seen }), DRAWN_MARKS);
    // The lead ankle is 32 pixels to the right of the middle.
    const [number, from] = view === 'face-on' ? [measures.ballPosition, 532] : [measures.ballDistance, 500];
    expect(number.rest?.value).toBeCloseTo((ball.xPx - from) / HEIGHT_PX, 2);
    expect(bodyAngles(makeBodyTrack({ ...track, ball: null }), DRAWN_MARKS).measures.ballPosition.rest).toBeNull();
  });

  test('finds none where none lies, where it stays, and where two vanish', () => {
    expect(found(track, pictures([]))).toBeNull();
    expect(found(track, pictures([ball], false))).toBeNull();
    expect(found(track, pictures([ball, { ...ball, xPx: ball.xPx - 70 }]))).toBeNull();
  });

  test('the shaft must point to it', () => {
    const withShaft = (end: PicturePoint) => makeBodyTrack({ ...track, shafts: [shaftTo(end)] });
    expect(found(withShaft({ xPx: ball.xPx - 20, yPx: ball.yPx - 20 }), pictures([ball]))).not.toBeNull();
    expect(found(withShaft({ xPx: ball.xPx - 150, yPx: ball.yPx }), pictures([ball]))).toBeNull();
  });
});

test('searches no clip that ends with the strike, no small golfer, and none from behind or without marks', () => {
  const track = drawnSwing({ view: 'face-on' });
  const ended = FRAME_TIMES.filter((time) => time < DRAWN_MARKS.strikeTime + 0.1);
  expect(ballFrames(track, ended, DRAWN_MARKS)).toBeNull();
  expect(ballFrames(drawnSwing({ view: 'face-on', sizePx: 120 }), FRAME_TIMES, DRAWN_MARKS)).toBeNull();
  expect(ballFrames(drawnSwing({ view: 'from-behind' }), FRAME_TIMES, DRAWN_MARKS)).toBeNull();
  expect(ballFrames(track, FRAME_TIMES, { ...DRAWN_MARKS, topTime: null })).toBeNull();
});

test('measures a left-handed golfer in the other direction', () => {
  const track = makeBodyTrack({
    ...drawnSwing({ view: 'down-the-line', hand: 'left' }),
    ball: { time: 1, xPx: 240, yPx: 760, certainty: 1 },
  });
  expect(bodyAngles(track, DRAWN_MARKS).measures.ballDistance.rest?.value).toBeCloseTo(260 / HEIGHT_PX, 2);
});
