// What stands on each picture: what the visitor typed, or who it usually is.
import type { NameChoices, Side } from '#domain/comparison/comparison-choices.ts';
import { shownName } from '#domain/lettering/lettering.ts';
import { words } from '#web/words/words.ts';

/** What each side is called on the pictures unless the visitor types something. `golferName`: null for a clip of the visitor's own. */
export function usualNames(golferName: string | null): Readonly<Record<Side, string>> {
  return { user: words.swing.you, pro: golferName ?? words.swing.earlier };
}

/** A side's name on its picture. */
export function pictureName(names: NameChoices, side: Side, usual: Readonly<Record<Side, string>>): string {
  return shownName(names[side] ?? '') ?? usual[side];
}
