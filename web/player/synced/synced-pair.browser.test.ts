// The synced pair in real Chromium on clips whose pictures carry their own number: what both sides show at a plan time is
// compared with the plan frame by frame, and their drift while playing is measured.
import { describe, expect, test } from 'vitest';
import { type Alignment, AS_FILMED, type ComparisonChoices } from '#domain/comparison/comparison-choices.ts';
import { chosenCases, scaled } from '#tests/campaign-scale.ts';
import { seeded } from '#tests/fixtures/seeded.ts';
import {
  framesAt,
  planOf,
  SIXTY,
  SLOW_MOTION,
  type Swing,
  syncedWorkbenchForTests,
  THIRTY,
} from '#tests/fixtures/synced-workbench.ts';

const workbench = syncedWorkbenchForTests();

/** Filmed at 120 fps and shown at 30: everything lasts four times as long. */
const FOURFOLD: Swing = { options: { fps: [30, 1], frames: 300, gop: 60 }, marks: [30, 138, 174] };
const CHOSEN: ComparisonChoices = {
  ...AS_FILMED,
  isSwapped: true,
  user: { ...AS_FILMED.user, isMirrored: true, nudgeFrames: -2, slowMotionFactor: 4 },
  pro: { ...AS_FILMED.pro, nudgeFrames: 1 },
};
/** 0.9 s and 0.3 s beside 1.5 s and 0.5 s, which are shown in 0.9 s and 0.3 s. */
const SLOW_SWING: Swing = { options: { fps: [60, 1], frames: 240 }, marks: [30, 120, 150] };

interface Pair {
  readonly user: Swing;
  readonly pro: Swing;
  readonly alignment: Alignment;
  readonly choices?: ComparisonChoices;
}

const PAIRS: Readonly<Record<string, Pair>> = {
  '30 beside 60 fps, meeting at the strike': { user: THIRTY, pro: SIXTY, alignment: 'strike' },
  '240 beside 30 fps, meeting at the top': { user: SLOW_MOTION, pro: THIRTY, alignment: 'top' },
  'a visitor at the pro’s tempo': {
    user: SLOW_SWING,
    pro: THIRTY,
    alignment: 'all',
    choices: { ...AS_FILMED, tempo: 'pro' },
  },
  '30 beside 240 fps, every position meeting': { user: THIRTY, pro: SLOW_MOTION, alignment: 'all' },
  'slow motion at life’s pace beside 60 fps, nudged': {
    user: FOURFOLD,
    pro: SIXTY,
    alignment: 'strike',
    choices: CHOSEN,
  },
};
const SOME_PAIRS = chosenCases(Object.entries(PAIRS), ['slow motion at life’s pace beside 60 fps, nudged']);
const PLACES = scaled(20, 40);

/** Ten seconds of a slow golfer, for the long form (CAMPAIGN=1). */
const SLOW_GOLFERS: Pair = {
  user: { options: { fps: [30, 1], frames: 330, gop: 60 }, marks: [24, 270, 300] },
  pro: { options: { fps: [60, 1], frames: 660, gop: 60 }, marks: [48, 540, 600] },
  alignment: 'strike',
};
const LASTS_MS = scaled(2_000, 10_000);

describe('both sides show the frames of the plan', () => {
  test.each(SOME_PAIRS)('%s, at seeded plan times', async (kind, { user, pro, alignment, choices }) => {
    const page = await workbench.openPair(user, pro, alignment, choices);
    const planned = planOf(user, pro, alignment, choices);
    const random = seeded(kind.length);
    const times = Array.from({ length: PLACES }, () => random() * (planned.plan.duration - 1 / 60));
    // … and the time at which the sides meet.
    const { panes } = planned.plan;
    times.push(...[...panes.user.knots, ...panes.pro.knots].map(({ planAt }) => planAt));
    const read = await page.evaluate<(number | null)[][]>(`window.numbersAt(${JSON.stringify(times)})`);
    expect(read).toEqual(times.map((at) => framesAt(planned, at)));
    await page.close();
  });

  test('shows the newest seek target when one overtakes another', async () => {
    const page = await workbench.openPair(THIRTY, SIXTY, 'strike');
    const read = await page.evaluate(`window.numbersAfterBurst([0.2, 2.9, 1.1, 3.3, 0.7])`);
    expect(read).toEqual(framesAt(planOf(THIRTY, SIXTY, 'strike'), 0.7));
    await page.close();
  });
});

describe('while playing, both sides stay together', () => {
  const long: [string, Pair] = ['ten seconds of 30 beside 60 fps', SLOW_GOLFERS];
  const runs = scaled(SOME_PAIRS.slice(0, 1), [...SOME_PAIRS, long]).flatMap(([kind, pair]) =>
    scaled([1], [1, 0.25]).map((speed) => ({ kind, pair, speed })),
  );
  test.each(runs)('$kind, at $speed times the speed', async ({ kind, pair, speed }) => {
    const { user, pro, alignment, choices } = pair;
    const page = await workbench.openPair(user, pro, alignment, choices);
    const apart = await page.evaluate<number[]>(`window.playAndMeasure(${speed}, ${LASTS_MS})`);
    const sorted = apart.map(Math.abs).sort((a, b) => a - b);
    const at = (part: number) => ((sorted[Math.floor(sorted.length * part)] ?? 0) * 1000).toFixed(1);
    console.info(`${kind} at ${speed}: ${sorted.length} pictures, apart p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`);
    expect(sorted.length).toBeGreaterThan(5);
    // A picture may come late while other tests run; at full length nothing else runs.
    expect(sorted[Math.floor(sorted.length * scaled(0.5, 0.95))]).toBeLessThan(2 / 30);
    await page.close();
  });
});
