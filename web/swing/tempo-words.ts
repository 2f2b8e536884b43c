// A swing's tempo as text, no more precise than the footage.
import type { Side } from '#domain/comparison/comparison-choices.ts';
import { inTrueTime } from '#domain/swing/slow-motion.ts';
import { type Position, phaseLength, type SwingAnnotations } from '#domain/swing/swing.ts';
import { type Tempo, tempoOf } from '#domain/swing/timing-analysis.ts';
import { type Doubts, footageOf, NO_HUNDREDTHS, spanUncertainty } from '#domain/swing/timing-uncertainty.ts';
import type { Clip } from '#domain/video/clip.ts';
import { formatRatio, formatSeconds } from '#web/words/format-time.ts';
import { formatDecimals } from '#web/words/numbers.ts';
import { say, words } from '#web/words/words.ts';

/** A tempo and its ±, such as `3.0 : 1` and `± 0.4`: to one decimal, or none when the ± is one or more. */
export function formatTempo({ ratio, uncertainty }: Pick<Tempo, 'ratio' | 'uncertainty'>): {
  readonly ratio: string;
  readonly uncertainty: string;
} {
  const decimals = uncertainty >= 1 ? 0 : 1;
  const amount = formatDecimals(Math.max(0.1, uncertainty), decimals);
  return { ratio: formatRatio(ratio, decimals), uncertainty: say(words.numbers.uncertainty, { amount }) };
}

/** Replaces a tempo based on a doubtful mark: "Tempo unclear: check your rest". */
export function tempoUnclear(side: Side, toCheck: Position): string {
  return say(words.stage.tempoUnclear[side], { position: words.swing.positionsInText[toCheck] });
}

interface TimedClip {
  /** Null when its frames are unknown. */
  readonly clip: Clip | null;
  readonly annotations: SwingAnnotations;
  readonly slowMotionFactor: number;
  readonly doubts?: Doubts;
}

/** Backswing to downswing, and the real duration of the swing, such as `3.1 : 1 · 1.2 s`; null without all marks. */
export function tempoText({ clip, annotations, slowMotionFactor, doubts = {} }: TimedClip): string | null {
  const footage = footageOf({ clip, annotations, slowMotionFactor, newPicturesPerSecond: null, doubts });
  const inTrue = inTrueTime(annotations, slowMotionFactor);
  const tempo = tempoOf(inTrue, footage);
  const total = phaseLength(inTrue, 'rest-to-strike');
  if (!tempo || total === null) return null;
  if (tempo.toCheck) return tempoUnclear('user', tempo.toCheck);
  const decimals = spanUncertainty('rest', 'strike', footage) >= NO_HUNDREDTHS ? 1 : 2;
  return say(words.swing.tempo, { ratio: formatTempo(tempo).ratio, seconds: formatSeconds(total, decimals) });
}
