// The drawings in a comparison's saved video, stored across pages and reloads.
import { readText, writeText } from './session-text.ts';

/** Whether the saved video omits drawings, as text or null. */
export function readDrawingsChoice(): string | null {
  return readText('drawingsChoice');
}

/** Stores that choice; null is the default. */
export function writeDrawingsChoice(text: string | null): void {
  writeText('drawingsChoice', text);
}

/** The drawings in the saved video of a comparison, as text or null. */
export function readIncluded(): string | null {
  return readText('includedDrawings');
}

/** Stores these drawings, so that a reload finds the same video. */
export function writeIncluded(text: string | null): void {
  writeText('includedDrawings', text);
}
