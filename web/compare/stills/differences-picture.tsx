// All differences in one picture, from the videos of both swings: a row for each, with its sentence above both golfers
// at the moment that shows it.
import { useCallback } from 'react';
import type { ComparisonChoices } from '#domain/comparison/comparison-choices.ts';
import type { Rect, Size } from '#domain/geometry.ts';
import { bySide, type Side } from '#domain/side.ts';
import { onShownFrames, timeOf } from '#domain/swing/swing.ts';
import { differencesFileName } from '#domain/video/file-name.ts';
import {
  blankPicture,
  FACE,
  framesIn,
  GAP_PX,
  linesIn,
  MARGIN_PX,
  type PaintedStill,
  paintStill,
  type StillColors,
  type StillFrame,
  stillSize,
  write,
} from '#web/clip/paint-still.ts';
import { readFrames } from '#web/clip/read-stills.ts';
import type { ComparedSwings, ComparisonSide } from '#web/clip/use-comparison-sides.ts';
import type { ShownDifference } from '#web/preview/compared-differences.ts';
import { assumedHeightCm } from '#web/preview/golfer-height.tsx';
import { differenceText, marginText } from '#web/words/difference-words.ts';
import { formatHeight } from '#web/words/format-numbers.ts';
import { say, words } from '#web/words/words.ts';
import { ComparisonPicture, type PaintPicture } from './comparison-picture.tsx';

export interface DifferencesOfComparison extends ComparedSwings {
  readonly choices: ComparisonChoices;
  readonly differences: readonly ShownDifference[];
}

export default function DifferencesPicture(props: DifferencesOfComparison & { readonly onClose: () => void }) {
  const { differences } = props;
  const paint = useCallback<PaintPicture>((...facts) => paintPicture(differences, ...facts), [differences]);
  return (
    <ComparisonPicture
      {...props}
      paint={paint}
      fileName={differencesFileName}
      alt={(golferName) => differences.map(({ difference }) => differenceText(difference, golferName)).join(' ')}
      making={words.differences.making}
    />
  );
}

async function paintPicture(
  differences: readonly ShownDifference[],
  ...[{ sides, plan, order, shown }, colors, signal]: Parameters<PaintPicture>
): ReturnType<PaintPicture> {
  if (!plan) throw new Error('The clips cannot be compared');
  const timesIn = (side: Side) => differences.map((difference) => shownAt(difference, side, sides[side]));
  const stills = {
    user: await stillsOf(sides.user, timesIn('user'), signal),
    pro: await stillsOf(sides.pro, timesIn('pro'), signal),
  };
  const rows = differences.map(({ difference, evidence }, index): DifferenceRow => {
    const margin = marginText(difference);
    const facts = {
      number: index + 1,
      count: differences.length,
      confidence: words.differences.confidence[difference.confidence],
    };
    return {
      label:
        margin === null
          ? say(words.differences.row, facts)
          : say(words.differences.rowWithMargin, { ...facts, margin }),
      sentence: differenceText(difference, sides.pro.golferName),
      stills: bySide((side) => {
        const drawn = evidence[side];
        return { still: stills[side][index], strokes: drawn ? linesIn(plan, side, drawn) : [] };
      }),
    };
  });
  const frames = framesIn(plan);
  const isInCentimeters = differences.some(({ difference }) => difference.unit === 'centimeters');
  const heightCm = assumedHeightCm();
  const canvas = drawDifferences(
    rows,
    bySide((side) => ({ ...shown[side], frame: frames[side] })),
    {
      order,
      note:
        isInCentimeters && heightCm !== null
          ? say(words.differences.footWithHeight, { app: words.app.name, height: formatHeight(heightCm) })
          : null,
    },
    colors,
  );
  return { canvas };
}

/** The time at which a side's clip shows a difference: the time of its evidence, or else of its position. */
function shownAt({ difference, evidence }: ShownDifference, side: Side, { annotatedClip }: ComparisonSide): number {
  const drawn = evidence[side];
  if (drawn) return drawn.at;
  if (!annotatedClip) return 0;
  const { clip, annotations } = annotatedClip;
  const position = difference.position === 'delivery' ? 'strike' : difference.position;
  return timeOf(onShownFrames(clip, annotations), position) ?? 0;
}

async function stillsOf({ src, annotatedClip }: ComparisonSide, times: readonly number[], signal: AbortSignal) {
  if (!src || !annotatedClip) throw new Error('There is no video');
  return readFrames({ src, frameTimes: annotatedClip.clip.frameTimes }, times, signal);
}

interface DifferenceRow {
  /** Its number, confidence and ±. */
  readonly label: string;
  readonly sentence: string;
  readonly stills: Readonly<Record<Side, Pick<PaintedStill, 'still' | 'strokes'>>>;
}

interface DifferencesSide {
  /** "You" or the golfer's name. */
  readonly name: string;
  readonly isMirrored: boolean;
  readonly frame: StillFrame;
}

const FONTS = {
  title: `800 36px ${FACE}`,
  name: `800 26px ${FACE}`,
  label: `600 22px ${FACE}`,
  sentence: `700 28px ${FACE}`,
  foot: `600 20px ${FACE}`,
} as const;

