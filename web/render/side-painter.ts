// Paints the pictures of one side as planned: upright, cropped, scaled, mirrored. Copies planes directly where the
// colors match the merged video's, otherwise converts through a canvas.
import type { VideoSample } from 'mediabunny';
import type { PlannedPane } from '#domain/comparison/comparison-plan.ts';
import { shownPart } from '#domain/comparison/picture-place.ts';
import type { Size } from '#domain/geometry.ts';
import { PIXELS_TO_PLANES } from './compiled-code.ts';
import { hasMergedColors, planeScaler } from './plane-scaler.ts';
import { blackPlanes, type Planes } from './planes.ts';
import { RenderError } from './render-request.ts';

export interface SidePainter {
  /** The picture painted last, in the size of the side's visible part. */
  readonly planes: Planes;
  /** Paints a picture and closes it. */
  readonly paint: (sample: VideoSample) => Promise<void>;
}

export function sidePainter(pane: PlannedPane): SidePainter {
  const planes = blackPlanes(shownPart(pane));
  const isEmpty = pane.crop !== null && (pane.crop.to.widthPx === 0 || pane.crop.to.heightPx === 0);
  let scaler: { readonly paint: ReturnType<typeof planeScaler>; readonly shape: string } | null = null;
  let canvas: ((sample: VideoSample) => Promise<void>) | null = null;
  async function paint(sample: VideoSample): Promise<void> {
    if (isEmpty) return;
    if (!hasMergedColors(sample)) {
      canvas ??= canvasPainter(pane, planes);
      return canvas(sample);
    }
    const shape = shapeOf(sample);
    if (scaler?.shape !== shape) scaler = { paint: planeScaler(pane, sample), shape };
    await scaler.paint(sample, planes);
  }
  return { planes, paint: (sample) => paint(sample).finally(() => sample.close()) };
}

/** The format that one scaler handles: streams may change their size midway. */
function shapeOf({ format, visibleRect, codedWidth, codedHeight }: VideoSample): string {
  return JSON.stringify([format, visibleRect, codedWidth, codedHeight]);
}

/** Paints into `planes`. Throws a RenderError without a canvas. */
function canvasPainter(pane: PlannedPane, planes: Planes): (sample: VideoSample) => Promise<void> {
  const { widthPx, heightPx } = planes;
  const canvas = new OffscreenCanvas(widthPx, heightPx);
  // Read back for every picture, so it is kept off the graphics chip.
  const context = canvas.getContext('2d', { willReadFrequently: true, alpha: false });
  if (!context) throw new RenderError('no-codecs', 'There is no canvas');
  context.imageSmoothingQuality = 'high';
  if (pane.isMirrored) context.setTransform(-1, 0, 0, 1, widthPx, 0);
  const converter = pixelConverter(planes);
  return async (sample) => {
    const from = pane.crop?.from;
    if (from) sample.draw(context, from.xPx, from.yPx, from.widthPx, from.heightPx, 0, 0, widthPx, heightPx);
    else sample.draw(context, 0, 0, widthPx, heightPx);
    const isCopied = isFirefoxFrame(sample) && (await copied(canvas, converter));
    if (!isCopied) putPixels(context.getImageData(0, 0, widthPx, heightPx), converter);
    converter.convert(planes, !isCopied);
  };
}

/** Firefox decodes in another process, whose frames have pixels of four bytes instead of planes. */
function isFirefoxFrame({ format }: VideoSample): boolean {
  return format === 'BGRX' || format === 'BGRA';
}

/** Copies the pixels of a canvas by a frame: twice as fast as `getImageData` in Firefox. False where they are not blue first. */
async function copied(canvas: OffscreenCanvas, { pixels, stride }: PixelConverter): Promise<boolean> {
  const frame = new VideoFrame(canvas, { timestamp: 0 });
  try {
    if (!frame.format?.startsWith('BGR')) return false;
    await frame.copyTo(pixels, { layout: [{ offset: 0, stride }] });
    return true;
  } finally {
    frame.close();
  }
}

function putPixels({ data, width, height }: ImageData, { pixels, stride }: PixelConverter): void {
  for (let row = 0; row < height; row += 1) {
    pixels.set(data.subarray(4 * row * width, 4 * (row + 1) * width), row * stride);
  }
}

/** Converts pictures of one size. */
interface PixelConverter {
  /** The place of the next picture's pixels. */
  readonly pixels: Uint8Array<ArrayBuffer>;
  /** The bytes from one row of pixels to the next. */
  readonly stride: number;
  /** Converts the picture. The first byte of a pixel is blue, the third red; or the other way round. */
  readonly convert: (into: Planes, isRedFirst: boolean) => void;
}

/** `pixelsToPlanes` of assembly/pixels-to-planes.ts. */
type PixelsToPlanes = (...values: readonly number[]) => void;

const PAGE_BYTES = 65_536;
const PIXEL_BYTES = 4;
/** The WebAssembly code converts this many pixels of a row at a time. */
const COLUMNS = 8;

/** A converter for pictures of an even size. */
export function pixelConverter({ widthPx, heightPx }: Size): PixelConverter {
  const rowPx = Math.ceil(widthPx / COLUMNS) * COLUMNS;
  const full = rowPx * heightPx;
  const pixelsAt = PAGE_BYTES;
  const brightAt = pixelsAt + PIXEL_BYTES * full;
  const [blueAt, redAt] = [brightAt + full, brightAt + full + full / 4];
  const pages = Math.ceil((redAt + full / 4) / PAGE_BYTES);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
  const bytes = new Uint8Array(memory.buffer as ArrayBuffer);
  const code = Uint8Array.from(atob(PIXELS_TO_PLANES), (letter) => letter.charCodeAt(0));
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(code), { env: { memory } });
  const pixelsToPlanes = exports.pixelsToPlanes as PixelsToPlanes;

  return {
    pixels: bytes.subarray(pixelsAt, brightAt),
    stride: PIXEL_BYTES * rowPx,
    convert: (into, isRedFirst) => {
      pixelsToPlanes(pixelsAt, rowPx, heightPx, Number(isRedFirst), brightAt, blueAt, redAt);
      let to = 0;
      for (const [at, step] of [[brightAt, 1] as const, [blueAt, 2] as const, [redAt, 2] as const]) {
        const length = widthPx / step;
        for (let row = 0; row < heightPx / step; row += 1, to += length) {
          const from = at + (row * rowPx) / step;
          into.bytes.set(bytes.subarray(from, from + length), to);
        }
      }
    },
  };
}
