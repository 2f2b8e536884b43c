// How soon both swings move on a slow line, from choosing a clip: on the first visit with nothing cached, on the second, and on a first
// visit where the golfer looks for the clip in the picker. Lists what was fetched and when. A device with idle cores; on a busy one the figures are its own.
// Run alone: node tools/bench/run.ts first-visit
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext } from 'playwright-core';
import { buildPages } from '#scripts/build-pages.ts';
import { openSlowLine, type SlowLine } from '#tests/browser/slow-line.ts';
import { PHONE, startBrowser } from '#tests/e2e/browser.ts';
import { startServer } from '#tests/e2e/running-server.ts';
import { untilHydrated } from '#tests/e2e/until-hydrated.ts';
import type { BenchFigure } from './measured-run.ts';

const LATENCY_MS = 100;
/** How long a golfer looks for the clip, in seconds. */
const PICKING = 5;
/** In seconds; the first visit at 2 Mbit/s is only reported. */
const LINES = [
  { megabits: 10, limits: { first: 12, second: 5 } },
  { megabits: 2, limits: { first: Number.POSITIVE_INFINITY, second: 5 } },
] as const;
const MAX_WAIT_MS = 180_000;
const SWING = join(import.meta.dirname, '../../content/swings/demo-amateur.mp4');
const REGION = 'Your swing video and its positions';
const NAMED_BYTES = 20_000;

export async function run(): Promise<BenchFigure[]> {
  buildPages();
  const folder = await mkdtemp(join(tmpdir(), 'swingmark-bench-'));
  const [server, browser] = [await startServer(), await startBrowser()];
  try {
    const clip = phoneClip(join(folder, 'clip.mp4'));
    const figures: BenchFigure[] = [];
    for (const { megabits, limits } of LINES) {
      const line = await openSlowLine(server.origin, { megabits, latencyMs: LATENCY_MS });
      try {
        const { first, second } = await withNothingCached(browser, async (context) => ({
          first: await visit(context, line, clip, 0),
          second: await visit(context, line, clip, 0),
        }));
        const picked = await withNothingCached(browser, (context) => visit(context, line, clip, PICKING));
        const at = `at ${megabits} Mbit/s`;
        figures.push(
          { name: `clip chosen to both moving ${at}, first visit, s`, limit: limits.first, ...first },
          { name: `the same ${at}, ${PICKING} s in the picker, s`, limit: limits.first, ...picked },
          { name: `the same ${at}, second visit, s`, limit: limits.second, ...second },
        );
      } finally {
        line.close();
      }
    }
    return figures;
  } finally {
    await browser.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

type Visit = Pick<BenchFigure, 'figure' | 'note'>;

async function withNothingCached<Result>(
  browser: Browser,
  visitWith: (context: BrowserContext) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext(PHONE);
  try {
    return await visitWith(context);
  } finally {
    await context.close();
  }
}

/** A visitor who opens the picker as soon as the page reacts, and confirms what is found at once. */
async function visit(context: BrowserContext, line: SlowLine, clip: string, picking: number): Promise<Visit> {
  const page = await context.newPage();
  page.setDefaultTimeout(MAX_WAIT_MS);
  const openedAt = line.seconds();
  await page.goto(line.origin);
  await untilHydrated(page);
  const picker = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose Your Swing Video' }).tap();
  await picker;
  await sleep(picking * 1000);
  const chosenAt = line.seconds();
  await (await picker).setFiles(clip);
  await page.getByRole('region', { name: REGION }).getByRole('slider', { name: 'Seek' }).waitFor();
  const markableAt = line.seconds();
  await page.getByRole('button', { name: /^Looks right/ }).click();
  const foundAt = line.seconds();
  await page.waitForFunction(() => {
    const videos = [...document.querySelectorAll<HTMLVideoElement>('[aria-label="Synced preview"] video')];
    return videos.length === 2 && videos.every(({ paused, currentTime }) => !paused && currentTime > 0);
  });
  const movingAt = line.seconds();
  const fetched = line.fetches.filter(({ asked }) => asked >= openedAt);
  for (const { path, bytes, asked, ended } of fetched.filter((one) => one.bytes > NAMED_BYTES)) {
    console.log(
      `${(asked - chosenAt).toFixed(1)} to ${(ended - chosenAt).toFixed(1)} s: ${(bytes / 1000).toFixed(0)} kB ${path}`,
    );
  }
  await page.close();
  const megabytes = fetched.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6;
  const steps = `page ${(chosenAt - openedAt).toFixed(1)}, can be marked ${(markableAt - chosenAt).toFixed(1)}, found ${(foundAt - chosenAt).toFixed(1)} s`;
  return { figure: movingAt - chosenAt, note: `${steps}; ${megabytes.toFixed(1)} MB fetched` };
}

/** A clip of 5 s as phones film it. */
function phoneClip(path: string): string {
  const still = ['-vf', 'tpad=stop_mode=clone:stop_duration=1.4,scale=1920:1440,fps=30', '-t', '5'];
  const encode = ['-c:v', 'libx264', '-preset', 'veryfast', '-b:v', '16M', '-an', path];
  execFileSync('ffmpeg', ['-v', 'error', '-i', SWING, ...still, ...encode]);
  return path;
}
