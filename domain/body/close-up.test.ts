// What a close-up of a position shows, on drawn bodies whose hands and feet are known.
import { expect, test } from 'vitest';
import { drawnBody } from '#tests/fixtures/drawn-body.ts';
import { handsOf } from './body-geometry.ts';
import { makeBodyTrack, type PicturePoint, type SeenBody } from './body-track.ts';
import { closeUp, type PicturePart } from './close-up.ts';

const PICTURE = { widthPx: 1080, heightPx: 1920 };
const trackOf = (body: SeenBody | null) => makeBodyTrack({ ...PICTURE, frames: [{ frameIndex: 30, time: 1, body }] });

function shows(part: PicturePart | null, { xPx, yPx }: PicturePoint): boolean {
  if (!part) return false;
  const [x, y] = [xPx / PICTURE.widthPx, yPx / PICTURE.heightPx];
  return x > part.left && x < part.left + part.width && y > part.top && y < part.top + part.height;
}

test('shows hands, feet and the ball beyond the hands at rest and strike, enlarged', () => {
  const body = drawnBody({ view: 'down-the-line', hips: { xPx: 540, yPx: 1100 }, hands: { right: 0.3, up: -0.1 } });
  const ball = { xPx: 540 + 0.65 * 400, yPx: 1100 + 0.7 * 400 };
  for (const position of ['rest', 'strike'] as const) {
    const part = closeUp(trackOf(body), position, 1.1);
    for (const place of [handsOf(body), body.joints.leftToe, ball]) expect(shows(part, place)).toBe(true);
    expect((part?.width ?? 1) * PICTURE.widthPx).toBeCloseTo((part?.height ?? 0) * PICTURE.heightPx, 6);
    expect(part?.height).toBeLessThan(0.3);
  }
});

test('shows the raised hands and the club above them at the top', () => {
  const body = drawnBody({ hips: { xPx: 540, yPx: 1100 }, hands: { right: -0.3, up: 0.6 } });
  const part = closeUp(trackOf(body), 'top', 1);
  const hands = handsOf(body);
  expect(shows(part, hands)).toBe(true);
  expect(shows(part, { xPx: hands.xPx, yPx: hands.yPx - 60 })).toBe(true);
});

test('stays inside the picture, and is null without a detected body', () => {
  const part = closeUp(trackOf(drawnBody({ hips: { xPx: 20, yPx: 1800 } })), 'strike', 1);
  expect(part?.left).toBe(0);
  expect((part?.top ?? 0) + (part?.height ?? 0)).toBeCloseTo(1, 6);
  expect(closeUp(trackOf(null), 'strike', 1)).toBeNull();
  expect(closeUp(trackOf(drawnBody()), 'strike', 2)).toBeNull();
});
