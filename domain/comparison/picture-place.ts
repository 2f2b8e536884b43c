// The place of one side's picture on the canvas, and the part of the picture that the side's rectangle shows.
import { type EvenRect, evenRect, type Rect, type Size } from '#domain/geometry.ts';

/** A part of a side's picture and its place on the canvas. */
export interface Crop {
  /** In pixels of the clip's upright picture as filmed, before any mirror: inside the picture. */
  readonly from: EvenRect;
  /**
   * On the canvas, inside the side's `rect`. Its width is 0 where no part of the picture is inside; the rest of
   * `rect` is then black, whatever its surround.
   */
  readonly to: EvenRect;
}

/**
 * What the part of a side's rectangle shows that its picture does not cover: black, or the picture's own edges,
 * stretched and blurred.
 */
export type Surround = 'black' | 'blurred-edges';

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
  readonly surround: Surround;
}

/** The place of the drawn part of a picture on the canvas; never empty. */
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
export function placeIn(
  rect: EvenRect,
  wished: Rect,
  size: Size,
  isMirrored: boolean,
  surround: Surround = 'black',
): SidePlace {
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
    return {
      rect,
      picture: wished,
      crop: { from: CORNER, to: evenRect({ ...rect, widthPx: 0, heightPx: 0 }) },
      surround,
    };
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
    surround,
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
