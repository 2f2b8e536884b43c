// Lays out and paints a still strip: both swings at rest, top and strike in one picture, a row for each.
import type { SkeletonLine } from '#domain/body/skeleton.ts';
import type { Side } from '#domain/comparison/comparison-choices.ts';
import type { Stroke } from '#domain/drawing/drawing-geometry.ts';
import type { Rect, Size } from '#domain/geometry.ts';
import { POSITIONS, type Position } from '#domain/swing/swing.ts';
import { POSITION_PATHS } from '#web/swing/position-shape.tsx';
import type { SwingStills } from '#web/videos/stills/read-stills.ts';
import { say, words } from '#web/words/words.ts';
import { blankPicture, FACE, paintStill, type StillColors, type StillFrame, write } from './paint-still.ts';

export interface StripSide extends SwingStills {
  /** "You" or the golfer's name. */
  readonly name: string;
  /** Tempo ratio and seconds, as text; null if a mark is missing. */
  readonly tempo: string | null;
  readonly isMirrored: boolean;
  readonly frame: StillFrame;
  /** The body lines at each position, in pixels of the clip's upright picture; empty if off or unknown. */
  readonly bodyLines: Readonly<Partial<Record<Position, readonly SkeletonLine[]>>>;
  /** The lines at the differences at each position, in pixels of the frame; empty if off or unknown. */
  readonly evidence: Readonly<Partial<Record<Position, readonly Stroke[]>>>;
  /** The time of each position before the strike, as text. */
  readonly times: Readonly<Partial<Record<Position, string>>>;
}

/** Paints the strip on a new canvas; `order` is the order of the rows. */
export function drawStrip(
  sides: Readonly<Record<Side, StripSide>>,
  order: readonly Side[],
  colors: StillColors,
): HTMLCanvasElement {
  const layout = layOutStrip(order, { user: sides.user.frame, pro: sides.pro.frame });
  const { canvas, context } = blankPicture(layout.size, colors);
  drawHeadings(context, layout, colors);
  for (const { side, baselinePx } of layout.rows) {
    const widestPx = layout.size.widthPx - 2 * MARGIN_PX;
    const font = `800 30px ${FACE}`;
    write(context, headOf(sides[side]), { xPx: MARGIN_PX, baselinePx, font, color: colors[side], widestPx });
  }
  for (const place of layout.stills) drawStill(context, place, sides[place.side], colors);
  const foot = { xPx: MARGIN_PX, baselinePx: layout.footPx, font: `600 20px ${FACE}`, color: colors.soft };
  write(context, words.app.name, foot);
  return canvas;
}

function drawHeadings(context: CanvasRenderingContext2D, layout: StripLayout, colors: StillColors): void {
  const font = `700 28px ${FACE}`;
  for (const [position, { middlePx, baselinePx }] of Object.entries(layout.columns)) {
    const name = words.swing.positions[position as Position];
    context.font = font;
    const widthPx = context.measureText(name).width;
    context.save();
    context.translate(middlePx - widthPx / 2 - 34, baselinePx - 22);
    context.scale(1.5, 1.5);
    context.fillStyle = colors.ink;
    context.fill(new Path2D(POSITION_PATHS[position as Position]));
    context.restore();
    write(context, name, { xPx: middlePx - widthPx / 2, baselinePx, font, color: colors.ink });
  }
}

function drawStill(
  context: CanvasRenderingContext2D,
  { side, position, rect }: StillPlace,
  { stills, times, isMirrored, frame, size, bodyLines, evidence }: StripSide,
  colors: StillColors,
): void {
  const lines = bodyLines[position] ?? [];
  const paintOn = (onto: CanvasRenderingContext2D) => {
    onto.scale(1 / size.widthPx, 1 / size.heightPx);
    drawLines(onto, lines, { color: colors[side], lineWidth: size.heightPx / 220 });
  };
  const strokes = evidence[position] ?? [];
  paintStill(context, rect, { still: stills[position], frame, isMirrored, strokes, paintOn }, colors);
  const text = times[position] ?? words.stillStrip.notMarked;
  const baselinePx = rect.yPx + rect.heightPx + 28;
  write(context, text, { xPx: rect.xPx, baselinePx, font: `600 22px ${FACE}`, color: colors[side] });
}

/** Paints the body lines with a dark edge, so that they are visible on any picture. */
function drawLines(
  context: CanvasRenderingContext2D,
  lines: readonly SkeletonLine[],
  { color, lineWidth }: { readonly color: string; readonly lineWidth: number },
): void {
  context.lineCap = 'round';
  for (const [style, width] of [
    ['rgb(0 0 0 / 60%)', lineWidth * 2],
    [color, lineWidth],
  ] as const) {
    context.strokeStyle = style;
    context.lineWidth = width;
    context.beginPath();
    for (const [from, to] of lines) {
      context.moveTo(from.xPx, from.yPx);
      context.lineTo(to.xPx, to.yPx);
    }
    context.stroke();
  }
}

function headOf({ name, tempo }: StripSide): string {
  return tempo === null ? name : say(words.stillStrip.nameAndTempo, { name, tempo });
}

interface StripLayout {
  readonly size: Size;
  readonly stills: readonly StillPlace[];
  /** The centre of each column, and the baseline of its heading. */
  readonly columns: Readonly<Record<Position, { readonly middlePx: number; readonly baselinePx: number }>>;
  readonly rows: readonly { readonly side: Side; readonly baselinePx: number }[];
  /** The baseline of the line at the foot. */
  readonly footPx: number;
}

interface StillPlace {
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
