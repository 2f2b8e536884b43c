// The settings of a lesson's video, and its size before it is made.
import type { Size } from '#domain/geometry.ts';
import type { Lesson, LessonStroke } from '#domain/lesson/lesson.ts';
import { lessonDuration } from '#domain/lesson/lesson-ranges.ts';
import { type LessonState, replayOf } from '#domain/lesson/lesson-state.ts';
import { frameDuration } from '#domain/time.ts';

/** Thirty frames a second show every frame of a slow-motion lesson; still pictures need few bits. */
export const LESSON_VIDEO = Object.freeze({
  frameRate: Object.freeze({ numerator: 30, denominator: 1 }),
  bitsPerPixel: 0.08,
  keyFrameEvery: 60,
});

/** A new picture takes this many times the bytes of a frame of both clips, up to the encoder's bit rate: measured. */
const OF_SOURCE = 1.5;
/** And this many bits for each pixel, however simple it is: measured. */
const LEAST_BITS_PER_PIXEL = 0.0025;
/** A key frame takes this many times the bytes of another new picture: measured. */
const OF_KEY_FRAME = 5;

/** While a drawing changes, a picture takes this many more bits for each pixel: measured. */
const DRAWN_BITS_PER_PIXEL = 0.0045;
/** And this many bytes for each pixel of a shape's outline, which is painted anew while it is dragged: measured. */
const OUTLINE_BYTES_PER_PIXEL = 7;

interface SizeFacts {
  readonly canvas: Size;
  /** The average size of one frame of both clips together, in bytes. */
  readonly sourceFrameBytes: number;
  readonly voiceBytes: number;
}

/** The likely size of the video, in bytes. Pictures that stand still take next to nothing. */
export function lessonVideoBytes(lesson: Lesson, { canvas, sourceFrameBytes, voiceBytes }: SizeFacts): number {
  const { bitsPerPixel, frameRate, keyFrameEvery } = LESSON_VIDEO;
  const pixels = canvas.widthPx * canvas.heightPx;
  const count = Math.round(lessonDuration(lesson) / frameDuration(frameRate));
  const replay = replayOf(lesson);
  let before: LessonState | null = null;
  let moving = 0;
  let drawings = 0;
  for (let frame = 0; frame < count; frame += 1) {
    const state = replay.at(frame * frameDuration(frameRate));
    if (before && showsOther(before, state)) moving += 1;
    if (before && before.strokes !== state.strokes) {
      const outline = outlinePx(state.strokes.at(-1), canvas);
      drawings += (DRAWN_BITS_PER_PIXEL * pixels) / 8 + OUTLINE_BYTES_PER_PIXEL * outline;
    }
    before = state;
  }
  const newBytes = OF_SOURCE * sourceFrameBytes + (LEAST_BITS_PER_PIXEL * pixels) / 8;
  const frameBytes = Math.min(newBytes, (bitsPerPixel * pixels) / 8);
  const keyFrames = Math.ceil(count / keyFrameEvery);
  const voice = lesson.recorded > 0 ? (voiceBytes * lessonDuration(lesson)) / lesson.recorded : 0;
  return Math.round(frameBytes * (moving + OF_KEY_FRAME * keyFrames) + drawings + voice);
}

function showsOther(a: LessonState, b: LessonState): boolean {
  return Math.abs(a.at - b.at) > 1e-3 || a.apart !== b.apart || a.view !== b.view || a.zoom !== b.zoom;
}

/** The length of a shape's outline, about: a side's picture is as high as the canvas and half as wide. Freehand lines only grow. */
function outlinePx(stroke: LessonStroke | undefined, canvas: Size): number {
  if (!stroke || stroke.tool === 'free') return 0;
  const [across, down] = stroke.side ? [canvas.widthPx / 2, canvas.heightPx] : [1, 1];
  const length = stroke.points.reduce((sum, { x, y }, index, points) => {
    const from = points[index - 1] ?? { x, y };
    return sum + Math.hypot((x - from.x) * across, (y - from.y) * down);
  }, 0);
  return stroke.tool === 'circle' ? 2 * Math.PI * length : length;
}
