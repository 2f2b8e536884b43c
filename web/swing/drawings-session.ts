// The drawings in a comparison's saved video, kept across pages and a reload.
import { readText, writeText } from './session-text.ts';

/** Whether drawings are left out of the saved video, as text or null. */
export function readDrawingsChoice(): string | null {
  return readText('drawingsChoice');
}

/** Keeps that choice; null is the default. */
export function writeDrawingsChoice(text: string | null): void {
  writeText('drawingsChoice', text);
}

/** The drawings that the saved video of a comparison was made with, as text or null. */
export function readIncluded(): string | null {
  return readText('includedDrawings');
}

/** Keeps these drawings, so that a reload finds the same video. */
export function writeIncluded(text: string | null): void {
  writeText('includedDrawings', text);
}
