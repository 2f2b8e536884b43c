// How late a microphone is, from claps to a beat that is seen.
import { medianOf } from '#domain/body/body-geometry.ts';

/** A measured delay of a microphone. In seconds. */
export interface MeasuredDelay {
  /** 0 or greater: a microphone cannot be early, so claps ahead of the beat count as 0. */
  readonly delay: number;
  /** Half of the claps are at most this far from the delay. */
  readonly spread: number;
}

/** A clap belongs to a beat from this much before it to this much after it, in seconds: early hands, late microphones. */
const BEFORE_BEAT = 0.2;
const AFTER_BEAT = 0.6;
/** With fewer claps, no delay is reported. */
const LEAST_CLAPS = 5;
/** Claps farther apart than this, in seconds, were not made to the beat. People keep one within 0.03 s. */
const MOST_SPREAD = 0.06;

/**
 * The delay, from the times of the beats on screen and of the claps in the recording, in seconds of one clock; null where
 * too few claps fit the beats.
 * @example
 * delayOfClaps([1, 2, 3, 4, 5, 6], [1.2, 2.18, 3.2, 4.21, 5.2, 6.4])?.delay // 0.2
 */
export function delayOfClaps(beats: readonly number[], claps: readonly number[]): MeasuredDelay | null {
  const late = beats.flatMap((beat) => {
    const near = claps.find((clap) => clap >= beat - BEFORE_BEAT && clap < beat + AFTER_BEAT);
    return near === undefined ? [] : [near - beat];
  });
  if (late.length < LEAST_CLAPS) return null;
  const middle = medianOf(late);
  const spread = medianOf(late.map((one) => Math.abs(one - middle)));
  return spread > MOST_SPREAD ? null : { delay: Math.max(0, Math.round(middle * 100) / 100), spread };
}
