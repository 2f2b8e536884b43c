// The size of the comparison's canvas and the rectangles of its two panes, beside or above each other.

/** A rectangle in canvas pixels, origin top left. All four numbers are even, so that 4:2:0 video keeps its edges sharp. */
export interface Rect {
  readonly xPx: number;
  readonly yPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** A size in pixels. */
export interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** The canvas of a comparison and its two panels. */
export interface PaneLayout {
  readonly canvas: Size;
  readonly user: Rect;
  readonly pro: Rect;
}

/** The largest canvas of a merged video (DESIGN §1). */
export const MAX_CANVAS: Size = Object.freeze({ widthPx: 1920, heightPx: 1080 });

const MIN_SIDE_PX = 16;
/**
 * Limits of a picture's aspect ratio. Cameras never exceed them; a more extreme picture is squeezed, so that the canvas
 * stays valid.
 */
const MAX_ASPECT = 16;

/**
 * Lays out the visitor's panel on the left and the pro's on the right, or swapped. Both have the same height: at most
 * that of the taller source (neither is upscaled beyond it), and such that the canvas is at most `most`. All sizes are
 * even.
 */
export function layOutPanes(user: Size, pro: Size, isSwapped = false, most = MAX_CANVAS): PaneLayout {
  const aspects = aspectOf(user) + aspectOf(pro);
  const tallest = Math.max(user.heightPx, pro.heightPx);
  let heightPx = evenDown(Math.min(tallest, most.heightPx, most.widthPx / aspects));
  let widths = paneWidths(user, pro, heightPx);
  // Rounding each width to an even number may exceed the canvas by two pixels.
  while (widths.user + widths.pro > most.widthPx && heightPx > MIN_SIDE_PX) {
    heightPx -= 2;
    widths = paneWidths(user, pro, heightPx);
  }
  return {
    canvas: { widthPx: widths.user + widths.pro, heightPx },
    user: { xPx: isSwapped ? widths.pro : 0, yPx: 0, widthPx: widths.user, heightPx },
    pro: { xPx: isSwapped ? 0 : widths.user, yPx: 0, widthPx: widths.pro, heightPx },
  };
}

/**
 * Lays out the visitor's panel above the pro's, or swapped, both horizontally centred. Both have the same height: at
 * most that of the taller source, and half of `most`. All sizes are even.
 */
export function stackPanes(user: Size, pro: Size, isSwapped = false, most = MAX_CANVAS): PaneLayout {
  const widest = Math.max(aspectOf(user), aspectOf(pro));
  const tallest = Math.max(user.heightPx, pro.heightPx);
  const heightPx = evenDown(Math.min(tallest, most.heightPx / 2, most.widthPx / widest));
  const widths = paneWidths(user, pro, heightPx);
  const widthPx = Math.min(Math.max(widths.user, widths.pro), most.widthPx);
  const pane = (paneWidthPx: number, isBelow: boolean): Rect => ({
    // Rounded to a whole pair of pixels, so that the two margins may differ by two.
    xPx: Math.floor((widthPx - Math.min(paneWidthPx, widthPx)) / 4) * 2,
    yPx: isBelow ? heightPx : 0,
    widthPx: Math.min(paneWidthPx, widthPx),
    heightPx,
  });
  return {
    canvas: { widthPx, heightPx: 2 * heightPx },
    user: pane(widths.user, isSwapped),
    pro: pane(widths.pro, !isSwapped),
  };
}

function paneWidths(user: Size, pro: Size, heightPx: number) {
  const width = (size: Size) => Math.max(MIN_SIDE_PX, Math.round((aspectOf(size) * heightPx) / 2) * 2);
  return { user: width(user), pro: width(pro) };
}

function aspectOf(size: Size): number {
  return Math.min(Math.max(size.widthPx / size.heightPx, 1 / MAX_ASPECT), MAX_ASPECT);
}

/** The largest even number of pixels that fits a length, at least 16. */
export function evenDown(px: number): number {
  return Math.max(MIN_SIDE_PX, Math.floor(px / 2) * 2);
}
