// Takes screenshots of every page and state with the reference swings:  npm run screenshots [-- FOLDER]
// Without a folder it updates the one in the README (docs/screenshots); with one it takes all of
// them, in four screen sizes, for review.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { newVisitor, startBrowser } from '#tests/e2e/browser.ts';
import { startServer } from '#tests/e2e/running-server.ts';
import { chooseVideo, markPositions, waitForMergedVideo } from '#tests/e2e/steps.ts';
import { openTab, stageOf } from '#tests/fixtures/open-tab.ts';
import { buildPages } from './build-pages.ts';

const SCREENS: Readonly<Record<string, BrowserContextOptions>> = {
  'phone-small': { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
  tablet: { viewport: { width: 820, height: 1180 }, hasTouch: true },
  desktop: { viewport: { width: 1440, height: 900 } },
};
const STATIC_PAGES = ['/how-to-use', '/check', '/signup', '/login', '/account', '/admin-login', '/no-such-page'];
const SHOWN_IN_README: ReadonlySet<string> = new Set(['desktop-live']);

const folder = process.argv[2] ?? path.join(import.meta.dirname, '..', 'docs/screenshots');
const takesAll = process.argv[2] !== undefined;

buildPages();
mkdirSync(folder, { recursive: true });
const server = await startServer({ CONTENT_DIR: 'content' });
const browser = await startBrowser();
try {
  for (const [name, options] of Object.entries(SCREENS)) {
    if (takesAll || name === 'desktop' || name === 'phone') await visit(browser, name, options);
  }
} finally {
  await browser.close();
  await server.stop();
}

async function visit(on: Browser, screen: string, options: BrowserContextOptions): Promise<void> {
  const { page } = await newVisitor(on, { ...options, reducedMotion: 'reduce' });
  const take = async (state: string, whole = takesAll) => {
    const name = `${screen}-${state}`;
    if (!takesAll && !SHOWN_IN_README.has(name)) return;
    await page.waitForTimeout(700);
    await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: whole });
    console.log(name);
  };
  if (takesAll) {
    for (const address of STATIC_PAGES) {
      await page.goto(server.origin + address);
      await take(address.slice(1));
    }
  }
  await page.goto(server.origin);
  await take('start');
  await chooseVideo(page, 'user', 'content/swings/demo-amateur.mp4');
  await markPositions(page, 'user', [0, 1.2, 1.6]);
  await topOf(page, 'section[aria-label="Your swing video and its positions"]');
  await take('marks');
  await page.getByRole('button', { name: 'Sam, driver, face-on', exact: true }).click();
  const preview = page.getByRole('group', { name: 'Synced preview' });
  await preview.getByRole('button', { name: 'Impact: both golfers' }).click();
  await topOf(page, '[aria-labelledby="live-heading"]');
  await take('live');
  await page.getByRole('button', { name: 'Compare My Swing' }).click();
  await waitForMergedVideo(page);
  await page.getByRole('button', { name: 'Close message' }).click();
  await topOf(page, 'h1');
  await take('merged');
  await openTab(stageOf(page), 'Save');
  await page.getByRole('button', { name: /^Still pictures/ }).click();
  await page.getByRole('button', { name: 'Save picture' }).waitFor();
  await page.getByRole('switch', { name: 'Drawing mode' }).click();
  await take('drawing-and-strip');
  if (takesAll) {
    await page.goto(`${server.origin}/my-swings`);
    await take('my-swings');
  }
  await page.context().close();
}

async function topOf(page: Page, selector: string): Promise<void> {
  await page
    .locator(selector)
    .first()
    .evaluate((element) => element.scrollIntoView({ block: 'start' }));
}
