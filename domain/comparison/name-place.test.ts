// Names are placed in a corner that the golfer does not occupy.
import { expect, it } from 'vitest';
import { evenRect } from '#domain/geometry.ts';
import type { Lettering } from '#domain/lettering/lettering.ts';
import type { SidePicture } from './golfer-room.ts';
import { placeName } from './name-place.ts';
import type { SidePlace } from './picture-place.ts';

const CANVAS = { widthPx: 1600, heightPx: 900 };
const PANE = evenRect({ xPx: 800, yPx: 0, widthPx: 800, heightPx: 900 });
const PLACE: SidePlace = { rect: PANE, picture: PANE, crop: null };
const NAME: Lettering = { widthPx: 100, heightPx: 36, cover: 'f'.repeat(100 * 36) };

/** A golfer of the pane's own size: the swing reaches to these edges. */
function golfer(leftPx: number, topPx: number, rightPx: number, bottomPx: number): SidePicture {
  return {
    widthPx: 800,
    heightPx: 900,
    body: { headTopPx: 300, solesPx: 850, middlePx: (leftPx + rightPx) / 2 },
    room: { leftPx, topPx, rightPx, bottomPx },
  };
}

const cornerOf = (side: SidePicture, corners: 'all' | 'left' | 'right' = 'all') => {
  const planned = placeName(NAME, PANE, corners, CANVAS, side, PLACE);
  if (!planned) throw new Error('No place');
  const { xPx, yPx, widthPx } = planned.rect;
  return `${yPx < 450 ? 'top' : 'bottom'} ${xPx + widthPx / 2 < 1200 ? 'left' : 'right'}`;
};

it.each([
  [golfer(200, 200, 600, 880), 'top left'],
  [golfer(0, 0, 400, 880), 'top right'],
  [golfer(0, 0, 800, 700), 'bottom left'],
  [golfer(0, 0, 400, 450), 'top right'],
  [{ widthPx: 800, heightPx: 900, body: null, room: null }, 'top left'],
])('%#: takes the corner that covers the least of the golfer', (side, corner) => {
  expect(cornerOf(side)).toBe(corner);
});

it('gives each side its own corners where both share the canvas', () => {
  const unknown = { widthPx: 800, heightPx: 900, body: null, room: null };
  expect([cornerOf(unknown, 'left'), cornerOf(unknown, 'right')]).toEqual(['top left', 'top right']);
  const long = { widthPx: 480, heightPx: 36, cover: '0'.repeat(480 * 36) };
  const [left, right] = (['left', 'right'] as const).map(
    (corners) => placeName(long, PANE, corners, CANVAS, unknown, PLACE)?.rect,
  );
  expect((left?.xPx ?? 0) + (left?.widthPx ?? 0)).toBeLessThan(right?.xPx ?? 0);
});

it('is legible in a video 720 pixels wide', () => {
  const canvas = { widthPx: 720, heightPx: 404 };
  const pane = evenRect({ xPx: 0, yPx: 0, widthPx: 360, heightPx: 404 });
  const unknown = { widthPx: 360, heightPx: 404, body: null, room: null };
  const place: SidePlace = { rect: pane, picture: pane, crop: null };
  expect(placeName(NAME, pane, 'all', canvas, unknown, place)?.rect).toMatchObject({ heightPx: 36, widthPx: 100 });
});

it('is even, keeps its aspect ratio, and is left out without room', () => {
  const side = golfer(200, 200, 600, 880);
  const planned = placeName(NAME, PANE, 'all', CANVAS, side, PLACE);
  for (const px of Object.values<number>(planned?.rect ?? { none: 1 })) expect(px % 2).toBe(0);
  expect((planned?.rect.widthPx ?? 0) / (planned?.rect.heightPx ?? 1)).toBeCloseTo(100 / 36, 0);
  const narrow = evenRect({ ...PANE, widthPx: 40 });
  expect(placeName(NAME, narrow, 'all', CANVAS, side, { ...PLACE, rect: narrow })).toBeNull();
});

it('has a minimum width for any lettering', () => {
  const unknown = { widthPx: 800, heightPx: 900, body: null, room: null };
  const narrow: Lettering = { widthPx: 1, heightPx: 36, cover: 'f'.repeat(36) };
  expect(placeName(narrow, PANE, 'all', CANVAS, unknown, PLACE)?.rect).toMatchObject({ widthPx: 2 });
});
