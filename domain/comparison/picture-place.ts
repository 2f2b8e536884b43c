// The size of the comparison's canvas, the rectangles of its two panes, beside or above each other, the place of each side's
// picture, and the part of the picture that its pane shows.
import {
  type EvenPx,
  type EvenRect,
  type EvenSize,
  evenPx,
  evenRect,
  evenSize,
  type Rect,
  type Size,
} from '#domain/geometry.ts';

/** A part of a side's picture and its place on the canvas. */
interface Crop {
  /** In pixels of the clip's upright picture as filmed, before any mirror: inside the picture. */
  readonly from: EvenRect;
  /**
   * On the canvas, inside the side's `rect`, whose rest is black. Its width is 0 where no part of the picture is inside.
   */
  readonly to: EvenRect;
}

/** One side's place on the canvas. */
export interface SidePlace {
  /** The side's own part of the canvas. */
  readonly rect: EvenRect;
  /**
   * The place of the whole upright picture; anything outside `rect` is clipped. Even where nothing is cropped;
   * coordinates may be negative.
   */
  readonly picture: Rect;
  /** The part of the picture that `rect` shows; null to draw `picture` as a whole. */
  readonly crop: Crop | null;
}

/**
 * The place of the drawn part of a picture on the canvas; never empty.
 * @example
 * const rect = evenRect({ xPx: 0, yPx: 0, widthPx: 640, heightPx: 360 })
 * shownPart({ rect, picture: rect, crop: null }) // rect
 */
export function shownPart({ picture, crop }: Pick<SidePlace, 'picture' | 'crop'>): Rect {
  if (!crop) return picture;
  return crop.to.widthPx > 0 ? crop.to : { xPx: crop.to.xPx, yPx: crop.to.yPx, widthPx: 2, heightPx: 2 };
}

/** Tolerance for snapping a picture's edge to its rectangle's, in canvas pixels. */
const SAME_EDGE_PX = 2;

/**
 * Places a picture of `size` at `wished`, clipped to `rect`. Moves and scales it by less than one pixel of the picture,
 * so that the shown part has even pixels in the clip and on the canvas: players and renderer then show the same.
 */
export function placeIn(rect: EvenRect, wished: Rect, size: Size, isMirrored: boolean): SidePlace {
  const along = alongOf(
    { at: rect.xPx, length: rect.widthPx },
    { at: wished.xPx, length: wished.widthPx },
    size.widthPx,
  );
  const down = alongOf(
    { at: rect.yPx, length: rect.heightPx },
    { at: wished.yPx, length: wished.heightPx },
    size.heightPx,
  );
  if (!along || !down)
    return { rect, picture: wished, crop: { from: CORNER, to: evenRect({ ...rect, widthPx: 0, heightPx: 0 }) } };
  // Mirror before rounding to even numbers, so that the place as filmed is even also in a picture of an odd width.
  const fromX = evenWithin(
    isMirrored ? size.widthPx - along.from.at - along.from.length : along.from.at,
    along,
    size.widthPx,
  );
  const fromY = evenWithin(down.from.at, down, size.heightPx);
  const shownX = isMirrored ? size.widthPx - fromX - along.from.length : fromX;
  const [scaleX, scaleY] = [along.to.length / along.from.length, down.to.length / down.from.length];
  return {
    rect,
    picture: {
      xPx: along.to.at - shownX * scaleX,
      yPx: down.to.at - fromY * scaleY,
      widthPx: size.widthPx * scaleX,
      heightPx: size.heightPx * scaleY,
    },
    crop: {
      from: evenRect({ xPx: fromX, yPx: fromY, widthPx: along.from.length, heightPx: down.from.length }),
      to: evenRect({ xPx: along.to.at, yPx: down.to.at, widthPx: along.to.length, heightPx: down.to.length }),
    },
  };
}

const CORNER = evenRect({ xPx: 0, yPx: 0, widthPx: 2, heightPx: 2 });

/** A stretch along one axis. */
interface Span {
  readonly at: number;
  readonly length: number;
}

interface CroppedSpan {
  /** Of the picture; not yet rounded to even numbers. */
  readonly from: Span;
  readonly to: Span;
}

/** The visible part of the picture along one axis; null where it lies outside. */
function alongOf(rect: Span, picture: Span, sizePx: number): CroppedSpan | null {
  const [rectEnd, pictureEnd] = [rect.at + rect.length, picture.at + picture.length];
  const start = picture.at <= rect.at + SAME_EDGE_PX ? rect.at : Math.ceil(picture.at / 2) * 2;
  const end = pictureEnd >= rectEnd - SAME_EDGE_PX ? rectEnd : Math.floor(pictureEnd / 2) * 2;
  if (end - start < 2) return null;
  const perPx = sizePx / picture.length;
  const wished = Math.round(((end - start) * perPx) / 2) * 2;
  const length = Math.min(Math.max(2, wished), Math.max(2, Math.floor(sizePx / 2) * 2));
  return { from: { at: (start - picture.at) * perPx, length }, to: { at: start, length: end - start } };
}

function evenWithin(at: number, { from }: CroppedSpan, sizePx: number): number {
  const most = Math.max(0, Math.floor((sizePx - from.length) / 2) * 2);
  return Math.min(Math.max(0, Math.round(at / 2) * 2), most);
}

interface PaneLayout {
  readonly canvas: EvenSize;
  readonly user: EvenRect;
  readonly pro: EvenRect;
}

/** The largest canvas of a merged video. */
export const MAX_CANVAS: EvenSize = Object.freeze(evenSize({ widthPx: 1920, heightPx: 1080 }));

const MIN_SIDE_PX = evenPx(16);
/**
 * Limits of a picture's aspect ratio. Cameras never exceed them; a more extreme picture is squeezed, so that the canvas
 * stays valid.
 */
const MAX_ASPECT = 16;

/**
 * Lays out the visitor's panel on the left and the pro's on the right, or swapped. Both have the same height, at most
 * that of the taller source. `most` is the maximum size of the canvas.
 * @example
 * layOutPanes({ widthPx: 1080, heightPx: 1920 }, { widthPx: 1920, heightPx: 1080 }).canvas // { widthPx: 1920, heightPx: 820 }
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
 * Lays out the visitor's panel above the pro's, or swapped, both horizontally centered. Both have the same height: at
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

/**
 * The largest even number of pixels that fits a length, at least 16.
 * @example
 * evenDown(101.5) // 100
 */
export function evenDown(px: number): EvenPx {
  return evenPx(Math.max(MIN_SIDE_PX, 2 * Math.floor(px / 2)));
}
