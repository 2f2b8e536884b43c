// Maps drawings from the surface they were drawn on to pixels and frames of the merged video. The frames that they do not change
// are copied as they are encoded.
import type { Rect, Size } from '#domain/geometry.ts';
import type { FrameSpan } from '#domain/mp4/splice.ts';
import { type FrameRate, frameDuration } from '#domain/time.ts';
import { type FrameTimes, frameIndexAt, frameTimeAt, shownFor } from '#domain/video/frame-times.ts';
import type { Drawing, Point } from './drawing.ts';

/** A drawing on a video's picture: a line with round ends. Coordinates and width in pixels of the video. */
export interface Stroke {
  readonly from: Point;
  readonly to: Point;
  /** Above 0; not a whole number in general. */
  readonly width: number;
  /** `#rrggbb` in lower case. */
  readonly color: string;
  /**
   * The order of drawing: of two strokes that cross, the one with the greater order is on top. The segments of one pen
   * movement share an order: they form one line, which does not overlap itself.
   */
  readonly order: number;
  /** Whether it is shown for one frame only; otherwise it stays until the end of the video. */
  readonly onlyThisFrame?: boolean;
}

/** The drawings that appear on one frame. */
export interface StrokesFromFrame {
  /** A frame of the video, counted from 0. */
  readonly frame: number;
  /** At least one, in the order of drawing. */
  readonly strokes: readonly Stroke[];
}

/** Width of the drawing surface, in its own pixels. */
const SURFACE_WIDTH_PX = 480;

/**
 * The surface that visitors draw on: it has the video's shape, and the same width on every screen. A pen's width is
 * thus a share of the picture: 3 is 2 CSS pixels on a phone, and the same line on a desktop and in the rendered video.
 * @example
 * drawingSurface({ widthPx: 1920, heightPx: 1080 }) // { widthPx: 480, heightPx: 270 }
 */
export function drawingSurface(video: Size): Size {
  const heightPx = Math.round((SURFACE_WIDTH_PX * video.heightPx) / video.widthPx);
  return { widthPx: SURFACE_WIDTH_PX, heightPx: Math.max(1, heightPx) };
}

/**
 * Converts drawings into strokes on a video. The surface is stretched over the whole picture; where their shapes
 * differ, widths scale with the geometric mean of both factors.
 */
export function strokesOnVideo(drawings: readonly Drawing[], surface: Size, video: Size): Stroke[] {
  const scaleX = video.widthPx / surface.widthPx;
  const scaleY = video.heightPx / surface.heightPx;
  const widthScale = lengthScale(surface, video);
  const scaled = ({ x, y }: Point): Point => ({ x: x * scaleX, y: y * scaleY });
  let order = -1;
  return drawings.map((drawing, index) => {
    if (!continues(drawing, drawings[index - 1])) order += 1;
    return {
      from: scaled(drawing.from),
      to: scaled(drawing.to),
      width: drawing.width * widthScale,
      color: drawing.color,
      order,
      ...(drawing.onlyThisFrame && { onlyThisFrame: true }),
    };
  });
}

/** The factor by which a line gets wider when its drawing surface is stretched over the video. */
export function lengthScale(surface: Size, video: Size): number {
  return Math.sqrt((video.widthPx / surface.widthPx) * (video.heightPx / surface.heightPx));
}

/** Whether a drawing continues where the previous one ended, with the same pen at the same time. */
function continues(drawing: Drawing, before: Drawing | undefined): boolean {
  if (!before || drawing.from.x !== before.to.x || drawing.from.y !== before.to.y) return false;
  if (Boolean(drawing.onlyThisFrame) !== Boolean(before.onlyThisFrame)) return false;
  return drawing.color === before.color && drawing.width === before.width && drawing.timestamp === before.timestamp;
}

/**
 * The frame on which a drawing with a timestamp in seconds appears: the frame that was on screen when it was drawn. A
 * player at its end is up to one frame past the last frame's time; null for anything later.
 */
export function firstFrameWith(timestamp: number, frameTimes: FrameTimes): number | null {
  const last = frameTimes.length - 1;
  const frame = shownFor(frameTimes, last);
  // One more frame of tolerance: the browser rounds the duration to the container's clock.
  if (timestamp > frameTimeAt(frameTimes, last) + 2 * frame) return null;
  return frameIndexAt(frameTimes, timestamp);
}

/** Groups strokes by the frame on which they appear, frames ascending. `frames` holds the frame of each stroke. */
export function byFirstFrame(strokes: readonly Stroke[], frames: readonly number[]): StrokesFromFrame[] {
  const groups = new Map<number, Stroke[]>();
  for (const [index, stroke] of strokes.entries()) {
    const frame = frames[index] ?? 0;
    const group = groups.get(frame);
    if (group) group.push(stroke);
    else groups.set(frame, [stroke]);
  }
  return [...groups].sort(([a], [b]) => a - b).map(([frame, group]) => ({ frame, strokes: group }));
}

