// The sentence that says what is wrong with the order of the marks. Pure; it never stops anybody from correcting one.
import { firstOutOfOrder, type SwingAnnotations, timeOf } from '#domain/swing/swing.ts';
import { say, words } from '#web/words/words.ts';

/** One plain sentence when the marked positions are not in the order rest, top, strike; null when they are. */
export function orderSentence(annotations: SwingAnnotations): string | null {
  const pair = firstOutOfOrder(annotations);
  if (!pair) return null;
  const [earlier, later] = pair;
  const isSameFrame = timeOf(annotations, earlier) === timeOf(annotations, later);
  return say(isSameFrame ? words.annotate.sameFrame : words.annotate.wrongOrder, {
    earlier: words.swing.positionsInText[earlier],
    later: words.swing.positionsInText[later],
  });
}
