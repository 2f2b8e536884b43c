// The visitor's choices for a comparison, apart from marks: alignment, tempo, layout, framing, ghost, wipe, body lines, evidence,
// names, strip, mirror, swap, nudge and slow-motion factor.
import type { FoundCheckpoint } from '#domain/body/checkpoints.ts';
import { bySide, type Side } from '#domain/side.ts';

/** The positions that can be a side's event. */
const EVENTS = ['strike', 'top'] as const;

/** One of {@link EVENTS}. */
export type SwingEvent = (typeof EVENTS)[number];

/** The alignments: what the two swings have in common on one timeline. */
export const ALIGNMENTS = [...EVENTS, 'all'] as const;

/**
 * The alignment: both strikes or both tops at the same time, each side at its own pace; or rest, top and strike all
 * together, with one side's tempo fitted to the other's.
 */
export type Alignment = (typeof ALIGNMENTS)[number];

/**
 * The position that meets at `meetAt` in an alignment; the strike in the alignment `all`.
 * @example
 * eventOf('all') // 'strike'
 */
export function eventOf(alignment: Alignment): SwingEvent {
  return alignment === 'all' ? 'strike' : alignment;
}

/** The alignment that is chosen until the visitor chooses another (specification §9). */
export const DEFAULT_ALIGNMENT: Alignment = 'strike';

/** The choices for one side. */
export interface SideChoices {
  /** Whether the picture is mirrored left to right, so that a left-hander can be compared with a right-hander. */
  readonly isMirrored: boolean;
  /**
   * Shift of the frame that meets the other side, in the side's own frames: positive for a later frame. A whole number
   * within ±{@link MAX_NUDGE_FRAMES}, clamped to the clip's first and last frame.
   */
  readonly nudgeFrames: number;
  /** How many times slower than real time the clip plays: 1 for real time, at most `MAX_SLOW_MOTION_FACTOR` (slow-motion.ts). */
  readonly slowMotionFactor: number;
  /** Move and scale of the picture in its panel, relative to the framing. Ignored in the framing `full`. */
  readonly fit: PictureFit;
  /** The golfer's place at rest, as set by the visitor; null for the detected one. */
  readonly box: GolferBox | null;
  /** The checkpoints that the visitor corrected, in seconds of the clip. Absent without any; they change no merged video. */
  readonly checkpoints?: Readonly<Partial<Record<FoundCheckpoint, number>>>;
}

/** The golfer's place, in thousandths of the clip's upright picture as filmed: whole numbers, 0 to 1000. */
export interface GolferBox {
  /** The top of the head. */
  readonly headPermille: number;
  /** The soles: at least {@link LEAST_BOX_PERMILLE} below the head. */
  readonly solesPermille: number;
  /** The horizontal middle between the feet. */
  readonly middlePermille: number;
}

/** Minimum height of a {@link GolferBox}. */
export const LEAST_BOX_PERMILLE = 50;

/**
 * The layouts of a comparison: beside, above or over each other, one over the other up to an edge, or one side alone, which
 * {@link sideAlone} names.
 */
export const LAYOUTS = ['side-by-side', 'stacked', 'ghost', 'wipe', 'alone'] as const;

/** One of {@link LAYOUTS}. */
export type Layout = (typeof LAYOUTS)[number];

/** How the ghost shows the pro over the visitor: the whole picture, the golfer without the background, or the outline. */
export const GHOST_LOOKS = ['whole', 'cut-out', 'outline'] as const;

/** One of {@link GHOST_LOOKS}. */
export type GhostLook = (typeof GHOST_LOOKS)[number];

/**
 * How much of both pictures is shown: all of it (`full`), the golfers from setup to impact (`golfers`), or the whole
 * swing with the club (`wide`). The last two show both golfers at the same height on one ground line, in panes of the
 * same size. Where a golfer's body is unknown, they show full pictures until the visitor moves them.
 */
export const FRAMINGS = ['full', 'golfers', 'wide'] as const;

type Framing = (typeof FRAMINGS)[number];

/** Move and scale of a picture by the visitor, relative to its automatic place. Whole numbers. */
export interface PictureFit {
  /** Scale in percent of the automatic size. */
  readonly sizePercent: number;
  /** To the right, in percent of the width of the canvas, or of the side's panel. */
  readonly rightPercent: number;
  /** Upwards, in percent of the height of the canvas, or of the side's panel. */
  readonly upPercent: number;
}

/** The bounds of {@link GhostChoices.fit}, both included. */
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

/** The choices for the ghost. */
export interface GhostChoices {
  readonly look: GhostLook;
  /** Opacity of the pro over the visitor: a whole number from 0 to 100. The outline is always opaque. */
  readonly strengthPercent: number;
  /** Move and scale of the pro's picture over the visitor's. */
  readonly fit: PictureFit;
}

/** The choices for the names on the pictures. */
export interface NameChoices {
  readonly isShown: boolean;
  /** The text that the visitor typed for a side, at most `MAX_NAME_LENGTH` characters; null for the default name. */
  readonly user: string | null;
  readonly pro: string | null;
}

