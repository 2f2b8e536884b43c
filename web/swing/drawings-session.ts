// Which drawings a comparison's saved video has in it: carried from page to page and through a reload.
import { readText, writeText } from './session-text.ts';

/** Whether drawings are left out of the saved video, as text or null. */
export function readDrawingsChoice(): string | null {
  return readText('drawingsChoice');
}

/** Keeps that choice; null is the usual one. */
export function writeDrawingsChoice(text: string | null): void {
  writeText('drawingsChoice', text);
}

/** The drawings that the saved video of a comparison was made with, as text or null. */
export function readIncluded(): string | null {
  return readText('includedDrawings');
}

/** Keeps them, so that a reload finds the same video. */
export function writeIncluded(text: string | null): void {
  writeText('includedDrawings', text);
}
