// The transparent layer of a video's drawings, frame by frame, in the byte order that ffmpeg reads as `yuva420p`: each
// stroke is drawn once, on the frame where it appears, and stays. One frame's memory, however many strokes and frames.
import { setImmediate as breathe } from 'node:timers/promises';
import type { Point } from '#domain/drawing.ts';
import type { Stroke, StrokesFromFrame } from '#domain/drawing-geometry.ts';
import type { Rect } from '#domain/pane-layout.ts';
import { InkPlane } from './drawing-ink.ts';

/** Pixels after which other work of the server gets its turn: some milliseconds. */
const PIXELS_AT_A_TIME = 200_000;
/** The colour of a soft edge reaches as far as the four pixels that share one colour value. */
const COLOR_RIM_PX = 1;

/**
 * The layer for each frame from the first with a stroke to the last on which one appears; after that it stays as it is.
 * `bounds` is the part of the picture that it covers, even in place and size. The bytes are the same piece of memory
 * each time: whoever takes one must be done with it before asking for the next.
 */
export async function* layerFrames(changes: readonly StrokesFromFrame[], bounds: Rect): AsyncGenerator<Uint8Array> {
  const layer = new DrawingLayer(bounds);
  let frame = changes[0]?.frame ?? 0;
  for (const change of changes) {
    for (; frame < change.frame; frame += 1) yield layer.bytes;
    let looked = 0;
    for (const stroke of change.strokes) {
      looked += layer.draw(stroke);
      if (looked < PIXELS_AT_A_TIME) continue;
      looked = 0;
      await breathe();
    }
  }
  yield layer.bytes;
}

/** A picture of brightness at full size, two of colour at half size, and one of cover at full size, in this order. */
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

  /** Draws a stroke of the picture. Returns the cost in pixels. */
  draw({ from, to, width, color, order }: Stroke): number {
    const [bright, blue, red] = videoColor(color);
    const at = ({ x, y }: Point, scale: number) => ({
      x: (x - this.#bounds.xPx) * scale,
      y: (y - this.#bounds.yPx) * scale,
    });
    const stroke = (scale: number, values: number[]) => ({
      ...{ from: at(from, scale), to: at(to, scale), width: width * scale },
      ...{ values, order },
    });
    return this.#bright.draw(stroke(1, [bright])) + this.#colored.draw(stroke(0.5, [blue, red]));
  }
}

/** `#rrggbb` as the brightness, blueness and redness of BT.709 in the range of video: what merged videos are tagged as. */
export function videoColor(color: string): [number, number, number] {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);
  const bright = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return [
    Math.round(16 + 219 * bright),
    Math.round(128 + (224 * (b - bright)) / 1.8556),
    Math.round(128 + (224 * (r - bright)) / 1.5748),
  ];
}
