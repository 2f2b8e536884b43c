// Both golfers framed at the same height with their feet on one line, for pictures of any shape.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeClip } from '#domain/video/clip.ts';
import { DRAWN_MARKS, drawnSwing } from '#tests/fixtures/drawn-body.ts';
import { layOutCanvas } from './canvas-layout.ts';
import { AS_FILMED, type ComparisonChoices, NO_FIT, withSideChoices } from './comparison-choices.ts';
import type { SureSide } from './golfer-framing.ts';
import { golferBoxIn, type SidePicture, sidePicture } from './golfer-room.ts';
import type { SidePlace } from './picture-place.ts';

const FRAMED: ComparisonChoices = { ...AS_FILMED, framing: 'golfers' };

/** A golfer with a given height and feet position. The swing needs 0.9 heights to each side and 1.5 upwards. */
function golfer(widthPx: number, heightPx: number, bodyPx: number, middlePx: number, solesPx: number): SureSide {
  return {
    widthPx,
    heightPx,
    body: { headTopPx: solesPx - bodyPx, solesPx, middlePx },
    room: {
      leftPx: middlePx - 0.9 * bodyPx,
      rightPx: middlePx + 0.9 * bodyPx,
      topPx: solesPx - 1.5 * bodyPx,
      bottomPx: solesPx + 0.14 * bodyPx,
    },
  };
}

const PORTRAIT = golfer(1080, 1920, 900, 560, 1500);
const LANDSCAPE = golfer(1920, 1080, 500, 1200, 900);

/** The place of head, soles and middle on the canvas. */
function onCanvas({ picture }: SidePlace, side: SureSide) {
  const x = (px: number) => picture.xPx + (px * picture.widthPx) / side.widthPx;
  const y = (px: number) => picture.yPx + (px * picture.heightPx) / side.heightPx;
  const { body, room } = side;
  return {
    head: y(body.headTopPx),
    soles: y(body.solesPx),
    middle: x(body.middlePx),
    left: x(room.leftPx),
    right: x(room.rightPx),
    top: y(room.topPx),
    bottom: y(room.bottomPx),
  };
}

describe('portrait beside landscape', () => {
  const { canvas, user, pro, isFramed } = layOutCanvas(PORTRAIT, LANDSCAPE, FRAMED);
  const [you, they] = [onCanvas(user, PORTRAIT), onCanvas(pro, LANDSCAPE)];

  it('have the same height and ground line [S2.34]', () => {
    expect(isFramed).toBe(true);
    expect(they.soles - they.head).toBeCloseTo(you.soles - you.head, -0.7);
    expect(Math.abs(they.soles - you.soles)).toBeLessThan(3);
    expect(user.rect.heightPx).toBe(canvas.heightPx);
  });

  it('show everything that the swing needs, as far as the picture contains it', () => {
    expect(they.left).toBeGreaterThan(pro.rect.xPx - 3);
    expect(they.right).toBeLessThan(pro.rect.xPx + pro.rect.widthPx + 3);
    expect(Math.min(you.top, they.top)).toBeGreaterThan(-3);
    expect(Math.max(you.bottom, they.bottom)).toBeLessThan(canvas.heightPx + 3);
  });

  it('crop even pixels of each picture into even pixels of the canvas', () => {
    for (const { crop } of [user, pro]) {
      const numbers = [crop?.from, crop?.to].flatMap((rect) => Object.values(rect ?? { none: 1 }));
      for (const px of numbers) expect(px % 2).toBe(0);
    }
  });
});

/** The same golfer, with a known close crop until impact. */
const close = (side: SureSide): SureSide => {
  const { headTopPx, solesPx, middlePx } = side.body;
  const bodyPx = solesPx - headTopPx;
  const closeRoom = {
    leftPx: middlePx - 0.3 * bodyPx,
    rightPx: middlePx + 0.4 * bodyPx,
    topPx: solesPx - 1.15 * bodyPx,
    bottomPx: solesPx + 0.07 * bodyPx,
  };
  return { ...side, closeRoom };
};

