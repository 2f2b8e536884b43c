// The merged file shows the visitor's choices frame by frame: mirror, swap, nudge, and slow motion at real-time speed.
import { describe, expect, it } from 'vitest';
import { AS_FILMED, type ComparisonChoices, type SideChoices } from '#domain/comparison/comparison-choices.ts';
import { chosenCases } from '#tests/campaign-scale.ts';
import { jitteredTimes } from '#tests/fixtures/numbered-clip.ts';
import { type MarkedClip, mergeAndCompare } from './merge-case.ts';

const REAL_TIME: MarkedClip = { make: { fps: [60, 1], frames: 240 }, rest: 60, top: 105, strike: 120 };
const PORTRAIT: MarkedClip = {
  make: { fps: [30, 1], frames: 120, widthPx: 120, heightPx: 160, orientation: 'turned-90' },
  rest: 40,
  top: 62,
  strike: 70,
};
/** 240 fps shown at 30: a swing of 1 s lasts 8 s. */
const EIGHTFOLD: MarkedClip = {
  make: { fps: [30, 1], frames: 390, gop: 60, bFrames: 2 },
  rest: 60,
  top: 250,
  strike: 300,
};
const JITTERED: MarkedClip = {
  make: { frameTimes: jitteredTimes(200, 30, 0.8, 3) },
  rest: 30,
  top: 110,
  strike: 140,
};

const chosen = (user: Partial<SideChoices>, pro: Partial<SideChoices> = {}, isSwapped = false): ComparisonChoices => ({
  ...AS_FILMED,
  isSwapped,
  user: { ...AS_FILMED.user, ...user },
  pro: { ...AS_FILMED.pro, ...pro },
});

const CASES: readonly (readonly [string, MarkedClip, MarkedClip, ComparisonChoices])[] = [
  ['one side mirrored', PORTRAIT, REAL_TIME, chosen({ isMirrored: true })],
  ['both sides mirrored and swapped', PORTRAIT, REAL_TIME, chosen({ isMirrored: true }, { isMirrored: true }, true)],
  ['swapped', PORTRAIT, REAL_TIME, chosen({}, {}, true)],
  [
    'one side a frame later, the other three earlier',
    PORTRAIT,
    REAL_TIME,
    chosen({ nudgeFrames: 1 }, { nudgeFrames: -3 }),
  ],
  ['8-fold slow motion beside real time', EIGHTFOLD, REAL_TIME, chosen({ slowMotionFactor: 8 })],
  [
    'real time beside 4-fold slow motion, nudged and mirrored',
    REAL_TIME,
    JITTERED,
    chosen({ nudgeFrames: -2 }, { slowMotionFactor: 4, isMirrored: true }),
  ],
  ['a factor that is no whole number', EIGHTFOLD, PORTRAIT, chosen({ slowMotionFactor: 7.99 })],
  ['both in slow motion', JITTERED, EIGHTFOLD, chosen({ slowMotionFactor: 4 }, { slowMotionFactor: 8 }, true)],
];

const SOME_CASES = chosenCases(CASES, ['both sides mirrored and swapped']);

describe('a merged video shows what was chosen', () => {
  it.each(SOME_CASES)('%s', async (_title, user, pro, choices) => {
    for (const alignment of ['strike', 'top'] as const) {
      const outcome = await mergeAndCompare(user, pro, alignment, choices);
      expect(outcome.mismatches).toEqual([]);
      expect(outcome.shownAtEvent).toEqual(outcome.markedAtEvent);
      expect(outcome.compared).toBeGreaterThan(100);
    }
  });
});
