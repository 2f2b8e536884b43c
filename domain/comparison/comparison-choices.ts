// What a visitor can choose for a comparison beyond marks and alignment: tempo, layout, ghost, body lines, mirror, swap,
// nudge, slow-motion factor.

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
}

/** The layouts of a comparison: beside, above or over each other. */
export const LAYOUTS = ['side-by-side', 'stacked', 'ghost'] as const;

/** One of {@link LAYOUTS}. */
export type Layout = (typeof LAYOUTS)[number];

/** What the ghost shows of the pro over the visitor: the whole picture, the golfer without the background, or the outline. */
export const GHOST_LOOKS = ['whole', 'cut-out', 'outline'] as const;

/** One of {@link GHOST_LOOKS}. */
export type GhostLook = (typeof GHOST_LOOKS)[number];

/** By how much the visitor has moved the pro's picture from where the ghost puts it by itself. Whole numbers. */
export interface GhostFit {
  /** 50 to 200: the size in percent of what it was. */
  readonly sizePercent: number;
  /** −50 to 50: to the right, in percent of the canvas' width. */
  readonly rightPercent: number;
  /** −50 to 50: upwards, in percent of the canvas' height. */
  readonly upPercent: number;
}

/** The bounds of {@link GhostFit}, both included. */
export const GHOST_FIT_BOUNDS = Object.freeze({
  sizePercent: Object.freeze({ least: 50, most: 200 }),
  rightPercent: Object.freeze({ least: -50, most: 50 }),
  upPercent: Object.freeze({ least: -50, most: 50 }),
});

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

/** What is chosen for a comparison. */
export interface ComparisonChoices {
  /** Counts in the alignment `all` only, and is kept in the others. */
  readonly tempo: TempoChoice;
  readonly layout: Layout;
  /** Counts in the layout `ghost` only, and is kept in the others. */
  readonly ghost: GhostChoices;
  /** Whether skeleton and hands' path are drawn over both sides, where the body is known. */
  readonly hasBodyLines: boolean;
  /** Whether the pro stands left and the visitor right. */
  readonly isSwapped: boolean;
  readonly user: SideChoices;
  readonly pro: SideChoices;
}

/** A nudge is for a mark that is a little off; a larger error is corrected at the mark itself. */
export const MAX_NUDGE_FRAMES = 60;

const SIDE_AS_FILMED: SideChoices = Object.freeze({ isMirrored: false, nudgeFrames: 0, slowMotionFactor: 1 });

/** The pro where the ghost puts it by itself. */
export const NO_FIT: GhostFit = Object.freeze({ sizePercent: 100, rightPercent: 0, upPercent: 0 });

/** The ghost until it is changed: both pictures seen equally. */
export const DEFAULT_GHOST: GhostChoices = Object.freeze({ look: 'whole', strengthPercent: 50, fit: NO_FIT });

/** Nothing chosen: side by side, the visitor left, both as they were filmed, the marked frames together. */
export const AS_FILMED: ComparisonChoices = Object.freeze({
  tempo: 'user',
  layout: 'side-by-side',
  ghost: DEFAULT_GHOST,
  hasBodyLines: false,
  isSwapped: false,
  user: SIDE_AS_FILMED,
  pro: SIDE_AS_FILMED,
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

/** The choices after a side's clip or golfer has changed: its nudge belonged to the marks that are gone. */
export function withoutNudge(choices: ComparisonChoices, side: 'user' | 'pro'): ComparisonChoices {
  return withSideChoices(choices, side, { nudgeFrames: 0 });
}

/** Whether two fits put the picture in the same place. */
export function areSameFits(a: GhostFit, b: GhostFit): boolean {
  return a.sizePercent === b.sizePercent && a.rightPercent === b.rightPercent && a.upPercent === b.upPercent;
}

/** Whether these choices need the golfer's outlines on the pro's side. */
export function needsOutlines({ layout, ghost }: ComparisonChoices): boolean {
  return layout === 'ghost' && ghost.look !== 'whole';
}

/** Whether these choices are shown better, or at all, where the golfers' bodies are known. */
export function usesBodies({ layout, hasBodyLines }: ComparisonChoices): boolean {
  return hasBodyLines || layout === 'ghost';
}

/** Whether two choices make the same comparison. */
export function areSameChoices(a: ComparisonChoices, b: ComparisonChoices): boolean {
  const isSameSide = (side: 'user' | 'pro') =>
    a[side].isMirrored === b[side].isMirrored &&
    a[side].nudgeFrames === b[side].nudgeFrames &&
    a[side].slowMotionFactor === b[side].slowMotionFactor;
  const isSameGhost =
    a.layout !== 'ghost' ||
    (a.ghost.look === b.ghost.look &&
      a.ghost.strengthPercent === b.ghost.strengthPercent &&
      areSameFits(a.ghost.fit, b.ghost.fit));
  return (
    a.tempo === b.tempo &&
    a.layout === b.layout &&
    isSameGhost &&
    a.hasBodyLines === b.hasBodyLines &&
    a.isSwapped === b.isSwapped &&
    isSameSide('user') &&
    isSameSide('pro')
  );
}
