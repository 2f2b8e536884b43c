// Composes both sides by the plan's layout and draws the layers over them: lines, names, drawings.

import type { ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import { type SidePlace, shownPart } from '#domain/comparison/picture-place.ts';
import { inkBounds, type StrokesFromFrame } from '#domain/drawing/drawing-geometry.ts';
import type { Rect, Size } from '#domain/geometry.ts';
import { layerFrames } from '#domain/rendering/drawing-layer.ts';
import { type EdgeBand, edgeBands } from '#domain/rendering/edge-bands.ts';
import { inkPictures, maskPictures, paintedLayers } from '#domain/rendering/painted-layers.ts';
import { plateLeftPx, platesOf } from '#domain/rendering/plates.ts';
import type { Side } from '#domain/side.ts';
import type { FrameTimes } from '#domain/video/frame-times.ts';
import { blacken, blackPlanes, coverOn, enlarged, layOn, mixOn, type Planes, putOn } from './planes.ts';
import { type ScaleTaps, scaleTaps } from './scale-taps.ts';

/** Paints a merged frame, counted from 0. The following call overwrites it. Fast in ascending order. */
export type MergedPainter = (frame: number, sides: Readonly<Record<Side, Planes | null>>) => Planes;

/** A layer with one picture per frame, starting at its first frame. Its last picture stays. */
interface MovingLayer {
  readonly rect: Rect;
  readonly at: (frame: number) => Uint8Array | null;
}

/** The painter of a plan, for clips with these frame times and for these drawings. */
export function mergedPainter(
  plan: ComparisonPlan,
  frameTimes: Readonly<Record<Side, FrameTimes>>,
  drawn: readonly StrokesFromFrame[],
): MergedPainter {
  const canvas = blackPlanes(plan.canvas);
  const { ink, mask } = paintedLayers(plan, frameTimes);
  const lines = ink && movingLayer(ink.bounds, ink.firstFrame, () => inkPictures(plan, ink, frameTimes));
  const masks = mask && pictureAt(() => maskPictures(plan, mask, frameTimes.pro));
  const plates = platesOf(plan);
  const drawings = drawingLayer(plan, drawn);
  const edges = { user: edgePainter(plan.panes.user), pro: edgePainter(plan.panes.pro) };

  function paintPro(pro: Planes, frame: number): void {
    const place = shownPart(plan.panes.pro);
    if (!plan.ghost) putOn(canvas, pro, place);
    else if (mask && masks) {
      const cover = masks(frame);
      if (cover) coverOn(canvas, pro, place, enlarged(cover, mask, place));
    } else mixOn(canvas, pro, place, Math.round((255 * plan.ghost.strengthPercent) / 100));
  }

  return (frame, { user, pro }) => {
    blacken(canvas);
    if (user) putOn(canvas, user, shownPart(plan.panes.user));
    if (user) edges.user?.(canvas);
    if (pro) paintPro(pro, frame);
    if (pro) edges.pro?.(canvas);
    const picture = lines?.at(frame);
    if (lines && picture) layOn(canvas, picture, lines.rect);
    for (const plate of plates) layOn(canvas, plate.picture, { ...plate.rect, xPx: plateLeftPx(plate, frame) });
    const drawing = drawings?.at(frame);
    if (drawings && drawing) layOn(canvas, drawing, drawings.rect);
    return canvas;
  };
}

function drawingLayer(
  { canvas, frameCount }: ComparisonPlan,
  changes: readonly StrokesFromFrame[],
): MovingLayer | null {
  const bounds = inkBounds(
    changes.flatMap(({ strokes }) => strokes),
    canvas,
  );
  const [first] = changes;
  return bounds && first ? movingLayer(bounds, first.frame, () => layerFrames({ changes, bounds, frameCount })) : null;
}

function movingLayer(rect: Rect, firstFrame: number, pictures: () => Iterable<Uint8Array>): MovingLayer {
  const picture = pictureAt(pictures);
  return { rect, at: (frame) => (frame < firstFrame ? null : picture(frame - firstFrame)) };
}

/** The n-th picture, or the last one after it. Going back begins again with the first. */
function pictureAt(pictures: () => Iterable<Uint8Array>): (number: number) => Uint8Array | null {
  let coming = pictures()[Symbol.iterator]();
  let reached = -1;
  let last: Uint8Array | null = null;
  return (number) => {
    if (number < reached) {
      coming = pictures()[Symbol.iterator]();
      [reached, last] = [-1, null];
    }
    for (; reached < number; reached += 1) {
      const { value, done } = coming.next();
      if (done) break;
      last = value;
    }
    reached = number;
    return last;
  };
}

/** Fills the gaps of a pane whose picture is already painted; null for a pane without gaps. */
export function edgePainter(pane: Pick<SidePlace, 'rect' | 'crop' | 'surround'>): ((canvas: Planes) => void) | null {
  const bands = edgeBands(pane);
  if (!bands) return null;
  const painters = [bands.left, bands.right, bands.above, bands.below].flatMap((band) =>
    band ? [bandPainter(band)] : [],
  );
  return (canvas) => {
    for (const paint of painters) paint(canvas);
  };
}

function bandPainter({ from, via, to }: EdgeBand): (canvas: Planes) => void {
  const steps = ([1, 2, 2] as const).map((step) => {
    const reduce = planeScaler(sizeOf(from, step), sizeOf(via, step));
    const enlarge = planeScaler(sizeOf(via, step), sizeOf(to, step));
    return { step, reduce, enlarge };
  });
  return ({ bytes, widthPx, heightPx }) => {
    let start = 0;
    for (const { step, reduce, enlarge } of steps) {
      const stride = widthPx / step;
      const cornerOf = ({ xPx, yPx }: Rect) => start + (yPx / step) * stride + xPx / step;
      const small = reduce(bytes, cornerOf(from), stride);
      const large = enlarge(small, 0, via.widthPx / step);
      const width = to.widthPx / step;
      for (let row = 0; row < to.heightPx / step; row += 1) {
        bytes.set(large.subarray(row * width, (row + 1) * width), cornerOf(to) + row * stride);
      }
      start += stride * (heightPx / step);
    }
  };
}

function sizeOf({ widthPx, heightPx }: Size, step: number): Size {
  return { widthPx: widthPx / step, heightPx: heightPx / step };
}

const HALF = 1 << 13;

/** Scales part of a plane, first across, then down. The next call overwrites the result. */
function planeScaler(from: Size, to: Size) {
  const across = scaleTaps({ at: 0, length: from.widthPx, sizePx: from.widthPx }, to.widthPx, 1);
  const down = scaleTaps({ at: 0, length: from.heightPx, sizePx: from.heightPx }, to.heightPx, 1);
  const rows = new Uint8ClampedArray(to.widthPx * from.heightPx);
  const result = new Uint8ClampedArray(to.widthPx * to.heightPx);
  return (bytes: Uint8Array | Uint8ClampedArray, at: number, stride: number): Uint8ClampedArray => {
    for (let row = 0; row < from.heightPx; row += 1) {
      const [source, into] = [at + row * stride, row * to.widthPx];
      for (let column = 0; column < to.widthPx; column += 1) {
        rows[into + column] = (HALF + weighted(across, column, bytes, source, 1, from.widthPx)) >> 14;
      }
    }
    for (let row = 0; row < to.heightPx; row += 1) {
      for (let column = 0; column < to.widthPx; column += 1) {
        result[row * to.widthPx + column] = (HALF + weighted(down, row, rows, column, to.widthPx, from.heightPx)) >> 14;
      }
    }
    return result;
  };
}

function weighted(
  { first, weights, taps }: ScaleTaps,
  index: number,
  bytes: Uint8Array | Uint8ClampedArray,
  at: number,
  step: number,
  sizePx: number,
): number {
  const from = first[index] ?? 0;
  const count = Math.min(taps, sizePx - from);
  let sum = 0;
  for (let tap = 0; tap < count; tap += 1) {
    sum += (weights[index * taps + tap] ?? 0) * (bytes[at + (from + tap) * step] ?? 0);
  }
  return sum;
}
