// Two of the visitor's own swings in one comparison: the earlier one takes the pro's place.
import type { ComparisonChoices, NameChoices } from '#domain/comparison/comparison-choices.ts';
import { words } from '#web/words/words.ts';

/** The names of both swings on the pictures. */
export const THEN_AND_NOW: NameChoices = { isShown: true, user: words.swing.now, pro: words.swing.then };

/** Whether a comparison is between an earlier and a later swing of the visitor. */
export function isThenAndNow({ names }: ComparisonChoices): boolean {
  return names.pro === THEN_AND_NOW.pro;
}
