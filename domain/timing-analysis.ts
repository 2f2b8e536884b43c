// The Swing Timing Analysis of SPEC §9: how long the parts of two swings take, and how they differ.
// Numbers and words' keys only; colour and text belong to the screen.
import type { SwingAnnotations } from './swing.ts';

/** The three parts of a swing that are timed. */
export const PHASES = ['rest-to-top', 'top-to-strike', 'rest-to-strike'] as const;

/** One timed part of a swing. */
export type Phase = (typeof PHASES)[number];

/** How one part of the visitor's swing compares with the pro's. */
export interface PhaseTiming {
  readonly phase: Phase;
  /** The visitor's time in seconds, or null when a mark is missing. */
  readonly user: number | null;
  /** The pro's time in seconds, or null when a mark is missing. */
  readonly pro: number | null;
  /** Visitor minus pro in seconds, rounded to hundredths as it is shown; null when either is null. */
  readonly difference: number | null;
  /** `slower` for a positive difference, otherwise `faster` (SPEC §9: there is no third word); null without one. */
  readonly verdict: 'slower' | 'faster' | null;
}

/** The timing of two swings. */
export interface TimingAnalysis {
  readonly phases: readonly PhaseTiming[];
  /** Backswing : downswing of each side (3 means three to one); null when a mark is missing or the order is wrong. */
  readonly tempoRatio: { readonly user: number | null; readonly pro: number | null };
}

/** Compares the timing of two swings. Missing marks give nulls; nothing throws. */
export function analyseTiming(user: SwingAnnotations, pro: SwingAnnotations): TimingAnalysis {
  return {
    phases: PHASES.map((phase) => comparePhase(phase, phaseLength(user, phase), phaseLength(pro, phase))),
    tempoRatio: { user: tempoRatio(user), pro: tempoRatio(pro) },
  };
}

/** The length of one part of a swing in seconds, or null when one of its two marks is missing. */
export function phaseLength(annotations: SwingAnnotations, phase: Phase): number | null {
  const { restTime, topTime, strikeTime } = annotations;
  const [from, to] = {
    'rest-to-top': [restTime, topTime],
    'top-to-strike': [topTime, strikeTime],
    'rest-to-strike': [restTime, strikeTime],
  }[phase];
  return from == null || to == null ? null : to - from;
}

/** Backswing divided by downswing, or null when a mark is missing or either part is not above 0. */
export function tempoRatio(annotations: SwingAnnotations): number | null {
  const back = phaseLength(annotations, 'rest-to-top');
  const down = phaseLength(annotations, 'top-to-strike');
  return back !== null && down !== null && back > 0 && down > 0 ? back / down : null;
}

function comparePhase(phase: Phase, user: number | null, pro: number | null): PhaseTiming {
  if (user === null || pro === null) return { phase, user, pro, difference: null, verdict: null };
  // Rounded as shown, so that "+0.00 s Slower" can never appear.
  const difference = Math.round((user - pro) * 100) / 100 || 0;
  return { phase, user, pro, difference, verdict: difference > 0 ? 'slower' : 'faster' };
}
