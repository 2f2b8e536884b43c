// Why a video cannot be made on this device, in words.
import { trueReason } from '#web/words/true-reason.ts';
import { words } from '#web/words/words.ts';
import type { RenderProblem } from './render-request.ts';

export function renderProblemText(problem: RenderProblem): string {
  const sentence = words.render.problems[problem];
  return problem === 'no-codecs' ? trueReason(sentence) : sentence;
}
