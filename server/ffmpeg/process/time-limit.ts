// The time limit of a run, by the number of pixels, generous enough for slow machines.
import type { Size } from '#domain/geometry.ts';

/** A conservative rate of one core under load, decoding and scaling, in pixels per second. */
const SLOWEST_PIXELS_PER_SECOND = 10_000_000;
/** Starting the programs, checking and storing the result. */
const FIXED_MS = 30_000;
const MAX_MS = 300_000;

/** The wall-clock limit for a run that decodes or encodes all of these clips, in milliseconds. */
export function timeLimitMs(clips: readonly (Size & { readonly frameTimes: { readonly length: number } })[]): number {
  const pixels = clips.reduce((sum, clip) => sum + clip.widthPx * clip.heightPx * clip.frameTimes.length, 0);
  return Math.min(MAX_MS, FIXED_MS + Math.ceil((pixels / SLOWEST_PIXELS_PER_SECOND) * 1000));
}
