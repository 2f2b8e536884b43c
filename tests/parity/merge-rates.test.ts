// The merged file shows the planned source frame in every frame and on both sides, at all capture rates.
import { describe, expect, it } from 'vitest';
import { chosenCases } from '#tests/campaign-scale.ts';
import { jitteredTimes, type NumberedClipOptions } from '#tests/fixtures/numbered-clip.ts';
import { type MarkedClip, mergeAndCompare } from './merge-case.ts';

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

/** Each rate paired with two others, near and far in the table. */
const PAIRS = RATES.flatMap((user, index) =>
  [1, 6].map((step) => [user, RATES[(index + step) % RATES.length] ?? user, index + step] as const),
);

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

const CASES = chosenCases(
  PAIRS.map((pair) => [`${pair[0][0]} beside ${pair[1][0]}`, ...pair] as const),
  ['240 fps beside 24 fps', 'a jittered rate around 30 fps beside a jittered rate around 60 fps'],
);

describe('a merged video follows its plan frame by frame', () => {
  it.each(CASES)('%s', async (_title, user, pro, variant) => {
    const alignment = variant % 2 === 0 ? 'strike' : 'top';
    const outcome = await mergeAndCompare(marked(user, variant), marked(pro, variant + 1), alignment);
    expect(outcome.mismatches).toEqual([]);
    expect(outcome.shownAtEvent).toEqual(outcome.markedAtEvent);
    expect(outcome.compared).toBeGreaterThan(100);
  });
});
