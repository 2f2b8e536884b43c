// The state of a page when it was left. A closing page cannot wait for a database, so the state is written to
// localStorage immediately, and the next page stores it in 'My swings' (recover-unsaved.ts). Never throws: a refused
// write is dropped.
import type { GolferCard } from '#contract/golfers.ts';
import type { Alignment, ComparisonChoices } from '#domain/comparison/comparison-choices.ts';
import type { SessionVideo } from '#web/clip/comparison-session.ts';
import { orNull } from '#web/lib/or-null.ts';
import { randomId } from '#web/lib/random-id.ts';
import type { KeptDetails } from './kept-comparison.ts';

/** A comparison by value; its clips are in clip-storage.ts under their ids. */
export interface UnsavedComparison {
  readonly user: SessionVideo;
  readonly pro: { readonly golfer: GolferCard } | { readonly video: SessionVideo };
  readonly alignment: Alignment;
  readonly choices: ComparisonChoices;
  readonly drawn: string | null;
}

/** One change that a closing page may not have stored. */
type Unsaved =
  | { readonly kind: 'comparison'; readonly comparison: UnsavedComparison }
  | { readonly kind: 'details'; readonly id: string; readonly details: KeptDetails };

const PREFIX = 'swingmark-unsaved-';

/** The name of one comparison or row: a later change replaces an earlier one in the same slot. */
export function newSlot(): string {
  return PREFIX + randomId();
}

export function writeUnsaved(slot: string, unsaved: Unsaved): void {
  try {
    localStorage.setItem(slot, JSON.stringify(unsaved));
  } catch {
    // Full or refused: also remove the older state, which must not return.
    forgetUnsaved(slot);
  }
}

/** Deletes a change that is stored. */
export function forgetUnsaved(slot: string): void {
  orNull(() => localStorage.removeItem(slot));
}

export function unsavedSlots(): readonly string[] {
  return orNull(() => Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))) ?? [];
}

/** The change in a slot; null for an empty or invalid one. */
export function readUnsaved(slot: string): Unsaved | null {
  const unsaved = orNull(() => JSON.parse(localStorage.getItem(slot) ?? 'null') as Partial<Unsaved> | null);
  return unsaved?.kind === 'comparison' || unsaved?.kind === 'details' ? (unsaved as Unsaved) : null;
}

export function forgetAllUnsaved(): void {
  for (const slot of unsavedSlots()) forgetUnsaved(slot);
}

let times = 0;

/** Since the page was loaded. */
export function timesForgotten(): number {
  return times;
}

/** Counts one deletion of everything. */
export function countForgetting(): void {
  times += 1;
}
