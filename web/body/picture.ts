// One picture of a clip while it is looked at: upright, at most so large, and read in squares of a given size. The canvases
// are used again for every picture.
import type { VideoSample } from 'mediabunny';
import type { TurnedSquare } from './model/turned-square.ts';

/** The longer side of the picture that is looked at; all figures of docs/measurements.md were taken at it. */
const LONG_SIDE_PX = 960;

/** The picture that is being looked at. */
export interface Picture {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Pixels of this picture per pixel of the clip's upright one, at most 1. */
  readonly scale: number;
  /** A square of it as RGB from 0 to 1, so many pixels wide and high. What lies outside of the picture is black. */
  readonly read: (square: TurnedSquare, sidePx: number) => Float32Array;
  /** Paints a part of it over, for as long as this picture is looked at. */
  readonly hide: (part: Part) => void;
}

/** A part of a picture, in its pixels. */
export interface Part {
  readonly leftPx: number;
  readonly topPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** A reader of pictures. Each replaces the one before. */
export function pictureReader(): (sample: VideoSample) => Promise<Picture> {
  const whole = canvas();
  const picture = canvas();
  const part = canvas();
  let bytes = new Uint8ClampedArray(0);
  let copies = true;

  /**
   * The frame as a canvas, not yet upright. Copied out byte by byte: drawing a frame itself makes Chromium keep up to half a
   * gigabyte of frames that have been drawn (docs/measurements.md, 067). Null: this format cannot be copied.
   */
  async function copied(sample: VideoSample): Promise<OffscreenCanvas | null> {
    if (!copies || sample.flip) return null;
    try {
      const size = sample.allocationSize({ format: 'RGBA' });
      if (bytes.length !== size) bytes = new Uint8ClampedArray(size);
      await sample.copyTo(bytes, { format: 'RGBA' });
    } catch {
      copies = false;
      return null;
    }
    const { width, height } = sample.visibleRect;
    whole.resize(width, height);
    whole.context.putImageData(new ImageData(bytes, width, height), 0, 0);
    return whole.context.canvas;
  }

  function read({ centre, sidePx: fromPx, angle }: TurnedSquare, sidePx: number): Float32Array {
    part.resize(sidePx, sidePx);
    const { context } = part;
    context.resetTransform();
    context.fillStyle = 'black';
    context.fillRect(0, 0, sidePx, sidePx);
    context.translate(sidePx / 2, sidePx / 2);
    context.rotate(-angle);
    context.scale(sidePx / fromPx, sidePx / fromPx);
    context.translate(-centre.xPx, -centre.yPx);
    context.drawImage(picture.context.canvas, 0, 0);
    return rgbOf(context.getImageData(0, 0, sidePx, sidePx).data);
  }

  function hide({ leftPx, topPx, widthPx, heightPx }: Part): void {
    const { context } = picture;
    context.resetTransform();
    context.fillStyle = 'grey';
    context.fillRect(leftPx, topPx, widthPx, heightPx);
  }

  return async (sample) => {
    const { displayWidth, displayHeight, rotation } = sample;
    const scale = Math.min(1, LONG_SIDE_PX / Math.max(displayWidth, displayHeight));
    const widthPx = Math.max(1, Math.round(displayWidth * scale));
    const heightPx = Math.max(1, Math.round(displayHeight * scale));
    const frame = await copied(sample);
    picture.resize(widthPx, heightPx);
    const { context } = picture;
    context.resetTransform();
    if (frame) {
      const [lyingPx, standingPx] = rotation % 180 === 0 ? [widthPx, heightPx] : [heightPx, widthPx];
      context.translate(widthPx / 2, heightPx / 2);
      context.rotate((rotation * Math.PI) / 180);
      context.drawImage(frame, -lyingPx / 2, -standingPx / 2, lyingPx, standingPx);
    } else {
      sample.draw(context, 0, 0, widthPx, heightPx);
    }
    return { widthPx, heightPx, scale: widthPx / displayWidth, read, hide };
  };
}

/** A canvas that is meant for reading: it stays in memory that the processor reaches. */
function canvas() {
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true, alpha: false });
  if (!context) throw new Error('This browser has no canvas to read pictures with');
  const resize = (widthPx: number, heightPx: number) => {
    if (context.canvas.width === widthPx && context.canvas.height === heightPx) return;
    context.canvas.width = widthPx;
    context.canvas.height = heightPx;
  };
  return { context, resize };
}

function rgbOf(rgba: Uint8ClampedArray): Float32Array {
  const rgb = new Float32Array((rgba.length / 4) * 3);
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) {
    rgb[to] = (rgba[from] ?? 0) / 255;
    rgb[to + 1] = (rgba[from + 1] ?? 0) / 255;
    rgb[to + 2] = (rgba[from + 2] ?? 0) / 255;
  }
  return rgb;
}
