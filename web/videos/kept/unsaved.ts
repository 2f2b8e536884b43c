// What stood on a page when it was left. A page that closes waits for no database, so it is written to localStorage, at once, and
// taken over into 'My swings' by the next page (recover-unsaved.ts). Never throws: where the browser refuses, nothing is kept here.
import type { GolferCard } from '#contract/golfers.ts';
import type { Alignment, ComparisonChoices } from '#domain/comparison/comparison-choices.ts';
import { randomId } from '#web/lib/random-id.ts';
import type { SessionVideo } from '#web/swing/comparison-session.ts';
import type { KeptDetails } from './kept-comparison.ts';

/** A comparison as it stood: its clips are in clip-storage.ts under their ids. */
export interface UnsavedComparison {
  readonly user: SessionVideo;
  readonly pro: { readonly golfer: GolferCard } | { readonly video: SessionVideo };
  readonly alignment: Alignment;
  readonly choices: ComparisonChoices;
  readonly drawn: string | null;
}

/** One change that a closing page may not have kept. */
export type Unsaved =
  | { readonly kind: 'comparison'; readonly comparison: UnsavedComparison }
  | { readonly kind: 'details'; readonly id: string; readonly details: KeptDetails };

const PREFIX = 'swingmark-unsaved-';

/** A name for one comparison or one row: what is written later takes the place of what was written before. */
export function newSlot(): string {
  return PREFIX + randomId();
}

/** Writes a change. */
export function writeUnsaved(slot: string, unsaved: Unsaved): void {
  try {
    localStorage.setItem(slot, JSON.stringify(unsaved));
  } catch {
    // Full or refused. An older state must not come back.
    forgetUnsaved(slot);
  }
}

/** Forgets a change that is kept. */
export function forgetUnsaved(slot: string): void {
  try {
    localStorage.removeItem(slot);
  } catch {
    // There is nothing to forget.
  }
}

/** The slots with changes. */
export function unsavedSlots(): readonly string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  } catch {
    return [];
  }
}

/** The change in a slot; null for none and for what is not one. */
export function readUnsaved(slot: string): Unsaved | null {
  try {
    const unsaved = JSON.parse(localStorage.getItem(slot) ?? 'null') as Partial<Unsaved> | null;
    return unsaved?.kind === 'comparison' || unsaved?.kind === 'details' ? (unsaved as Unsaved) : null;
  } catch {
    return null;
  }
}

/** Forgets every change. */
export function forgetAllUnsaved(): void {
  for (const slot of unsavedSlots()) forgetUnsaved(slot);
}
