// How a swing was filmed, in words.
import type { Filmed } from '#domain/library/golfer.ts';
import { say, words } from '#web/words/words.ts';

/** View and hand, or the view alone, such as "Face-on, right-handed"; null while the view is not known. */
export function filmedText({ view, hand }: Filmed): string | null {
  if (!view) return null;
  return hand
    ? say(words.body.seenAs, { view: words.body.views[view], hand: words.body.hands[hand] })
    : words.body.views[view];
}
