// The loops of a player: the whole timeline, or a part of the swing between its positions.
import type { Position } from '#domain/swing/swing.ts';

/** The behavior at the end: stop, or restart the whole timeline or a part of the swing. */
export const LOOP_CHOICES = ['once', 'whole', 'rest-to-strike', 'backswing', 'downswing', 'around-strike'] as const;

export type LoopChoice = (typeof LOOP_CHOICES)[number];

export type PartLoop = Exclude<LoopChoice, 'once' | 'whole'>;

/** The time of each marked position on a player's timeline, in seconds. */
export type PositionTimes = Partial<Readonly<Record<Position, number>>>;

/** A part of a player's timeline, in seconds. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

export function isPart(choice: LoopChoice): choice is PartLoop {
  return choice !== 'once' && choice !== 'whole';
}

/**
 * The part of a timeline that a choice loops, or null if the positions that bound it are missing. It ends one frame
 * after its last position, so that this frame is visible. Around the strike it covers half a downswing on either side.
 */
export function partOf(choice: PartLoop, positionTimes: PositionTimes, frameSeconds: number): Stretch | null {
  const { rest, top, strike } = positionTimes;
  const between = (from: number | undefined, to: number | undefined) =>
    from === undefined || to === undefined ? null : { from, to: to + frameSeconds };
  switch (choice) {
    case 'rest-to-strike':
      return between(rest, strike);
    case 'backswing':
      return between(rest, top);
    case 'downswing':
      return between(top, strike);
    case 'around-strike': {
      if (top === undefined || strike === undefined) return null;
      const half = (strike - top) / 2;
      return between(strike - half, strike + half);
    }
  }
}

/** The choices available for a swing with these positions. */
export function loopsOf(positionTimes: PositionTimes): readonly LoopChoice[] {
  return LOOP_CHOICES.filter((choice) => !isPart(choice) || partOf(choice, positionTimes, 0) !== null);
}

/** The nearest time within a stretch. */
export function within(at: number, { from, to }: Stretch): number {
  return Math.min(Math.max(at, from), to);
}
