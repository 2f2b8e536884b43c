// Scales the planes of decoded pictures directly, in WebAssembly, without a canvas or a conversion to RGB. For pictures
// whose planes are already in the merged video's color space.
import type { VideoSample } from 'mediabunny';
import type { PlannedPane } from '#domain/comparison/comparison-plan.ts';
import { shownPart } from '#domain/comparison/picture-place.ts';
import type { Size } from '#domain/geometry.ts';
import { codedPart, type Orientation, swapsSides } from '#domain/video/orientation.ts';
import { SCALE_PLANE } from './compiled-code.ts';
import type { Planes } from './planes.ts';
import { type ScaleTaps, scaleTaps } from './scale-taps.ts';

/** Whether a picture's planes are 4:2:0 with 8 bits in limited BT.709, as in merged videos. */
export function hasMergedColors({ format, colorSpace, visibleRect }: VideoSample): boolean {
  // The types do not list the transfer functions of high dynamic range.
  const isSdr = !['pq', 'hlg'].includes(String(colorSpace.transfer));
  const isPlain = (format === 'I420' || format === 'NV12') && visibleRect.left % 2 === 0 && visibleRect.top % 2 === 0;
  return isPlain && isSdr && colorSpace.matrix === 'bt709' && colorSpace.fullRange === false;
}

/** `scalePlane` of assembly/scale-plane.ts. */
type ScalePlane = (...values: readonly number[]) => void;

const PAGE_BYTES = 65_536;
/** The number of bytes read past the end of a row. */
const SPARE_BYTES = 64;

/** One plane: its place in memory, and the scaling from source to target. */
interface PlaneRun {
  readonly from: number;
  readonly stride: number;
  readonly to: number;
  readonly size: Size;
  readonly arguments: readonly number[];
}

/** A painter of pictures like the first one, cropped and turned as the pane says. */
export function planeScaler(pane: PlannedPane, like: VideoSample) {
  const { widthPx, heightPx } = shownPart(pane);
  const orientation = orientationOf(like);
  const toSize = swapsSides(orientation) ? { widthPx: heightPx, heightPx: widthPx } : { widthPx, heightPx };
  const part = codedPartOf(pane, like, orientation);
  const rect = aroundPart(part, toSize, like);
  const memory = new Layout();
  const isInterleaved = like.format === 'NV12';
  const runs = [1, 2, 2].map((step) => {
    const size = { widthPx: toSize.widthPx / step, heightPx: toSize.heightPx / step };
    const [fromWidthPx, fromHeightPx] = [rect.width / step, rect.height / step];
    const across = { at: (part.x - rect.x) / step, length: part.width / step, sizePx: fromWidthPx };
    const down = { at: (part.y - rect.y) / step, length: part.height / step, sizePx: fromHeightPx };
    return { step, size, fromWidthPx, fromHeightPx, ...tapsIn(memory, across, down, size) };
  });
  const rowAt = memory.reserve(rect.width + SPARE_BYTES);
  const planes = runs.map(({ size, fromWidthPx, fromHeightPx, downArguments, acrossArguments }): PlaneRun => {
    // A plane may have fewer rows than the filter has weights.
    const from = memory.reserve(fromWidthPx * (fromHeightPx + SPARE_BYTES) + SPARE_BYTES);
    const to = memory.reserve(size.widthPx * size.heightPx);
    const own = [from, fromWidthPx, fromWidthPx, ...downArguments, ...acrossArguments, rowAt, to];
    return { from, stride: fromWidthPx, to, size, arguments: [...own, size.widthPx, size.heightPx] };
  });
  const interleavedAt = isInterleaved ? memory.reserve((rect.width * rect.height) / 2 + SPARE_BYTES) : 0;
  const { bytes, scalePlane } = memory.open();
  const [bright, blue, red] = planes;
  if (!bright || !blue || !red) throw new RangeError('A picture has three planes');
  const layout = isInterleaved
    ? [place(bright), { offset: interleavedAt, stride: rect.width }]
    : [place(bright), place(blue), place(red)];
  const show = uprightCopy(orientation, pane.isMirrored);

  return async (sample: VideoSample, into: Planes): Promise<void> => {
    await sample.copyTo(bytes, { rect, layout });
    if (isInterleaved) separate(bytes, interleavedAt, blue, red, (rect.width * rect.height) / 4);
    let at = 0;
    for (const plane of planes) {
      scalePlane(...plane.arguments);
      const length = plane.size.widthPx * plane.size.heightPx;
      show(bytes.subarray(plane.to, plane.to + length), plane.size, into.bytes.subarray(at, at + length));
      at += length;
    }
  };
}

function place({ from, stride }: PlaneRun): PlaneLayout {
  return { offset: from, stride };
}

/** The rotation and mirroring as the container gives them: clockwise rotation, then mirroring. */
function orientationOf({ rotation, flip }: VideoSample): Orientation {
  if (rotation === 0) return flip ? 'mirrored' : 'upright';
  return flip ? `mirrored-turned-${rotation}` : `turned-${rotation}`;
}

