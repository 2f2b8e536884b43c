// What a check's reasons mean to the golfer, by where this site makes videos.
import type { FalseAnswer } from '#web/lib/false-answers.ts';
import { MAKE_VIDEOS_ON, type MakeVideosOn } from '#web/lib/site-settings.ts';
import { words } from '#web/words/words.ts';
import type { Check, Finding, Reason, Step } from './check-state.ts';
import { reasonsOf } from './check-state.ts';

/** One sentence of a reason: the verdict, or what to do. */
function reasonText(reason: Reason, of: 'verdict' | 'means', makeOn: MakeVideosOn): string {
  const text = words.check.reasons[reason][of];
  return typeof text === 'string' ? text : text[makeOn === 'device' ? 'device' : 'server'];
}

/** The verdict of an ended check: one sentence for each reason, the gravest first, and one for the rest. */
export function verdictOf(check: Check, makeOn = MAKE_VIDEOS_ON): readonly string[] {
  if (check.phase === 'cancelled') return [words.check.canceled];
  if (check.phase === 'left') return [words.check.left];
  const reasons = reasonsOf(check);
  if (reasons.length === 0) return [words.check.everything];
  const sentences = reasons.map((reason) => reasonText(reason, 'verdict', makeOn));
  const works = Object.values(check.findings).some(({ word }) => word === 'works');
  return works ? [...sentences, words.check.othersWork] : sentences;
}

/** What a step's finding means to the golfer. */
export function meaningOf(step: Step, finding: Finding, makeOn = MAKE_VIDEOS_ON): string {
  if (finding.word !== 'works') return reasonText(finding.reason, 'means', makeOn);
  return step === 'video' && makeOn === 'server' ? words.check.onServer : words.check.steps[step].works;
}

/** What is remembered of this browser, one sentence for each kind. */
export function rememberedTexts(answers: readonly FalseAnswer[]): readonly string[] {
  const kinds = answers.map((answer) => answer.split(' ')[0] as keyof typeof words.check.remembered.kinds);
  return [...new Set(kinds)].map((kind) => words.check.remembered.kinds[kind]);
}
