// The merged file in which rest, top and strike all meet: every merged frame shows the planned frame although one side's
// pace changes on the way, and both marked frames are on screen together at all three positions.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AS_FILMED, type ComparisonChoices, NO_FIT, type SideChoices } from '#domain/comparison/comparison-choices.ts';
import type { Side } from '#domain/side.ts';
import { chosenCases } from '#tests/campaign-scale.ts';
import { campaignTest } from '#tests/campaign-test.ts';
import { jitteredTimes, type NumberedClipOptions } from '#tests/fixtures/numbered-clip.ts';
import { type MarkedClip, mergeAndCompare } from './merge-case.ts';

const SIXTY: MarkedClip = { make: { fps: [60, 1], frames: 240 }, rest: 60, top: 105, strike: 120 };
const PORTRAIT: MarkedClip = {
  make: { fps: [30, 1], frames: 120, widthPx: 120, heightPx: 160, orientation: 'turned-90' },
  rest: 40,
  top: 62,
  strike: 70,
};
const FILM: MarkedClip = { make: { fps: [24_000, 1001], frames: 100, bFrames: 2 }, rest: 20, top: 42, strike: 49 };
const FAST: MarkedClip = { make: { fps: [240, 1], frames: 700, gop: 60 }, rest: 121, top: 350, strike: 411 };
/** Footage of 240 fps, shown at 30. */
const EIGHTFOLD: MarkedClip = {
  make: { fps: [30, 1], frames: 390, gop: 60, bFrames: 2 },
  rest: 60,
  top: 250,
  strike: 300,
};
const JITTERED: MarkedClip = { make: { frameTimes: jitteredTimes(200, 30, 0.8, 3) }, rest: 30, top: 60, strike: 68 };
const LATE: MarkedClip = {
  make: { fps: [25, 1], frames: 90, firstFrameAt: 0.5, audio: 'aac' },
  rest: 0,
  top: 20,
  strike: 27,
};
const OPUS: MarkedClip = { ...PORTRAIT, make: { frames: 120, container: 'mkv', audio: 'opus' } };

const chosen = (user: Partial<SideChoices> = {}, pro: Partial<SideChoices> = {}, tempo: Side = 'user') => ({
  ...AS_FILMED,
  tempo,
  user: { ...AS_FILMED.user, ...user },
  pro: { ...AS_FILMED.pro, ...pro },
});

const CASES: readonly (readonly [string, MarkedClip, MarkedClip, ComparisonChoices])[] = [
  ['30 beside 60 fps', PORTRAIT, SIXTY, chosen()],
  ['30 beside 60 fps at the pro’s tempo', PORTRAIT, SIXTY, chosen({}, {}, 'pro')],
  ['23.976 beside 240 fps, mirrored and nudged', FILM, FAST, chosen({ isMirrored: true }, { nudgeFrames: -2 })],
  ['240 beside a wandering 30 fps', FAST, JITTERED, chosen({ nudgeFrames: 3 })],
  ['8-fold slow motion fitted to real time', EIGHTFOLD, SIXTY, chosen({ slowMotionFactor: 8 }, {}, 'pro')],
  ['real time fitted to 8-fold slow motion', EIGHTFOLD, SIXTY, chosen({ slowMotionFactor: 7.99 })],
  ['a clip that begins at rest, late', LATE, PORTRAIT, chosen()],
  ['a clip fitted that begins at rest, late', LATE, PORTRAIT, chosen({}, { isMirrored: true }, 'pro')],
  ['sound that starts before 0', OPUS, FILM, chosen({}, {}, 'pro')],
  ['a swing beside itself', SIXTY, SIXTY, chosen()],
];

const SOME_CASES = chosenCases(CASES, ['23.976 beside 240 fps, mirrored and nudged']);

async function expectMatched(user: MarkedClip, pro: MarkedClip, choices: ComparisonChoices) {
  const outcome = await mergeAndCompare(user, pro, 'all', choices);
  expect(outcome.mismatches).toEqual([]);
  expect(outcome.compared).toBeGreaterThan(100);
  // The strike's number is known; the other marks lie as many frames before it as they were marked.
  const numbers = (side: Side, marked: MarkedClip) =>
    [marked.rest, marked.top, marked.strike].map(
      (mark) => outcome.markedAtEvent[side] + (mark ?? Number.NaN) - marked.strike,
    );
  const [users, pros] = [numbers('user', user), numbers('pro', pro)];
  expect(outcome.shownAtKnots).toEqual(users.map((number, index) => [number, pros[index]]));
  return outcome;
}

describe('a merged video in which every position meets', () => {
  test.each(SOME_CASES)('%s', async (_title, user, pro, choices) => {
    await expectMatched(user, pro, choices);
  });
});

/** Clips of all rates, and what is known of them to put marks on them. */
const CLIPS: readonly (readonly [NumberedClipOptions, number])[] = [
  [{ fps: [24_000, 1001] }, 23.976],
  [{ fps: [25, 1], bFrames: 2 }, 25],
  [{ fps: [30_000, 1001] }, 29.97],
  [{ fps: [30, 1], container: 'mkv' }, 30],
  [{ fps: [50, 1] }, 50],
  [{ fps: [60_000, 1001], bFrames: 2 }, 59.94],
  [{ fps: [60, 1] }, 60],
  [{ fps: [120, 1] }, 120],
  [{ fps: [240, 1], gop: 60 }, 240],
  [{ frameTimes: jitteredTimes(120, 30, 0.9, 7) }, 30],
  [{ frameTimes: jitteredTimes(240, 60, 0.9, 11) }, 60],
];

const anySwing: fc.Arbitrary<MarkedClip> = fc
  .record({
    clip: fc.constantFrom(...CLIPS),
    rest: fc.double({ min: 0.2, max: 1, noNaN: true }),
    back: fc.double({ min: 0.6, max: 1.2, noNaN: true }),
    down: fc.double({ min: 0.25, max: 0.4, noNaN: true }),
  })
  .map(({ clip: [make, perSecond], ...seconds }) => {
    const rest = Math.round(seconds.rest * perSecond);
    const top = rest + Math.round(seconds.back * perSecond);
    const strike = top + Math.round(seconds.down * perSecond);
    return { make: { ...make, frames: Math.round(4 * perSecond) }, rest, top, strike };
  });

const anySide: fc.Arbitrary<SideChoices> = fc.record({
  isMirrored: fc.boolean(),
  nudgeFrames: fc.integer({ min: -4, max: 4 }),
  slowMotionFactor: fc.oneof(fc.constant(1), fc.double({ min: 1, max: 1.4, noNaN: true })),
  fit: fc.constant(NO_FIT),
  box: fc.constant(null),
});

const RANDOM_CASES = 120;

campaignTest(
  `${RANDOM_CASES} random comparisons show the planned frames and all marks together (seed 46)`,
  async () => {
    const anyTempo = fc.constantFrom('user' as const, 'pro' as const);
    const anyCase = fc.tuple(anySwing, anySwing, anySide, anySide, anyTempo);
    let compared = 0;
    for (const [user, pro, ofUser, ofPro, tempo] of fc.sample(anyCase, { seed: 46, numRuns: RANDOM_CASES })) {
      compared += (await expectMatched(user, pro, chosen(ofUser, ofPro, tempo))).compared;
    }
    console.info(`${RANDOM_CASES} comparisons, ${compared} frames, ${3 * RANDOM_CASES} meetings`);
  },
  3_600_000,
);