interface Part {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The shown part of the picture in coded pixels; may be fractional. */
function codedPartOf({ crop }: PlannedPane, sample: VideoSample, orientation: Orientation): Part {
  const { visibleRect, squarePixelWidth, squarePixelHeight } = sample;
  const upright = { widthPx: sample.displayWidth, heightPx: sample.displayHeight };
  const whole = { xPx: 0, yPx: 0, ...upright };
  const { xPx, yPx, widthPx, heightPx } = codedPart(orientation, upright, crop?.from ?? whole);
  const [across, down] = [visibleRect.width / squarePixelWidth, visibleRect.height / squarePixelHeight];
  return {
    x: visibleRect.left + xPx * across,
    y: visibleRect.top + yPx * down,
    width: widthPx * across,
    height: heightPx * down,
  };
}

/** The even rectangle to copy: the shown part plus the pixels that the filter reads at its edges. */
function aroundPart(part: Part, to: Size, { visibleRect }: VideoSample): Part {
  const [reachX, reachY] = [part.width / to.widthPx, part.height / to.heightPx].map(
    (scale) => 4 * Math.max(1, scale) + 2,
  );
  const span = (at: number, length: number, reach = 0, least = 0, size = 0) => {
    const from = Math.max(least, 2 * Math.floor((at - reach) / 2));
    const end = Math.min(least + size, 2 * Math.ceil((at + length + reach) / 2));
    return { from, length: 2 * Math.floor((end - from) / 2) };
  };
  const across = span(part.x, part.width, reachX, visibleRect.left, visibleRect.width);
  const down = span(part.y, part.height, reachY, visibleRect.top, visibleRect.height);
  return { x: across.from, y: down.from, width: across.length, height: down.length };
}

function tapsIn(
  memory: Layout,
  across: Parameters<typeof scaleTaps>[0],
  down: Parameters<typeof scaleTaps>[0],
  size: Size,
) {
  const put = ({ first, weights, taps }: ScaleTaps) => [memory.put(first), memory.put(weights), taps];
  return {
    // The WebAssembly code processes two rows and eight columns at a time.
    downArguments: put(scaleTaps(down, size.heightPx, 2)),
    acrossArguments: put(scaleTaps(across, size.widthPx, 8)),
  };
}

/** Copies a scaled plane, turned upright and mirrored as chosen. */
function uprightCopy(orientation: Orientation, isMirrored: boolean) {
  if (orientation === 'upright' && !isMirrored) {
    return (from: Uint8Array, _size: Size, to: Uint8Array) => to.set(from);
  }
  return (from: Uint8Array, size: Size, to: Uint8Array) => {
    const upright = swapsSides(orientation) ? { widthPx: size.heightPx, heightPx: size.widthPx } : size;
    const indexOf = (x: number, y: number) => {
      const xPx = isMirrored ? upright.widthPx - 1 - x : x;
      const at = codedPart(orientation, upright, { xPx, yPx: y, widthPx: 1, heightPx: 1 });
      return at.yPx * size.widthPx + at.xPx;
    };
    // A step to the right, or down, is the same step in memory throughout the plane.
    const start = indexOf(0, 0);
    const [right, down] = [indexOf(1, 0) - start, indexOf(0, 1) - start];
    let at = 0;
    for (let y = 0; y < upright.heightPx; y += 1) {
      let source = start + y * down;
      for (let x = 0; x < upright.widthPx; x += 1, source += right) to[at++] = from[source] ?? 0;
    }
  };
}

function separate(bytes: Uint8Array, from: number, blue: PlaneRun, red: PlaneRun, count: number): void {
  for (let index = 0; index < count; index += 1) {
    bytes[blue.from + index] = bytes[from + 2 * index] ?? 0;
    bytes[red.from + index] = bytes[from + 2 * index + 1] ?? 0;
  }
}

/** Lays out the memory of one scaler before it is opened. */
class Layout {
  #end = PAGE_BYTES;
  readonly #contents: { readonly at: number; readonly bytes: Uint8Array }[] = [];

  reserve(sizeBytes: number): number {
    const at = this.#end;
    this.#end = Math.ceil((at + sizeBytes) / 16) * 16;
    return at;
  }

  put(content: Int32Array<ArrayBuffer> | Int16Array<ArrayBuffer>): number {
    const at = this.reserve(content.byteLength);
    this.#contents.push({ at, bytes: new Uint8Array(content.buffer) });
    return at;
  }

  open(): { readonly bytes: Uint8Array<ArrayBuffer>; readonly scalePlane: ScalePlane } {
    const pages = Math.ceil((this.#end + SPARE_BYTES) / PAGE_BYTES);
    const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
    const bytes = new Uint8Array(memory.buffer as ArrayBuffer);
    for (const { at, bytes: content } of this.#contents) bytes.set(content, at);
    const code = Uint8Array.from(atob(SCALE_PLANE), (letter) => letter.charCodeAt(0));
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(code), { env: { memory } });
    return { bytes, scalePlane: exports.scalePlane as ScalePlane };
  }
}
