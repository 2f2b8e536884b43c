// The size of the comparison's canvas and the rectangles of its two panes, beside or above each other.
import { type EvenPx, type EvenRect, type EvenSize, evenPx, evenRect, evenSize, type Size } from '#domain/geometry.ts';

/** The canvas of a comparison and its two panels. */
export interface PaneLayout {
  readonly canvas: EvenSize;
  readonly user: EvenRect;
  readonly pro: EvenRect;
}

/** The largest canvas of a merged video (DESIGN §1). */
export const MAX_CANVAS: EvenSize = Object.freeze(evenSize({ widthPx: 1920, heightPx: 1080 }));

const MIN_SIDE_PX = evenPx(16);
/**
 * Limits of a picture's aspect ratio. Cameras never exceed them; a more extreme picture is squeezed, so that the canvas
 * stays valid.
 */
const MAX_ASPECT = 16;

/**
 * Lays out the visitor's panel on the left and the pro's on the right, or swapped. Both have the same height: at most
 * that of the taller source (neither is upscaled beyond it), and such that the canvas is at most `most`.
 */
export function layOutPanes(user: Size, pro: Size, isSwapped = false, most: EvenSize = MAX_CANVAS): PaneLayout {
  const aspects = aspectOf(user) + aspectOf(pro);
  const tallest = Math.max(user.heightPx, pro.heightPx);
  let heightPx = evenDown(Math.min(tallest, most.heightPx, most.widthPx / aspects));
  let widths = paneWidths(user, pro, heightPx);
  // Rounding each width to an even number may exceed the canvas by two pixels.
  while (widths.user + widths.pro > most.widthPx && heightPx > MIN_SIDE_PX) {
    heightPx = evenPx(heightPx - 2);
    widths = paneWidths(user, pro, heightPx);
  }
  return {
    canvas: evenSize({ widthPx: widths.user + widths.pro, heightPx }),
    user: evenRect({ xPx: isSwapped ? widths.pro : 0, yPx: 0, widthPx: widths.user, heightPx }),
    pro: evenRect({ xPx: isSwapped ? 0 : widths.user, yPx: 0, widthPx: widths.pro, heightPx }),
  };
}

/**
 * Lays out the visitor's panel above the pro's, or swapped, both horizontally centred. Both have the same height: at
 * most that of the taller source, and half of `most`.
 */
export function stackPanes(user: Size, pro: Size, isSwapped = false, most: EvenSize = MAX_CANVAS): PaneLayout {
  const widest = Math.max(aspectOf(user), aspectOf(pro));
  const tallest = Math.max(user.heightPx, pro.heightPx);
  const heightPx = evenDown(Math.min(tallest, most.heightPx / 2, most.widthPx / widest));
  const widths = paneWidths(user, pro, heightPx);
  const widthPx = Math.min(Math.max(widths.user, widths.pro), most.widthPx);
  const pane = (paneWidthPx: number, isBelow: boolean) =>
    evenRect({
      // Rounded to a whole pair of pixels, so that the two margins may differ by two.
      xPx: Math.floor((widthPx - Math.min(paneWidthPx, widthPx)) / 4) * 2,
      yPx: isBelow ? heightPx : 0,
      widthPx: Math.min(paneWidthPx, widthPx),
      heightPx,
    });
  return {
    canvas: evenSize({ widthPx, heightPx: 2 * heightPx }),
    user: pane(widths.user, isSwapped),
    pro: pane(widths.pro, !isSwapped),
  };
}

/** Two panes of one size, beside or above each other: their canvas, and the rectangle of the first and the second. */
export function samePanes(pane: EvenSize, isStacked: boolean) {
  const { widthPx, heightPx } = pane;
  return {
    canvas: evenSize(isStacked ? { widthPx, heightPx: 2 * heightPx } : { widthPx: 2 * widthPx, heightPx }),
    rectOf: (isSecond: boolean): EvenRect =>
      evenRect({ xPx: !isStacked && isSecond ? widthPx : 0, yPx: isStacked && isSecond ? heightPx : 0, ...pane }),
  };
}

function paneWidths(user: Size, pro: Size, heightPx: number) {
  const width = (size: Size) => Math.max(MIN_SIDE_PX, evenPx(aspectOf(size) * heightPx));
  return { user: width(user), pro: width(pro) };
}

function aspectOf(size: Size): number {
  return Math.min(Math.max(size.widthPx / size.heightPx, 1 / MAX_ASPECT), MAX_ASPECT);
}

/** The largest even number of pixels that fits a length, at least 16. */
export function evenDown(px: number): EvenPx {
  return evenPx(Math.max(MIN_SIDE_PX, 2 * Math.floor(px / 2)));
}
