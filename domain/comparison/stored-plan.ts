// Upgrades a plan that an older version stored, so that a job that waited through an upgrade still runs.
import type { Side } from './comparison-choices.ts';
import type { ComparisonPlan, PlannedPane } from './comparison-plan.ts';
import type { PlannedPosition, PlannedStrip } from './strip-place.ts';

/** The fields of a pane in every version. */
type OldPane = Pick<PlannedPane, 'rect' | 'eventAt' | 'pace' | 'firstFrameAt' | 'lastFrameAt' | 'lookAhead'> &
  Partial<PlannedPane>;

/** A strip of this or an older version: older ones contained the positions. */
type OldStrip = PlannedStrip & { readonly ticks?: readonly PlannedPosition[] };

/** A plan of this or an older version. */
export type StoredPlan = Omit<
  ComparisonPlan,
  'panes' | 'layout' | 'alone' | 'ghost' | 'isFramed' | 'positions' | 'strip'
> &
  Partial<Pick<ComparisonPlan, 'layout' | 'alone' | 'ghost' | 'isFramed' | 'positions'>> & {
    readonly strip?: OldStrip | null;
    readonly panes: Readonly<Record<Side, OldPane>>;
  };

/**
 * The plan with defaults for missing fields: side by side, full pictures that fill their rectangles as filmed, without
 * body lines and strip, with each side's event at `meetAt` as its only knot, and the positions of its strip, if any. A
 * plan of this version is returned unchanged.
 */
export function completePlan(stored: StoredPlan): ComparisonPlan {
  const { layout = 'side-by-side', alone = null, ghost = null, isFramed = false, strip = null, panes, meetAt } = stored;
  const positions = stored.positions ?? strip?.ticks ?? [];
  const complete = (pane: OldPane): PlannedPane => ({
    picture: pane.rect,
    crop: null,
    surround: 'black',
    isMirrored: false,
    golfer: null,
    bodyLines: null,
    evidence: [],
    name: null,
    knots: [{ planAt: meetAt, sourceAt: pane.eventAt }],
    ...pane,
  });
  return {
    ...stored,
    layout,
    alone,
    ghost,
    isFramed,
    positions,
    strip,
    panes: { user: complete(panes.user), pro: complete(panes.pro) },
  };
}
