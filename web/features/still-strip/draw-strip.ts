// Paints a still strip: both swings at rest, top and strike in one picture.
import type { SkeletonLine } from '#domain/body/skeleton.ts';
import type { Side } from '#domain/comparison/comparison-choices.ts';
import type { Position } from '#domain/swing/swing.ts';
import { POSITION_PATHS } from '#web/swing/position-shape.tsx';
import type { SwingStills } from '#web/videos/stills/read-stills.ts';
import { say, words } from '#web/words/words.ts';
import type { StillFrame } from './same-size.ts';
import { layOutStrip, MARGIN_PX, type StillPlace, type StripLayout } from './strip-layout.ts';

/** One row of the strip. */
export interface StripSide extends SwingStills {
  /** "You" or the golfer's name. */
  readonly name: string;
  /** Tempo ratio and seconds, as text; null if a mark is missing. */
  readonly tempo: string | null;
  readonly isMirrored: boolean;
  readonly frame: StillFrame;
  /** The body lines at each position, in pixels of the clip's upright picture; empty if off or unknown. */
  readonly bodyLines: Readonly<Partial<Record<Position, readonly SkeletonLine[]>>>;
  /** The time of each position before the strike, as text. */
  readonly times: Readonly<Partial<Record<Position, string>>>;
}

/** The colours that the strip takes from the page. */
export interface StripColors {
  readonly paper: string;
  readonly ink: string;
  readonly soft: string;
  readonly empty: string;
  readonly user: string;
  readonly pro: string;
}

const FACE = 'Archivo, system-ui, sans-serif';

/** Paints the strip on a new canvas; `order` is the order of the rows. */
export function drawStrip(
  sides: Readonly<Record<Side, StripSide>>,
  order: readonly Side[],
  colors: StripColors,
): HTMLCanvasElement {
  const layout = layOutStrip(order, { user: sides.user.frame, pro: sides.pro.frame });
  const canvas = document.createElement('canvas');
  canvas.width = layout.size.widthPx;
  canvas.height = layout.size.heightPx;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser has no canvas');
  context.fillStyle = colors.paper;
  context.fillRect(0, 0, canvas.width, canvas.height);
  drawHeadings(context, layout, colors);
  for (const { side, baselinePx } of layout.rows) {
    write(
      context,
      headOf(sides[side]),
      MARGIN_PX,
      baselinePx,
      `800 30px ${FACE}`,
      colors[side],
      layout.size.widthPx - 2 * MARGIN_PX,
    );
  }
  for (const place of layout.stills) drawStill(context, place, sides[place.side], colors);
  write(context, words.app.name, MARGIN_PX, layout.footPx, `600 20px ${FACE}`, colors.soft);
  return canvas;
}

function drawHeadings(context: CanvasRenderingContext2D, layout: StripLayout, colors: StripColors): void {
  for (const [position, { middlePx, baselinePx }] of Object.entries(layout.columns)) {
    const name = words.swing.positions[position as Position];
    context.font = `700 28px ${FACE}`;
    const widthPx = context.measureText(name).width;
    context.save();
    context.translate(middlePx - widthPx / 2 - 34, baselinePx - 22);
    context.scale(1.5, 1.5);
    context.fillStyle = colors.ink;
    context.fill(new Path2D(POSITION_PATHS[position as Position]));
    context.restore();
    write(context, name, middlePx - widthPx / 2, baselinePx, context.font, colors.ink);
  }
}

function drawStill(
  context: CanvasRenderingContext2D,
  { side, position, rect }: StillPlace,
  { stills, times, isMirrored, frame, size, bodyLines }: StripSide,
  colors: StripColors,
): void {
  const still = stills[position];
  context.save();
  context.translate(rect.xPx, rect.yPx);
  context.beginPath();
  context.rect(0, 0, rect.widthPx, rect.heightPx);
  context.clip();
  context.fillStyle = colors.empty;
  context.fillRect(0, 0, rect.widthPx, rect.heightPx);
  context.scale(rect.widthPx / frame.widthPx, rect.heightPx / frame.heightPx);
  const { xPx, yPx, widthPx, heightPx } = frame.picture;
  context.translate(isMirrored ? xPx + widthPx : xPx, yPx);
  context.scale(isMirrored ? -1 : 1, 1);
  if (still) context.drawImage(still, 0, 0, widthPx, heightPx);
  context.scale(widthPx / size.widthPx, heightPx / size.heightPx);
  drawLines(context, bodyLines[position] ?? [], { color: colors[side], lineWidth: size.heightPx / 220 });
  context.restore();
  const text = times[position] ?? words.stillStrip.notMarked;
  write(context, text, rect.xPx, rect.yPx + rect.heightPx + 28, `600 22px ${FACE}`, colors[side]);
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

function write(
  context: CanvasRenderingContext2D,
  text: string,
  xPx: number,
  baselinePx: number,
  font: string,
  color: string,
  widestPx?: number,
): void {
  context.font = font;
  context.fillStyle = color;
  context.fillText(text, xPx, baselinePx, widestPx);
}
