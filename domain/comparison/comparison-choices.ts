// What a visitor can choose for a comparison beyond marks: alignment, tempo, layout, framing, ghost, wipe, body lines, names, strip, mirror, swap, nudge,
// slow-motion factor.

/** The positions that can be a side's event. */
export const EVENTS = ['strike', 'top'] as const;

/** One of {@link EVENTS}. */
export type SwingEvent = (typeof EVENTS)[number];

/** Where two swings can be made to meet. */
export const ALIGNMENTS = [...EVENTS, 'all'] as const;

/**
 * Where the two swings meet: both strikes or both tops at the same time, each side at its own pace; or rest, top and strike
 * all, one side's tempo fitted to the other's.
 */
export type Alignment = (typeof ALIGNMENTS)[number];

/** The position that meets at `meetAt` in an alignment; where all meet, it is the strike. */
export function eventOf(alignment: Alignment): SwingEvent {
  return alignment === 'all' ? 'strike' : alignment;
}

/** The alignment that is chosen until the visitor chooses another (specification §9). */
export const DEFAULT_ALIGNMENT: Alignment = 'strike';

/** The two sides of a comparison: the visitor (left) and the pro (right). */
export const SIDES = ['user', 'pro'] as const;

/** One side of a comparison. */
export type Side = (typeof SIDES)[number];

/** What is chosen for one side. */
export interface SideChoices {
  /** Whether the picture is turned left to right, so that a left-hander can be compared with a right-hander. */
  readonly isMirrored: boolean;
  /**
   * By how many of the side's own frames another frame than the marked one meets the other side: positive for a later
   * one. A whole number within ±{@link MAX_NUDGE_FRAMES}; the clip's first and last frame bound it too.
   */
  readonly nudgeFrames: number;
  /** How many times slower than real time the clip plays: 1 for real time, at most `MAX_SLOW_MOTION_FACTOR` (slow-motion.ts). */
  readonly slowMotionFactor: number;
  /** By how much the picture is moved and scaled in its panel from where the framing puts it. Does not count in the framing `full`. */
  readonly fit: PictureFit;
  /** Where the golfer stands at rest, as the visitor set it; null for where the body was seen. */
  readonly box: GolferBox | null;
}

/** Where a golfer stands, in thousandths of the clip's upright picture as it was filmed: whole, 0 to 1000. */
export interface GolferBox {
  /** The top of the head. */
  readonly headPermille: number;
  /** The soles: at least {@link LEAST_BOX_PERMILLE} below the head. */
  readonly solesPermille: number;
  /** Between the feet, from the left. */
  readonly middlePermille: number;
}

/** The least height of a {@link GolferBox}. */
export const LEAST_BOX_PERMILLE = 50;

/** The layouts of a comparison: beside, above or over each other, or one over the other up to an edge. */
export const LAYOUTS = ['side-by-side', 'stacked', 'ghost', 'wipe'] as const;

/** One of {@link LAYOUTS}. */
export type Layout = (typeof LAYOUTS)[number];

/** What the ghost shows of the pro over the visitor: the whole picture, the golfer without the background, or the outline. */
export const GHOST_LOOKS = ['whole', 'cut-out', 'outline'] as const;

/** One of {@link GHOST_LOOKS}. */
export type GhostLook = (typeof GHOST_LOOKS)[number];

/**
 * How much of both pictures is shown: all of it (`full`), the golfers from setup to impact (`golfers`), or the whole swing with the
 * club (`wide`). The last two show both golfers at one height on one ground line, in panes of one size. Where a golfer's body is not
 * known, they show full pictures too, until these are moved by hand.
 */
export const FRAMINGS = ['full', 'golfers', 'wide'] as const;

/** One of {@link FRAMINGS}. */
export type Framing = (typeof FRAMINGS)[number];

/** By how much the visitor has moved and scaled a picture from where it is put by itself. Whole numbers. */
export interface PictureFit {
  /** The size in percent of what it was. */
  readonly sizePercent: number;
  /** To the right, in percent of the width of the canvas, or of the side's panel. */
  readonly rightPercent: number;
  /** Upwards, in percent of the height of the canvas, or of the side's panel. */
  readonly upPercent: number;
}

