// The memory of Chromium while it encrypts and sends a link of 500 MB, and while it fetches, decrypts and checks one, each in a browser
// that was just started. Run alone: node bench/run.ts links
import { randomBytes } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { startWorkbench } from '#tests/browser/workbench.ts';
import { LAUNCH_OPTIONS } from '#tests/e2e/browser.ts';
import { startServerProcess } from '#tests/server/server-process.ts';
import type { BenchFigure } from './measured-run.ts';
import { costOf } from './process-cost.ts';

const MB = 1_000_000;
const CLIP_MB = 249;
const MAX_PEAK_MB = 200;
const LOOK_EVERY_MS = 50;

/** Both ways, through a real server. */
export async function run(): Promise<BenchFigure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'swingmark-bench-'));
  const workbench = await startWorkbench();
  const server = await startServerProcess(join(folder, 'data'), { settings: { LINK_MB: '500' } });
  try {
    const clips = [await aClip(join(folder, 'user.mp4')), await aClip(join(folder, 'pro.mp4'))];
    const module = new URL('/tests/fixtures/large-link.ts', workbench.address).href;
    const sent = await measured(server.url, async (page) => {
      await page.evaluate(() => {
        document.body.innerHTML = '<input type="file" multiple>';
      });
      await page.locator('input').setInputFiles(clips);
      return page.evaluate(async (address) => {
        const { sendFiles } = await import(address);
        return (await sendFiles(...(document.querySelector('input')?.files ?? []))) as string;
      }, module);
    });
    const opened = await measured(server.url, (page) =>
      page.evaluate(
        async ([address, path]) => {
          const { openedBytes } = await import(address);
          return (await openedBytes(path)) as number;
        },
        [module, sent.result] as const,
      ),
    );
    if (opened.result !== 2 * CLIP_MB * MB) throw new Error(`The link held ${opened.result} bytes`);
    return Object.entries({ sending: sent, opening: opened }).map(([what, { pageMb, largestMb, seconds }]) => ({
      name: `memory of the page that is ${what} a link of ${2 * CLIP_MB} MB, MB`,
      figure: pageMb,
      limit: MAX_PEAK_MB,
      note: `its peak; ${largestMb.toFixed(0)} of the process with Chromium’s blobs; ${seconds.toFixed(1)} s`,
    }));
  } finally {
    await server.end('SIGKILL');
    await workbench.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** A file of random bytes: the bench never shows the clips. */
async function aClip(path: string): Promise<string> {
  const file = await open(path, 'w');
  for (let count = 0; count < CLIP_MB; count += 1) await file.appendFile(randomBytes(MB));
  await file.close();
  return path;
}

/** Runs work in a page of the site that may load the workbench's modules. */
async function measured<Result>(address: string, work: (page: Page) => Promise<Result>) {
  const launched = await chromium.launchServer(LAUNCH_OPTIONS);
  const browser = await chromium.connect(launched.wsEndpoint());
  try {
    const page = await browser.newPage({ bypassCSP: true, serviceWorkers: 'block' });
    page.setDefaultTimeout(0);
    await page.goto(`${address}/s/`);
    const pid = launched.process().pid ?? 0;
    const peak = { pageMb: 0, largestMb: 0 };
    const watching = setInterval(() => {
      const now = costOf(pid);
      peak.pageMb = Math.max(peak.pageMb, now.pageMb);
      peak.largestMb = Math.max(peak.largestMb, now.largestMb);
    }, LOOK_EVERY_MS);
    const begunAt = performance.now();
    const result = await work(page).finally(() => clearInterval(watching));
    return { result, ...peak, seconds: (performance.now() - begunAt) / 1000 };
  } finally {
    await browser.close();
    await launched.close();
  }
}
