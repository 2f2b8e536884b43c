// The state of body tracking in words: its progress, also as a share, and why no golfer was found.

import { formatDecimals } from '#web/words/format-numbers.ts';
import { trueReason } from '#web/words/true-reason.ts';
import { say, words } from '#web/words/words.ts';
import type { BodyProgress, CannotSee } from './body-request.ts';
import type { BodyLook } from './clip-body.ts';
import type { SeeBodyAnswer } from './see-body.ts';

/** The current step, such as "Looking at frame 12 of 40"; the waiting text before tracking begins. */
export function stepText(progress: BodyProgress | null): string {
  if (!progress) return words.body.waiting;
  if (progress.stage === 'loading') {
    const [loaded = '', total = ''] = [progress.loadedBytes, progress.totalBytes].map(megabytes);
    return say(words.body.loading, { loaded, total });
  }
  if (progress.stage === 'slow-start') return words.body.slowStart;
  const frame = Math.min(progress.frames + 1, progress.ofFrames);
  return say(words.body.looking, { frame, count: progress.ofFrames });
}

/** The progress in a tracking state; null for a state without progress. */
export function progressOf(look: BodyLook): BodyProgress | null {
  return look.stage === 'loading' || look.stage === 'slow-start' || look.stage === 'looking' ? look : null;
}

/** The processed share of a clip's wanted frames, 0 to 1. */
export function doneShare(progress: BodyProgress | null): number {
  return progress?.stage === 'looking' && progress.ofFrames > 0 ? progress.frames / progress.ofFrames : 0;
}

function megabytes(bytes: number): string {
  return formatDecimals(bytes / 1e6, 1);
}

const CANNOT_SEE: Readonly<Record<CannotSee, string>> = {
  'no-decoder': words.body.noDecoder,
  'cannot-read': words.body.cannotRead,
  'not-loaded': words.body.notLoaded,
  'cannot-run': words.body.cannotRun,
};

/** The reason why no golfer was found, or the question before the download. */
export function unseenSentence(answer: Exclude<SeeBodyAnswer, { readonly kind: 'seen' }>): string {
  if (answer.kind === 'nobody') return words.body.nobody;
  if (answer.kind === 'cannot-see') {
    return answer.reason === 'no-decoder' ? trueReason(words.body.noDecoder) : CANNOT_SEE[answer.reason];
  }
  return say(words.body.askFirst, { megabytes: megabytes(answer.downloadBytes) });
}
