// The transparent layer of a video's drawings, frame by frame, in the byte order that ffmpeg reads as `yuva420p`. Each
// stroke is drawn once, on the frame where it appears, so memory stays at one frame. Blocks its thread while it paints:
// see drawing-painter.ts.
import type { Point } from '#domain/drawing/drawing.ts';
import { inkBounds, type Stroke, type StrokesFromFrame } from '#domain/drawing/drawing-geometry.ts';
import type { Rect } from '#domain/geometry.ts';
import { type InkCopy, InkPlane } from './drawing-ink.ts';

/** Four pixels share one color value, so a soft edge's color extends this far. */
const COLOR_RIM_PX = 1;

/** The layer to paint, in plain values that can be passed to another thread. */
export interface LayerSpec {
  /** Frames ascending; at least one. Taken one at a time. */
  readonly changes: Iterable<StrokesFromFrame>;
  /** The part of the picture that the layer covers; its place and size are even. */
  readonly bounds: Rect;
  /** How many frames the video has. */
  readonly frameCount: number;
}

/**
 * The layer for each frame from the first with a stroke to the last that changes; afterwards it stays the same. Every
 * frame reuses the same memory: consume it before requesting the next.
 */
export function* layerFrames({ changes, bounds, frameCount }: LayerSpec): Generator<Uint8Array> {
  const layer = new DrawingLayer(bounds);
  let frame: number | null = null;
  for (const change of changes) {
    frame ??= change.frame;
    for (; frame < change.frame; frame += 1) yield layer.bytes;
    for (const stroke of change.strokes) if (!stroke.onlyThisFrame) layer.draw(stroke);
    const passing = change.strokes.filter(({ onlyThisFrame }) => onlyThisFrame);
    if (passing.length === 0) continue;
    const before = layer.copyUnder(passing);
    for (const stroke of passing) layer.draw(stroke);
    yield layer.bytes;
    layer.restore(before);
    frame += 1;
  }
  if (frame !== null && frame < frameCount) yield layer.bytes;
}

/** The content of a layer before strokes that are shown for one frame. */
type LayerCopy = readonly [bright: InkCopy, colored: InkCopy];

/** Luma at full size, two chroma planes at half size, and alpha at full size, in this order. */
class DrawingLayer {
  readonly bytes: Uint8Array;
  readonly #bounds: Rect;
  readonly #bright: InkPlane;
  readonly #colored: InkPlane;

  constructor(bounds: Rect) {
    const { widthPx, heightPx } = bounds;
    const full = widthPx * heightPx;
    const quarter = full / 4;
    this.bytes = new Uint8Array(full * 2 + quarter * 2);
    const part = (from: number, length: number) => this.bytes.subarray(from, from + length);
    this.#bounds = bounds;
    this.#bright = new InkPlane(
      { widthPx, heightPx, rimPx: 0 },
      { colors: [part(0, full)], cover: part(full + 2 * quarter, full) },
    );
    this.#colored = new InkPlane(
      { widthPx: widthPx / 2, heightPx: heightPx / 2, rimPx: COLOR_RIM_PX },
      { colors: [part(full, quarter), part(full + quarter, quarter)], cover: new Uint8Array(quarter) },
    );
  }

  draw({ from, to, width, color, order }: Stroke): void {
    const [bright, blue, red] = videoColor(color);
    const at = ({ x, y }: Point, scale: number) => ({
      x: (x - this.#bounds.xPx) * scale,
      y: (y - this.#bounds.yPx) * scale,
    });
    const stroke = (scale: number, values: number[]) => ({
      from: at(from, scale),
      to: at(to, scale),
      width: width * scale,
      values,
      order,
    });
    this.#bright.draw(stroke(1, [bright]));
    this.#colored.draw(stroke(0.5, [blue, red]));
  }

  /** Copies the rows that these strokes touch. */
  copyUnder(strokes: readonly Stroke[]): LayerCopy {
    const { yPx, heightPx } = this.#bounds;
    const touched = inkBounds(strokes, { widthPx: this.#bounds.xPx + this.#bounds.widthPx, heightPx: yPx + heightPx });
    const first = touched ? Math.max(0, touched.yPx - yPx) : 0;
    const end = touched ? touched.yPx + touched.heightPx - yPx : 0;
    return [this.#bright.copyRows(first, end), this.#colored.copyRows(first / 2, end / 2)];
  }

  restore([bright, colored]: LayerCopy): void {
    this.#bright.restore(bright);
    this.#colored.restore(colored);
  }
}

/** `#rrggbb` as BT.709 Y, Cb and Cr in limited range, as merged videos are tagged. */
export function videoColor(color: string): [number, number, number] {
  const [bright, blue, red] = videoColorOf([1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)));
  return [Math.round(bright), Math.round(blue), Math.round(red)];
}

/** Red, green and blue from 0 to 255 as BT.709 Y, Cb and Cr in limited range, unrounded. */
export function videoColorOf(rgb: readonly (number | undefined)[]): readonly [number, number, number] {
  const [r = 0, g = 0, b = 0] = rgb.map((part = 0) => part / 255);
  const bright = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return [16 + 219 * bright, 128 + (224 * (b - bright)) / 1.8556, 128 + (224 * (r - bright)) / 1.5748];
}
