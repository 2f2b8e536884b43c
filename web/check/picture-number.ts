// The number that a picture of a coded clip carries.
import { readFrameNumber } from '#domain/video/frame-number.ts';

/** Large enough to read the blocks, small enough to read it at every screen refresh. */
const SIZE = { widthPx: 30, heightPx: 40 } as const;

type Draw = (context: CanvasRenderingContext2D, widthPx: number, heightPx: number) => void;

/** The browser gives no canvas to read pictures from, or does not say what is on it. */
export class NoCanvas extends Error {
  readonly reason: 'no-canvas' | 'hidden-pixels';

  constructor(reason: NoCanvas['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/** Creates a reader of what is drawn; null where the picture carries no number, or not upright. Throws {@link NoCanvas}. */
export function numberReader(): (draw: Draw) => number | null {
  const { widthPx, heightPx } = SIZE;
  const canvas = Object.assign(document.createElement('canvas'), { width: widthPx, height: heightPx });
  const context = canvas.getContext('2d', { willReadFrequently: true, alpha: false });
  if (!context) throw new NoCanvas('no-canvas');
  if (!saysPixels(context)) throw new NoCanvas('hidden-pixels');
  return (draw) => {
    draw(context, widthPx, heightPx);
    const { data } = context.getImageData(0, 0, widthPx, heightPx);
    return readFrameNumber(
      data.filter((_, index) => index % 4 === 1),
      widthPx,
      heightPx,
    );
  };
}

/** Whether black is read as black and white as white: against tracking, some browsers give other pixels. */
function saysPixels(context: CanvasRenderingContext2D): boolean {
  const read = (color: string) => {
    context.fillStyle = color;
    context.fillRect(0, 0, SIZE.widthPx, SIZE.heightPx);
    return context.getImageData(0, 0, SIZE.widthPx, SIZE.heightPx).data.filter((_, index) => index % 4 !== 3);
  };
  return read('#000').every((value) => value < 16) && read('#fff').every((value) => value > 239);
}

/** The number on an element that shows a coded clip. */
export function elementNumber(read: ReturnType<typeof numberReader>, element: CanvasImageSource): number | null {
  return read((context, widthPx, heightPx) => context.drawImage(element, 0, 0, widthPx, heightPx));
}
