// The reading of a mark, the same in list, slider, proposals and toast.
import { type FrameRate, framesPerSecond } from '#domain/time.ts';
import { formatDecimals } from '#web/words/numbers.ts';
import { say, words } from '#web/words/words.ts';

/** From this many frames a second on, neighbouring frames differ by less than a hundredth of a second. */
const THOUSANDTHS_FROM_FPS = 100;

/**
 * The one reading of a mark, as precise as the clip's frame rate: `1.07 s`, or `1.071 s` from 100 frames a second on.
 * `frameRate` is null where the frames could not be read.
 */
export function formatMark(seconds: number, frameRate: FrameRate | null): string {
  const decimals = frameRate && framesPerSecond(frameRate) >= THOUSANDTHS_FROM_FPS ? 3 : 2;
  return say(words.numbers.seconds, { seconds: formatDecimals(seconds, decimals) });
}
