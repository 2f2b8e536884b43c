// Paints one still with the lines over it, and text, into a picture made of stills. Both golfers have one height and
// their feet on one line, like in the merged video; where that is impossible, the strip shows whole pictures.
import type { SkeletonLine } from '#domain/body/skeleton.ts';
import type { ComparisonChoices } from '#domain/comparison/comparison-choices.ts';
import {
  type AnnotatedClip,
  type BodyFacts,
  type ComparisonPlan,
  planComparison,
} from '#domain/comparison/comparison-plan.ts';
import type { SideEvidence } from '#domain/comparison/evidence.ts';
import type { Stroke } from '#domain/drawing/drawing-geometry.ts';
import type { Rect, Size } from '#domain/geometry.ts';
import { evidenceStrokes } from '#domain/rendering/evidence-strokes.ts';
import { bySide, type Side } from '#domain/side.ts';
import type { Still } from './read-stills.ts';

/** The frame of a side: the size of the visible part, and the rectangle of the whole picture in pixels of that part. */
export interface StillFrame extends Size {
  readonly picture: Rect;
}

/** Plans stills side by side, with both golfers at one height where they can be framed; null if they cannot be compared. */
export function stillsPlan(
  clips: Readonly<Record<Side, AnnotatedClip>>,
  bodies: Readonly<Record<Side, BodyFacts | null>>,
  choices: ComparisonChoices,
  framing: ComparisonChoices['framing'],
): ComparisonPlan | null {
  const beside = { ...choices, layout: 'side-by-side', framing, isSwapped: false, hasStrip: false } as const;
  const { user, pro } = bySide((side) => ({ ...clips[side], body: bodies[side] }));
  const planned = planComparison(user, pro, 'strike', beside);
  return planned.ok ? planned.plan : null;
}

export function framesIn({ panes }: ComparisonPlan): Readonly<Record<Side, StillFrame>> {
  return bySide((side) => {
    const { rect, picture } = panes[side];
    const { widthPx, heightPx } = rect;
    return { widthPx, heightPx, picture: { ...picture, xPx: picture.xPx - rect.xPx, yPx: picture.yPx - rect.yPx } };
  });
}

/** The lines of a side's evidence, in pixels of its frame. */
export function linesIn(plan: ComparisonPlan, side: Side, evidence: SideEvidence): readonly Stroke[] {
  const { xPx, yPx } = plan.panes[side].rect;
  const moved = ({ x, y }: Stroke['from']) => ({ x: x - xPx, y: y - yPx });
  return evidenceStrokes(plan, side, evidence).map((stroke) => ({
    ...stroke,
    from: moved(stroke.from),
    to: moved(stroke.to),
  }));
}

export function wholeFrame({ widthPx, heightPx }: Size): StillFrame {
  return { widthPx, heightPx, picture: { xPx: 0, yPx: 0, widthPx, heightPx } };
}

export interface StillColors {
  readonly paper: string;
  readonly ink: string;
  readonly soft: string;
  readonly empty: string;
  readonly user: string;
  readonly pro: string;
}

export const FACE = 'Archivo, system-ui, sans-serif';

export function colorsOf(element: Element): StillColors {
  const style = getComputedStyle(element);
  const color = (name: string) => style.getPropertyValue(`--color-${name}`).trim();
  return {
    paper: color('paper'),
    ink: color('ink'),
    soft: color('ink-soft'),
    empty: color('sunken'),
    user: color('you'),
    pro: color('pro'),
  };
}

export function blankPicture({ widthPx, heightPx }: Size, { paper }: Pick<StillColors, 'paper'>) {
  const canvas = document.createElement('canvas');
  canvas.width = widthPx;
  canvas.height = heightPx;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser has no canvas');
  context.fillStyle = paper;
  context.fillRect(0, 0, widthPx, heightPx);
  return { canvas, context };
}

export interface PaintedStill {
  /** Undefined where the position is not marked: the place stays empty. */
  readonly still: Still | undefined;
  readonly frame: StillFrame;
  readonly isMirrored: boolean;
  /** Lines over the still, in pixels of the frame. */
  readonly strokes: readonly Stroke[];
  /** Paints on the picture itself, in shares of its width and height, mirrored with it. */
  readonly paintOn?: (context: CanvasRenderingContext2D) => void;
}

export function paintStill(
  context: CanvasRenderingContext2D,
  rect: Rect,
  { still, frame, isMirrored, strokes, paintOn }: PaintedStill,
  { empty }: Pick<StillColors, 'empty'>,
): void {
  context.save();
  context.translate(rect.xPx, rect.yPx);
  context.beginPath();
  context.rect(0, 0, rect.widthPx, rect.heightPx);
  context.clip();
  context.fillStyle = empty;
  context.fillRect(0, 0, rect.widthPx, rect.heightPx);
  context.scale(rect.widthPx / frame.widthPx, rect.heightPx / frame.heightPx);
  const { xPx, yPx, widthPx, heightPx } = frame.picture;
  context.save();
  context.translate(isMirrored ? xPx + widthPx : xPx, yPx);
  context.scale(isMirrored ? -1 : 1, 1);
  if (still) context.drawImage(still, 0, 0, widthPx, heightPx);
  context.scale(widthPx, heightPx);
  paintOn?.(context);
  context.restore();
  context.lineCap = 'round';
  for (const { from, to, width, color } of strokes.toSorted((a, b) => a.order - b.order)) {
    context.strokeStyle = color;
    context.lineWidth = width;
    context.beginPath();
    context.moveTo(from.x, from.y);
    context.lineTo(to.x, to.y);
    context.stroke();
  }
  context.restore();
}

interface LineStyle {
  readonly color: string;
  readonly widthPx: number;
  /** The lengths of dashes and gaps; a solid line if omitted. */
  readonly dashes?: readonly number[];
}

/** Draws the lines of a skeleton. */
export function drawLines(
  context: CanvasRenderingContext2D,
  lines: readonly SkeletonLine[],
  { color, widthPx, dashes = [] }: LineStyle,
): void {
  context.save();
  context.lineCap = 'round';
  context.strokeStyle = color;
  context.lineWidth = widthPx;
  context.setLineDash([...dashes]);
  context.beginPath();
  for (const [from, to] of lines) {
    context.moveTo(from.xPx, from.yPx);
    context.lineTo(to.xPx, to.yPx);
  }
  context.stroke();
  context.restore();
}

interface WrittenText {
  readonly xPx: number;
  readonly baselinePx: number;
  readonly font: string;
  readonly color: string;
  /** Longer text is condensed; any width if omitted. */
  readonly widestPx?: number;
}

export function write(
  context: CanvasRenderingContext2D,
  text: string,
  { xPx, baselinePx, font, color, widestPx }: WrittenText,
): void {
  context.font = font;
  context.fillStyle = color;
  context.fillText(text, xPx, baselinePx, widestPx);
}

export function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture came of it'))), 'image/png');
  });
}

export const MARGIN_PX = 32;
export const GAP_PX = 16;
/** A wider still is scaled down, so that two or three side by side make a picture small enough for a chat. */
const MAX_STILL_WIDTH_PX = 640;

/** The size of a still that is this high, unless it is too wide. */
export function stillSize({ widthPx, heightPx }: Size, highPx: number, widestPx = MAX_STILL_WIDTH_PX): Size {
  const scale = Math.min(highPx / heightPx, widestPx / widthPx);
  return { widthPx: Math.round(widthPx * scale), heightPx: Math.round(heightPx * scale) };
}
