// Paints all differences in one picture: each sentence above both golfers at the moment that shows it.
import type { Side } from '#domain/comparison/comparison-choices.ts';
import { words } from '#web/words/words.ts';
import { differencesWidth, layOutDifferences, wrapText } from './differences-layout.ts';
import { blankPicture, FACE, type PaintedStill, paintStill, type StillColors, write } from './paint-still.ts';
import type { StillFrame } from './same-size.ts';
import { MARGIN_PX } from './strip-layout.ts';

export interface DifferenceRow {
  /** Its number, confidence and ±. */
  readonly label: string;
  readonly sentence: string;
  readonly stills: Readonly<Record<Side, Pick<PaintedStill, 'still' | 'strokes'>>>;
}

/** The parts that all rows share. */
export interface DifferencesSide {
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
export function drawDifferences(
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
    write(context, sides[side].name, {
      ...{ xPx, baselinePx, font: FONTS.name },
      ...{ color: colors[side], widestPx: columnPx },
    });
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