/** By how much the pro's picture is moved over the visitor's: within {@link GHOST_FIT_BOUNDS}. */
export type GhostFit = PictureFit;

/** The bounds of {@link GhostFit}, both included. */
export const GHOST_FIT_BOUNDS = Object.freeze({
  sizePercent: Object.freeze({ least: 50, most: 200 }),
  rightPercent: Object.freeze({ least: -50, most: 50 }),
  upPercent: Object.freeze({ least: -50, most: 50 }),
});

/** The bounds of a side's {@link SideChoices.fit}, both included. */
export const SIDE_FIT_BOUNDS = Object.freeze({
  sizePercent: Object.freeze({ least: 50, most: 400 }),
  rightPercent: Object.freeze({ least: -100, most: 100 }),
  upPercent: Object.freeze({ least: -100, most: 100 }),
});

/** The bounds of {@link ComparisonChoices.wipePercent}, both included. */
export const WIPE_BOUNDS = Object.freeze({ least: 5, most: 95 });

/** What is chosen for the ghost. */
export interface GhostChoices {
  readonly look: GhostLook;
  /** How strongly the pro is seen over the visitor: a whole number from 0 to 100. The outline is always fully seen. */
  readonly strengthPercent: number;
  readonly fit: GhostFit;
}

/** Whose tempo both swings have where all positions meet: that side runs as filmed, and the other is fitted to it. */
export const TEMPOS = ['user', 'pro'] as const;

/** One of {@link TEMPOS}. */
export type TempoChoice = (typeof TEMPOS)[number];

/** What is chosen for the names on the pictures. */
export interface NameChoices {
  readonly isShown: boolean;
  /** What the visitor typed for a side, as typed, at most `MAX_NAME_LENGTH` characters (lettering.ts); null for its usual name. */
  readonly user: string | null;
  readonly pro: string | null;
}

/** What is chosen for a comparison. */
export interface ComparisonChoices {
  /** Counts in the alignment `all` only, and is kept in the others. */
  readonly tempo: TempoChoice;
  readonly layout: Layout;
  readonly framing: Framing;
  /** Counts in the layout `ghost` only, its fit in `wipe` too, and is kept in the others. */
  readonly ghost: GhostChoices;
  /**
   * Where the edge of a wipe is: a whole number from 5 to 95, in percent of the canvas' width. Counts in the layout `wipe` only.
   */
  readonly wipePercent: number;
  /** Whether skeleton and hands' path are drawn over both sides, where the body is known. */
  readonly hasBodyLines: boolean;
  readonly names: NameChoices;
  /** Whether a strip below the pictures shows both sides' positions, the play position and both tempos. */
  readonly hasStrip: boolean;
  /** Whether the pro stands left and the visitor right. */
  readonly isSwapped: boolean;
  readonly user: SideChoices;
  readonly pro: SideChoices;
}

/** A nudge is for a mark that is a little off; a larger error is corrected at the mark itself. */
export const MAX_NUDGE_FRAMES = 60;

/** A picture where it is put by itself. */
export const NO_FIT: PictureFit = Object.freeze({ sizePercent: 100, rightPercent: 0, upPercent: 0 });

const SIDE_AS_FILMED: SideChoices = Object.freeze({
  isMirrored: false,
  nudgeFrames: 0,
  slowMotionFactor: 1,
  fit: NO_FIT,
  box: null,
});

/** The ghost until it is changed: both pictures seen equally. */
export const DEFAULT_GHOST: GhostChoices = Object.freeze({ look: 'whole', strengthPercent: 50, fit: NO_FIT });

/** Nothing chosen: side by side, the visitor left, both as they were filmed, the marked frames together. */
export const AS_FILMED: ComparisonChoices = Object.freeze({
  tempo: 'user',
  layout: 'side-by-side',
  framing: 'full',
  ghost: DEFAULT_GHOST,
  wipePercent: 50,
  hasBodyLines: false,
  names: Object.freeze({ isShown: false, user: null, pro: null }),
  hasStrip: false,
  isSwapped: false,
  user: SIDE_AS_FILMED,
  pro: SIDE_AS_FILMED,
});