/** All choices for a comparison. */
export interface ComparisonChoices {
  /**
   * Whose tempo both swings follow in the alignment `all`: that side plays as filmed, and the other is fitted to it. Kept
   * in the other alignments.
   */
  readonly tempo: Side;
  readonly layout: Layout;
  /** Present until the visitor chooses a layout: the stage then takes the one that shows both golfers larger. */
  readonly isLayoutOpen?: true;
  readonly framing: Framing;
  /** Used only in the layout `ghost` (the fit also in `wipe`), and kept in the others. */
  readonly ghost: GhostChoices;
  /** Position of the wipe's edge: a whole number from 5 to 95, in percent of the canvas width. Only for `wipe`. */
  readonly wipePercent: number;
  /** Whether the skeleton and the hands' path are drawn over both sides, where the body is known. */
  readonly hasBodyLines: boolean;
  /** Whether the evidence of what differs most is drawn around the moments that show it. */
  readonly hasEvidence: boolean;
  readonly names: NameChoices;
  /** Whether a strip below the pictures shows both sides' positions, the playhead and both tempos. */
  readonly hasStrip: boolean;
  /** Whether the pro is on the left and the visitor on the right; in the layout `alone`, whether the pro is shown. */
  readonly isSwapped: boolean;
  readonly user: SideChoices;
  readonly pro: SideChoices;
}

/** A nudge corrects a mark that is slightly off; a larger error is corrected at the mark itself. */
export const MAX_NUDGE_FRAMES = 60;

/** A picture at its automatic place. */
export const NO_FIT: PictureFit = Object.freeze({ sizePercent: 100, rightPercent: 0, upPercent: 0 });

const SIDE_AS_FILMED: SideChoices = Object.freeze({
  isMirrored: false,
  nudgeFrames: 0,
  slowMotionFactor: 1,
  fit: NO_FIT,
  box: null,
});

/** The default ghost: both pictures equally visible. */
export const DEFAULT_GHOST: GhostChoices = Object.freeze({ look: 'whole', strengthPercent: 50, fit: NO_FIT });

/** No choices made: side by side, the visitor on the left, both as filmed, the marked frames together. */
export const AS_FILMED: ComparisonChoices = Object.freeze({
  tempo: 'user',
  layout: 'side-by-side',
  framing: 'full',
  ghost: DEFAULT_GHOST,
  // Beside golfers in the middle of the picture, not through both.
  wipePercent: 30,
  hasBodyLines: false,
  hasEvidence: false,
  names: Object.freeze({ isShown: false, user: null, pro: null }),
  hasStrip: false,
  isSwapped: false,
  user: SIDE_AS_FILMED,
  pro: SIDE_AS_FILMED,
});

/** The initial choices of the pages: as filmed, with names and strip, framed around the golfers where these are known. */
export const FIRST_CHOICES: ComparisonChoices = Object.freeze({
  ...AS_FILMED,
  isLayoutOpen: true,
  framing: 'golfers',
  names: Object.freeze({ ...AS_FILMED.names, isShown: true }),
  hasStrip: true,
});

/**
 * The choices with one side changed.
 * @example
 * withSideChoices(AS_FILMED, 'pro', { isMirrored: true }).pro.isMirrored // true
 */
export function withSideChoices(
  choices: ComparisonChoices,
  side: Side,
  change: Partial<SideChoices>,
): ComparisonChoices {
  return { ...choices, [side]: { ...choices[side], ...change } };
}

/**
 * The choices with each side's slow-motion factor.
 * @example
 * withSlowMotion(AS_FILMED, { user: 8, pro: 1 }).user.slowMotionFactor // 8
 */
export function withSlowMotion(choices: ComparisonChoices, factors: Readonly<Record<Side, number>>): ComparisonChoices {
  return { ...choices, ...bySide((side) => ({ ...choices[side], slowMotionFactor: factors[side] })) };
}

/** The choices after a side's clip or golfer has changed: nudge, fit, box and corrected checkpoints of the earlier clip are reset. */
export function withoutNudge(choices: ComparisonChoices, side: Side): ComparisonChoices {
  const { checkpoints, ...kept } = choices[side];
  return { ...choices, [side]: { ...kept, nudgeFrames: 0, fit: NO_FIT, box: null } };
}

/** Whether these choices need the outlines of the pro. */
export function needsOutlines({ layout, ghost }: ComparisonChoices): boolean {
  return layout === 'ghost' && ghost.look !== 'whole';
}

/** Whether these choices benefit from known bodies, or require them. */
export function usesBodies({ layout, hasBodyLines, hasEvidence }: ComparisonChoices): boolean {
  return hasBodyLines || hasEvidence || laysOver(layout);
}

/**
 * Whether a layout shows the pro over the visitor.
 * @example
 * laysOver('ghost') // true
 * laysOver('stacked') // false
 */
export function laysOver(layout: Layout): boolean {
  return layout === 'ghost' || layout === 'wipe';
}

/**
 * The only side that the choices show: the visitor, or the pro when swapped. Null in every layout but `alone`.
 * @example
 * sideAlone({ layout: 'alone', isSwapped: true }) // 'pro'
 * sideAlone({ layout: 'ghost', isSwapped: true }) // null
 */
export function sideAlone({ layout, isSwapped }: Pick<ComparisonChoices, 'layout' | 'isSwapped'>): Side | null {
  if (layout !== 'alone') return null;
  return isSwapped ? 'pro' : 'user';
}
