// Random seeks, steps and marks in real Chromium on clips whose pictures carry their own number: what is on screen, what
// the mark stores and what a person would see in the end must be the same frame, every time. A thousand of them at full
// length (CAMPAIGN=1), a hundred otherwise.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FRAME_STEP, frameIndexAt, moveFrames, stepTime } from '#domain/video/frame-times.ts';
import { chosenCases, scaled } from '#tests/campaign-scale.ts';
import { jitteredTimes, type NumberedClipOptions } from '#tests/fixtures/numbered-clip.ts';
import {
  boxOf,
  markAndRead,
  numberOnScreen,
  openClip,
  openWorkbench,
  press,
  seekTrack,
  shownTimes,
  type Workbench,
} from '#tests/fixtures/player-page.ts';
import { pick, seeded } from '#tests/fixtures/seeded.ts';

/** The same walk every time; RANDOM_SEED=… takes another one. */
const SEED = Number(process.env.RANDOM_SEED ?? 1);
/** One in this many readings is compared with a picture of the screen, once nothing moves. */
const LOOK_EVERY = scaled(10, 25);

const KINDS: readonly (readonly [string, { readonly actions: number; readonly clip: NumberedClipOptions }])[] = [
  ['30 fps, one key frame and B-frames', { actions: 160, clip: { fps: [30, 1], frames: 120, bFrames: 3, gop: 120 } }],
  ['60 fps, one key frame', { actions: 160, clip: { fps: [60, 1], frames: 240, gop: 240 } }],
  ['29.97 fps', { actions: 160, clip: { fps: [30000, 1001], frames: 90 } }],
  ['a variable rate with B-frames', { actions: 160, clip: { frameTimes: jitteredTimes(90, 30, 0.8), bFrames: 2 } }],
  ['240 fps', { actions: 160, clip: { fps: [240, 1], frames: 480, gop: 60 } }],
  ['24 fps', { actions: 50, clip: { fps: [24, 1], frames: 72 } }],
  ['an edit list within a group of pictures', { actions: 50, clip: { frames: 90, leadingFramesCut: 13, bFrames: 2 } }],
  ['a late first frame', { actions: 50, clip: { frames: 60, firstFrameAt: 0.4 } }],
  ['a WebM file', { actions: 50, clip: { frames: 60, container: 'webm', codec: 'vp9' } }],
];
const SOME_KINDS = chosenCases(KINDS, ['a variable rate with B-frames']);
/** The number of actions when only some of them run. */
const SHORT_WALK = 10;

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench();
});

afterAll(() => workbench?.close());

describe(`random seeks, steps and marks with seed ${SEED}`, () => {
  test.each(SOME_KINDS)('never a frame off: %s [S4.1]', async (kind, { actions, clip }) => {
    const page = await openClip(workbench, clip);
    const times = shownTimes(clip);
    const random = seeded(SEED + kind.length);
    const track = await boxOf(seekTrack(page));
    const wrong: string[] = [];
    let at = times[0] ?? 0;
    for (let count = 1; count <= scaled(SHORT_WALK, actions); count++) {
      const move = pick(MOVES, random);
      await move.run(page, { random, track });
      // Marked immediately: a mark has to wait for its own frame.
      const { mark, number } = await markAndRead(page, pick(['rest', 'top', 'strike'] as const, random));
      const shown = (number ?? Number.NaN) - (clip.leadingFramesCut ?? 0);
      const wished = move.leadsTo?.(times, at) ?? mark;
      const problems = [
        Math.abs((times[shown] ?? Number.NaN) - mark) < 0.0005 ? '' : `picture ${shown}, but marked ${mark}`,
        frameIndexAt(times, wished) === shown ? '' : `picture ${shown}, but wished for ${frameIndexAt(times, wished)}`,
        count % LOOK_EVERY ? '' : await lookedAt(page, number),
      ];
      wrong.push(...problems.filter(Boolean).map((problem) => `${count} ${move.name}: ${problem}`));
      at = mark;
    }
    expect(wrong).toEqual([]);
    await page.close();
  });
});

/** Once the video below the canvas has followed, the screen itself must show the same number. */
async function lookedAt(page: Page, number: number | null): Promise<string> {
  await page.waitForFunction(`!document.querySelector('video').seeking`);
  const seen = await numberOnScreen(page);
  return seen === number ? '' : `read ${number}, but the screen shows ${seen}`;
}

interface Move {
  readonly name: string;
  readonly run: (page: Page, on: { random: () => number; track: Box }) => Promise<unknown>;
  /** Computes the expected time from a frame's time. */
  readonly leadsTo?: (times: readonly number[], from: number) => number;
}

type Box = Awaited<ReturnType<typeof boxOf>>;

const key = (name: string, leadsTo: Move['leadsTo']): Move => ({
  name,
  run: (page) => page.keyboard.press(name),
  ...(leadsTo && { leadsTo }),
});

const seek: Move = {
  name: 'seek',
  run: (page, { random, track }) => page.mouse.click(track.x + random() * track.width, track.y + track.height / 2),
};

const drag: Move = {
  name: 'drag',
  async run(page, { random, track }) {
    const y = track.y + track.height / 2;
    await page.mouse.move(track.x + random() * track.width, y);
    await page.mouse.down();
    await page.mouse.move(track.x + random() * track.width, y, { steps: 6 });
    await page.mouse.up();
  },
};

const MOVES: readonly Move[] = [
  seek,
  seek,
  drag,
  ...[1, 2].flatMap(() => [
    key('.', (times, from) => moveFrames(times, from, 1)),
    key(',', (times, from) => moveFrames(times, from, -1)),
  ]),
  key('ArrowRight', (times, from) => stepTime(times, from, 1)),
  key('ArrowLeft', (times, from) => stepTime(times, from, -1)),
  key('Shift+ArrowRight', (times, from) => stepTime(times, from, 10)),
  key('Shift+ArrowLeft', (times, from) => stepTime(times, from, -10)),
  key('Home', (times) => times[0] ?? 0),
  key('End', (times) => (times.at(-1) ?? 0) + FRAME_STEP),
  {
    name: 'Step forward',
    run: (page) => press(page, 'Step forward'),
    leadsTo: (times, from) => stepTime(times, from, 1),
  },
  { name: 'Step back', run: (page) => press(page, 'Step back'), leadsTo: (times, from) => stepTime(times, from, -1) },
  {
    name: 'five quick presses',
    run: async (page) => {
      for (let count = 0; count < 5; count++) await page.keyboard.press('.');
    },
    leadsTo: (times, from) => moveFrames(times, from, 5),
  },
];
