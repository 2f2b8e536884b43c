// Steps of the lesson tests: a browser with a microphone that beeps, and recording on the stage.
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { readFrameNumber } from '#domain/video/frame-number.ts';
import { openTab, stageOf } from '#tests/fixtures/open-tab.ts';
import { LAUNCH_OPTIONS, newVisitor } from './browser.ts';
import { openSeeded, type Seed } from './seed.ts';
import { siteForTests } from './site.ts';
import { untilHydrated } from './until-hydrated.ts';

/** Shared by the tests of a file. Call once at the top of a file. */
export function lessonsForTests() {
  const site = siteForTests();
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({
      ...LAUNCH_OPTIONS,
      args: [...LAUNCH_OPTIONS.args, '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
    });
  });
  afterAll(() => browser?.close());

  /** A visitor before any page. `script` runs before a page's own. `sent` collects requests that send something. */
  async function comesIn(options: BrowserContextOptions, script = '') {
    const { page, pageErrors } = await newVisitor(browser, { ...options, reducedMotion: 'reduce', bypassCSP: true });
    if (script) await page.addInitScript(script);
    const sent: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith('blob:') && request.method() !== 'GET') sent.push(request.url());
    });
    return { page, pageErrors, sent };
  }

  /** A new visitor at the first page. */
  async function atTheFirstPage(options: BrowserContextOptions) {
    const visitor = await comesIn(options);
    await visitor.page.goto(site.server.origin);
    await untilHydrated(visitor.page);
    return visitor;
  }

  /** A visitor at the Save tab of the stage. */
  async function atTheStage(options: BrowserContextOptions, script = '', seed: Seed = {}) {
    const { page, pageErrors, sent } = await comesIn(options, script);
    await openSeeded(page, site.server.origin, seed);
    const stage = stageOf(page);
    await settled(page);
    await untilHydrated(page);
    await openTab(stage, 'Save');
    return { page, pageErrors, stage, sent };
  }

  return { site, comesIn, atTheFirstPage, atTheStage };
}

export const settled = (page: Page) =>
  page.locator('fieldset[aria-label="Synced preview"][aria-busy="false"]').waitFor();
export const seekBar = (page: Page) => page.getByRole('slider', { name: 'Seek in the lesson' });

/** Starts a recording, and waits until it runs. */
export async function record(page: Page, name = 'Record a lesson'): Promise<void> {
  await stageOf(page).getByRole('button', { name }).click();
  await page.getByRole('group', { name: 'Lesson recording' }).waitFor();
}

/** Waits until the given number of whole seconds is recorded. */
export async function recordedFor(page: Page, seconds: number): Promise<void> {
  const time = page.getByRole('timer');
  await expect
    .poll(async () => {
      const [minutes = 0, rest = 0] = (await time.innerText()).split(':').map(Number);
      return 60 * minutes + rest;
    })
    .toBeGreaterThanOrEqual(seconds);
}

/** The numbers of the frames that both videos show. */
export async function numbersOf(page: Page): Promise<readonly (number | null)[]> {
  await settled(page);
  const pictures = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLVideoElement>('fieldset video')].map((video) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 160, height: 120 });
      const context = canvas.getContext('2d', { willReadFrequently: true });
      context?.drawImage(video, 0, 0, 160, 120);
      return [...(context?.getImageData(0, 0, 160, 120).data ?? [])].filter((_, index) => index % 4 === 1);
    }),
  );
  return pictures.map((gray) => readFrameNumber(gray, 160, 120));
}
