// A range session at 1280 × 720 and 30 frames a second with everything on: the time from a strike until both swings play, the
// frames that are dropped, the shots that are missed, and the growth of the browser's memory. The camera films a golfer of the
// library, or `REEL=clip.mp4 STRIKE=4.32` (seconds). `SECONDS` sets the session's length: 3600 for an hour.
// Run alone: node tools/bench/run.ts range
import { execFileSync } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PHONE } from '#tests/e2e/browser.ts';
import { startServer } from '#tests/e2e/running-server.ts';
import { type FilmReel, rangeCamera } from '#tests/fixtures/range-camera.ts';
import { type BarePage, openBarePage } from './bare-page.ts';
import { type BenchFigure, median } from './measured-run.ts';
import { memoryOfAll } from './process-cost.ts';

const LENGTH = Number(process.env.SECONDS ?? 120);
const REEL = process.env.REEL ?? join(import.meta.dirname, '../../content/swings/iron-down-the-line-27-9.mp4');
const STRIKE = Number(process.env.STRIKE ?? 1.7);
const SIZE = { widthPx: 1280, heightPx: 720 };
/** The reel begins this long before the strike and ends this long after it, in seconds. */
const AROUND = { before: 2.5, after: 1.5 };
/** A shot this often, in seconds: faster than any golfer. */
const EVERY = 10;
const LOOK_EVERY_MS = 20_000;
/** Until then the first clips and models are loaded. */
const SETTLED = Math.min(60, LENGTH / 3);
/** What is compared lasts this long, in seconds: from there on, and up to the end. A single look may meet a search. */
const COMPARED = Math.min(180, LENGTH / 3);
const LIMITS = { p50: 2.5, p95: 4, dropped: 1, missed: 2, growthMb: 100 };

export async function run(): Promise<BenchFigure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'swingmark-bench-'));
  const reel = await serveReel(join(folder, 'reel.yuv'));
  const site = await startServer();
  const page = await openBarePage({
    address: `${site.origin}/range`,
    script: rangeCamera({ ...SIZE, every: EVERY, reel: reel.film }),
    viewport: PHONE.viewport,
  });
  try {
    await page.evaluate(START, { asVisitor: true });
    return figuresOf(await watch(page));
  } finally {
    await page.close();
    await site.stop();
    reel.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Presses "Start the session" once it can be pressed; undefined until then. */
const START = `[...document.querySelectorAll('button:enabled')]
  .filter(({ innerText }) => innerText === 'Start the session').map((button) => button.click() ?? true)[0]`;

interface Watched {
  /** The time from each strike until both swings play, in seconds, ascending. */
  readonly shownAfter: readonly number[];
  /** Shots and practice swings in the session's list. */
  readonly listed: number;
  readonly practice: number;
  readonly frames: number;
  readonly dropped: number;
  readonly seconds: number;
  /** The memory of all of the browser's processes, in MB: near the start and near the end without garbage, between them with it. */
  readonly memory: Readonly<Record<'start' | 'between' | 'end', readonly number[]>>;
}

const SHOWN = `(() => {
  const facts = document.querySelector('[data-frames]');
  const swings = [...document.querySelectorAll('section button')].map((button) => button.getAttribute('aria-label') ?? '');
  return {
    shownAfter: [...document.querySelectorAll('[data-shown-after]')].map((one) => Number(one.dataset.shownAfter)),
    listed: swings.filter((name) => /^Swing \\d+, (tempo|practice)/.test(name)).length,
    practice: swings.filter((name) => /^Swing \\d+, practice/.test(name)).length,
    frames: Number(facts.dataset.frames),
    dropped: Number(facts.dataset.dropped),
  };
})()`;

async function watch(page: BarePage): Promise<Watched> {
  const begun = performance.now();
  const seconds = () => (performance.now() - begun) / 1000;
  const memory = { start: [] as number[], between: [] as number[], end: [] as number[] };
  while (seconds() < LENGTH) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    const at = seconds();
    const part = at > LENGTH - COMPARED ? 'end' : at > SETTLED && at < SETTLED + COMPARED ? 'start' : 'between';
    if (part !== 'between') await page.collectGarbage();
    const megabytes = memoryOfAll(page.pid);
    memory[part].push(megabytes);
    console.log(`after ${(at / 60).toFixed(1)} min: ${megabytes.toFixed(0)} MB`);
  }
  const shown = await page.evaluate<Omit<Watched, 'seconds' | 'memory'>>(SHOWN);
  return { ...shown, shownAfter: shown.shownAfter.toSorted((a, b) => a - b), seconds: seconds(), memory };
}

function figuresOf({ shownAfter, listed, practice, frames, dropped, seconds, memory }: Watched): BenchFigure[] {
  const at = (share: number) => shownAfter[Math.min(shownAfter.length - 1, Math.floor(share * shownAfter.length))];
  const struck = Math.floor(frames / 30 / EVERY);
  const shown = `${shownAfter.length} of about ${struck} shots shown in ${seconds.toFixed(0)} s, ${practice} of ${listed} taken for practice`;
  const [first, last] = [median(memory.start), median(memory.end)];
  return [
    { name: 'strike to both playing, p50 s', figure: at(0.5) ?? Number.NaN, limit: LIMITS.p50, note: shown },
    {
      name: 'strike to both playing, p95 s',
      figure: at(0.95) ?? Number.NaN,
      limit: LIMITS.p95,
      note: `${(shownAfter[0] ?? Number.NaN).toFixed(2)} to ${(shownAfter.at(-1) ?? Number.NaN).toFixed(2)} s`,
    },
    {
      name: 'shots missed, %',
      figure: (100 * Math.max(0, struck - listed + practice)) / struck,
      limit: LIMITS.missed,
      note: `one shot every ${EVERY} s`,
    },
    {
      name: 'dropped frames at 720p30, %',
      figure: (100 * dropped) / frames,
      limit: LIMITS.dropped,
      note: `${dropped} of ${frames}`,
    },
    {
      name: 'growth of the browser’s memory without garbage, MB',
      figure: last - first,
      limit: LIMITS.growthMb,
      note: `from ${first.toFixed(0)} to ${last.toFixed(0)} MB, with garbage ${Math.max(...memory.between).toFixed(0)} MB at most; the reel of ${reelMegabytes().toFixed(0)} MB included`,
    },
  ];
}

function reelMegabytes(): number {
  return ((AROUND.before + AROUND.after) * 30 * SIZE.widthPx * SIZE.heightPx * 1.5) / 1e6;
}

/** The frames around the strike, served to the camera's worker. */
async function serveReel(path: string): Promise<{ film: FilmReel; stop: () => void }> {
  const { widthPx, heightPx } = SIZE;
  const from = Math.max(0, STRIKE - AROUND.before);
  const fitted = `scale=${widthPx}:${heightPx}:force_original_aspect_ratio=decrease,pad=${widthPx}:${heightPx}:-1:-1`;
  const args = ['-ss', String(from), '-t', String(STRIKE - from + AROUND.after), '-i', REEL];
  const raw = ['-vf', `fps=30,${fitted},format=yuv420p`, '-f', 'rawvideo', path];
  execFileSync('ffmpeg', ['-v', 'error', ...args, ...raw]);
  const frames = Math.floor((await stat(path)).size / (widthPx * heightPx * 1.5));
  const server = createServer((_, response) => {
    response.setHeader('access-control-allow-origin', '*');
    createReadStream(path).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    film: { address, frames, strike: STRIKE - from },
    stop: () => {
      server.close();
    },
  };
}
