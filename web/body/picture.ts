// One frame of a clip for body tracking: upright, of limited size, and read in squares.
import type { VideoSample } from 'mediabunny';
import type { TurnedSquare } from '#web/body/model/turned-square.ts';
import { type Pixels, paintOver, squarePixels, uprightPixels } from './pixels.ts';
import { rgbaReader } from './rgba-reader.ts';

/** The longer side of the analyzed picture; all figures of docs/measurements.md were measured at this size. */
const LONG_SIDE_PX = 960;

export interface Picture {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Pixels of this picture per pixel of the clip's upright one, at most 1. */
  readonly scale: number;
  /** Reads a square as RGB from 0 to 1, `sidePx` wide and high. Black outside the picture. */
  readonly read: (square: TurnedSquare, sidePx: number) => Float32Array;
  readonly hide: (part: Part) => void;
}

export interface Part {
  readonly leftPx: number;
  readonly topPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** A frame's upright pixels at the analyzed size. */
export interface UprightFrame {
  readonly pixels: Pixels;
  /** As in a {@link Picture}. */
  readonly scale: number;
}

/** Creates a reader of frames. It reuses its bytes for the next frame, unless they were transferred to another thread. */
export function uprightReader(longSidePx = LONG_SIDE_PX): (sample: VideoSample) => Promise<UprightFrame> {
  const copied = rgbaReader();
  let upright = new Uint8ClampedArray(0);

  return async (sample) => {
    const { displayWidth, displayHeight } = sample;
    const scale = Math.min(1, longSidePx / Math.max(displayWidth, displayHeight));
    const widthPx = Math.max(1, Math.round(displayWidth * scale));
    const heightPx = Math.max(1, Math.round(displayHeight * scale));
    if (upright.length !== 4 * widthPx * heightPx) upright = new Uint8ClampedArray(4 * widthPx * heightPx);
    const coded = await copied(sample);
    const pixels = coded
      ? uprightPixels(coded, sample.rotation, { widthPx, heightPx }, upright)
      : { widthPx, heightPx, bytes: drawn(sample, widthPx, heightPx) };
    return { pixels, scale: widthPx / displayWidth };
  };
}

export function pictureOf({ pixels, scale }: UprightFrame): Picture {
  const { widthPx, heightPx } = pixels;
  return {
    widthPx,
    heightPx,
    scale,
    read: (square, sidePx) => squarePixels(pixels, square, sidePx),
    hide: (part) => paintOver(pixels, part),
  };
}

/** A frame drawn by the browser's canvas. Browsers filter differently, so joints differ by fractions of a pixel. */
function drawn(sample: VideoSample, widthPx: number, heightPx: number): Uint8ClampedArray {
  const context = new OffscreenCanvas(widthPx, heightPx).getContext('2d', { willReadFrequently: true, alpha: false });
  if (!context) throw new Error('This browser has no canvas to read pictures with');
  sample.draw(context, 0, 0, widthPx, heightPx);
  return context.getImageData(0, 0, widthPx, heightPx).data;
}