describe.each(['side-by-side', 'stacked'] as const)('panes %s', (layout) => {
  const aspects = [null, 390 / 515, 1000 / 760] as const;
  it.each(aspects)(
    'have the same size, fill a canvas with the aspect ratio %s, and contain the golfers up to impact',
    (aspect) => {
      const [one, other] = [close(PORTRAIT), close(LANDSCAPE)];
      const { canvas, user, pro } = layOutCanvas(one, other, { ...FRAMED, layout }, undefined, aspect);
      expect([pro.rect.widthPx, pro.rect.heightPx]).toEqual([user.rect.widthPx, user.rect.heightPx]);
      if (aspect !== null) expect(canvas.widthPx / canvas.heightPx).toBeCloseTo(aspect, 1);
      else if (layout === 'side-by-side') expect(user.rect.widthPx / user.rect.heightPx).toBeLessThan(0.73);
      for (const [{ rect, picture }, side] of [
        [user, one],
        [pro, other],
      ] as const) {
        const x = (px: number) => picture.xPx + (px * picture.widthPx) / side.widthPx;
        const y = (px: number) => picture.yPx + (px * picture.heightPx) / side.heightPx;
        const { leftPx, rightPx, topPx } = side.closeRoom ?? side.room;
        expect(x(leftPx)).toBeGreaterThan(rect.xPx - 3);
        expect(x(rightPx)).toBeLessThan(rect.xPx + rect.widthPx + 3);
        expect(y(topPx)).toBeGreaterThan(rect.yPx - 3);
        expect(y(side.body.solesPx)).toBeLessThan(rect.yPx + rect.heightPx);
      }
    },
  );
});

it('shows more of both pictures in the wide framing than in the close one', () => {
  const [one, other] = [close(golfer(1080, 1920, 600, 560, 1400)), close(LANDSCAPE)];
  const bodyShare = (framing: 'golfers' | 'wide') => {
    const { user } = layOutCanvas(one, other, { ...FRAMED, framing });
    const { head, soles } = onCanvas(user, one);
    return (soles - head) / user.rect.heightPx;
  };
  expect(bodyShare('wide')).toBeLessThan(0.85 * bodyShare('golfers'));
});

it('never makes a picture narrower than its pane in the wide framing', () => {
  const [one, other] = [close(PORTRAIT), close(LANDSCAPE)];
  const { user, pro } = layOutCanvas(one, other, { ...FRAMED, framing: 'wide' }, undefined, 0.9);
  for (const { picture, rect } of [user, pro]) expect(picture.widthPx).toBeGreaterThanOrEqual(rect.widthPx - 2);
});

it('shows full pictures when chosen', () => {
  const { user, pro, isFramed } = layOutCanvas(PORTRAIT, LANDSCAPE, AS_FILMED);
  expect([isFramed, user.crop, pro.crop]).toEqual([false, null, null]);
  expect(user.picture).toEqual(user.rect);
});

it('fills upright panes of the same size when a golfer’s place is uncertain', () => {
  const { user, pro, isFramed } = layOutCanvas({ ...PORTRAIT, room: null }, LANDSCAPE, FRAMED);
  expect(isFramed).toBe(false);
  expect(pro.rect).toMatchObject({ widthPx: user.rect.widthPx, heightPx: user.rect.heightPx });
  expect(user.rect.widthPx / user.rect.heightPx).toBeCloseTo(0.72, 2);
});

it('frames golfers by boxes set by hand like detected ones', () => {
  const clip = (widthPx: number, heightPx: number) => makeClip({ widthPx, heightPx, frameTimes: [0, 1, 2] });
  const [portrait, landscape] = [clip(1080, 1920), clip(1920, 1080)];
  const boxes = {
    user: { headPermille: 300, solesPermille: 800, middlePermille: 400 },
    pro: { headPermille: 200, solesPermille: 900, middlePermille: 600 },
  };
  const user = sidePicture(portrait, DRAWN_MARKS, null, { ...AS_FILMED.user, box: boxes.user, isMirrored: true });
  const pro = sidePicture(landscape, DRAWN_MARKS, null, { ...AS_FILMED.pro, box: boxes.pro });
  expect(user.body).toEqual({ headTopPx: 576, solesPx: 1536, middlePx: 648 });
  expect(golferBoxIn(user, true)).toEqual(boxes.user);
  const { isFramed, ...places } = layOutCanvas(user, pro, FRAMED);
  expect(isFramed).toBe(true);
  const [you, they] = [onCanvas(places.user, user as SureSide), onCanvas(places.pro, pro as SureSide)];
  expect(they.soles - they.head).toBeCloseTo(you.soles - you.head, -0.7);
  expect(Math.abs(they.soles - you.soles)).toBeLessThan(3);
  expect(sidePicture(portrait, DRAWN_MARKS, null, AS_FILMED.user).body).toBeNull();
});

