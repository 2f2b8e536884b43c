// The sentence that says what is wrong with the order of the marks. Pure; it never stops anybody from correcting one.
import { firstOutOfOrder, type SwingAnnotations, timeOf } from '#domain/swing.ts';

/** One plain sentence when the marked positions are not in the order rest, top, strike; null when they are. */
export function orderSentence(annotations: SwingAnnotations): string | null {
  const pair = firstOutOfOrder(annotations);
  if (!pair) return null;
  const [earlier, later] = pair;
  return timeOf(annotations, earlier) === timeOf(annotations, later)
    ? `The ${earlier} and the ${later} are marked on the same frame; please move one of them.`
    : `The ${later} is marked before the ${earlier}, but the ${earlier} comes first; please correct one of them.`;
}
