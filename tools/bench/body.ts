// The cost of tracking the golfer's body in Chromium: the time for the few pictures around the positions and for a
// whole swing, the size of the download, and whether memory grows from clip to clip. To run it alone: node tools/bench/run.ts
// body
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { chromium } from 'playwright-core';
import library from '#content/library.json' with { type: 'json' };
import { buildPages } from '#scripts/build-pages.ts';
import { type BodyLook, openBodyPage } from '#tests/browser/body-page.ts';
import { startWorkbench } from '#tests/browser/workbench.ts';
import { LAUNCH_OPTIONS } from '#tests/e2e/browser.ts';
import { type BenchFigure, median } from './measured-run.ts';

const ROUNDS = 3;
const CLIPS = 10;
const BARS = { aroundMs: 2000, trackMs: 4000, downloadMb: 12, growthMb: 40 };
const ROOT = join(import.meta.dirname, '../..');
/** How late the swing begins in the clip: what comes before the positions is not decoded. */
const STILL_BEFORE = 4;
const GOLFER = 'driver-face-on-woman-27-9';

/** Looks at a 10 s clip of 1080p60 with one key frame a second, as a phone writes it. */
export async function run(): Promise<BenchFigure[]> {
  const { path, marks } = await golferClip();
  const workbench = await startWorkbench();
  const server = await chromium.launchServer(LAUNCH_OPTIONS);
  try {
    const browser = await chromium.connect(server.wsEndpoint());
    const { page, lookAt } = await openBodyPage(browser, workbench.address);
    const emptyMb = memoryMb(server.process().pid);
    const first = await lookAt(path, { wanted: { around: marks } });
    const afterOneMb = memoryMb(server.process().pid);
    const around: BodyLook[] = [];
    const tracks: BodyLook[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      around.push(await lookAt(path, { wanted: { around: marks } }));
      tracks.push(await lookAt(path, { wanted: { over: marks } }));
    }
    for (let clip = 1 + 2 * ROUNDS; clip < CLIPS; clip += 1) await lookAt(path, { wanted: { around: marks } });
    await page.requestGC();
    const afterTenMb = memoryMb(server.process().pid);
    const perPicture = tracks.map((look) => lookingMs(look) / picturesOf(look));
    return [
      {
        name: 'body: box, view, hand and angles, ms',
        figure: median(around.map(({ tookMs }) => tookMs)),
        limit: BARS.aroundMs,
        note: `${picturesOf(around[0])} pictures of 10 s 1080p60; the very first ${first.tookMs.toFixed(0)} ms with loading from this machine`,
      },
      {
        name: 'body: a whole swing, ms',
        figure: median(tracks.map(({ tookMs }) => tookMs)),
        limit: BARS.trackMs,
        note: `${picturesOf(tracks[0])} pictures, ${median(perPicture).toFixed(0)} ms each with decoding`,
      },
      {
        name: 'body: download once, MB',
        figure: downloadMb(),
        limit: BARS.downloadMb,
        note: 'script, runtime and weights, gzip',
      },
      {
        name: `body: memory after ${CLIPS} clips less after one, MB`,
        figure: afterTenMb - afterOneMb,
        limit: BARS.growthMb,
        note: `all of Chromium: ${emptyMb.toFixed(0)} before, ${afterOneMb.toFixed(0)} after one, ${afterTenMb.toFixed(0)} after ${CLIPS}`,
      },
    ];
  } finally {
    await server.close();
    await workbench.stop();
  }
}

/** A golfer of the library for 10 s at 1080p60, with stillness before and after, and when the swing happens. */
export async function golferClip() {
  const golfer = library.golfers.find(({ slug }) => slug === GOLFER);
  if (!golfer) throw new Error(`No golfer ${GOLFER}`);
  const folder = join(ROOT, '.cache', 'fixtures');
  const path = join(folder, `body-${GOLFER}-upright-1080p60-1s.mp4`);
  if (!existsSync(path)) {
    await mkdir(folder, { recursive: true });
    const draft = path.replace('.mp4', `.${process.pid}.mp4`);
    const still = `tpad=start_mode=clone:start_duration=${STILL_BEFORE}:stop_mode=clone:stop_duration=9`;
    const filters = `${still},noise=alls=6:allf=t`;
    const codec = [
      '-c:v',
      'libx264',
      '-preset',
      'veryfast',
      '-g',
      '60',
      '-sc_threshold',
      '0',
      '-bf',
      '0',
      '-b:v',
      '18M',
      '-pix_fmt',
      'yuv420p',
    ];
    const source = join(ROOT, 'content', golfer.file);
    await execa('ffmpeg', ['-v', 'error', '-y', '-i', source, '-vf', filters, '-an', '-t', '10', ...codec, draft]);
    await rename(draft, path);
  }
  const later = (time: number) => time + STILL_BEFORE;
  const marks = {
    restTime: later(golfer.restTime),
    topTime: later(golfer.topTime),
    strikeTime: later(golfer.strikeTime),
  };
  return { path, marks };
}

function picturesOf(look: BodyLook | undefined): number {
  return look?.answer.kind === 'seen' ? look.answer.track.frames.length : Number.NaN;
}

function lookingMs({ progress }: BodyLook): number {
  const looking = progress.filter(({ stage }) => stage === 'looking');
  return (looking.at(-1)?.afterMs ?? Number.NaN) - (looking[0]?.afterMs ?? Number.NaN);
}

/** The packed files that a browser with relaxed SIMD fetches. */
function downloadMb(): number {
  buildPages();
  const folder = join(ROOT, 'dist/web/assets/later');
  const files = readdirSync(folder).filter((name) => name.endsWith('.gz') && !name.includes('compat'));
  return files.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) / 1e6;
}

/** The memory of a process and all its children. Each shared page counts once. */
function memoryMb(pid: number | undefined): number {
  const table = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' });
  const rows = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
  const family = new Set([pid ?? -1]);
  for (let size = 0; size !== family.size; ) {
    size = family.size;
    for (const [child, parent] of rows) if (family.has(parent)) family.add(child);
  }
  const proportional = (member: number) => {
    try {
      const rollup = readFileSync(`/proc/${member}/smaps_rollup`, 'utf8');
      return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0);
    } catch {
      return 0;
    }
  };
  return [...family].reduce((sum, member) => sum + proportional(member), 0) / 1024;
}
