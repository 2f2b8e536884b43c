// The two durations of a drawing (one frame, or from a frame on) and their labels.
import { words } from '#web/words/words.ts';

/** Its names wherever it is chosen: for the pen and for each drawing. */
export const SHOWN_OPTIONS = [
  { value: 'from-here-on', label: words.drawing.shown['from-here-on'] },
  { value: 'only-this-frame', label: words.drawing.shown['only-this-frame'] },
] as const;

/** One of the two. */
export type Shown = (typeof SHOWN_OPTIONS)[number]['value'];

/** The way of a drawing; absent means from its frame on. */
export function shownOf(onlyThisFrame: boolean | undefined): Shown {
  return onlyThisFrame ? 'only-this-frame' : 'from-here-on';
}
