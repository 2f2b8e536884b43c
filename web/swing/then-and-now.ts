// Two of the visitor's own swings beside each other: an earlier one stands in the pro's place.
import type { ComparisonChoices, NameChoices } from '#domain/comparison/comparison-choices.ts';
import { words } from '#web/words/words.ts';

/** The names of both swings on the pictures. */
export const THEN_AND_NOW: NameChoices = { isShown: true, user: words.swing.now, pro: words.swing.then };

/** Whether a comparison is of an earlier and a later swing of the visitor's own. */
export function isThenAndNow({ names }: ComparisonChoices): boolean {
  return names.pro === THEN_AND_NOW.pro;
}
