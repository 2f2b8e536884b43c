// How soon both swings move on a slow line, from choosing a clip: on the first visit with nothing cached, and on the second. Lists
// what was fetched and when. A device with idle cores; on a busy one the figures are its own.
// Run alone: node tools/bench/run.ts first-visit
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { buildPages } from '#scripts/build-pages.ts';
import { openSlowLine, type SlowLine } from '#tests/browser/slow-line.ts';
import { PHONE, startBrowser } from '#tests/e2e/browser.ts';
import { startServer } from '#tests/e2e/running-server.ts';
import { chooseVideo } from '#tests/e2e/steps.ts';
import { untilHydrated } from '#tests/e2e/until-hydrated.ts';
import type { BenchFigure } from './measured-run.ts';

const LATENCY_MS = 100;
/** In seconds; the first visit at 2 Mbit/s is only reported. */
const LINES = [
  { megabits: 10, limits: { first: 12, second: 5 } },
  { megabits: 2, limits: { first: Number.POSITIVE_INFINITY, second: 5 } },
] as const;
const MAX_WAIT_MS = 180_000;
const SWING = join(import.meta.dirname, '../../content/swings/demo-amateur.mp4');
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
        const { first, second } = await visitTwice(browser, line, clip);
        figures.push(
          { name: `clip chosen to both moving at ${megabits} Mbit/s, first visit, s`, limit: limits.first, ...first },
          { name: `the same at ${megabits} Mbit/s, second visit, s`, limit: limits.second, ...second },
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

async function visitTwice(browser: Browser, line: SlowLine, clip: string): Promise<Record<'first' | 'second', Visit>> {
  const context = await browser.newContext(PHONE);
  try {
    return { first: await visit(context, line, clip), second: await visit(context, line, clip) };
  } finally {
    await context.close();
  }
}

/** A visitor who chooses a clip as soon as the page reacts, and confirms what is found at once. */
async function visit(context: BrowserContext, line: SlowLine, clip: string): Promise<Visit> {
  const page = await context.newPage();
  page.setDefaultTimeout(MAX_WAIT_MS);
  const openedAt = line.seconds();
  await page.goto(line.origin);
  await untilHydrated(page);
  const chosenAt = line.seconds();
  await chooseVideo(page, 'user', clip);
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
