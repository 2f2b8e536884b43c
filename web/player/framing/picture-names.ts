// The name on each picture: the one that the visitor typed, or the usual one.
import type { NameChoices } from '#domain/comparison/comparison-choices.ts';
import { shownName } from '#domain/lettering/lettering.ts';
import type { Side } from '#domain/side.ts';
import { words } from '#web/words/words.ts';

/** Maximum length of a golfer's name on a picture. Longer names would hide the golfer on a phone; "Pro" is used. */
const MAX_LETTERS = 12;

/** The names of both sides unless the visitor types others. `golferName`: null for a clip of the visitor's own. */
export function usualNames(golferName: string | null): Readonly<Record<Side, string>> {
  const isShort = golferName !== null && [...golferName].length <= MAX_LETTERS;
  return {
    user: words.swing.you,
    pro: golferName === null ? words.swing.earlier : isShort ? golferName : words.stage.pro,
  };
}

export function pictureName(names: NameChoices, side: Side, usual: Readonly<Record<Side, string>>): string {
  return shownName(names[side] ?? '') ?? usual[side];
}
