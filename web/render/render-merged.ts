// Makes the merged video of a plan: decodes both clips, paints each merged frame, encodes it. Runs in a worker.
import type { Side } from '#domain/comparison/comparison-choices.ts';
import { type ComparisonPlan, shownSides } from '#domain/comparison/comparison-plan.ts';
import { mergedFrameTime, shownFrameAt } from '#domain/comparison/timeline.ts';
import { type FrameTimes, frameIndexAt } from '#domain/video/frame-times.ts';
import { type ClipPictures, openClipPictures } from './clip-pictures.ts';
import { mergedPainter } from './merged-painter.ts';
import type { Planes } from './planes.ts';
import { RenderError, type RenderRequest } from './render-request.ts';
import { type SidePainter, sidePainter } from './side-painter.ts';
import { openVideoWriter } from './video-writer.ts';

/**
 * The file of the merged video. Throws a RenderError. Calls `onFrame` with the number of merged frames painted so far.
 */
export async function renderMerged(request: RenderRequest, onFrame: (frames: number) => void): Promise<Blob> {
  if (!('VideoDecoder' in globalThis && 'VideoEncoder' in globalThis && 'OffscreenCanvas' in globalThis)) {
    throw new RenderError('no-codecs', 'No WebCodecs');
  }
  const { plan, sources, drawn } = request;
  const frameTimes = { user: sources.user.frameTimes, pro: sources.pro.frameTimes };
  const writer = await openVideoWriter(plan);
  const sides: SideRun[] = [];
  try {
    for (const side of shownSides(plan)) sides.push(await openSide(request, side));
    const painter = mergedPainter(plan, frameTimes, drawn);
    for (let frame = 0; frame < plan.frameCount; frame += 1) {
      await Promise.all(sides.map(({ showAt }) => showAt(frame)));
      const of = (side: Side): Planes | null => sides.find((run) => run.side === side)?.painter.planes ?? null;
      await writer.add(painter.paint(frame, { user: of('user'), pro: of('pro') }));
      onFrame(frame + 1);
    }
    return await writer.finish();
  } finally {
    writer.close();
    await Promise.all(sides.map(({ close }) => close()));
  }
}

/** One side while a video is made. */
interface SideRun {
  readonly side: Side;
  readonly painter: SidePainter;
  /** Paints the side's picture of a merged frame, unless it is painted already. */
  readonly showAt: (frame: number) => Promise<void>;
  readonly close: ClipPictures['close'];
}

async function openSide({ plan, sources }: RenderRequest, side: Side): Promise<SideRun> {
  const source = sources[side];
  const frames = shownFrames(plan, side, source.frameTimes);
  const pictures = await openClipPictures(source, frames[0] ?? 0, frames.at(-1) ?? 0);
  const painter = sidePainter(plan.panes[side]);
  let painted: number | null = null;
  return {
    side,
    painter,
    showAt: async (frame) => {
      const wanted = frames[frame] ?? 0;
      if (wanted === painted) return;
      const sample = await pictures.picture(wanted);
      try {
        await painter.paint(sample);
      } finally {
        sample.close();
      }
      painted = wanted;
    },
    close: pictures.close,
  };
}

/** The source frame of a side in each merged frame. */
export function shownFrames(plan: ComparisonPlan, side: Side, frameTimes: FrameTimes): readonly number[] {
  return Array.from({ length: plan.frameCount }, (_, frame) =>
    frameIndexAt(frameTimes, shownFrameAt(plan, side, frameTimes, mergedFrameTime(plan, frame))),
  );
}
