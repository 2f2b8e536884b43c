// The timed parts of one swing, and its tempo.
import { type Position, type SwingAnnotations, timeOf } from './swing.ts';

/** The three parts of a swing that are timed. */
export const PHASES = ['rest-to-top', 'top-to-strike', 'rest-to-strike'] as const;

/** One timed part of a swing. */
export type Phase = (typeof PHASES)[number];

/** The positions at which a phase begins and ends. */
export const PHASE_ENDS: Readonly<Record<Phase, readonly [Position, Position]>> = {
  'rest-to-top': ['rest', 'top'],
  'top-to-strike': ['top', 'strike'],
  'rest-to-strike': ['rest', 'strike'],
};

/** The length of one part of a swing in seconds, or null when one of its two marks is missing. */
export function phaseLength(annotations: SwingAnnotations, phase: Phase): number | null {
  const [from, to] = PHASE_ENDS[phase].map((position) => timeOf(annotations, position));
  return from == null || to == null ? null : to - from;
}

/**
 * Backswing divided by downswing, or null when a mark is missing or either part is not above 0.
 *
 * @example
 * tempoRatio({ restTime: 1, topTime: 1.75, strikeTime: 2 }) // 3
 */
export function tempoRatio(annotations: SwingAnnotations): number | null {
  const back = phaseLength(annotations, 'rest-to-top');
  const down = phaseLength(annotations, 'top-to-strike');
  return back !== null && down !== null && back > 0 && down > 0 ? back / down : null;
}
