// The two durations of a drawing, on one frame only or from a frame on, with their labels.
import { words } from '#web/words/words.ts';

/** The options with their labels, for the pen and for each drawing. */
export const SHOWN_OPTIONS = [
  { value: 'from-here-on', label: words.drawing.shown['from-here-on'] },
  { value: 'only-this-frame', label: words.drawing.shown['only-this-frame'] },
] as const;

export type Shown = (typeof SHOWN_OPTIONS)[number]['value'];

/** The duration of a drawing. An absent flag means from its frame on. */
export function shownOf(onlyThisFrame: boolean | undefined): Shown {
  return onlyThisFrame ? 'only-this-frame' : 'from-here-on';
}
