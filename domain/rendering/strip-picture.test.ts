// The strip's layout and picture.
import { expect, test } from 'vitest';
import { AS_FILMED } from '#domain/comparison/comparison-choices.ts';
import { planComparison } from '#domain/comparison/comparison-plan.ts';
import { pictureArea } from '#domain/comparison/strip-place.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import { makeClip } from '#domain/video/clip.ts';
import { layOutStrip, playPositionPx, type StripPlan, stripPicture } from './strip-picture.ts';

const INK = { widthPx: 300, heightPx: 36, cover: 'f'.repeat(300 * 36) };
const MARKS = { restTime: 0.5, topTime: 1.3, strikeTime: 1.6 };

function planOf(change: {
  readonly marks?: SwingAnnotations;
  readonly widthPx?: number;
  readonly heightPx?: number;
  readonly tempo?: typeof INK | null;
}) {
  const { marks = MARKS, widthPx = 720, heightPx = 1280, tempo = INK } = change;
  const frameTimes = Array.from({ length: 120 }, (_, at) => at / 30);
  const clip = makeClip({ widthPx, heightPx, frameTimes });
  const result = planComparison(
    { clip, annotations: marks, tempo },
    { clip, annotations: MARKS, tempo: null },
    'strike',
    { ...AS_FILMED, hasStrip: true },
  );
  if (!result.ok || !result.plan.strip) throw new Error('No strip');
  return { ...result.plan, strip: result.plan.strip };
}

const laidOut = (plan: StripPlan) => layOutStrip(plan, plan.strip.rect);

test('the strip lies below both pictures on a canvas that stays within bounds', () => {
  for (const [widthPx, heightPx] of [
    [720, 1280],
    [1080, 1920],
    [1920, 1080],
    [120, 160],
    [64, 2000],
  ] as const) {
    const plan = planOf({ widthPx, heightPx });
    const { canvas, strip, panes } = plan;
    expect(strip.rect).toMatchObject({ xPx: 0, widthPx: canvas.widthPx, yPx: pictureArea(plan).heightPx });
    expect(strip.rect.yPx + strip.rect.heightPx).toBe(canvas.heightPx);
    expect(panes.pro.rect.heightPx).toBe(pictureArea(plan).heightPx);
    expect(canvas.heightPx).toBeLessThanOrEqual(1080);
    expect([canvas.heightPx % 2, strip.rect.heightPx % 2]).toEqual([0, 0]);
  }
});

test('has one row less without tempos, and no tick for a missing mark', () => {
  const [both, without] = [planOf({}), planOf({ tempo: null, marks: { ...MARKS, topTime: null } })];
  expect(without.strip.rect.heightPx).toBe(both.strip.rect.heightPx / 2);
  expect(both.positions).toHaveLength(6);
  expect(without.positions.map(({ side, position }) => `${side} ${position}`)).toEqual([
    ...['user rest', 'user strike'],
    ...['pro rest', 'pro top', 'pro strike'],
  ]);
});

test('moves the playhead past each tick in the merged frame that shows the mark, always on even pixels', () => {
  const plan = planOf({});
  const layout = laidOut(plan);
  for (const [index, { at }] of plan.positions.entries()) {
    const frame = (at * plan.frameRate.numerator) / plan.frameRate.denominator;
    const left = playPositionPx(layout, plan, frame);
    expect(Math.abs(left + layout.bar.widthPx / 2 - (layout.ticks[index]?.xPx ?? 0))).toBeLessThanOrEqual(1);
    expect(left % 2).toBe(0);
  }
  const [first, last] = [0, plan.frameCount - 1].map((frame) => playPositionPx(layout, plan, frame));
  expect(first).toBeGreaterThanOrEqual(0);
  expect((last ?? 0) + layout.bar.widthPx).toBeLessThanOrEqual(layout.widthPx);
});

test('paints shapes and tempos in their side’s color, the visitor’s above the line', () => {
  const plan = planOf({});
  const layout = laidOut(plan);
  const pixels = stripPicture(layout);
  const at = (x: number, y: number) => [
    ...pixels.subarray(4 * (y * layout.widthPx + x), 4 * (y * layout.widthPx + x) + 4),
  ];
  for (const { side, xPx, yPx } of layout.ticks) {
    const color = side === 'user' ? [0x82, 0xb8, 0xf7, 255] : [0xf0, 0xb9, 0x40, 255];
    expect(at(Math.floor(xPx), Math.floor(yPx))).toEqual(color);
    expect(yPx < layout.track.yPx).toBe(side === 'user');
  }
  const [tempo] = layout.tempos;
  expect(layout.tempos).toHaveLength(1);
  expect(at((tempo?.rect.xPx ?? 0) + 9, (tempo?.rect.yPx ?? 0) + 9)).toEqual([0x82, 0xb8, 0xf7, 255]);
  expect(at(layout.widthPx - 3, 3)).toEqual([0x10, 0x18, 0x0f, 255]);
});
