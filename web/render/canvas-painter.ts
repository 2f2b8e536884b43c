// Paints the pictures of one side through a canvas, which converts any colours and takes frames without planes.
import type { VideoSample } from 'mediabunny';
import type { PlannedPane } from '#domain/comparison/comparison-plan.ts';
import { type PixelConverter, pixelConverter } from './pixel-planes.ts';
import type { Planes } from './planes.ts';
import { RenderError } from './render-request.ts';

/** Paints into `planes`. Throws a RenderError without a canvas. */
export function canvasPainter(pane: PlannedPane, planes: Planes): (sample: VideoSample) => Promise<void> {
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
