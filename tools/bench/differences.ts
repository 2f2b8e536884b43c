// How soon "Biggest differences" appears in Chromium: the time from the live pair to the sentences, for a clip whose
// positions were just found, including the search for the shaft. Run alone: node tools/bench/run.ts differences
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { buildPages } from '#scripts/build-pages.ts';
import { startBrowser } from '#tests/e2e/browser.ts';
import { startServer } from '#tests/e2e/running-server.ts';
import { chooseVideo } from '#tests/e2e/steps.ts';
import { untilHydrated } from '#tests/e2e/until-hydrated.ts';
import { type BenchFigure, median } from './measured-run.ts';

const ROUNDS = 3;
const MAX_MS = 2000;
const MAX_SEARCH_MS = 120_000;
const SWING = join(import.meta.dirname, '../../content/swings/demo-amateur.mp4');
/** A golfer of the library who is filmed from the same side. */
const GOLFER = 'Sam, driver, face-on';

/** The median of several visitors. */
export async function run(): Promise<BenchFigure[]> {
  buildPages();
  const server = await startServer();
  const browser = await startBrowser();
  try {
    const waits: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const page = await browser.newPage();
      await page.goto(server.origin);
      await untilHydrated(page);
      waits.push(await waitForSentences(page));
      await page.close();
    }
    const note = `slowest ${Math.round(Math.max(...waits))} ms of ${ROUNDS}`;
    return [{ name: 'what differs most after the live pair, ms', figure: median(waits), limit: MAX_MS, note }];
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function waitForSentences(page: Page): Promise<number> {
  await chooseVideo(page, 'user', SWING);
  const use = page.getByRole('button', { name: /^Looks right/ });
  await use.waitFor({ timeout: MAX_SEARCH_MS });
  await page.locator('#step-3 button[aria-pressed]', { hasText: GOLFER }).first().click();
  const waiting = page.evaluate(
    async ([pair, sentence, mostMs]) => {
      const end = performance.now() + mostMs;
      const seenAt = async (selector: string) => {
        while (!document.querySelector(selector)) {
          if (performance.now() > end) throw new Error(`Nothing on the page is ${selector}`);
          await new Promise((resolve) => requestAnimationFrame(resolve));
        }
        return performance.now();
      };
      const pairedAt = await seenAt(pair);
      return (await seenAt(sentence)) - pairedAt;
    },
    ['[data-differences]', '[data-differences] button[aria-pressed]', MAX_SEARCH_MS] as const,
  );
  const [waitedMs] = await Promise.all([waiting, use.click()]);
  return waitedMs;
}
