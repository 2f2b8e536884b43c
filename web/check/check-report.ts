// The details of a check as plain text, for those who help the golfer.
import { falseAnswers } from '#web/lib/false-answers.ts';
import { say, words } from '#web/words/words.ts';
import { type Check, STEPS } from './check-state.ts';
import { verdictOf } from './reason-words.ts';

export function reportOf(check: Check): string {
  const steps = STEPS.flatMap((step, index) => {
    const finding = check.findings[step];
    if (!finding) return [];
    const { name } = words.check.steps[step];
    const line = say(words.check.report.line, { number: index + 1, name, word: words.check.words[finding.word] });
    const reason = finding.word === 'works' ? [] : [finding.reason];
    return [line, ...[...reason, ...finding.details].map((detail) => `   ${detail}`)];
  });
  const { userAgent } = navigator;
  const screenSize = `${screen.width}×${screen.height} @${devicePixelRatio}`;
  return [
    words.check.report.heading,
    userAgent,
    screenSize,
    ...falseAnswers(),
    '',
    ...verdictOf(check),
    '',
    ...steps,
    '',
  ].join('\n');
}
