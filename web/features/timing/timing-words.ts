// The timing analysis in sentences, and the precision at which its numbers are shown.
import type { Side } from '#domain/comparison/comparison-plan.ts';
import type { PhaseTiming, TimingAnalysis } from '#domain/swing/timing-analysis.ts';
import type { Footage } from '#domain/swing/timing-uncertainty.ts';
import { formatTempo } from '#web/swing/tempo-words.ts';
import { formatSeconds } from '#web/words/format-time.ts';
import { say, words } from '#web/words/words.ts';

/** A ± in seconds to two decimals, such as `± 0.03 s`; never none. */
export function formatUncertainty(seconds: number): string {
  return say(words.numbers.uncertainty, { amount: formatSeconds(atLeastHundredth(seconds)) });
}

/**
 * The one sentence on durations: the clearest difference that can be measured, or that there is none. `proName` is null
 * for the visitor's own pro video.
 */
export function differenceSentence({ phases }: Pick<TimingAnalysis, 'phases'>, proName: string | null): string | null {
  const clearest = clearestDifference(phases);
  if (clearest && (clearest.verdict === 'slower' || clearest.verdict === 'faster')) {
    const { phase, shown } = clearest;
    return say(words.timing.difference, {
      part: words.timing.phasesInText[phase],
      amount: formatSeconds(Math.abs(shown.difference ?? 0)),
      verdict: words.timing.verdictsInText[clearest.verdict],
      whose: possessive(proName),
    });
  }
  const known = phases.find(({ phase, difference }) => phase === 'top-to-strike' && difference !== null);
  const compared = known ?? phases.find(({ difference }) => difference !== null);
  if (!compared) return null;
  return say(words.timing.noDifferenceIn, {
    part: words.timing.phasesInText[compared.phase],
    least: formatSeconds(atLeastHundredth(compared.differenceUncertainty)),
  });
}

/** The one sentence on tempo; null when one of the ratios is missing. */
export function tempoSentence(
  { tempo, isTempoDifferenceMeasurable }: Pick<TimingAnalysis, 'tempo' | 'isTempoDifferenceMeasurable'>,
  proName: string | null,
): string | null {
  const { user, pro } = tempo;
  if (!user || !pro) return null;
  if (!isTempoDifferenceMeasurable) return words.timing.noTempoDifference;
  return say(user.ratio > pro.ratio ? words.timing.longerBack : words.timing.longerDown, {
    yours: formatTempo(user).ratio,
    whose: possessive(proName),
    theirs: formatTempo(pro).ratio,
  });
}

/** How the seconds were converted, when a clip is slow motion; null when none is. */
export function slowMotionSentence(
  footage: Readonly<Record<Side, Footage>>,
  isFactorUnconfirmed: boolean,
): string | null {
  const factors = [footage.user.slowMotionFactor, footage.pro.slowMotionFactor];
  if (factors.every((factor) => factor === 1)) return null;
  return isFactorUnconfirmed ? words.timing.trueSecondsProposed : words.timing.trueSeconds;
}

/** The measurable phase furthest beyond its ±; the whole swing only if neither part is measurable. */
function clearestDifference(phases: readonly PhaseTiming[]): PhaseTiming | null {
  const told = phases.filter(({ isMeasurable, difference }) => isMeasurable && difference !== 0);
  const parts = told.filter(({ phase }) => phase !== 'rest-to-strike');
  const clearness = ({ difference, differenceUncertainty }: PhaseTiming) =>
    Math.abs(difference ?? 0) / differenceUncertainty;
  return (parts.length > 0 ? parts : told).toSorted((a, b) => clearness(b) - clearness(a))[0] ?? null;
}

/** A ± is never none. */
function atLeastHundredth(seconds: number): number {
  return Math.max(0.01, seconds);
}

/** A name of words only; a swing that is described ("7 iron, face-on") would not read as one. */
const PERSON = /^[\p{L}\p{M}\p{Zs}.'’-]{1,40}$/u;

function possessive(proName: string | null): string {
  return proName !== null && PERSON.test(proName)
    ? say(words.timing.golfersSwing, { name: proName })
    : words.timing.prosSwing;
}
