// The memory of Chromium while it encrypts and sends a link of 500 MB, and while it fetches, decrypts and checks one, and the time until
// both swings of a link of 10 MB move at 10 Mbit/s; each in a browser that was just started. Run alone: node tools/bench/run.ts links
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { startWorkbench } from '#tests/browser/workbench.ts';
import { DESKTOP, LAUNCH_OPTIONS, PHONE } from '#tests/e2e/browser.ts';
import { startServerProcess } from '#tests/server/server-process.ts';
import { openBarePage } from './bare-page.ts';
import type { BenchFigure } from './measured-run.ts';
import { costOf } from './process-cost.ts';

const MB = 1_000_000;
const CLIP_MB = 249;
const MAX_PEAK_MB = 200;
const LOOK_EVERY_MS = 50;
const MAX_SECONDS = 3;
/** 10 Mbit/s. */
const LINE = { offline: false, latency: 100, downloadThroughput: 1.25 * MB, uploadThroughput: 1.25 * MB };
/** Five seconds of five megabytes. */
const CLIP = [
  ...['-f', 'lavfi', '-i', 'testsrc2=size=720x1280:rate=30:duration=5', '-vf', 'noise=alls=20:allf=t'],
  ...['-c:v', 'libx264', '-preset', 'ultrafast', '-b:v', '8M', '-minrate', '8M', '-maxrate', '8M', '-bufsize', '4M'],
  ...['-pix_fmt', 'yuv420p', '-movflags', '+faststart'],
];

/** Both ways, through a real server. */
export async function run(): Promise<BenchFigure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'swingmark-bench-'));
  const workbench = await startWorkbench();
  const server = await startServerProcess(join(folder, 'data'), { settings: { LINK_MB: '500' } });
  const module = JSON.stringify(new URL('/tests/fixtures/large-link.ts', workbench.address).href);
  const inPage = (call: string) => `import(${module}).then((links) => links.${call})`;
  try {
    const sent = await measured<string>(server.url, inPage(`sendRandomClips(${CLIP_MB * MB})`));
    const opened = await measured<number>(server.url, inPage(`openedBytes(${JSON.stringify(sent.result)})`));
    if (opened.result !== 2 * CLIP_MB * MB) throw new Error(`The link held ${opened.result} bytes`);
    const moving = await secondsUntilMoving(folder, server.url, module);
    const memory = Object.entries({ sending: sent, opening: opened }).map(([what, { pageMb, largestMb, seconds }]) => ({
      name: `memory of the page that is ${what} a link of ${2 * CLIP_MB} MB, MB`,
      figure: pageMb,
      limit: MAX_PEAK_MB,
      note: `its peak; ${largestMb.toFixed(0)} of Chromium’s largest process; ${seconds.toFixed(1)} s`,
    }));
    return [...memory, moving];
  } finally {
    await server.end('SIGKILL');
    await workbench.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** From the beginning of a first visit. */
async function secondsUntilMoving(folder: string, address: string, module: string): Promise<BenchFigure> {
  const clips = ['user.mp4', 'pro.mp4'].map((name) => join(folder, name));
  for (const clip of clips) execFileSync('ffmpeg', ['-v', 'error', ...CLIP, clip]);
  const browser = await chromium.launch(LAUNCH_OPTIONS);
  try {
    const withClips = async <Result>(page: string, call: (chosen: string) => string) => {
      const sender = await browser.newPage({ bypassCSP: true, serviceWorkers: 'block' });
      sender.setDefaultTimeout(0);
      await sender.goto(page);
      await sender.evaluate('document.body.innerHTML = "<input type=file multiple>"');
      await sender.locator('input').setInputFiles(clips);
      const made = await sender.evaluate<Result>(
        `import(${module}).then((links) => links.${call('document.querySelector("input").files')})`,
      );
      await sender.close();
      return made;
    };
    const workbenchPage = new URL('/tools/workbench/player.html', JSON.parse(module) as string).href;
    const preview = await withClips<string>(workbenchPage, (chosen) => `previewOfChosen(${chosen})`);
    const path = await withClips<string>(
      `${address}/s/`,
      (chosen) => `sendChosen(${chosen}, ${JSON.stringify(preview)})`,
    );
    // The policy would refuse to evaluate the conditions below.
    const receiver = await browser.newPage({ ...PHONE, bypassCSP: true });
    const tools = await receiver.context().newCDPSession(receiver);
    await tools.send('Network.enable');
    await tools.send('Network.emulateNetworkConditions', LINE);
    await receiver.goto(address + path, { waitUntil: 'commit' });
    const seconds = async (condition: string) =>
      Number(await (await receiver.waitForFunction(`${condition} && performance.now() / 1000`)).jsonValue());
    const moving = await seconds('document.querySelector("video")?.currentTime > 0');
    const sharp = await seconds('document.querySelectorAll("fieldset video").length === 2');
    return {
      name: 'both swings of a link of 10 MB move on a line of 10 Mbit/s, s',
      figure: moving,
      limit: MAX_SECONDS,
      note: `the preview has ${Math.round((preview.length * 0.75) / 1000)} kB; the sharp pictures after ${sharp.toFixed(1)} s`,
    };
  } finally {
    await browser.close();
  }
}

/** Does work in a page of the site that may load the workbench's modules. */
async function measured<Result>(address: string, work: string) {
  const { viewport } = DESKTOP;
  const page = await openBarePage({ address: `${address}/s/`, script: '', viewport });
  try {
    const peak = { pageMb: 0, largestMb: 0 };
    const watching = setInterval(() => {
      const now = costOf(page.pid);
      peak.pageMb = Math.max(peak.pageMb, now.pageMb);
      peak.largestMb = Math.max(peak.largestMb, now.largestMb);
    }, LOOK_EVERY_MS);
    const begunAt = performance.now();
    const result = await page.evaluate<Result>(work).finally(() => clearInterval(watching));
    return { result, ...peak, seconds: (performance.now() - begunAt) / 1000 };
  } finally {
    await page.close();
  }
}
