// How far the search for a golfer is, in words and numbers.
import { formatDecimals } from '#web/words/numbers.ts';
import { say, words } from '#web/words/words.ts';
import type { BodyLook } from './clip-body.ts';

/** What is being done now. */
export function searchStep(look: BodyLook): string {
  if (look.stage === 'loading') {
    const [loaded, total] = [look.loadedBytes, look.totalBytes].map(megabytes);
    return say(words.body.loading, { loaded: loaded ?? '', total: total ?? '' });
  }
  if (look.stage !== 'looking') return words.body.waiting;
  return say(words.body.looking, { frame: Math.min(look.frames + 1, look.ofFrames), count: look.ofFrames });
}

/** The share of the frames that have been looked at, 0 to 1. */
export function searchShare(look: BodyLook): number {
  return look.stage === 'looking' && look.ofFrames > 0 ? look.frames / look.ofFrames : 0;
}

function megabytes(bytes: number): string {
  return formatDecimals(bytes / 1e6, 1);
}
