// The texts about slow motion: the reason for a proposed factor, its meaning, and doubts about it.
import type { Side } from '#domain/comparison/comparison-choices.ts';
import {
  downswingOf,
  type FilmedSwing,
  isPlausibleFactor,
  type SlowMotionJudgement,
} from '#domain/swing/slow-motion.ts';
import { framesPerSecond } from '#domain/time.ts';
import { formatSeconds } from '#web/words/format-time.ts';
import { say, words } from '#web/words/words.ts';

/** The label of a factor in the question. */
export function factorLabel(factor: number): string {
  return factor === 1 ? words.timing.realTime : say(words.timing.slower, { factor: hundredths(factor) });
}

/** The meaning of an answer, in one line. */
export function answerText(factor: number): string {
  return factor === 1 ? words.timing.countedReal : say(words.timing.countedSlow, { factor: hundredths(factor) });
}

/** The reason for the proposal; null without evidence of slow motion. */
export function reasonText({ reason, factor }: SlowMotionJudgement, swing: FilmedSwing): string | null {
  const downswing = formatSeconds(downswingOf(swing.annotations));
  switch (reason) {
    case 'capture-rate':
      return say(words.timing.fileSaysSlow, { captured: captured(swing), shown: shown(swing) });
    case 'phone-mark':
      return words.timing.phoneMarkedSlow;
    case 'too-long':
      return say(words.timing.tooLong, { downswing });
    case 'long':
      return say(words.timing.long, { downswing });
    case 'contradicted':
      return say(factor === 1 ? words.timing.fileSaysSlowButReal : words.timing.fileContradicts, {
        captured: captured(swing),
        downswing,
      });
    case 'none':
      return null;
  }
}

/** Evidence against a choice; null if there is none. */
export function doubtText(factor: number, swing: FilmedSwing): string | null {
  const downswing = downswingOf(swing.annotations);
  if (downswing === null || isPlausibleFactor(factor, downswing)) return null;
  return say(words.timing.doubt, { downswing: formatSeconds(downswing / factor) });
}

/** The note on repeated pictures. */
export function repeatedText(newPicturesPerSecond: number): string {
  return say(words.timing.repeatedPictures, { perSecond: Math.round(newPicturesPerSecond) });
}

/** A sentence about a clip, prefixed with its side if there are two clips. */
export function ofClip(side: Side | undefined, sentence: string): string {
  return side ? say(words.timing.ofClip, { clip: words.timing.clips[side], sentence }) : sentence;
}

/** A factor rounded for display: 4.8 for 4.8048. */
export function hundredths(factor: number): number {
  return Math.round(factor * 100) / 100;
}

function captured({ facts }: FilmedSwing): number {
  return Math.round(facts.capturedPerSecond ?? 0);
}

function shown({ clip }: FilmedSwing): number {
  return Math.round(clip ? framesPerSecond(clip.frameRate) : 0);
}
