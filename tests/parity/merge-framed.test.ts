// The merged file with framed, cropped and wiped pictures: every merged frame shows the planned frame in its place.
import { describe, expect, test } from 'vitest';
import {
  ALIGNMENTS,
  type Alignment,
  AS_FILMED,
  type ComparisonChoices,
  type Layout,
  NO_FIT,
  type PictureFit,
} from '#domain/comparison/comparison-choices.ts';
import { chosenCases } from '#tests/campaign-scale.ts';
import { campaignTest } from '#tests/campaign-test.ts';
import { type ClipOrientation, jitteredTimes } from '#tests/fixtures/numbered-clip.ts';
import { type MarkedClip, mergeAndCompare } from './merge-case.ts';
import { standing } from './standing-golfer.ts';

const SIXTY: MarkedClip = {
  make: { fps: [60, 1], frames: 240, widthPx: 320, heightPx: 180 },
  rest: 60,
  top: 105,
  strike: 120,
};
const turned = (orientation: ClipOrientation): MarkedClip => ({
  make: { fps: [30, 1], frames: 120, widthPx: 180, heightPx: 320, orientation },
  rest: 40,
  top: 62,
  strike: 70,
});
const EIGHTFOLD: MarkedClip = {
  make: { fps: [30, 1], frames: 390, gop: 60, bFrames: 2, pixelAspect: [2, 1], widthPx: 160, heightPx: 180 },
  rest: 60,
  top: 250,
  strike: 300,
};
const JITTERED: MarkedClip = { make: { frameTimes: jitteredTimes(200, 30, 0.8, 3) }, rest: 30, top: 60, strike: 68 };

const chosen = (
  layout: Layout,
  user: Partial<ComparisonChoices['user']> = {},
  pro: Partial<ComparisonChoices['pro']> = {},
  change: Partial<ComparisonChoices> = {},
): ComparisonChoices => ({
  ...AS_FILMED,
  layout,
  framing: 'golfers',
  ...change,
  user: { ...AS_FILMED.user, ...user },
  pro: { ...AS_FILMED.pro, ...pro },
});
const moved = (change: Partial<PictureFit>): PictureFit => ({ ...NO_FIT, ...change });

type Case = readonly [string, MarkedClip, MarkedClip, Alignment, ComparisonChoices];

const CASES: readonly Case[] = [
  [
    'side by side, one turned and mirrored, one moved by hand',
    turned('turned-90'),
    SIXTY,
    'strike',
    chosen('side-by-side', { isMirrored: true }, { fit: moved({ sizePercent: 110, rightPercent: -6, upPercent: 3 }) }),
  ],
  [
    'stacked and swapped, anamorphic slow motion, all positions',
    EIGHTFOLD,
    SIXTY,
    'all',
    chosen('stacked', { slowMotionFactor: 8 }, {}, { isSwapped: true, tempo: 'pro' }),
  ],
  [
    'stacked, nudged',
    turned('turned-270'),
    JITTERED,
    'top',
    chosen('stacked', { nudgeFrames: 2 }, { isMirrored: true }),
  ],
  [
    'side by side, smaller than the panel',
    SIXTY,
    JITTERED,
    'top',
    chosen('side-by-side', { fit: moved({ sizePercent: 70, upPercent: 10 }) }, { isMirrored: true }),
  ],
];

async function expectShown([, user, pro, alignment, choices]: Case): Promise<void> {
  const outcome = await mergeAndCompare(user, pro, alignment, choices, standing);
  expect(outcome.plan.isFramed).toBe(true);
  expect(outcome.mismatches).toEqual([]);
  expect(outcome.compared).toBeGreaterThan(100);
  for (const error of outcome.middleErrors) expect(Math.abs(error ?? 0)).toBeLessThanOrEqual(1.5);
}

const SOME_CASES = chosenCases(CASES, ['stacked and swapped, anamorphic slow motion, all positions']);

describe('framed golfers', () => {
  test.each(SOME_CASES)('%s', async (...each) => {
    await expectShown(each);
  });
});

const WIPED = chosen('wipe', {}, {}, { wipePercent: 60, framing: 'full' });

test('a wipe shows the visitor left of its edge and the pro right of it, frame by frame [S2.34]', async () => {
  const outcome = await mergeAndCompare(SIXTY, { ...SIXTY, strike: 118 }, 'strike', WIPED);
  expect(outcome.plan.panes.pro.rect.xPx).toBe(outcome.plan.panes.user.rect.widthPx);
  const { user, pro } = outcome.plan.panes;
  expect(user.rect.widthPx / outcome.plan.canvas.widthPx).toBeCloseTo(0.6, 1);
  expect(pro.picture.xPx).toBeCloseTo(user.picture.xPx, 0);
  expect(outcome.mismatches).toEqual([]);
});

const ORIENTATIONS: readonly ClipOrientation[] = [
  ...(['upright', 'turned-90', 'turned-180', 'turned-270'] as const),
  ...(['mirrored', 'mirrored-turned-90', 'mirrored-turned-180', 'mirrored-turned-270'] as const),
];

campaignTest(
  'every orientation, layout and alignment, mirrored or not',
  async () => {
    for (const [index, orientation] of ORIENTATIONS.entries()) {
      for (const layout of ['side-by-side', 'stacked'] as const) {
        for (const alignment of ALIGNMENTS) {
          const choices = chosen(
            layout,
            { isMirrored: index % 2 === 0, nudgeFrames: index - 4 },
            { isMirrored: index % 3 === 0 },
            { isSwapped: index % 4 > 1 },
          );
          await expectShown([orientation, turned(orientation), index % 2 ? SIXTY : JITTERED, alignment, choices]);
        }
      }
    }
  },
  600_000,
);

campaignTest(
  'a framed ghost at full strength shows the pro, and a framed wipe both sides',
  async () => {
    const ghost = chosen('ghost', {}, { isMirrored: true }, { ghost: { ...AS_FILMED.ghost, strengthPercent: 100 } });
    const over = await mergeAndCompare(SIXTY, turned('turned-90'), 'all', ghost, standing);
    expect(over.plan.isFramed).toBe(true);
    expect(over.mismatches.filter(({ side }) => side === 'pro')).toEqual([]);
    const wiped = await mergeAndCompare(SIXTY, SIXTY, 'strike', chosen('wipe', {}, {}, { wipePercent: 40 }), standing);
    expect(wiped.plan.isFramed).toBe(true);
    expect(wiped.mismatches.filter(({ side }) => side === 'pro')).toEqual([]);
  },
  120_000,
);
