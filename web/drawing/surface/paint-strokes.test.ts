// The picture inside its element, and places on it, at the sizes of a desk and of a phone.
import { expect, test } from 'vitest';
import { isShownAt, pictureIn, videoPointAt } from './paint-strokes.ts';

const VIDEO = { widthPx: 1216, heightPx: 1080 };
const DESKTOP = { widthPx: 1020, heightPx: 612 };
const PHONE = { widthPx: 322, heightPx: 400 };

test('centers the picture, with margins at the sides or above and below', () => {
  const desk = pictureIn(DESKTOP, VIDEO);
  expect(desk).toEqual({ xPx: expect.closeTo(165.47, 2), yPx: 0, widthPx: expect.closeTo(689.07, 2), heightPx: 612 });
  const phone = pictureIn(PHONE, VIDEO);
  expect(phone).toEqual({ xPx: 0, yPx: expect.closeTo(57.01, 2), widthPx: 322, heightPx: expect.closeTo(285.99, 2) });
});

test('has no picture while the size of the video or of its element is unknown', () => {
  expect(pictureIn(DESKTOP, { widthPx: 0, heightPx: 0 })).toBeNull();
  expect(pictureIn({ widthPx: 0, heightPx: 0 }, VIDEO)).toBeNull();
});

test.each([
  ['a desk', DESKTOP],
  ['a phone', PHONE],
])('a place on the picture is the same pixel of the video on %s', (_, box) => {
  const place = pictureIn(box, VIDEO);
  if (!place) throw new Error('no picture');
  const shown = { left: 40 + place.xPx, top: 90 + place.yPx, width: place.widthPx, height: place.heightPx } as DOMRect;
  const client = { clientX: shown.left + shown.width / 4, clientY: shown.top + shown.height * 0.9 };
  const point = videoPointAt(client, shown, VIDEO);
  expect(point.x).toBeCloseTo(304, 6);
  expect(point.y).toBeCloseTo(972, 6);
});

test('a drawing is shown from the frame it was drawn on, to the end', () => {
  const times = [0, 0.04, 0.08, 0.12];
  const drawn = { timestamp: 0.08 };
  expect(times.map((time) => isShownAt(drawn, time, times))).toEqual([false, false, true, true]);
  expect(isShownAt({ timestamp: 0.1 }, 0.08, times)).toBe(true);
  expect([0.07, 0.08, 9].map((time) => isShownAt(drawn, time, null))).toEqual([false, true, true]);
});

test('a drawing of one frame is shown on the frame it was drawn on and on no other', () => {
  const times = [0, 0.04, 0.08, 0.12];
  const drawn = { timestamp: 0.08, onlyThisFrame: true };
  expect(times.map((time) => isShownAt(drawn, time, times))).toEqual([false, false, true, false]);
  expect([0.07, 0.0801, 0.1].map((time) => isShownAt(drawn, time, null))).toEqual([false, true, false]);
});
