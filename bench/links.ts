// The memory of Chromium while it encrypts and sends a link of 500 MB, and while it fetches, decrypts and checks one, each in a browser
// that was just started. Run alone: node bench/run.ts links
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startWorkbench } from '#tests/browser/workbench.ts';
import { DESKTOP } from '#tests/e2e/browser.ts';
import { startServerProcess } from '#tests/server/server-process.ts';
import { openBarePage } from './bare-page.ts';
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
  const module = JSON.stringify(new URL('/tests/fixtures/large-link.ts', workbench.address).href);
  const inPage = (call: string) => `import(${module}).then((links) => links.${call})`;
  try {
    const sent = await measured<string>(server.url, inPage(`sendRandomClips(${CLIP_MB * MB})`));
    const opened = await measured<number>(server.url, inPage(`openedBytes(${JSON.stringify(sent.result)})`));
    if (opened.result !== 2 * CLIP_MB * MB) throw new Error(`The link held ${opened.result} bytes`);
    return Object.entries({ sending: sent, opening: opened }).map(([what, { pageMb, largestMb, seconds }]) => ({
      name: `memory of the page that is ${what} a link of ${2 * CLIP_MB} MB, MB`,
      figure: pageMb,
      limit: MAX_PEAK_MB,
      note: `its peak; ${largestMb.toFixed(0)} of Chromium’s largest process; ${seconds.toFixed(1)} s`,
    }));
  } finally {
    await server.end('SIGKILL');
    await workbench.stop();
    await rm(folder, { recursive: true, force: true });
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
