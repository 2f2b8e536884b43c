// Tempo and timing analysis in words, with numbers no more precise than the footage.
import type { Side } from '#domain/side.ts';
import { inTrueTime } from '#domain/swing/slow-motion.ts';
import { type Position, phaseLength, type SwingAnnotations } from '#domain/swing/swing.ts';
import {
  type PhaseTiming,
  ratioDecimals,
  type Tempo,
  type TimingAnalysis,
  tempoOf,
} from '#domain/swing/timing-analysis.ts';
import {
  type Doubts,
  type Footage,
  footageOf,
  NO_HUNDREDTHS,
  spanUncertainty,
} from '#domain/swing/timing-uncertainty.ts';
import type { Clip } from '#domain/video/clip.ts';
import { formatDecimals, formatRatio, formatSeconds } from './format-numbers.ts';
import { say, words } from './words.ts';

/** A tempo and its ±, such as `3.0:1` and `±0.4`: to one decimal, or none when the ± is one or more. */
export function formatTempo({ ratio, uncertainty }: Pick<Tempo, 'ratio' | 'uncertainty'>): {
  readonly ratio: string;
  readonly uncertainty: string;
} {
  const decimals = ratioDecimals(uncertainty);
  const amount = formatDecimals(Math.max(0.1, uncertainty), decimals);
  return { ratio: formatRatio(ratio, decimals), uncertainty: say(words.numbers.uncertainty, { amount }) };
}

/** Replaces a tempo based on a doubtful mark: "Not sure about your tempo. Check your setup.". */
function tempoUnclear(side: Side, toCheck: Position): string {
  return say(words.stage.tempoUnclear[side], { position: words.swing.positionsInText[toCheck] });
}

interface TimedClip {
  /** Null when its frames are unknown. */
  readonly clip: Clip | null;
  readonly annotations: SwingAnnotations;
  readonly slowMotionFactor: number;
  readonly doubts?: Doubts;
}

/** Backswing to downswing, and the real duration of the swing, such as `3.1:1 · 1.2 s`; null without all marks, or with a doubtful one. */
export function tempoText({ clip, annotations, slowMotionFactor, doubts = {} }: TimedClip): string | null {
  const footage = footageOf({ clip, annotations, slowMotionFactor, newPicturesPerSecond: null, doubts });
  const inTrue = inTrueTime(annotations, slowMotionFactor);
  const tempo = tempoOf(inTrue, footage);
  const total = phaseLength(inTrue, 'rest-to-strike');
  if (!tempo || tempo.toCheck || total === null) return null;
  const decimals = spanUncertainty('rest', 'strike', footage) >= NO_HUNDREDTHS ? 1 : 2;
  return say(words.swing.tempo, { ratio: formatTempo(tempo).ratio, seconds: formatSeconds(total, decimals) });
}

/** A ± in seconds to two decimals, such as `±0.03 s`; never zero. */
export function formatUncertainty(seconds: number): string {
  return say(words.numbers.uncertainty, { amount: formatSeconds(atLeastHundredth(seconds)) });
}

/**
 * Both swings in one sentence to repeat to a friend: whose rhythm, and how much slower or faster the whole swing is, as
 * a share that the footage resolves. Null without both tempos. Without `isPaceKnown` the pace is omitted.
 */
export function inShort(analysis: TimingAnalysis, proName: string | null, isPaceKnown: boolean): string | null {
  const { user, pro } = analysis.tempo;
  const whole = analysis.phases.find(({ phase }) => phase === 'rest-to-strike');
  if (!user || !pro || !whole) return null;
  if (user.toCheck) return tempoUnclear('user', user.toCheck);
  if (pro.toCheck) return tempoUnclear('pro', pro.toCheck);
  const uncertainty = Math.max(user.uncertainty, pro.uncertainty);
  // Show both with the precision of the less certain one.
  const [yours, theirs] = [formatTempo({ ...user, uncertainty }).ratio, formatTempo({ ...pro, uncertainty }).ratio];
  const whose = possessive(proName);
  const sentences = {
    same: words.timing.sameRhythm,
    close: words.timing.closeRhythm,
    other: words.timing.otherRhythm,
  };
  const rhythm = say(sentences[analysis.rhythm ?? 'other'], { ratio: theirs, yours, whose, theirs });
  return isPaceKnown
    ? say(words.timing.inShort, { rhythm, pace: paceOf(whole) })
    : say(words.timing.inShortRhythm, { rhythm });
}

