// The close-up of a position, for synthetic bodies with known hands and feet.
import { expect, test } from 'vitest';
import { drawnBody } from '#tests/fixtures/drawn-body.ts';
import { HEIGHT_PER_SIZE, handsOf } from './body-geometry.ts';
import { makeBodyTrack, type PicturePoint, type SeenBody } from './body-track.ts';
import { closeUp, type PicturePart } from './close-up.ts';

const PICTURE = { widthPx: 1080, heightPx: 1920 };
const trackOf = (body: SeenBody | null) => makeBodyTrack({ ...PICTURE, frames: [{ frameIndex: 30, time: 1, body }] });

function shows(part: PicturePart | null, { xPx, yPx }: PicturePoint): boolean {
  if (!part) return false;
  const [x, y] = [xPx / PICTURE.widthPx, yPx / PICTURE.heightPx];
  return x > part.left && x < part.left + part.width && y > part.top && y < part.top + part.height;
}

/** The height of the drawn golfers, in pixels. */
const HEIGHT_PX = 400 * HEIGHT_PER_SIZE;
const HIPS = { xPx: 540, yPx: 1100 };
const GROUND_PX = 1100 + 0.67 * 400;

test.each([
  ['down the line, with the longest and the shortest club', { view: 'down-the-line', hand: 'right' }, [0.35, 0.62]],
  ['down the line, of a left-hander', { view: 'down-the-line', hand: 'left' }, [-0.35, -0.62]],
  ['face-on, forward and back in the stance', { view: 'face-on', hand: 'right' }, [-0.16, 0.16]],
] as const)('shows the ball and the ground before it, enlarged: %s', (_, golfer, places) => {
  const body = drawnBody({ ...golfer, hips: HIPS, hands: { right: 0.1, up: -0.1 } });
  for (const position of ['rest', 'strike'] as const) {
    const part = closeUp(trackOf(body), position, 1.1);
    for (const place of places) {
      for (const below of [-0.09, 0.16]) {
        const ball = { xPx: feetOf(body) + place * HEIGHT_PX, yPx: GROUND_PX + below * HEIGHT_PX };
        expect(shows(part, ball), `${position}, ball at ${place}`).toBe(true);
      }
    }
    const [width, height] = [(part?.width ?? 1) * PICTURE.widthPx, (part?.height ?? 0) * PICTURE.heightPx];
    expect([width / HEIGHT_PX, height / HEIGHT_PX]).toEqual([expect.closeTo(0.6, 6), expect.closeTo(0.6, 6)]);
  }
});

function feetOf({ joints }: SeenBody): number {
  const { leftHeel, rightHeel, leftToe, rightToe } = joints;
  return (leftHeel.xPx + rightHeel.xPx + leftToe.xPx + rightToe.xPx) / 4;
}

test.each([-1, 1])('shows hands and club at the top, on the other side of the hands (%i)', (side) => {
  const body = drawnBody({ hips: HIPS, hands: { right: 0.2 * side, up: 0.6 } });
  const part = closeUp(trackOf(body), 'top', 1);
  const hands = handsOf(body);
  expect(shows(part, hands)).toBe(true);
  for (const up of [-0.1, 0.25])
    expect(shows(part, { xPx: hands.xPx - 0.5 * side * HEIGHT_PX, yPx: hands.yPx - up * HEIGHT_PX })).toBe(true);
});

test('stays inside the picture, and is null without a detected body', () => {
  const part = closeUp(trackOf(drawnBody({ hips: { xPx: 20, yPx: 1800 } })), 'strike', 1);
  expect(part?.left).toBe(0);
  expect((part?.top ?? 0) + (part?.height ?? 0)).toBeCloseTo(1, 6);
  expect(closeUp(trackOf(null), 'strike', 1)).toBeNull();
  expect(closeUp(trackOf(drawnBody()), 'strike', 2)).toBeNull();
});
