// Reads choices that were stored or sent, which are untrusted, and upgrades a plan that an older version stored, so that a job
// that waited through an upgrade still runs.
import { CHECKPOINTS, isPosition } from '#domain/body/checkpoints.ts';
import { MAX_NAME_LENGTH } from '#domain/lettering/lettering.ts';
import { SIDES, type Side } from '#domain/side.ts';
import {
  AS_FILMED,
  type ComparisonChoices,
  DEFAULT_GHOST,
  FIRST_CHOICES,
  FRAMINGS,
  GHOST_FIT_BOUNDS,
  GHOST_LOOKS,
  type GhostChoices,
  type GolferBox,
  LAYOUTS,
  LEAST_BOX_PERMILLE,
  MAX_NUDGE_FRAMES,
  type NameChoices,
  NO_FIT,
  type PictureFit,
  SIDE_FIT_BOUNDS,
  type SideChoices,
  WIPE_BOUNDS,
} from './comparison-choices.ts';
import type { ComparisonPlan, PlannedPane } from './comparison-plan.ts';
import type { PlannedPosition, PlannedStrip } from './strip-place.ts';

/** The choices in a stored value; the default for each invalid one. Slow-motion factors belong to the clips. */
export function storedChoices(value: unknown): ComparisonChoices {
  const stored = value as Partial<Record<keyof ComparisonChoices, unknown>> | null;
  if (typeof stored !== 'object' || stored === null) return FIRST_CHOICES;
  return {
    tempo: SIDES.find((tempo) => tempo === stored.tempo) ?? AS_FILMED.tempo,
    layout: LAYOUTS.find((layout) => layout === stored.layout) ?? AS_FILMED.layout,
    ...(stored.isLayoutOpen === true && { isLayoutOpen: true }),
    framing: FRAMINGS.find((framing) => framing === stored.framing) ?? FIRST_CHOICES.framing,
    ghost: ghostChoices(stored.ghost),
    wipePercent: wholeWithin(stored.wipePercent, WIPE_BOUNDS) ?? FIRST_CHOICES.wipePercent,
    hasBodyLines: stored.hasBodyLines === true,
    hasEvidence: stored.hasEvidence === true,
    names: nameChoices(stored.names),
    hasStrip: typeof stored.hasStrip === 'boolean' ? stored.hasStrip : FIRST_CHOICES.hasStrip,
    isSwapped: stored.isSwapped === true,
    user: sideChoices(stored.user),
    pro: sideChoices(stored.pro),
  };
}

function ghostChoices(value: unknown): GhostChoices {
  const { look, strengthPercent, fit } = (value ?? {}) as Partial<Record<keyof GhostChoices, unknown>>;
  return {
    look: GHOST_LOOKS.find((one) => one === look) ?? DEFAULT_GHOST.look,
    strengthPercent: wholeWithin(strengthPercent, { least: 0, most: 100 }) ?? DEFAULT_GHOST.strengthPercent,
    fit: pictureFit(fit, GHOST_FIT_BOUNDS),
  };
}

function nameChoices(value: unknown): NameChoices {
  const stored = (value ?? {}) as Partial<Record<keyof NameChoices, unknown>>;
  const own = (text: unknown) => (typeof text === 'string' ? text.slice(0, 2 * MAX_NAME_LENGTH) : null);
  const isShown = typeof stored.isShown === 'boolean' ? stored.isShown : FIRST_CHOICES.names.isShown;
  return { isShown, user: own(stored.user), pro: own(stored.pro) };
}

type Bounds = Readonly<Record<'least' | 'most', number>>;

function pictureFit(value: unknown, bounds: Readonly<Record<keyof PictureFit, Bounds>>): PictureFit {
  const parts = (value ?? {}) as Partial<Record<keyof PictureFit, unknown>>;
  const part = (key: keyof PictureFit) => wholeWithin(parts[key], bounds[key]) ?? NO_FIT[key];
  return { sizePercent: part('sizePercent'), rightPercent: part('rightPercent'), upPercent: part('upPercent') };
}

function golferBox(value: unknown): GolferBox | null {
  const parts = (value ?? {}) as Partial<Record<keyof GolferBox, unknown>>;
  const part = (key: keyof GolferBox) => wholeWithin(parts[key], { least: 0, most: 1000 });
  const [headPermille, solesPermille] = [part('headPermille'), part('solesPermille')];
  const middlePermille = part('middlePermille');
  if (headPermille === null || solesPermille === null || middlePermille === null) return null;
  return solesPermille - headPermille >= LEAST_BOX_PERMILLE ? { headPermille, solesPermille, middlePermille } : null;
}

function wholeWithin(value: unknown, { least, most }: Bounds): number | null {
  const isWhole = typeof value === 'number' && Number.isInteger(value);
  return isWhole && value >= least && value <= most ? value : null;
}

function sideChoices(value: unknown): SideChoices {
  const stored = (value ?? {}) as Partial<Record<keyof SideChoices, unknown>>;
  const nudge = typeof stored.nudgeFrames === 'number' && Number.isInteger(stored.nudgeFrames) ? stored.nudgeFrames : 0;
  return {
    ...AS_FILMED.user,
    isMirrored: stored.isMirrored === true,
    nudgeFrames: Math.min(Math.max(nudge, -MAX_NUDGE_FRAMES), MAX_NUDGE_FRAMES),
    fit: pictureFit(stored.fit, SIDE_FIT_BOUNDS),
    box: golferBox(stored.box),
    ...correctedCheckpoints(stored.checkpoints),
  };
}

function correctedCheckpoints(value: unknown): Pick<SideChoices, 'checkpoints'> {
  const stored = (value ?? {}) as Readonly<Record<string, unknown>>;
  const corrected = CHECKPOINTS.flatMap((checkpoint) => {
    const time = stored[checkpoint];
    const isTime = typeof time === 'number' && Number.isFinite(time) && time >= 0;
    return !isPosition(checkpoint) && isTime ? [[checkpoint, time]] : [];
  });
  return corrected.length > 0 ? { checkpoints: Object.fromEntries(corrected) } : {};
}

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
    isMirrored: false,
    golfer: null,
    bodyLines: null,
    evidence: [],
    name: null,
    checkpoints: {},
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
