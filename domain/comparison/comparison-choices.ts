// What a visitor can choose for a comparison beyond marks and alignment: mirror, swap, nudge, slow-motion factor.

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

/** What is chosen for a comparison. */
export interface ComparisonChoices {
  /** Whether the pro stands left and the visitor right. */
  readonly isSwapped: boolean;
  readonly user: SideChoices;
  readonly pro: SideChoices;
}

/** A nudge is for a mark that is a little off; a larger error is corrected at the mark itself. */
export const MAX_NUDGE_FRAMES = 60;

const SIDE_AS_FILMED: SideChoices = Object.freeze({ isMirrored: false, nudgeFrames: 0, slowMotionFactor: 1 });

/** Nothing chosen: the visitor left, both as they were filmed, the marked frames together. */
export const AS_FILMED: ComparisonChoices = Object.freeze({
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

/** Whether two choices make the same comparison. */
export function areSameChoices(a: ComparisonChoices, b: ComparisonChoices): boolean {
  const isSameSide = (side: 'user' | 'pro') =>
    a[side].isMirrored === b[side].isMirrored &&
    a[side].nudgeFrames === b[side].nudgeFrames &&
    a[side].slowMotionFactor === b[side].slowMotionFactor;
  return a.isSwapped === b.isSwapped && isSameSide('user') && isSameSide('pro');
}