/** Paints the rows on a new canvas; `order` is the order of the columns, `note` is added at the foot. */
function drawDifferences(
  rows: readonly DifferenceRow[],
  sides: Readonly<Record<Side, DifferencesSide>>,
  { order, note }: { readonly order: readonly Side[]; readonly note: string | null },
  colors: StillColors,
): HTMLCanvasElement {
  const sizes = { user: sides.user.frame, pro: sides.pro.frame };
  const { columnPx, textPx } = differencesWidth(sizes);
  const measuring = blankPicture({ widthPx: 1, heightPx: 1 }, colors).context;
  measuring.font = FONTS.sentence;
  const lines = rows.map(({ sentence }) => wrapText(sentence, textPx, (text) => measuring.measureText(text).width));
  const counts = lines.map(({ length }) => length);
  const layout = layOutDifferences(counts, order, sizes);
  const { canvas, context } = blankPicture(layout.size, colors);
  const ink = { font: FONTS.title, color: colors.ink };
  write(context, words.differences.heading, { ...ink, xPx: MARGIN_PX, baselinePx: layout.titlePx });
  for (const { side, xPx, baselinePx } of layout.names) {
    write(context, sides[side].name, { xPx, baselinePx, font: FONTS.name, color: colors[side], widestPx: columnPx });
  }
  for (const [index, { labelPx, linesPx, stills }] of layout.rows.entries()) {
    const row = rows[index];
    if (!row) continue;
    write(context, row.label, { xPx: MARGIN_PX, baselinePx: labelPx, font: FONTS.label, color: colors.soft });
    for (const [line, baselinePx] of linesPx.entries()) {
      const text = lines[index]?.[line] ?? '';
      write(context, text, { xPx: MARGIN_PX, baselinePx, font: FONTS.sentence, color: colors.ink });
    }
    for (const { side, rect } of stills) paintStill(context, rect, { ...sides[side], ...row.stills[side] }, colors);
  }
  const foot = { xPx: MARGIN_PX, baselinePx: layout.footPx, font: FONTS.foot, color: colors.soft };
  write(context, note ?? words.app.name, { ...foot, widestPx: textPx });
  return canvas;
}

interface DifferencesLayout {
  readonly size: Size;
  readonly titlePx: number;
  /** The name above each column: its left edge, baseline and widest extent. */
  readonly names: readonly { readonly side: Side; readonly xPx: number; readonly baselinePx: number }[];
  readonly rows: readonly DifferenceRowPlace[];
  /** The baseline of the line at the foot. */
  readonly footPx: number;
}

interface DifferenceRowPlace {
  /** The baselines of the label and of each line of the sentence. */
  readonly labelPx: number;
  readonly linesPx: readonly number[];
  readonly stills: readonly { readonly side: Side; readonly rect: Rect }[];
}

const TITLE_PX = 56;
const NAMES_PX = 44;
const LABEL_PX = 34;
const LINE_PX = 36;
const ROW_GAP_PX = 26;
const FOOT_PX = 52;
const STILL_HEIGHT_PX = 600;
/** Sentences need room beside narrow stills too. */
const LEAST_COLUMN_PX = 330;

export function differencesWidth(sizes: Readonly<Record<Side, Size>>) {
  const stills = { user: stillSize(sizes.user, STILL_HEIGHT_PX), pro: stillSize(sizes.pro, STILL_HEIGHT_PX) };
  const columnPx = Math.max(LEAST_COLUMN_PX, stills.user.widthPx, stills.pro.widthPx);
  return { stills, columnPx, textPx: 2 * columnPx + GAP_PX };
}

/** Lays out rows with the given numbers of text lines, for columns in this order. */
export function layOutDifferences(
  lineCounts: readonly number[],
  order: readonly Side[],
  sizes: Readonly<Record<Side, Size>>,
): DifferencesLayout {
  const { stills, columnPx, textPx } = differencesWidth(sizes);
  const leftPx = (column: number) => MARGIN_PX + column * (columnPx + GAP_PX);
  const rowHeightPx = Math.max(stills.user.heightPx, stills.pro.heightPx);
  let yPx = MARGIN_PX + TITLE_PX + NAMES_PX;
  const rows = lineCounts.map((lines): DifferenceRowPlace => {
    const labelPx = yPx + LABEL_PX * 0.7;
    const linesPx = Array.from({ length: lines }, (_, line) => yPx + LABEL_PX + LINE_PX * (line + 0.75));
    const topPx = Math.round(yPx + LABEL_PX + LINE_PX * lines + 8);
    yPx = topPx + rowHeightPx + ROW_GAP_PX;
    return {
      labelPx,
      linesPx,
      stills: order.map((side, column) => ({ side, rect: { ...stills[side], xPx: leftPx(column), yPx: topPx } })),
    };
  });
  return {
    size: { widthPx: 2 * MARGIN_PX + textPx, heightPx: Math.round(yPx - ROW_GAP_PX + FOOT_PX) },
    titlePx: MARGIN_PX + TITLE_PX * 0.6,
    names: order.map((side, column) => ({
      side,
      xPx: leftPx(column),
      baselinePx: MARGIN_PX + TITLE_PX + NAMES_PX * 0.55,
    })),
    rows,
    footPx: yPx - ROW_GAP_PX + FOOT_PX * 0.65,
  };
}

/** Breaks a text into lines no wider than this, at its spaces. A longer word takes a whole line. */
export function wrapText(text: string, widestPx: number, widthOf: (text: string) => number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(`${last} ${word}`) <= widestPx) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
