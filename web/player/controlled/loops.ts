// What can be played again and again: everything, or a part of the swing between its positions.
import type { Position } from '#domain/swing/swing.ts';

/** What happens at the end: stop, or begin everything or one part of the swing again. */
export const LOOP_CHOICES = ['once', 'whole', 'rest-to-strike', 'backswing', 'downswing', 'around-strike'] as const;

/** One of {@link LOOP_CHOICES}. */
export type LoopChoice = (typeof LOOP_CHOICES)[number];

/** A choice that loops a part of the swing. */
export type PartLoop = Exclude<LoopChoice, 'once' | 'whole'>;

/** When each marked position is reached on a player's timeline, in seconds. */
export type PositionTimes = Partial<Readonly<Record<Position, number>>>;

/** A part of a player's timeline, in seconds. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Whether a choice loops a part of the swing. */
export function isPart(choice: LoopChoice): choice is PartLoop {
  return choice !== 'once' && choice !== 'whole';
}

/**
 * The part of a timeline that a choice loops, or null where the positions that bound it are missing. It is one frame longer than
 * its last position, so that this is seen. Around the strike it reaches as far as half the downswing before and after it.
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

/** The choices that a swing with these positions has. */
export function loopsOf(positionTimes: PositionTimes): readonly LoopChoice[] {
  return LOOP_CHOICES.filter((choice) => !isPart(choice) || partOf(choice, positionTimes, 0) !== null);
}

/** The nearest time within a stretch. */
export function within(at: number, { from, to }: Stretch): number {
  return Math.min(Math.max(at, from), to);
}
