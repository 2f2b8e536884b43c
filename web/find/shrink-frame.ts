// Shrinks a decoded frame to a small gray picture: from its brightness plane where available (exact and fast), else from
// its colors (Firefox has no planes), else through a canvas.
import type { VideoSample } from 'mediabunny';
import type { Pixels } from '#web/body/pixels.ts';
import { brightnessShares, rgbaReader } from '#web/body/rgba-reader.ts';

interface SmallPicture {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly gray: Uint8Array;
}

/** Layouts that begin with a plane of one byte of brightness per pixel. */
const BRIGHTNESS_FIRST = new Set(['I420', 'I420A', 'I422', 'I422A', 'I444', 'I444A', 'NV12']);
/** About this many pixels of a large frame, along each side, are averaged into one small pixel. */
const MAX_READ_PIXELS = 4;

/** Creates a function that makes small upright pictures of up to `longSidePx`. It reuses its buffers. */
export function frameShrinker(longSidePx: number): (sample: VideoSample) => Promise<SmallPicture> {
  const rgbaOf = rgbaReader();
  let bytes = new Uint8Array(0);
  let context: OffscreenCanvasRenderingContext2D | null = null;

  async function brightnessOf(sample: VideoSample, lying: number, standing: number): Promise<Uint8Array | null> {
    if (sample.format === null || !BRIGHTNESS_FIRST.has(sample.format)) {
      const rgba = await rgbaOf(sample);
      return rgba && brightnessOfColors(rgba, lying, standing, sample.colorSpace);
    }
    const size = sample.allocationSize();
    if (bytes.length < size) bytes = new Uint8Array(size);
    const [plane] = await sample.copyTo(bytes);
    const { width, height } = sample.visibleRect;
    const source = { bytes, offset: plane?.offset ?? 0, stride: plane?.stride ?? width, step: 1, width, height };
    const small = Uint8Array.from(averaged(source, lying, standing));
    return sample.colorSpace.fullRange === true ? small : small.map(toFullRange);
  }

  function fromCanvas(sample: VideoSample, widthPx: number, heightPx: number): Uint8Array {
    if (context?.canvas.width !== widthPx || context.canvas.height !== heightPx)
      context = new OffscreenCanvas(widthPx, heightPx).getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('This browser has no canvas to read pictures with');
    sample.draw(context, 0, 0, widthPx, heightPx);
    const { data: rgba } = context.getImageData(0, 0, widthPx, heightPx);
    return Uint8Array.from({ length: widthPx * heightPx }, (_, at) =>
      brightness(rgba[4 * at], rgba[4 * at + 1], rgba[4 * at + 2]),
    );
  }

  return async (sample) => {
    const { displayWidth, displayHeight } = sample;
    const scale = Math.min(1, longSidePx / Math.max(displayWidth, displayHeight));
    const widthPx = Math.max(8, Math.round(displayWidth * scale));
    const heightPx = Math.max(8, Math.round(displayHeight * scale));
    const isOnItsSide = sample.rotation % 180 !== 0;
    const [lying, standing] = isOnItsSide ? [heightPx, widthPx] : [widthPx, heightPx];
    const coded = await brightnessOf(sample, lying, standing);
    const gray = coded ? turned(coded, lying, standing, sample.rotation) : fromCanvas(sample, widthPx, heightPx);
    return { widthPx, heightPx, gray };
  };
}

/**
 * Shrinks the RGBA bytes of a frame to the gray of its plane: the thresholds of the search were fitted to that, and the positions
 * of a swing are then the same in every browser. The bytes are of limited brightness whatever the frame's is (rgba-reader.ts).
 */
