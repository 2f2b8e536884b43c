// Composes both sides by the plan's layout and draws the layers over them: lines, names, drawings.

import type { ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import { shownPart } from '#domain/comparison/picture-place.ts';
import { inkBounds, type StrokesFromFrame } from '#domain/drawing/drawing-geometry.ts';
import type { Rect } from '#domain/geometry.ts';
import { layerFrames } from '#domain/rendering/drawing-layer.ts';
import { inkPictures, maskPictures, paintedLayers } from '#domain/rendering/painted-layers.ts';
import { plateLeftPx, platesOf } from '#domain/rendering/plates.ts';
import type { Side } from '#domain/side.ts';
import type { FrameTimes } from '#domain/video/frame-times.ts';
import { blacken, blackPlanes, coverOn, enlarged, layOn, mixOn, type Planes, putOn } from './planes.ts';

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
    if (pro) paintPro(pro, frame);
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
