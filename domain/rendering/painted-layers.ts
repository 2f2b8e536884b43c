// The moving layers that are painted into a merged video: the body lines, and the mask that cuts out the pro. Planes of
// bytes, which every renderer overlays unchanged.

import type { ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import { shownPart } from '#domain/comparison/picture-place.ts';
import { mergedFrameTime, shownFrameAt } from '#domain/comparison/timeline.ts';
import { inkBounds, type StrokesFromFrame } from '#domain/drawing/drawing-geometry.ts';
import type { Rect, Size } from '#domain/geometry.ts';
import { MASK_STEP, type OutlineTrack, outlineMask, outlineOverTime } from '#domain/outline/outline.ts';
import type { Side } from '#domain/side.ts';
import { frameDuration } from '#domain/time.ts';
import type { FrameTimes } from '#domain/video/frame-times.ts';
import { bodyStrokes } from './body-strokes.ts';
import { layerFrames } from './drawing-layer.ts';
import { evidenceFrames } from './evidence-strokes.ts';

/** The body lines and the evidence: one picture for each frame from the first with a line. */
interface InkLayer {
  /** The part of the canvas that the layer covers. */
  readonly bounds: Rect;
  /** The merged frame of the first picture. */
  readonly firstFrame: number;
  /** When the first picture appears, in microseconds of the merged video. */
  readonly startMicros: number;
}

/** The mask: one grayscale picture per merged frame, of the pro's shown size divided by {@link MASK_STEP}. */
interface MaskLayer extends Size {
  readonly outlines: OutlineTrack;
}

/** The painted layers of a plan; null for a layer that it does not use. */
export interface PaintedLayers {
  readonly ink: InkLayer | null;
  readonly mask: MaskLayer | null;
}

/** The layers of a plan, for clips with these frame times. */
export function paintedLayers(plan: ComparisonPlan, frameTimes: Readonly<Record<Side, FrameTimes>>): PaintedLayers {
  return { ink: inkLayer(plan, frameTimes), mask: maskLayer(plan) };
}

function inkLayer(plan: ComparisonPlan, frameTimes: Readonly<Record<Side, FrameTimes>>): InkLayer | null {
  // The strokes are generated here and again when they are painted: those of a whole video would fill the memory.
  let bounds: Rect | null = null;
  let firstFrame: number | null = null;
  for (const { frame, strokes } of paintedStrokes(plan, frameTimes)) {
    firstFrame ??= frame;
    const touched = inkBounds(strokes, plan.canvas);
    bounds = bounds && touched ? around(bounds, touched) : (bounds ?? touched);
  }
  if (!bounds || firstFrame === null) return null;
  return { bounds, firstFrame, startMicros: Math.round((firstFrame - 0.5) * frameDuration(plan.frameRate) * 1e6) };
}

/** The strokes of the bodies and of the evidence together, frames ascending. */
function* paintedStrokes(
  plan: ComparisonPlan,
  frameTimes: Readonly<Record<Side, FrameTimes>>,
): Generator<StrokesFromFrame> {
  const evidence = new Map([...evidenceFrames(plan)].map(({ frame, strokes }) => [frame, strokes]));
  for (const { frame, strokes } of bodyStrokes(plan, frameTimes)) {
    yield* takenBefore(evidence, frame);
    yield { frame, strokes: [...strokes, ...(evidence.get(frame) ?? [])] };
    evidence.delete(frame);
  }
  yield* takenBefore(evidence, plan.frameCount);
}

/** Takes out what belongs to frames before this one. */
function* takenBefore(from: Map<number, StrokesFromFrame['strokes']>, before: number): Generator<StrokesFromFrame> {
  for (const [frame, strokes] of from) {
    if (frame >= before) return;
    from.delete(frame);
    yield { frame, strokes };
  }
}

function around(a: Rect, b: Rect): Rect {
  const [xPx, yPx] = [Math.min(a.xPx, b.xPx), Math.min(a.yPx, b.yPx)];
  const [right, bottom] = [
    Math.max(a.xPx + a.widthPx, b.xPx + b.widthPx),
    Math.max(a.yPx + a.heightPx, b.yPx + b.heightPx),
  ];
  return { xPx, yPx, widthPx: right - xPx, heightPx: bottom - yPx };
}

/**
 * The pictures of the lines, in ffmpeg's `yuva420p`, from the first frame with a line to the last that changes. Each
 * frame has few strokes, so it does not justify a thread.
 */
export function inkPictures(
  plan: ComparisonPlan,
  { bounds }: InkLayer,
  frameTimes: Readonly<Record<Side, FrameTimes>>,
): Iterable<Uint8Array> {
  return layerFrames({ changes: paintedStrokes(plan, frameTimes), bounds, frameCount: plan.frameCount });
}

function maskLayer({ ghost, panes }: ComparisonPlan): MaskLayer | null {
  if (ghost?.look !== 'cut-out' || !ghost.outlines) return null;
  const { widthPx, heightPx } = shownPart(panes.pro);
  return {
    outlines: ghost.outlines,
    widthPx: Math.max(1, Math.round(widthPx / MASK_STEP)),
    heightPx: Math.max(1, Math.round(heightPx / MASK_STEP)),
  };
}

/** The mask of each merged frame: the ghost's opacity inside the pro's outline, 0 elsewhere. */
export function* maskPictures(plan: ComparisonPlan, mask: MaskLayer, frameTimes: FrameTimes): Generator<Uint8Array> {
  const { outlines, widthPx, heightPx } = mask;
  const { isMirrored, picture } = plan.panes.pro;
  const outlineAt = outlineOverTime(outlines);
  const part = shownPart(plan.panes.pro);
  // Mask pixels per canvas pixel, and the origin of the whole picture in the mask.
  const [across, down] = [widthPx / part.widthPx, heightPx / part.heightPx];
  const scaleX = (picture.widthPx * across) / outlines.widthPx;
  const scaleY = (picture.heightPx * down) / outlines.heightPx;
  const [left, offsetY] = [(picture.xPx - part.xPx) * across, (picture.yPx - part.yPx) * down];
  const frame = {
    widthPx,
    heightPx,
    scaleY,
    offsetY,
    ...(isMirrored ? { scaleX: -scaleX, offsetX: left + picture.widthPx * across } : { scaleX, offsetX: left }),
  };
  const strength = (plan.ghost?.strengthPercent ?? 0) / 100;
  for (let merged = 0; merged < plan.frameCount; merged += 1) {
    const outline = outlineAt(shownFrameAt(plan, 'pro', frameTimes, mergedFrameTime(plan, merged)));
    yield outlineMask(outline?.rings ?? [], frame).map((cover) => Math.round(cover * strength));
  }
}
