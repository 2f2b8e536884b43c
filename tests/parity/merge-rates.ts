// Pairs of clips at all capture rates, for the parity of every renderer with the plan.
import type { Alignment } from '#domain/comparison/comparison-choices.ts';
import { jitteredTimes, type NumberedClipOptions } from '#tests/fixtures/numbered-clip.ts';
import type { MarkedClip } from './merge-case.ts';

const RATES: readonly (readonly [string, NumberedClipOptions, number])[] = [
  ['23.976 fps', { fps: [24_000, 1001] }, 23.976],
  ['24 fps', { fps: [24, 1] }, 24],
  ['25 fps', { fps: [25, 1] }, 25],
  ['29.97 fps', { fps: [30_000, 1001] }, 29.97],
  ['30 fps', { fps: [30, 1] }, 30],
  ['50 fps', { fps: [50, 1] }, 50],
  ['59.94 fps', { fps: [60_000, 1001] }, 59.94],
  ['60 fps', { fps: [60, 1] }, 60],
  ['120 fps', { fps: [120, 1] }, 120],
  ['240 fps', { fps: [240, 1] }, 240],
  ['a jittered rate around 30 fps', { frameTimes: jitteredTimes(110, 30, 0.9, 7) }, 30],
  ['a jittered rate around 60 fps', { frameTimes: jitteredTimes(220, 60, 0.9, 11) }, 60],
  ['Matroska milliseconds at 59.94 fps', { fps: [60_000, 1001], container: 'mkv' }, 59.94],
  ['Matroska milliseconds at 30 fps', { fps: [30, 1], container: 'mkv' }, 30],
];

/** A swing in the middle of 3.6 s, with marks on frames that differ between the sides. */
function marked([, make, perSecond]: (typeof RATES)[number], variant: number): MarkedClip {
  const frame = (seconds: number) => Math.round(seconds * perSecond) + (variant % 3);
  return {
    make: { ...make, frames: Math.round(3.6 * perSecond), gop: 12 + (variant % 5) * 11, bFrames: variant % 2 ? 2 : 0 },
    rest: frame(1),
    top: frame(1.7),
    strike: frame(1.95),
  };
}

/** A title, both clips and where they meet. */
export type RatePair = readonly [title: string, user: MarkedClip, pro: MarkedClip, alignment: Alignment];

/** Each rate paired with two others, near and far in the table. */
export const RATE_PAIRS: readonly RatePair[] = RATES.flatMap((user, index) =>
  [1, 6].map((step): RatePair => {
    const pro = RATES[(index + step) % RATES.length] ?? user;
    const variant = index + step;
    const alignment = variant % 2 === 0 ? 'strike' : 'top';
    return [`${user[0]} beside ${pro[0]}`, marked(user, variant), marked(pro, variant + 1), alignment];
  }),
);
