// Makes the video of a lesson: the frames that its data names, painted like merged frames, and its voice. Runs in a
// worker.

import { type ComparisonPlan, shownSides } from '#domain/comparison/comparison-plan.ts';
import { mergedFrameAt, mergedFrameTime, shownFrameAt } from '#domain/comparison/timeline.ts';
import { apartPlan, zoomedPlan } from '#domain/comparison/zoomed-plan.ts';
import { inkBounds, type Stroke } from '#domain/drawing/drawing-geometry.ts';
import { evenPx } from '#domain/geometry.ts';
import { lessonDuration, playedChapters } from '#domain/lesson/lesson-ranges.ts';
import { type LessonState, lessonInk, replayOf } from '#domain/lesson/lesson-state.ts';
import { layerFrames } from '#domain/rendering/drawing-layer.ts';
import { SIDES, type Side } from '#domain/side.ts';
import { frameDuration, planTime } from '#domain/time.ts';
import { frameIndexAt } from '#domain/video/frame-times.ts';
import { type ClipPictures, openListedPictures } from './clip-pictures.ts';
import { LESSON_VIDEO } from './lesson-video.ts';
import { addVoice } from './lesson-voice.ts';
import { type MergedPainter, mergedPainter } from './merged-painter.ts';
import { blacken, blackPlanes, layOn, type Planes, putOn } from './planes.ts';
import { type LessonRequest, RenderError } from './render-request.ts';
import { type SidePainter, sidePainter } from './side-painter.ts';
import { chapterTags } from './video-chapters.ts';
import { openVideoWriter } from './video-writer.ts';

interface LessonFrame {
  /** Says which frames are shown and where: zoomed, and with each side's own moment. The same object while it is the same. */
  readonly plan: ComparisonPlan;
  readonly merged: number;
  readonly source: Readonly<Record<Side, number>>;
  readonly ink: readonly Stroke[];
}

/** The file of the video. Throws a RenderError. Calls `onFrame` with the number of frames painted so far. */
export async function renderLesson(request: LessonRequest, onFrame: (frames: number) => void): Promise<Blob> {
  if (!('VideoDecoder' in globalThis && 'VideoEncoder' in globalThis))
    throw new RenderError('no-codecs', 'No WebCodecs');
  const { lesson, plans, sources, voice } = request;
  const canvas = blackPlanes({
    widthPx: Math.max(...plans.map(({ plan }) => plan.canvas.widthPx)),
    heightPx: Math.max(...plans.map(({ plan }) => plan.canvas.heightPx)),
  });
  const frames = framesOf(request);
  const { frameRate, bitsPerPixel, keyFrameEvery } = LESSON_VIDEO;
  const writer = await openVideoWriter(
    { canvas: { widthPx: canvas.widthPx, heightPx: canvas.heightPx }, frameRate, frameCount: frames.length },
    {
      bitsPerPixel,
      keyFrameEvery,
      tags: chapterTags(playedChapters(lesson)),
      ...(voice && { addSound: (output) => addVoice(output, voice, lesson) }),
    },
  );
  const pictures: ClipPictures[] = [];
  try {
    const sides = [];
    for (const side of SIDES) {
      const painted = paintedFrames(frames, side);
      const opened = painted.length > 0 ? await openListedPictures(sources[side], painted) : null;
      if (opened) pictures.push(opened);
      sides.push(opened ? sideRun(side, opened) : () => Promise.resolve(null));
    }
    const painter = framePainter(request, canvas);
    for (const [index, frame] of frames.entries()) {
      const [user, pro] = await Promise.all(sides.map((show) => show(frame)));
      await writer.add(painter(frame, { user: user ?? null, pro: pro ?? null }));
      onFrame(index + 1);
    }
    return await writer.finish();
  } finally {
    writer.close();
    await Promise.all(pictures.map(({ close }) => close()));
  }
}

