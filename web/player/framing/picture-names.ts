// What stands on each picture: what the visitor typed, or who it usually is.
import type { NameChoices, Side } from '#domain/comparison/comparison-choices.ts';
import { shownName } from '#domain/lettering/lettering.ts';
import { words } from '#web/words/words.ts';

/** A longer name would cover the golfer on a phone: the picture then says "Pro". */
const MAX_LETTERS = 12;

/** What each side is called on the pictures unless the visitor types something. `golferName`: null for a clip of the visitor's own. */
export function usualNames(golferName: string | null): Readonly<Record<Side, string>> {
  const isShort = golferName !== null && [...golferName].length <= MAX_LETTERS;
  return {
    user: words.swing.you,
    pro: golferName === null ? words.swing.earlier : isShort ? golferName : words.stage.pro,
  };
}

/** A side's name on its picture. */
export function pictureName(names: NameChoices, side: Side, usual: Readonly<Record<Side, string>>): string {
  return shownName(names[side] ?? '') ?? usual[side];
}
