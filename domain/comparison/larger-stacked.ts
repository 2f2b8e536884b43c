// Whether panes above each other show both golfers clearly larger than panes beside each other.
import { SIDES } from '#domain/side.ts';
import type { ComparisonPlan } from './comparison-plan.ts';

/** The share of a narrow pane's height from which a golfer counts as large enough. */
const LARGE_ENOUGH = 0.45;
/** How many times as high a golfer must become for another layout to be worth it. */
const CLEARLY_LARGER = 1.1;

/**
 * Whether a plan with narrow panes beside each other leaves the framed golfers small, and the same pair `stacked` in the same
 * place shows them clearly larger. False where a golfer's place is unknown.
 */
export function isLargerStacked(beside: ComparisonPlan, stacked: ComparisonPlan): boolean {
  if (!beside.isFramed || !stacked.isFramed || beside.layout !== 'side-by-side' || stacked.layout !== 'stacked')
    return false;
  const { widthPx, heightPx } = beside.panes.user.rect;
  const share = shareOfHeight(beside);
  return widthPx < heightPx && share < LARGE_ENOUGH && shareOfHeight(stacked) >= CLEARLY_LARGER * share;
}

/** The height of the smaller golfer, as a share of the canvas's. */
function shareOfHeight({ panes, canvas }: ComparisonPlan): number {
  const heights = SIDES.map((side) => {
    const { golfer, picture } = panes[side];
    return golfer ? ((golfer.solesPermille - golfer.headPermille) / 1000) * picture.heightPx : Number.NaN;
  });
  return Math.min(...heights) / canvas.heightPx;
}
