// How long the list of kept comparisons takes to open in Chromium, with 200 of them: from the press of the header's link to the
// list on the screen. Run alone: node tools/bench/run.ts my-swings (build the pages first: npm run build).
import type { Page } from 'playwright-core';
import { startBrowser } from '#tests/e2e/browser.ts';
import { startServer } from '#tests/e2e/running-server.ts';
import { untilHydrated } from '#tests/e2e/until-hydrated.ts';
import { keptSwing } from '#tests/fixtures/kept-swings.ts';
import { exportedFile } from '#web/kept/exported-file.ts';
import type { BenchFigure } from './measured-run.ts';

const COMPARISONS = 200;
const OPENINGS = 15;
const MAX_MS = 300;

/** The median of several openings. */
export async function run(): Promise<BenchFigure[]> {
  const server = await startServer();
  const browser = await startBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(`${server.origin}/my-swings`);
    await untilHydrated(page);
    const file = { name: 'swings.tar', mimeType: 'application/x-tar', buffer: await exportOf(COMPARISONS) };
    await page.getByLabel('File of exported swings').setInputFiles(file);
    await page.getByRole('heading', { name: `${COMPARISONS} comparisons` }).waitFor();
    const openings: number[] = [];
    for (let count = 0; count < OPENINGS; count += 1) openings.push(await opening(page));
    const [p50, worst] = [
      openings.toSorted((a, b) => a - b)[Math.floor(OPENINGS / 2)] ?? Number.NaN,
      Math.max(...openings),
    ];
    const note = `slowest ${Math.round(worst)} ms of ${OPENINGS}`;
    return [{ name: `my swings: list of ${COMPARISONS}, p50 ms`, figure: p50, limit: MAX_MS, note }];
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** From the press on the link to the frame that shows the list, in milliseconds. */
async function opening(page: Page): Promise<number> {
  await page.getByRole('link', { name: 'How to use' }).click();
  await page.getByRole('heading', { name: 'How to use', level: 1 }).waitFor();
  return page.evaluate(async () => {
    const started = performance.now();
    document.querySelector<HTMLElement>('header a[href="/my-swings"]')?.click();
    while (document.querySelectorAll('main ul li').length === 0) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    await new Promise((resolve) => requestAnimationFrame(resolve));
    return performance.now() - started;
  });
}

async function exportOf(count: number): Promise<Buffer> {
  const bytes = (text: string) => new Blob([text.repeat(4000)], { type: 'video/mp4' });
  const pro = bytes('a pro’s clip');
  const kept = Array.from({ length: count }, (_, number) => keptSwing(number, bytes(`clip ${number}`), pro));
  return Buffer.from(await exportedFile(await Promise.all(kept)).arrayBuffer());
}