function framesOf({ lesson, plans, sources, sizes }: LessonRequest): readonly LessonFrame[] {
  const length = frameDuration(LESSON_VIDEO.frameRate);
  const replay = replayOf(lesson);
  const planOf = planCache(plans, sizes);
  const count = Math.max(1, Math.round(lessonDuration(lesson) / length));
  let inked: { readonly of: string; readonly strokes: LessonState['strokes']; readonly ink: readonly Stroke[] } | null =
    null;
  return Array.from({ length: count }, (_, index): LessonFrame => {
    const state = replay.at(index * length);
    const { timed, placed, shown } = planOf(state);
    const merged = mergedFrameAt(timed, planTime(state.at));
    const at = mergedFrameTime(timed, merged);
    const sourceOf = (side: Side) =>
      frameIndexAt(
        sources[side].frameTimes,
        state.apart ? state.apart[side] : shownFrameAt(timed, side, sources[side].frameTimes, at),
      );
    const of = `${merged} ${JSON.stringify(state.zoom)}`;
    if (inked?.strokes !== state.strokes || inked.of !== of) {
      const scaleOf = (side: Side) => (state.zoom.only === null || state.zoom.only === side ? state.zoom.scale : 1);
      inked = { of, strokes: state.strokes, ink: lessonInk(state.strokes, { timed, placed }, at, scaleOf) };
    }
    return { plan: shown, merged, source: { user: sourceOf('user'), pro: sourceOf('pro') }, ink: inked.ink };
  });
}

/** Finds the plans of a state. They are the same objects while view, zoom and moment stay. */
function planCache(plans: LessonRequest['plans'], sizes: LessonRequest['sizes']) {
  let last: { of: LessonState; timed: ComparisonPlan; placed: ComparisonPlan; shown: ComparisonPlan } | null = null;
  return (state: LessonState) => {
    const isSame = last?.of.view === state.view && last.of.zoom === state.zoom && last.of.apart === state.apart;
    // While the sides show different moments, each time has its own plan.
    if (last && isSame && (!state.apart || last.of.at === state.at)) return last;
    const view = JSON.stringify(state.view);
    const timed = plans.find((one) => one.view === view)?.plan;
    if (!timed) throw new RenderError('failed', 'A view of the lesson has no plan');
    const placed = zoomedPlan(timed, state.zoom, sizes);
    const shown = state.apart ? apartPlan(placed, state.at, state.apart) : placed;
    last = { of: state, timed, placed, shown };
    return last;
  };
}

/** The frames of a side that are painted, in order: a picture stays while plan and frame stay. */
function paintedFrames(frames: readonly LessonFrame[], side: Side): readonly number[] {
  return frames
    .filter((frame, index) => isShown(frame, side) && !isSamePicture(frames[index - 1], frame, side))
    .map(({ source }) => source[side]);
}

function isShown({ plan }: LessonFrame, side: Side): boolean {
  return shownSides(plan).includes(side);
}

function isSamePicture(before: LessonFrame | undefined, frame: LessonFrame, side: Side): boolean {
  return before?.plan === frame.plan && before.source[side] === frame.source[side];
}

/** Paints one side's pictures, in the order of {@link paintedFrames}. */
function sideRun(side: Side, pictures: ClipPictures): (frame: LessonFrame) => Promise<Planes | null> {
  let before: LessonFrame | undefined;
  let painter: SidePainter | null = null;
  return async (frame) => {
    const isSame = isSamePicture(before, frame, side);
    if (before?.plan !== frame.plan || !painter) painter = sidePainter(frame.plan.panes[side]);
    before = frame;
    if (!isShown(frame, side)) return null;
    if (!isSame) await painter.paint(await pictures.picture(frame.source[side]));
    return painter.planes;
  };
}

/** Composes frames on the video's canvas; a smaller plan stands in its middle. */
function framePainter({ sources }: LessonRequest, canvas: Planes) {
  const frameTimes = { user: sources.user.frameTimes, pro: sources.pro.frameTimes };
  let painter: { readonly of: ComparisonPlan; readonly paint: MergedPainter } | null = null;
  return (frame: LessonFrame, sides: Readonly<Record<Side, Planes | null>>): Planes => {
    const { plan, merged, ink } = frame;
    if (painter?.of !== plan) painter = { of: plan, paint: mergedPainter(plan, frameTimes, []) };
    const picture = painter.paint(merged, sides);
    const bounds = inkBounds(ink, plan.canvas);
    if (bounds) {
      const [layer] = layerFrames({ changes: [{ frame: 0, strokes: ink }], bounds, frameCount: 1 });
      if (layer) layOn(picture, layer, bounds);
    }
    blacken(canvas);
    const [xPx, yPx] = [
      evenPx((canvas.widthPx - picture.widthPx) / 2),
      evenPx((canvas.heightPx - picture.heightPx) / 2),
    ];
    putOn(canvas, picture, { xPx, yPx });
    return canvas;
  };
}