/** Maximum distance from a stroke's outline to a pixel that it touches: 0.5 for soft edges, 1 for color planes. */
const EDGE_PX = 2;

/**
 * The smallest even rectangle inside the picture that contains every stroke's ink, or null when no stroke touches the
 * picture. The video's own size must be even, as it is for merged videos.
 */
export function inkBounds(strokes: readonly Stroke[], video: Size): Rect | null {
  let left = video.widthPx;
  let top = video.heightPx;
  let right = 0;
  let bottom = 0;
  for (const { from, to, width } of strokes) {
    const reach = width / 2 + EDGE_PX;
    const [minX, maxX] = [Math.min(from.x, to.x) - reach, Math.max(from.x, to.x) + reach];
    const [minY, maxY] = [Math.min(from.y, to.y) - reach, Math.max(from.y, to.y) + reach];
    if (maxX <= 0 || maxY <= 0 || minX >= video.widthPx || minY >= video.heightPx) continue;
    left = Math.min(left, minX);
    top = Math.min(top, minY);
    right = Math.max(right, maxX);
    bottom = Math.max(bottom, maxY);
  }
  if (left >= right || top >= bottom) return null;
  const xPx = evenDown(Math.max(0, left));
  const yPx = evenDown(Math.max(0, top));
  const widthPx = evenUp(Math.min(video.widthPx, right) - xPx);
  const heightPx = evenUp(Math.min(video.heightPx, bottom) - yPx);
  return { xPx, yPx, widthPx, heightPx };
}

function evenDown(value: number): number {
  return Math.floor(value / 2) * 2;
}

function evenUp(value: number): number {
  return Math.ceil(value / 2) * 2;
}

/** The frames of a merged video. */
interface MergedFrames extends Size {
  readonly frameCount: number;
  readonly frameRate: FrameRate;
}

/** When each frame of a merged video appears, in seconds. All frames have the same duration. */
export function mergedFrameTimes({
  frameCount,
  frameRate,
}: Pick<MergedFrames, 'frameCount' | 'frameRate'>): FrameTimes {
  return Array.from({ length: frameCount }, (_, frame) => frame * frameDuration(frameRate));
}

/** The strokes of drawings on a surface, in pixels of the video, by the frame on which they appear, ascending. */
export function drawnFrames(drawings: readonly Drawing[], surface: Size, video: MergedFrames): StrokesFromFrame[] {
  const frameTimes = mergedFrameTimes(video);
  const firstFrames = drawings.map(({ timestamp }) => firstFrameWith(timestamp, frameTimes) ?? video.frameCount - 1);
  return byFirstFrame(strokesOnVideo(drawings, surface, video), firstFrames);
}

/** The most spans: each costs a forced key frame, and its seams are decoded when the video is checked. */
const MAX_SPANS = 8;

/**
 * The frames to encode again so that drawings appear on them: ascending, each span from a key frame to the next one
 * behind its last drawing, apart from each other, at most 8. One span of all frames when a drawing is on the first and stays.
 * @param changes the drawings by frame, ascending; at least one.
 * @param keyFrames the frames that decode without others, ascending; the first is 0.
 * @example
 * const strokes = [{ from: { x: 1, y: 1 }, to: { x: 9, y: 1 }, width: 2, color: '#ff0000', order: 0 }];
 * spansToEncode([{ frame: 37, strokes }], [0, 15, 30, 45], 60) // [{ from: 30, to: 60 }]
 */
export function spansToEncode(
  changes: readonly StrokesFromFrame[],
  keyFrames: readonly number[],
  frameCount: number,
): readonly FrameSpan[] {
  const spans: FrameSpan[] = [];
  for (const { frame, strokes } of changes) {
    const stays = strokes.some(({ onlyThisFrame }) => !onlyThisFrame);
    const from = keyFrames.findLast((key) => key <= frame) ?? 0;
    const to = stays ? frameCount : (keyFrames.find((key) => key > frame) ?? frameCount);
    const last = spans.at(-1);
    if (last && from <= last.to) spans[spans.length - 1] = { from: last.from, to: Math.max(last.to, to) };
    else spans.push({ from, to });
  }
  while (spans.length > MAX_SPANS) joinNearest(spans);
  return spans;
}

/** Joins the two neighbors with the fewest frames between them. */
function joinNearest(spans: FrameSpan[]): void {
  const gapAfter = (index: number) => (spans[index + 1]?.from ?? 0) - (spans[index]?.to ?? 0);
  let nearest = 0;
  for (let index = 1; index < spans.length - 1; index += 1) if (gapAfter(index) < gapAfter(nearest)) nearest = index;
  const [first, second] = spans.slice(nearest, nearest + 2);
  if (first && second) spans.splice(nearest, 2, { from: first.from, to: second.to });
}
