// A mark, and how a swing was filmed, as text.

import type { Filmed } from '#domain/library/golfer.ts';
import { type FrameRate, framesPerSecond } from '#domain/time.ts';
import { formatDecimals } from './format-numbers.ts';
import { say, words } from './words.ts';

/** Minimum frame rate at which neighboring frames differ by less than a hundredth of a second. */
const THOUSANDTHS_FROM_FPS = 100;

/**
 * The text of a mark, as precise as the clip's frame rate: `1.07 s`, or `1.071 s` from 100 frames a second on.
 * `frameRate` is null when the frames could not be read.
 */
export function formatMark(seconds: number, frameRate: FrameRate | null): string {
  const decimals = frameRate && framesPerSecond(frameRate) >= THOUSANDTHS_FROM_FPS ? 3 : 2;
  return say(words.numbers.seconds, { seconds: formatDecimals(seconds, decimals) });
}

/** View and hand, or the view alone, such as "Face-on, right-handed"; null while the view is not known. */
export function filmedText({ view, hand }: Filmed): string | null {
  if (!view) return null;
  return hand
    ? say(words.body.seenAs, { view: words.body.views[view], hand: words.body.hands[hand] })
    : words.body.views[view];
}
