// Makes the merged video of a plan: decodes both clips, paints each merged frame, encodes it. Runs in a worker, or in several.

import { type ComparisonPlan, shownSides } from '#domain/comparison/comparison-plan.ts';
import { mergedFrameTime, shownFrameAt } from '#domain/comparison/timeline.ts';
import { spansToEncode } from '#domain/drawing/drawing-geometry.ts';
import { keyFramesIn } from '#domain/mp4/encoded-frames.ts';
import { canBeSpliced, type FrameSpan, framesIn, splicedVideo } from '#domain/mp4/splice.ts';
import type { Side } from '#domain/side.ts';
import { type FrameTimes, frameIndexAt } from '#domain/video/frame-times.ts';
import { openClipPictures } from './clip-pictures.ts';
import { KEY_FRAME_EVERY, openFrameEncoder } from './frame-encoder.ts';
import { mergedPainter } from './merged-painter.ts';
import { mergedEncoding, partElsewhere, partsOf } from './merged-parts.ts';
import type { Planes } from './planes.ts';
import {
  type DrawnVideo,
  type MergedPart,
  type NumberedFrame,
  type PartRequest,
  RenderError,
  type RenderRequest,
} from './render-request.ts';
import { sidePainter } from './side-painter.ts';
import { headerOf } from './video-header.ts';
import { checkFile, openVideoFile } from './video-writer.ts';

/**
 * The file of the merged video. Throws a RenderError. Calls `onFrame` with the number of merged frames that are ready.
 */
export async function renderMerged(request: RenderRequest, onFrame: (frames: number) => void): Promise<Blob> {
  if (!('VideoDecoder' in globalThis && 'VideoEncoder' in globalThis && 'OffscreenCanvas' in globalThis)) {
    throw new RenderError('no-codecs', 'No WebCodecs');
  }
  const { frameCount } = request.plan;
  const redrawn = request.base && (await redrawnVideo(request, request.base, onFrame));
  return redrawn ?? encodeFrames(request, [{ from: 0, to: frameCount }], onFrame);
}

/**
 * The file made of another one's frames where no drawing is; null when the two cannot be joined, for example because this
 * encoder ignores requests for key frames.
 */
async function redrawnVideo(
  request: RenderRequest,
  { file, drawn }: DrawnVideo,
  onFrame: (frames: number) => void,
): Promise<Blob | null> {
  const { plan } = request;
  const base = await headerOf(file).catch(() => null);
  if (!base || !canBeSpliced(base)) return null;
  const keyFrames = keyFramesIn(base.moov);
  const changes = [...drawn, ...request.drawn].toSorted((a, b) => a.frame - b.frame);
  const spans = spansToEncode(changes, keyFrames, plan.frameCount);
  const kept = plan.frameCount - framesIn(spans);
  if (kept === 0) return null;
  const patch = await encodeFrames(request, spans, (frames) => onFrame(kept + frames));
  const joined = headerOf(patch).then((header) => splicedVideo(base, header, spans));
  const spliced = await joined.catch(() => null);
  if (!spliced) return null;
  const pieces = spliced.ranges.map((range) => (range.file === 'base' ? file : patch).slice(range.from, range.to));
  const whole = new Blob([spliced.head, ...pieces], { type: file.type });
  await checkFile(whole, plan);
  return whole;
}

/** Encodes the frames of some spans, one after the other: in one part, or in several at the same time. */
async function encodeFrames(
  request: RenderRequest,
  spans: readonly FrameSpan[],
  onFrame: (frames: number) => void,
): Promise<Blob> {
  const { parts, bitsPerPixel: usual } = await mergedEncoding();
  const { bitsPerPixel = usual } = request;
  const [first, ...others] = partsOf(spans, parts);
  const ready = new Map<MergedPart, number>();
  const onPartFrame = (part: MergedPart) => (frames: number) => {
    ready.set(part, frames);
    onFrame([...ready.values()].reduce((sum, count) => sum + count, 0));
  };
  const file = await openVideoFile({ ...request.plan, frameCount: framesIn(spans) });
  const elsewhere = others.map((part) => partElsewhere({ of: request, part, bitsPerPixel }, onPartFrame(part)));
  try {
    const here = renderPart({ of: request, part: first, bitsPerPixel }, onPartFrame(first), file.put);
    const [, ...later] = await Promise.all([here, ...elsewhere.map(({ frames }) => frames)]);
    for (const frame of later.flat()) file.put(frame);
    return await file.finish();
  } finally {
    for (const { stop } of elsewhere) stop();
  }
}

/**
 * Paints and encodes the frames of a part, whose spans begin with key frames. Throws a RenderError. Calls `onFrame` with the number
 * of its frames that are ready.
 */
export async function renderPart(
  { of: request, part, bitsPerPixel }: PartRequest,
  onFrame: (frames: number) => void,
  onEncoded: (frame: NumberedFrame) => void,
): Promise<void> {
  const { plan, sources, drawn } = request;
  const { spans, firstFrame } = part;
  const frameTimes = { user: sources.user.frameTimes, pro: sources.pro.frameTimes };
  const encoder = await openFrameEncoder(plan, { bitsPerPixel, firstFrame }, onEncoded);
  const sides: Awaited<ReturnType<typeof openSide>>[] = [];
  let ready = 0;
  try {
    for (const side of shownSides(plan)) sides.push(await openSide(request, side, spans));
    const paint = mergedPainter(plan, frameTimes, drawn);
    for (const { from, to } of spans) {
      for (let frame = from; frame < to; frame += 1) {
        await Promise.all(sides.map(({ showAt }) => showAt(frame)));
        const of = (side: Side): Planes | null => sides.find((run) => run.side === side)?.painter.planes ?? null;
        const picture = paint(frame, { user: of('user'), pro: of('pro') });
        await encoder.add(picture, (frame - from) % KEY_FRAME_EVERY === 0);
        ready += 1;
        onFrame(ready);
      }
    }
    await encoder.finish();
  } finally {
    encoder.close();
    await Promise.all(sides.map(({ close }) => close()));
  }
}

async function openSide({ plan, sources }: RenderRequest, side: Side, spans: readonly FrameSpan[]) {
  const source = sources[side];
  const frames = shownFrames(plan, side, source.frameTimes);
  const [first, last] = [frames[spans[0]?.from ?? 0], frames[(spans.at(-1)?.to ?? 0) - 1]];
  const pictures = await openClipPictures(source, first ?? 0, last ?? 0);
  const painter = sidePainter(plan.panes[side]);
  let painted: number | null = null;
  return {
    side,
    painter,
    /** Paints the side's picture of a merged frame, unless it is painted already. */
    showAt: async (frame: number): Promise<void> => {
      const wanted = frames[frame] ?? 0;
      if (wanted === painted) return;
      await painter.paint(await pictures.picture(wanted));
      painted = wanted;
    },
    close: pictures.close,
  };
}

function shownFrames(plan: ComparisonPlan, side: Side, frameTimes: FrameTimes): readonly number[] {
  return Array.from({ length: plan.frameCount }, (_, frame) =>
    frameIndexAt(frameTimes, shownFrameAt(plan, side, frameTimes, mergedFrameTime(plan, frame))),
  );
}
