// Reads a numbered picture of which only a part is shown, at the place given by the plan. Used by tests.

import type { ComparisonPlan, PlannedPane } from '#domain/comparison/comparison-plan.ts';
import type { Rect } from '#domain/geometry.ts';
import { SIDES, type Side } from '#domain/side.ts';
import { BITS, CODE_HEIGHT, COLUMNS, isWhite, ROWS } from '#domain/video/frame-number.ts';

/** Sample points along each side of a block, within its middle half. */
const POINTS = [0.3, 0.4, 0.5, 0.6, 0.7];
/** Minimum number of visible blocks in the lower row, whose blocks change most often. */
const LEAST_LOW_BLOCKS = 2;
const MIDDLE = 128;
const BORDER_PX = 2;

/**
 * The wanted number where every block that is in view, and not behind a name, shows it, and enough are; otherwise null. `gray` is the merged picture, one
 * byte per pixel.
 */
export function shownIfWanted(gray: Uint8Array, plan: ComparisonPlan, side: Side, wanted: number): number | null {
  const pane = plan.panes[side];
  const canvasWidthPx = plan.canvas.widthPx;
  const names = SIDES.flatMap((each) => plan.panes[each].name?.rect ?? []);
  const shown = pane.crop?.to ?? pane.rect;
  let lowBlocks = 0;
  for (let bit = 0; bit < BITS; bit += 1) {
    const [column, row] = [bit % COLUMNS, Math.floor(bit / COLUMNS)];
    const values: (boolean | null)[] = [];
    for (const u of POINTS) {
      for (const v of POINTS) {
        const [x, y] = [(column + u) / COLUMNS, ((row + v) * CODE_HEIGHT) / ROWS];
        const { picture, isMirrored } = pane;
        const atX = picture.xPx + (isMirrored ? 1 - x : x) * picture.widthPx;
        const atY = picture.yPx + y * picture.heightPx;
        const isInView =
          atX >= shown.xPx + BORDER_PX &&
          atX <= shown.xPx + shown.widthPx - BORDER_PX &&
          atY >= shown.yPx + BORDER_PX &&
          atY <= shown.yPx + shown.heightPx - BORDER_PX &&
          names.every((name) => !isWithin(name, atX, atY));
        const pixel = gray[Math.floor(atY) * canvasWidthPx + Math.floor(atX)] ?? 0;
        values.push(isInView ? pixel > MIDDLE === isWhite(wanted, x, y) : null);
      }
    }
    if (values.includes(null)) continue;
    if (values.includes(false)) return null;
    if (row === ROWS - 1) lowBlocks += 1;
  }
  return lowBlocks >= LEAST_LOW_BLOCKS ? wanted : null;
}

/**
 * How far, in canvas pixels, the middle of the picture's lower part is from where the plan has it: there white meets black. Null
 * where that is not in view.
 */
export function middleError(gray: Uint8Array, canvasWidthPx: number, pane: PlannedPane): number | null {
  const { picture, isMirrored } = pane;
  const shown = pane.crop?.to ?? pane.rect;
  const y = Math.floor(picture.yPx + 0.8 * picture.heightPx);
  const wanted = picture.xPx + picture.widthPx / 2;
  const reach = 10;
  const isInView =
    y > shown.yPx &&
    y < shown.yPx + shown.heightPx - 1 &&
    wanted - reach > shown.xPx &&
    wanted + reach < shown.xPx + shown.widthPx;
  if (!isInView) return null;
  // The share of bright pixels around the edge gives its position, even if it is blurred.
  const from = Math.floor(wanted) - reach;
  const bright = Array.from({ length: 2 * reach }, (_, x) => ((gray[y * canvasWidthPx + from + x] ?? 0) - 16) / 219);
  const sum = bright.reduce((total, value) => total + Math.min(1, Math.max(0, value)), 0);
  const edge = isMirrored ? from + 2 * reach - sum : from + sum;
  return edge - wanted;
}

function isWithin({ xPx, yPx, widthPx, heightPx }: Rect, x: number, y: number): boolean {
  return (
    x >= xPx - BORDER_PX && x <= xPx + widthPx + BORDER_PX && y >= yPx - BORDER_PX && y <= yPx + heightPx + BORDER_PX
  );
}
