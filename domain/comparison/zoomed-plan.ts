// A plan as the stage shows it while its pictures are zoomed, or while each side shows its own moment. Everything
// that follows the plan, such as lines and drawings, then follows the zoom.
import { type EvenRect, evenPx, evenRect, type Rect, type Size } from '#domain/geometry.ts';
import { bySide, type Side } from '#domain/side.ts';
import { planTime, sourceTime } from '#domain/time.ts';
import { laysOver } from './comparison-choices.ts';
import type { ComparisonPlan } from './comparison-plan.ts';
import { placeIn } from './picture-place.ts';
import { pictureArea } from './strip-place.ts';

/** A zoom: scale (1 to 4) and offset in shares of the zoomed frame; `only` one side, or all pictures (null). */
interface PlanZoom {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
  readonly only: Side | null;
}

/** The plan with zoomed pictures. `sizes`: each clip's upright size in pixels. The same plan without a zoom. */
export function zoomedPlan(plan: ComparisonPlan, zoom: PlanZoom, sizes: Readonly<Record<Side, Size>>): ComparisonPlan {
  if (zoom.scale === 1) return plan;
  const isOver = laysOver(plan.layout);
  const area: Rect = { xPx: 0, yPx: 0, ...pictureArea(plan) };
  const zoomed = (side: Side) => {
    const pane = plan.panes[side];
    // Overlapping pictures are zoomed together.
    if (!isOver && zoom.only !== null && zoom.only !== side) return pane;
    const frame = isOver ? area : pane.rect;
    const rect = isOver ? evenPart(enlarged(pane.rect, frame, zoom), area) : pane.rect;
    return { ...pane, ...placeIn(rect, enlarged(pane.picture, frame, zoom), sizes[side], pane.isMirrored) };
  };
  return { ...plan, panes: bySide(zoomed) };
}

/** The plan in which, at a plan time, each side shows its own source time, both in seconds. */
export function apartPlan(plan: ComparisonPlan, at: number, apart: Readonly<Record<Side, number>>): ComparisonPlan {
  const moved = (side: Side) => ({
    ...plan.panes[side],
    knots: [{ planAt: planTime(at), sourceAt: sourceTime(apart[side]) }],
  });
  return { ...plan, panes: bySide(moved) };
}

/** A rectangle in a frame that is scaled around its middle and moved, as CSS does. */
function enlarged(rect: Rect, frame: Rect, { scale, x, y }: PlanZoom): Rect {
  const [middleX, middleY] = [frame.xPx + frame.widthPx / 2, frame.yPx + frame.heightPx / 2];
  return {
    xPx: middleX + (rect.xPx - middleX) * scale + x * frame.widthPx,
    yPx: middleY + (rect.yPx - middleY) * scale + y * frame.heightPx,
    widthPx: rect.widthPx * scale,
    heightPx: rect.heightPx * scale,
  };
}

/** The part of a rectangle inside an area, on even pixels; at least 2 pixels wide and high. */
function evenPart({ xPx, yPx, widthPx, heightPx }: Rect, area: Rect): EvenRect {
  const along = (at: number, length: number, most: number) => {
    const from = Math.min(Math.max(0, evenPx(at)), most - 2);
    return [from, Math.max(2, Math.min(most, evenPx(at + length)) - from)] as const;
  };
  const [left, width] = along(xPx, widthPx, area.widthPx);
  const [top, height] = along(yPx, heightPx, area.heightPx);
  return evenRect({ xPx: left, yPx: top, widthPx: width, heightPx: height });
}