/** Maximum uncertainty of a named share, relative to the pro's time. */
const MAX_SHARE_UNCERTAINTY = 0.12;
/** Minimum difference at which both times are given as a ratio, relative to the pro's time. */
const RATIO_FROM = 0.42;
/** Minimum difference at which it is given as "times as long". */
const TIMES_FROM = 0.75;
const SHARES = [
  [0.04, 'little'],
  [0.1, 'tenth'],
  [0.2, 'fifth'],
  [0.25, 'quarter'],
  [1 / 3, 'third'],
] as const;

function tens(share: number): string {
  return formatDecimals(Math.round(10 * share) * 10, 0);
}

/** How much slower or faster the visitor's whole swing is: "About a third slower overall", without a full stop. */
function paceOf({ verdict, difference, differenceUncertainty, user, pro }: PhaseTiming): string {
  if ((verdict !== 'slower' && verdict !== 'faster') || difference === null || !user || !pro) {
    return words.timing.samePace;
  }
  const slowerOrFaster = words.timing.verdictsInText[verdict];
  if (differenceUncertainty / pro > MAX_SHARE_UNCERTAINTY)
    return say(words.timing.paceOnly, { verdict: slowerOrFaster });
  const share = Math.abs(difference) / pro;
  if (share >= RATIO_FROM) {
    return verdict === 'slower'
      ? share < TIMES_FROM
        ? say(words.timing.percentSlower, { percent: tens(share) })
        : say(words.timing.timesAsLong, { times: formatDecimals(user / pro, 1) })
      : say(words.timing.percentFaster, { percent: tens(share) });
  }
  const [, name] = SHARES.reduce((best, next) => (Math.abs(next[0] - share) < Math.abs(best[0] - share) ? next : best));
  return say(words.timing.pace, { amount: words.timing.shares[name], verdict: slowerOrFaster });
}

/**
 * The one sentence about durations: the clearest measurable difference, or that there is none. `proName` is null for
 * the visitor's own pro video, and `words.swing.then` for their own earlier swing.
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

/** The one sentence about tempo; null when a ratio is missing. */
export function tempoSentence(
  { tempo, rhythm }: Pick<TimingAnalysis, 'tempo' | 'rhythm'>,
  proName: string | null,
): string | null {
  const { user, pro } = tempo;
  if (!user || !pro || user.toCheck || pro.toCheck) return null;
  // The headline already says this.
  if (rhythm !== 'other') return null;
  return say(user.ratio > pro.ratio ? words.timing.longerBack : words.timing.longerDown, {
    yours: formatTempo(user).ratio,
    whose: possessive(proName),
    theirs: formatTempo(pro).ratio,
  });
}

/** How seconds were converted for slow motion; null without slow motion. */
export function slowMotionSentence(
  footage: Readonly<Record<Side, Footage>>,
  isFactorUnconfirmed: boolean,
): string | null {
  const factors = [footage.user.slowMotionFactor, footage.pro.slowMotionFactor];
  if (factors.every((factor) => factor === 1)) return null;
  return isFactorUnconfirmed ? words.timing.trueSecondsProposed : words.timing.trueSeconds;
}

/** The measurable phase furthest past its ±; the whole swing only if neither part is measurable. */
function clearestDifference(phases: readonly PhaseTiming[]): PhaseTiming | null {
  const told = phases.filter(({ isMeasurable, difference }) => isMeasurable && difference !== 0);
  const parts = told.filter(({ phase }) => phase !== 'rest-to-strike');
  const clearness = ({ difference, differenceUncertainty }: PhaseTiming) =>
    Math.abs(difference ?? 0) / differenceUncertainty;
  return (parts.length > 0 ? parts : told).toSorted((a, b) => clearness(b) - clearness(a))[0] ?? null;
}

/** A ± is never zero. */
function atLeastHundredth(seconds: number): number {
  return Math.max(0.01, seconds);
}

/** A name of words only; a description of a swing ("7 iron, face-on") would not read as one. */
const PERSON = /^[\p{L}\p{M}\p{Zs}.'’-]{1,40}$/u;

/** The owner of the other swing, such as `Ada’s` or `the pro’s`; `proName` as in {@link differenceSentence}. */
export function possessive(proName: string | null): string {
  if (proName === words.swing.then) return words.timing.earlierSwings;
  return proName !== null && PERSON.test(proName)
    ? say(words.timing.golfersSwing, { name: proName })
    : words.timing.prosSwing;
}