/** What the pages begin with: as filmed, but with names and the strip, and framed around the golfers where these are known. */
export const FIRST_CHOICES: ComparisonChoices = Object.freeze({
  ...AS_FILMED,
  framing: 'golfers',
  names: Object.freeze({ ...AS_FILMED.names, isShown: true }),
  hasStrip: true,
});

/** The choices with one side's changed. */
export function withSideChoices(
  choices: ComparisonChoices,
  side: 'user' | 'pro',
  change: Partial<SideChoices>,
): ComparisonChoices {
  return { ...choices, [side]: { ...choices[side], ...change } };
}

/** The choices with each side's slow-motion factor. */
export function withSlowMotion(
  choices: ComparisonChoices,
  factors: Readonly<Record<'user' | 'pro', number>>,
): ComparisonChoices {
  const user = withSideChoices(choices, 'user', { slowMotionFactor: factors.user });
  return withSideChoices(user, 'pro', { slowMotionFactor: factors.pro });
}

/** The choices after a side's clip or golfer has changed: nudge, fit and box belonged to the clip that is gone. */
export function withoutNudge(choices: ComparisonChoices, side: 'user' | 'pro'): ComparisonChoices {
  return withSideChoices(choices, side, { nudgeFrames: 0, fit: NO_FIT, box: null });
}

/** Whether two fits put the picture in the same place. */
export function areSameFits(a: PictureFit, b: PictureFit): boolean {
  return a.sizePercent === b.sizePercent && a.rightPercent === b.rightPercent && a.upPercent === b.upPercent;
}

/** Whether two boxes are the same, or neither is set. */
export function areSameBoxes(a: GolferBox | null, b: GolferBox | null): boolean {
  if (!a || !b) return a === b;
  return (
    a.headPermille === b.headPermille && a.solesPermille === b.solesPermille && a.middlePermille === b.middlePermille
  );
}

/** Whether these choices need the golfer's outlines on the pro's side. */
export function needsOutlines({ layout, ghost }: ComparisonChoices): boolean {
  return layout === 'ghost' && ghost.look !== 'whole';
}

/** Whether these choices are shown better, or at all, where the golfers' bodies are known. */
export function usesBodies({ layout, hasBodyLines }: ComparisonChoices): boolean {
  return hasBodyLines || laysOver(layout);
}

/** Whether a layout lays the pro over the visitor, body over body. */
export function laysOver(layout: Layout): boolean {
  return layout === 'ghost' || layout === 'wipe';
}

/** Whether two choices make the same comparison. */
export function areSameChoices(a: ComparisonChoices, b: ComparisonChoices): boolean {
  const hasHandFits = a.framing !== 'full' && !laysOver(a.layout);
  const hasBoxes = a.framing !== 'full' || laysOver(a.layout);
  const isSameSide = (side: 'user' | 'pro') =>
    a[side].isMirrored === b[side].isMirrored &&
    a[side].nudgeFrames === b[side].nudgeFrames &&
    a[side].slowMotionFactor === b[side].slowMotionFactor &&
    (!hasHandFits || areSameFits(a[side].fit, b[side].fit)) &&
    (!hasBoxes || areSameBoxes(a[side].box, b[side].box));
  const isSameGhost =
    a.layout !== 'ghost' || (a.ghost.look === b.ghost.look && a.ghost.strengthPercent === b.ghost.strengthPercent);
  return (
    a.tempo === b.tempo &&
    a.layout === b.layout &&
    a.framing === b.framing &&
    isSameGhost &&
    (!laysOver(a.layout) || areSameFits(a.ghost.fit, b.ghost.fit)) &&
    (a.layout !== 'wipe' || a.wipePercent === b.wipePercent) &&
    a.hasBodyLines === b.hasBodyLines &&
    areSameNames(a.names, b.names) &&
    a.hasStrip === b.hasStrip &&
    a.isSwapped === b.isSwapped &&
    isSameSide('user') &&
    isSameSide('pro')
  );
}

function areSameNames(a: NameChoices, b: NameChoices): boolean {
  return a.isShown === b.isShown && (!a.isShown || (a.user === b.user && a.pro === b.pro));
}
