// The picture of the still strip, from the videos of both swings: both at rest, top and strike, a row for each.
import { bodyOverTime } from '#domain/body/body-over-time.ts';
import type { BodyTrack } from '#domain/body/body-track.ts';
import { type SkeletonLine, skeletonOf } from '#domain/body/skeleton.ts';
import type { ComparisonChoices } from '#domain/comparison/comparison-choices.ts';
import type { ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import type { SideEvidence } from '#domain/comparison/evidence.ts';
import type { Stroke } from '#domain/drawing/drawing-geometry.ts';
import type { Rect, Size } from '#domain/geometry.ts';
import type { Side } from '#domain/side.ts';
import { onShownFrames, POSITIONS, type Position, type SwingAnnotations, timeOf } from '#domain/swing/swing.ts';
import { TIME_TOLERANCE } from '#domain/time.ts';
import { stillStripFileName } from '#domain/video/file-name.ts';
import { readStills, type SwingStills } from '#web/clip/read-stills.ts';
import type { ComparedSwings, ComparisonSide } from '#web/clip/use-comparison-sides.ts';
import { isThenAndNow } from '#web/kept/then-and-now.ts';
import { comparedDifferences, evidenceOfAll } from '#web/preview/compared-differences.ts';
import { POSITION_PATHS } from '#web/ui/position-shape.tsx';
import { formatSeconds } from '#web/words/format-numbers.ts';
import { tempoText } from '#web/words/timing-words.ts';
import { say, words } from '#web/words/words.ts';
import { ComparisonPicture, type PaintPicture } from './comparison-picture.tsx';
import {
  blankPicture,
  FACE,
  framesIn,
  GAP_PX,
  linesIn,
  MARGIN_PX,
  paintStill,
  type StillColors,
  type StillFrame,
  stillSize,
  wholeFrame,
  write,
} from './paint-still.ts';

export interface StripOfComparison extends ComparedSwings {
  readonly choices: ComparisonChoices;
}

export default function StripPicture(props: StripOfComparison & { readonly onClose: () => void }) {
  return (
    <ComparisonPicture
      {...props}
      paint={paintStrip}
      fileName={stillStripFileName}
      alt={(pro) => say(words.stillStrip.picture, { pro: pro ?? words.stillStrip.yourProInText })}
      making={words.stillStrip.making}
      className="stage rounded-md border border-line p-3 sm:p-4"
    />
  );
}

const paintStrip: PaintPicture = async (facts, colors, signal) => {
  const { swings, sides, bodies, choices, order, shown } = facts;
  const plan = facts.plan?.isFramed ? facts.plan : null;
  const found =
    choices.hasEvidence && plan
      ? comparedDifferences(swings, sides, { bodies, isBesidePro: !isThenAndNow(choices) })
      : null;
  const evidence = evidenceOfAll(found?.differences ?? []);
  const sideOf = (side: Side) =>
    stripSide(sides[side], {
      ...shown[side],
      frame: plan && framesIn(plan)[side],
      track: choices.hasBodyLines ? (bodies[side].facts?.track ?? null) : null,
      evidence: (annotations) => (plan ? evidenceAt(plan, side, evidence[side], annotations) : {}),
      signal,
    });
  const user = await sideOf('user');
  const pro = await sideOf('pro');
  return drawStrip({ user, pro }, order, colors);
};

function evidenceAt(
  plan: ComparisonPlan,
  side: Side,
  evidence: readonly SideEvidence[],
  annotations: SwingAnnotations,
): StripSide['evidence'] {
  return Object.fromEntries(
    POSITIONS.map((position) => {
      const time = timeOf(annotations, position) ?? Number.NaN;
      const there = evidence.filter(({ at }) => Math.abs(at - time) <= TIME_TOLERANCE);
      return [position, there.flatMap((each) => linesIn(plan, side, each))];
    }),
  );
}

function linesAt(track: BodyTrack, annotations: SwingAnnotations): StripSide['bodyLines'] {
  const bodyAt = bodyOverTime(track);
  return Object.fromEntries(
    POSITIONS.flatMap((position) => {
      const time = timeOf(annotations, position);
      const body = time === null ? null : bodyAt(time);
      return body ? [[position, skeletonOf(body).lines]] : [];
    }),
  );
}

interface StripSideOptions extends Pick<StripSide, 'name' | 'isMirrored'> {
  /** Null for the whole picture. */
  readonly frame: StripSide['frame'] | null;
  /** Null if body lines are off or unknown. */
  readonly track: BodyTrack | null;
  readonly evidence: (annotations: SwingAnnotations) => StripSide['evidence'];
  readonly signal: AbortSignal;
}

async function stripSide(
  { src, annotatedClip, slowMotionFactor }: ComparisonSide,
  { name, isMirrored, frame, track, evidence, signal }: StripSideOptions,
): Promise<StripSide> {
  if (!src || !annotatedClip) throw new Error('There is no video');
  const { clip, annotations } = annotatedClip;
  const read = await readStills({ src, frameTimes: clip.frameTimes, annotations }, signal);
  return {
    ...read,
    ...{ name, isMirrored },
    frame: frame ?? wholeFrame(read.size),
    tempo: tempoText({ clip, annotations, slowMotionFactor }),
    times: timesOf(annotations, slowMotionFactor),
    bodyLines: track ? linesAt(track, annotations) : {},
    evidence: evidence(onShownFrames(clip, annotations)),
  };
}

/** The true time from each position to the strike, such as "0.24 s before the strike". */
function timesOf(annotations: SwingAnnotations, slowMotionFactor: number): StripSide['times'] {
  const strikeAt = annotations.strikeTime;
  return Object.fromEntries(
    POSITIONS.flatMap((position) => {
      const time = timeOf(annotations, position);
      if (time === null) return [];
      if (position === 'strike' || strikeAt === null) return [[position, words.swing.positions.strike]];
      const seconds = formatSeconds((strikeAt - time) / slowMotionFactor);
      return [[position, say(words.stillStrip.beforeStrike, { seconds })]];
    }),
  );
}

interface StripSide extends SwingStills {
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
function drawStrip(
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

const HEADING_PX = 56;
const NAME_PX = 52;
const TIME_PX = 40;
const FOOT_PX = 44;
const STILL_HEIGHT_PX = 540;

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
