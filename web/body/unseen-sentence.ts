// The sentence shown when no golfer was found. Separate from the request, which needs no texts.
import { formatDecimals } from '#web/words/numbers.ts';
import { say, words } from '#web/words/words.ts';
import type { CannotSee } from './body-request.ts';
import type { SeeBodyAnswer } from './see-body.ts';

const CANNOT_SEE: Readonly<Record<CannotSee, string>> = {
  'no-decoder': words.body.noDecoder,
  'cannot-read': words.body.cannotRead,
  'not-loaded': words.body.notLoaded,
  'cannot-run': words.body.cannotRun,
};

/** The reason why no golfer was found, or the question before the download. */
export function unseenSentence(answer: Exclude<SeeBodyAnswer, { readonly kind: 'seen' }>): string {
  if (answer.kind === 'nobody') return words.body.nobody;
  if (answer.kind === 'cannot-see') return CANNOT_SEE[answer.reason];
  return say(words.body.askFirst, { megabytes: formatDecimals(answer.downloadBytes / 1e6, 1) });
}