it('scales a picture by hand around the feet, or around the center without a known golfer', () => {
  const fit = { sizePercent: 150, rightPercent: 10, upPercent: 0 };
  const before = layOutCanvas(PORTRAIT, LANDSCAPE, FRAMED);
  const after = layOutCanvas(PORTRAIT, LANDSCAPE, withSideChoices(FRAMED, 'pro', { fit }));
  const [old, now] = [onCanvas(before.pro, LANDSCAPE), onCanvas(after.pro, LANDSCAPE)];
  expect(now.middle).toBeCloseTo(old.middle + 0.1 * after.pro.rect.widthPx, -0.7);
  expect((now.soles - now.head) / (old.soles - old.head)).toBeCloseTo(1.5, 1);
  expect(after.user).toEqual(before.user);
  const unknown: SidePicture = { ...PORTRAIT, body: null, room: null };
  const { user, pro } = layOutCanvas(
    unknown,
    LANDSCAPE,
    withSideChoices(FRAMED, 'user', { fit: { ...NO_FIT, sizePercent: 200 } }),
  );
  const { user: plain } = layOutCanvas(unknown, LANDSCAPE, FRAMED);
  expect(user.picture.widthPx / plain.picture.widthPx).toBeCloseTo(2, 1);
  const middleOf = ({ picture }: typeof user) => picture.xPx + picture.widthPx / 2;
  expect(middleOf(user)).toBeCloseTo(middleOf(plain), -0.7);
  expect(pro.rect).toMatchObject({ widthPx: plain.rect.widthPx, heightPx: plain.rect.heightPx });
});

it('keeps at least a quarter of a moved picture in view', () => {
  const fit = { sizePercent: 50, rightPercent: 100, upPercent: -100 };
  const { user } = layOutCanvas(PORTRAIT, LANDSCAPE, withSideChoices(FRAMED, 'user', { fit }));
  const { picture, rect, crop } = user;
  expect(crop?.to.widthPx).toBeGreaterThanOrEqual(Math.min(picture.widthPx, rect.widthPx) / 4 - 2);
  expect(crop?.to.heightPx).toBeGreaterThanOrEqual(Math.min(picture.heightPx, rect.heightPx) / 4 - 2);
});

it('aligns stacked golfers vertically', () => {
  const { user, pro } = layOutCanvas(PORTRAIT, LANDSCAPE, { ...FRAMED, layout: 'stacked' });
  const [you, they] = [onCanvas(user, PORTRAIT), onCanvas(pro, LANDSCAPE)];
  expect(Math.abs(you.middle - they.middle)).toBeLessThan(3);
  expect(they.soles - you.soles).toBeCloseTo(user.rect.heightPx, -0.7);
  expect(they.soles - they.head).toBeCloseTo(you.soles - you.head, -0.7);
});

it.each(['ghost', 'wipe'] as const)(
  'crops a framed %s to the part of the visitor’s picture that both golfers need',
  (layout) => {
    const { canvas, user, pro } = layOutCanvas(PORTRAIT, LANDSCAPE, { ...FRAMED, layout });
    const [you, they] = [onCanvas(user, PORTRAIT), onCanvas(pro, LANDSCAPE)];
    expect(Math.abs(you.soles - they.soles)).toBeLessThan(3);
    expect(Math.abs(you.middle - they.middle)).toBeLessThan(3);
    expect(you.top).toBeGreaterThan(-3);
    expect(user.picture.heightPx).toBeGreaterThan(canvas.heightPx);
  },
);

it('shows each picture on one side of a wipe’s edge, and swaps them', () => {
  const wipe = { ...AS_FILMED, layout: 'wipe', wipePercent: 30 } as const;
  const { canvas, user, pro } = layOutCanvas(PORTRAIT, LANDSCAPE, wipe);
  expect(user.rect.xPx).toBe(0);
  expect(user.rect.widthPx / canvas.widthPx).toBeCloseTo(0.3, 2);
  expect(pro.rect).toEqual({ ...user.rect, xPx: user.rect.widthPx, widthPx: canvas.widthPx - user.rect.widthPx });
  const swapped = layOutCanvas(PORTRAIT, LANDSCAPE, { ...wipe, isSwapped: true });
  expect(swapped.pro.rect).toEqual(user.rect);
});

