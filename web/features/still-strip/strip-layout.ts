// The layout of a still strip: two rows (left side first) of three positions, in pixels of the finished picture.
import type { Side } from '#domain/comparison/comparison-choices.ts';
import type { Rect, Size } from '#domain/geometry.ts';
import { POSITIONS, type Position } from '#domain/swing/swing.ts';

export interface StripLayout {
  readonly size: Size;
  /** Each still, row by row. */
  readonly stills: readonly StillPlace[];
  /** The centre of each column, and the baseline of its heading. */
  readonly columns: Readonly<Record<Position, { readonly middlePx: number; readonly baselinePx: number }>>;
  /** The baseline of each row's name. */
  readonly rows: readonly { readonly side: Side; readonly baselinePx: number }[];
  /** The baseline of the line at the foot. */
  readonly footPx: number;
}

export interface StillPlace {
  readonly side: Side;
  readonly position: Position;
  readonly rect: Rect;
}

export const MARGIN_PX = 32;
const HEADING_PX = 56;
const NAME_PX = 52;
const TIME_PX = 40;
const FOOT_PX = 44;
export const GAP_PX = 16;
const STILL_HEIGHT_PX = 540;
/** A wider still is scaled down, so that two or three side by side make a picture small enough for a chat. */
const MAX_STILL_WIDTH_PX = 640;

/** Lays out a strip for rows in this order and pictures of these sizes. */
export function layOutStrip(order: readonly Side[], sizes: Readonly<Record<Side, Size>>): StripLayout {
  const stillSizes = { user: stillSize(sizes.user, STILL_HEIGHT_PX), pro: stillSize(sizes.pro, STILL_HEIGHT_PX) };
  const columnPx = Math.max(stillSizes.user.widthPx, stillSizes.pro.widthPx);
  const middle = (index: number) => MARGIN_PX + index * (columnPx + GAP_PX) + columnPx / 2;
  const stills: StillPlace[] = [];
  const rows: { side: Side; baselinePx: number }[] = [];
  let yPx = MARGIN_PX + HEADING_PX;
  for (const side of order) {
    rows.push({ side, baselinePx: yPx + NAME_PX * 0.68 });
    yPx += NAME_PX;
    const { widthPx, heightPx } = stillSizes[side];
    for (const [index, position] of POSITIONS.entries()) {
      stills.push({ side, position, rect: { xPx: Math.round(middle(index) - widthPx / 2), yPx, widthPx, heightPx } });
    }
    yPx += heightPx + TIME_PX;
  }
  const column = (index: number) => ({ middlePx: middle(index), baselinePx: MARGIN_PX + HEADING_PX * 0.6 });
  return {
    size: { widthPx: 2 * MARGIN_PX + 3 * columnPx + 2 * GAP_PX, heightPx: yPx + FOOT_PX },
    stills,
    columns: { rest: column(0), top: column(1), strike: column(2) },
    rows,
    footPx: yPx + FOOT_PX * 0.6,
  };
}

/** The size of a still that is this high, unless it is too wide. */
export function stillSize({ widthPx, heightPx }: Size, highPx: number): Size {
  const scale = Math.min(highPx / heightPx, MAX_STILL_WIDTH_PX / widthPx);
  return { widthPx: Math.round(widthPx * scale), heightPx: Math.round(heightPx * scale) };
}