export function brightnessOfColors(
  { widthPx, heightPx, bytes }: Pixels,
  lying: number,
  standing: number,
  { matrix, fullRange }: { readonly matrix: string | null; readonly fullRange: boolean | null },
): Uint8Array {
  const source = { bytes, stride: 4 * widthPx, step: 4, width: widthPx, height: heightPx };
  const [red, green, blue] = [0, 1, 2].map((offset) => averaged({ ...source, offset }, lying, standing));
  const [ofRed, ofGreen, ofBlue] = brightnessShares(matrix, heightPx);
  return Uint8Array.from({ length: lying * standing }, (_, at) => {
    const stretched = ofRed * (red?.[at] ?? 0) + ofGreen * (green?.[at] ?? 0) + ofBlue * (blue?.[at] ?? 0);
    const coded = Math.floor((stretched * 219) / 255 + 16);
    return fullRange === true ? coded : toFullRange(coded);
  });
}

/** Most video has black at 16 and white at 235; a canvas and the thresholds of the search expect 0 and 255. */
function toFullRange(value: number): number {
  return Math.max(0, Math.min(255, ((value - 16) * 255) / 219));
}

/** The brightness of a color by BT.709, 0 to 255. */
function brightness(red = 0, green = 0, blue = 0): number {
  return (54 * red + 183 * green + 19 * blue) / 256;
}

/** One byte of each pixel of a picture. */
interface Plane {
  readonly bytes: Uint8Array | Uint8ClampedArray;
  /** Where the first pixel's byte is, and how far from a pixel to the one below and the one to its right. */
  readonly offset: number;
  readonly stride: number;
  readonly step: number;
  readonly width: number;
  readonly height: number;
}

/** Shrinks a plane: each small pixel is the average of pixels that it covers. */
export function averaged(plane: Plane, widthPx: number, heightPx: number): Float32Array {
  const small = new Float32Array(widthPx * heightPx);
  const [xs, ys] = [readPlaces(plane.width, widthPx), readPlaces(plane.height, heightPx)];
  // Flat lists: this runs for every pixel of every frame, also while a camera delivers them.
  const columns = Int32Array.from(xs.flat(), (x) => x * plane.step);
  const firstColumn = firstsOf(xs);
  const { bytes } = plane;
  for (const [y, rows] of ys.entries()) {
    for (let x = 0; x < widthPx; x++) {
      const [from, to] = [firstColumn[x] ?? 0, firstColumn[x + 1] ?? 0];
      let sum = 0;
      for (const row of rows) {
        const line = plane.offset + row * plane.stride;
        for (let at = from; at < to; at++) sum += bytes[line + (columns[at] ?? 0)] ?? 0;
      }
      small[y * widthPx + x] = sum / (rows.length * (to - from));
    }
  }
  return small;
}

/** Where each list begins when all are joined, and where the last one ends. */
function firstsOf(lists: readonly (readonly number[])[]): Int32Array {
  const firsts = new Int32Array(lists.length + 1);
  for (const [index, list] of lists.entries()) firsts[index + 1] = (firsts[index] ?? 0) + list.length;
  return firsts;
}

/** The pixels of the large picture to read for each small pixel along one side. */
function readPlaces(from: number, to: number): number[][] {
  return Array.from({ length: to }, (_, at) => {
    const first = Math.floor((at * from) / to);
    const end = Math.max(first + 1, Math.floor(((at + 1) * from) / to));
    const step = Math.max(1, Math.floor((end - first) / MAX_READ_PIXELS));
    const places: number[] = [];
    for (let place = first; place < end; place += step) places.push(place);
    return places;
  });
}

/** Turns a picture clockwise by 0, 90, 180 or 270 degrees. `width` and `height` are the sizes before the turn. */
export function turned(gray: Uint8Array, width: number, height: number, degrees: number): Uint8Array {
  if (degrees === 0) return gray;
  const out = new Uint8Array(gray.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at =
        degrees === 90
          ? x * height + (height - 1 - y)
          : degrees === 270
            ? (width - 1 - x) * height + y
            : (height - 1 - y) * width + (width - 1 - x);
      out[at] = gray[y * width + x] ?? 0;
    }
  }
  return out;
}