it('always gives an even canvas within 1920×1080, equal heights, and at least a third to each side (seed 18)', () => {
  const side = fc
    .record({
      widthPx: fc.integer({ min: 120, max: 4000 }),
      heightPx: fc.integer({ min: 120, max: 4000 }),
      tall: fc.double({ min: 0.2, max: 0.9, noNaN: true }),
      middle: fc.double({ min: 0.05, max: 0.95, noNaN: true }),
      soles: fc.double({ min: 0.9, max: 1.1, noNaN: true }),
    })
    .map(({ widthPx, heightPx, tall, middle, soles }) =>
      golfer(widthPx, heightPx, tall * heightPx, middle * widthPx, soles * heightPx),
    );
  const layouts = fc.constantFrom('side-by-side' as const, 'stacked' as const);
  fc.assert(
    fc.property(side, side, layouts, fc.boolean(), fc.boolean(), (one, other, layout, isMirrored, isSwapped) => {
      const choices = { ...FRAMED, layout, isSwapped, user: { ...FRAMED.user, isMirrored } };
      const { canvas, user, pro } = layOutCanvas(one, other, choices);
      expect(canvas.widthPx).toBeLessThanOrEqual(1920);
      expect(canvas.heightPx).toBeLessThanOrEqual(1080);
      expect([canvas.widthPx % 2, canvas.heightPx % 2]).toEqual([0, 0]);
      for (const [{ rect, crop }, source] of [
        [user, one],
        [pro, other],
      ] as const) {
        if (layout === 'side-by-side') expect(rect.widthPx / canvas.widthPx).toBeGreaterThan(1 / 3 - 0.02);
        const { from, to } = crop ?? { from: rect, to: rect };
        expect(from.xPx >= 0 && from.xPx + from.widthPx <= source.widthPx).toBe(true);
        expect(from.yPx >= 0 && from.yPx + from.heightPx <= source.heightPx).toBe(true);
        expect(to.xPx >= rect.xPx && to.xPx + to.widthPx <= rect.xPx + rect.widthPx).toBe(true);
        expect(to.yPx >= rect.yPx && to.yPx + to.heightPx <= rect.yPx + rect.heightPx).toBe(true);
      }
      const [you, they] = [onCanvas(user, one), onCanvas(pro, other)];
      expect(Math.abs((they.soles - they.head) / (you.soles - you.head) - 1)).toBeLessThan(0.05);
    }),
    { seed: 18, numRuns: 300 },
  );
});

describe('the part of the picture that a swing needs', () => {
  const clip = makeClip({ widthPx: 1000, heightPx: 1000, frameTimes: Array.from({ length: 105 }, (_, at) => at / 30) });

  it('contains the body, the hands’ path and a margin for the club, and is mirrored with the picture', () => {
    const seen = sidePicture(clip, DRAWN_MARKS, drawnSwing({ hips: { xPx: 400, yPx: 500 } }), AS_FILMED.user);
    const { body, room } = seen;
    if (!body || !room) throw new Error('Nobody seen');
    const heightPx = body.solesPx - body.headTopPx;
    expect(body.middlePx - room.leftPx).toBeGreaterThan(0.9 * heightPx);
    expect(body.solesPx - room.topPx).toBeGreaterThan(1.3 * heightPx);
    const turned = sidePicture(clip, DRAWN_MARKS, drawnSwing({ hips: { xPx: 400, yPx: 500 } }), {
      ...AS_FILMED.user,
      isMirrored: true,
    });
    expect(turned.room?.rightPx).toBeCloseTo(1000 - room.leftPx, 6);
    expect(turned.body?.middlePx).toBeCloseTo(1000 - body.middlePx, 6);
  });

  it('is uncertain for hidden joints, or without all marks', () => {
    const guessed = sidePicture(clip, DRAWN_MARKS, drawnSwing({ certainty: 0.3 }), AS_FILMED.user);
    expect(guessed.room).toBeNull();
    expect(guessed.body).not.toBeNull();
    const unmarked = { ...DRAWN_MARKS, strikeTime: null };
    expect(sidePicture(clip, unmarked, drawnSwing(), AS_FILMED.user).room).toBeNull();
    expect(sidePicture(clip, DRAWN_MARKS, null, AS_FILMED.user)).toMatchObject({ body: null, room: null });
  });
});
