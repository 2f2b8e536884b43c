// The strip below the pictures, pixel by pixel, at any size, as every renderer paints it. The playhead moves over it.

import type { ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import type { PlannedStrip } from '#domain/comparison/strip-place.ts';
import { mergedFrameTime } from '#domain/comparison/timeline.ts';
import type { Rect, Size } from '#domain/geometry.ts';
import { type Lettering, plateInk } from '#domain/lettering/lettering.ts';
import type { Side } from '#domain/side.ts';
import type { Position } from '#domain/swing/swing.ts';
import { SIDE_COLORS } from './body-strokes.ts';

/** The playhead's color, as `#rrggbb`. */
export const PLAY_POSITION_COLOR = '#ffffff';
const GROUND_COLOR = '#10180f';
const TRACK_COLOR = '#5d675c';

/** Share of the height that the positions have below the tempos, whose text has to be read. */
const BELOW_TEXT = 0.42;
/** Margin at both ends, as a share of the width. */
const MARGIN = 0.015;
/** Size of a position's shape, as a share of its half of the row. */
const SHAPE = 0.92;
/** Width of the playhead, as a share of the strip's. */
const BAR = 1 / 240;
/** Gap between two tempos, in row heights. */
const GAP = 0.5;
/** Minimum legible height of a tempo, in pixels. */
const LEAST_TEXT_PX = 8;

/** A position's shape on a strip, centered on a point, in pixels of the strip. */
export interface StripTick {
  readonly side: Side;
  readonly position: Position;
  readonly xPx: number;
  readonly yPx: number;
  /** Its width and height. */
  readonly sizePx: number;
}

/** The layout of a strip at a given size, in its pixels, origin top left. */
interface StripLayout extends Size {
  /** The row along which plan time runs from `fromPx` to `toPx`. */
  readonly track: { readonly yPx: number; readonly fromPx: number; readonly toPx: number };
  readonly ticks: readonly StripTick[];
  readonly tempos: readonly { readonly side: Side; readonly lettering: Lettering; readonly rect: Rect }[];
  /** The playhead in the first merged frame: even. */
  readonly bar: Rect;
}

/** The fields of a plan that the layout of a strip needs. */
export type StripPlan = Pick<ComparisonPlan, 'frameCount' | 'frameRate' | 'positions'> & {
  readonly strip: PlannedStrip;
};

/** Lays out a plan's strip at a size: its own, or another one for a screen. Width and height are even. */
export function layOutStrip(plan: StripPlan, size: Size): StripLayout {
  const { tempos, isSwapped } = plan.strip;
  const { widthPx, heightPx } = size;
  const hasText = tempos.user !== null || tempos.pro !== null;
  const rowPx = hasText ? even(BELOW_TEXT * heightPx) : heightPx;
  const topPx = heightPx - rowPx;
  const sizePx = (SHAPE * rowPx) / 2;
  const marginPx = Math.max(2, even(MARGIN * widthPx));
  const yPx = topPx + rowPx / 2;
  const bar = { xPx: 0, yPx: topPx, widthPx: Math.max(2, even(BAR * widthPx)), heightPx: rowPx };
  const [fromPx, toPx] = [marginPx + sizePx / 2, widthPx - marginPx - sizePx / 2];
  const layout = {
    widthPx,
    heightPx,
    track: { yPx, fromPx, toPx },
    ticks: plan.positions.map(({ side, position, at }): StripTick => {
      const last = mergedFrameTime(plan, plan.frameCount - 1);
      const xPx = fromPx + (last > 0 ? at / last : 0) * (toPx - fromPx);
      return { side, position, xPx, yPx: yPx + (side === 'user' ? -1 : 1) * (rowPx / 4), sizePx };
    }),
    tempos: (['user', 'pro'] as const).flatMap((side) => {
      const lettering = tempos[side];
      const rect = lettering && tempoPlace(lettering, (side === 'user') === isSwapped, { widthPx, topPx, marginPx });
      return lettering && rect ? [{ side, lettering, rect }] : [];
    }),
    bar,
  };
  return { ...layout, bar: { ...bar, xPx: playPositionPx(layout, plan, 0) } };
}

/** The left edge of the playhead in a merged frame: even, so that all renderers place it at the same pixel. */
export function playPositionPx({ track, bar }: Pick<StripLayout, 'track' | 'bar'>, plan: StripPlan, frame: number) {
  return leftPxAt(playPositionLine({ track, bar }, plan), frame);
}

/** The left edge of a moving plate in a merged frame: the even pixel at or before its line. */
export function leftPxAt([firstPx, perFramePx]: readonly [number, number], frame: number): number {
  return 2 * Math.floor((firstPx + perFramePx * frame) / 2);
}

/** The playhead's movement: its left edge in the first frame, and its advance per frame, before rounding to even. */
export function playPositionLine(
  { track, bar }: Pick<StripLayout, 'track' | 'bar'>,
  { frameCount }: Pick<ComparisonPlan, 'frameCount'>,
): readonly [firstPx: number, perFramePx: number] {
  // Rounding the half down and doubling it gives the nearest even number.
  const firstPx = track.fromPx - bar.widthPx / 2 + 1;
  const perFramePx = frameCount > 1 ? (track.toPx - track.fromPx) / (frameCount - 1) : 0;
  // Few digits, so that every renderer calculates with the same numbers and rounds the same way.
  return [Number(firstPx.toFixed(6)), Number(perFramePx.toFixed(9))];
}

/** The strip without the playhead: red, green, blue and 255 for each pixel, row by row. */
export function stripPicture(layout: StripLayout): Uint8ClampedArray {
  const picture = new Picture(layout);
  const { track, ticks, tempos } = layout;
  const thickPx = Math.max(1, Math.round(layout.bar.widthPx / 4));
  const atPx = Math.round(track.yPx - thickPx / 2);
  for (let y = atPx; y < atPx + thickPx; y += 1) {
    for (let x = Math.round(track.fromPx); x < track.toPx; x += 1) picture.mix(x, y, TRACK_COLOR, 1);
  }
  for (const tick of ticks) paintShape(picture, tick);
  for (const { side, lettering, rect } of tempos) {
    const ink = plateInk(lettering, rect.widthPx, rect.heightPx);
    for (const [at, share] of ink.entries()) {
      const [x, y] = [at % rect.widthPx, Math.floor(at / rect.widthPx)];
      picture.mix(rect.xPx + x, rect.yPx + y, SIDE_COLORS[side], share);
    }
  }
  return picture.pixels;
}

class Picture {
  readonly pixels: Uint8ClampedArray;
  readonly #size: Size;

  constructor(size: Size) {
    this.#size = size;
    this.pixels = new Uint8ClampedArray(4 * size.widthPx * size.heightPx);
    const ground = [...partsOf(GROUND_COLOR), 255];
    for (let at = 0; at < this.pixels.length; at += 4) this.pixels.set(ground, at);
  }

  /** Blends a color into a pixel by its coverage; does nothing outside the picture. */
  mix(x: number, y: number, color: string, share: number): void {
    const { widthPx, heightPx } = this.#size;
    if (share <= 0 || x < 0 || y < 0 || x >= widthPx || y >= heightPx) return;
    const at = 4 * (y * widthPx + x);
    for (const [part, value] of partsOf(color).entries()) {
      const under = this.pixels[at + part] ?? 0;
      this.pixels[at + part] = under + (value - under) * share;
    }
  }
}

function partsOf(color: string): readonly number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

/** Samples along each side of a pixel. */
const SAMPLES = 4;

function paintShape(picture: Picture, { side, position, xPx, yPx, sizePx }: StripTick): void {
  const isInside = INSIDE[position];
  const [left, top] = [xPx - sizePx / 2, yPx - sizePx / 2];
  for (let y = Math.floor(top); y < top + sizePx; y += 1) {
    for (let x = Math.floor(left); x < left + sizePx; x += 1) {
      let inside = 0;
      for (let sample = 0; sample < SAMPLES * SAMPLES; sample += 1) {
        const [u, v] = [(sample % SAMPLES) + 0.5, Math.floor(sample / SAMPLES) + 0.5];
        if (isInside((x + u / SAMPLES - left) / sizePx, (y + v / SAMPLES - top) / sizePx)) inside += 1;
      }
      picture.mix(x, y, SIDE_COLORS[side], inside / SAMPLES ** 2);
    }
  }
}

/** The shapes of the positions in a unit square: those of the timeline. */
const INSIDE: Readonly<Record<Position, (x: number, y: number) => boolean>> = {
  rest: (x, y) => Math.hypot(x - 0.5, y - 0.5) <= 0.4,
  top: (x, y) => y >= 0.07 && y <= 0.9 && Math.abs(x - 0.5) <= (0.5 * (y - 0.07)) / 0.83,
  strike: (x, y) => Math.abs(x - 0.5) + Math.abs(y - 0.5) <= 0.5,
};

/** A tempo in its half of the upper row; null where it would not be legible. */
function tempoPlace(
  { widthPx: inkWidthPx, heightPx: inkHeightPx }: Lettering,
  isRight: boolean,
  { widthPx, topPx, marginPx }: { readonly widthPx: number; readonly topPx: number; readonly marginPx: number },
): Rect | null {
  const mostWidthPx = widthPx / 2 - marginPx - (GAP * topPx) / 2;
  const scale = Math.min(topPx / inkHeightPx, mostWidthPx / inkWidthPx);
  const [wide, high] = [even(inkWidthPx * scale), even(inkHeightPx * scale)];
  if (high < LEAST_TEXT_PX || wide < 2) return null;
  const yPx = Math.round((topPx - high) / 2);
  return { xPx: isRight ? widthPx - marginPx - wide : marginPx, yPx, widthPx: wide, heightPx: high };
}

function even(px: number): number {
  return Math.floor(px / 2 + 1e-9) * 2;
}
