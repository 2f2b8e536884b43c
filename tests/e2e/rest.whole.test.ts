// A page at rest works on nothing: paused, out of view, hidden or with reduced motion it takes no animation frame, decodes
// nothing, plays nothing, animates nothing and has no timer faster than a second.
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { stageOf } from '#tests/fixtures/open-tab.ts';
import { DESKTOP, PHONE } from './browser.ts';
import { openSeeded } from './seed.ts';
import { siteForTests, type VisitorOptions } from './site.ts';
import { untilRestHydrated } from './until-hydrated.ts';

const site = siteForTests('device-site');

const MOVING = { ...PHONE, reducedMotion: 'no-preference' } as const;

/** Runs before the page's own code: counts what is done. */
const COUNT = `{
  const done = { frames: 0, videoFrames: 0, fastTimers: 0, decoded: 0, messages: 0 };
  window.done = done;
  const counted = (key, callback) => (...args) => { done[key] += 1; return callback(...args); };
  const { requestAnimationFrame, setTimeout, setInterval, requestIdleCallback } = window;
  window.requestAnimationFrame = (callback) => requestAnimationFrame(counted('frames', callback));
  const timer = (start) => (callback, delay = 0, ...args) =>
    start(typeof callback === 'function' && delay < 1000 ? counted('fastTimers', callback) : callback, delay, ...args);
  window.setTimeout = timer(setTimeout);
  window.setInterval = timer(setInterval);
  const { requestVideoFrameCallback } = HTMLVideoElement.prototype;
  HTMLVideoElement.prototype.requestVideoFrameCallback = function (callback) {
    return requestVideoFrameCallback.call(this, counted('videoFrames', callback));
  };
  const { decode } = VideoDecoder.prototype;
  VideoDecoder.prototype.decode = function (chunk) { done.decoded += 1; return decode.call(this, chunk); };
  const RealWorker = Worker;
  window.Worker = class extends RealWorker {
    constructor(...args) { super(...args); this.addEventListener('message', () => { done.messages += 1; }); }
  };
}`;

const REST_SECONDS = 3;

/** What the page does in some seconds. */
async function work(page: Page): Promise<Readonly<Record<string, number>>> {
  await page.evaluate('Object.keys(done).forEach((key) => { done[key] = 0; })');
  await page.waitForTimeout(REST_SECONDS * 1000);
  return page.evaluate(`({
    ...done,
    playing: [...document.querySelectorAll('video')].filter((video) => !video.paused).length,
    animated: document.getAnimations().filter((each) => each.playState === 'running').length,
  })`);
}

const NOTHING = { frames: 0, videoFrames: 0, fastTimers: 0, decoded: 0, messages: 0, playing: 0, animated: 0 };

/** The page comes to rest, however long a busy machine takes. */
const atRest = (page: Page) => expect.poll(() => work(page), { timeout: 60_000 }).toEqual(NOTHING);

const playing = (page: Page) =>
  page.evaluate(() => [...document.querySelectorAll('video')].filter(({ paused }) => !paused).length);

/** Tells the page that it is hidden or shown, as the browser does. */
async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    const state = hidden ? 'hidden' : 'visible';
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
}

const scrollAway = (page: Page) =>
  page.evaluate(() => {
    document.body.style.paddingBottom = '300vh';
    window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' });
  });
const scrollBack = (page: Page) => page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));

async function home(options: BrowserContextOptions): Promise<Page> {
  const { page } = await site.newVisitor({ ...options, isUnmetered: true });
  await page.addInitScript(COUNT);
  await page.goto(site.server.origin);
  await untilRestHydrated(page);
  return page;
}

async function pair(options: BrowserContextOptions): Promise<Page> {
  const { page } = await site.newVisitor(options);
  await page.addInitScript(COUNT);
  await openSeeded(page, site.server.origin);
  await stageOf(page).waitFor();
  return page;
}

describe('the first page rests', () => {
  test('hidden from the start: its video begins when the page is shown', async () => {
    const { page } = await site.newVisitor({ ...MOVING, isUnmetered: true });
    await page.addInitScript(COUNT);
    await page.addInitScript("Object.defineProperty(document, 'hidden', { value: true, configurable: true })");
    await page.goto(site.server.origin);
    await untilRestHydrated(page);
    await atRest(page);
    await setHidden(page, false);
    await page.waitForFunction(() => [...document.querySelectorAll('video')].some(({ played }) => played.length > 0));
  });

  test('after its video has played, and with reduced motion', async () => {
    await atRest(await home(MOVING));
    await atRest(await home({ ...DESKTOP, reducedMotion: 'reduce' }));
  });

  test('out of view and hidden, while the sample plays', async () => {
    const page = await home(MOVING);
    await page.getByRole('button', { name: 'Play the sample' }).click();
    // It opens paused, at a difference.
    const stage = stageOf(page);
    await stage.getByRole('button', { name: /^Biggest differences/, pressed: true }).waitFor();
    await stage.getByRole('button', { name: 'Play', exact: true }).click();
    await expect.poll(() => playing(page), { timeout: 60_000 }).toBe(2);
    await setHidden(page, true);
    await atRest(page);
    await setHidden(page, false);
    await expect.poll(() => playing(page), { timeout: 60_000 }).toBe(2);
    await scrollAway(page);
    await atRest(page);
    await scrollBack(page);
    await expect.poll(() => playing(page), { timeout: 60_000 }).toBe(2);
  });
});

describe('the golfers of the library, on a phone, rest', () => {
  /** The page with its cards, and how many played at most at the same time. */
  async function cards(options: VisitorOptions) {
    const { page } = await site.newVisitor({ ...MOVING, isMobile: true, ...options });
    await page.addInitScript(COUNT);
    await openSeeded(page, site.server.origin, { pro: null });
    await page.getByRole('button', { name: /^Show all/ }).tap();
    const most = await page.evaluateHandle(() => {
      const seen = { cards: 0 };
      const list = document.querySelector('[data-loop]')?.closest('div') ?? document.body;
      new MutationObserver(() => {
        seen.cards = Math.max(seen.cards, list.querySelectorAll('video').length);
      }).observe(list, { childList: true, subtree: true });
      return seen;
    });
    const show = () =>
      page
        .locator('[data-loop]')
        .nth(1)
        .evaluate((card) => card.scrollIntoView({ behavior: 'instant' }));
    await show();
    return { page, show, most };
  }
  const looping = (page: Page) =>
    page
      .locator('[data-loop] video')
      .evaluateAll((videos) => videos.filter((video) => !(video as HTMLVideoElement).paused).length);
  /** The golfers' clips and loops that were loaded. */
  const loaded = (page: Page) =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => new URL(name).pathname)
        .filter((path) => /^\/(uploads\/loops|media\/golfers)\//.test(path)),
    );

  test('hidden, out of view, and after two rounds of their loops, of which two play at a time', async () => {
    const { page, show, most } = await cards({ isUnmetered: true });
    await expect.poll(() => looping(page), { timeout: 60_000 }).toBe(2);
    await setHidden(page, true);
    await atRest(page);
    await setHidden(page, false);
    await expect.poll(() => looping(page), { timeout: 60_000 }).toBe(2);
    await scrollAway(page);
    await atRest(page);
    await show();
    await expect.poll(() => looping(page), { timeout: 60_000 }).toBe(2);
    await atRest(page);
    expect(await most.jsonValue()).toEqual({ cards: 2 });
    const paths = await loaded(page);
    expect(paths.length).toBeGreaterThan(2);
    expect(paths.filter((path) => !path.startsWith('/uploads/loops/'))).toEqual([]);
  });

  test.each<[string, VisitorOptions]>([
    ['reduced motion', { reducedMotion: 'reduce', isUnmetered: true }],
    ['Save-Data', {}],
  ])('with %s, and load no clip', async (_, options) => {
    const { page } = await cards(options);
    await atRest(page);
    expect(await loaded(page)).toEqual([]);
  });
});

describe('the live comparison rests', () => {
  test('paused, hidden and out of view', async () => {
    const page = await pair(MOVING);
    const show = () => stageOf(page).evaluate((stage) => stage.scrollIntoView({ block: 'start', behavior: 'instant' }));
    await show();
    await expect.poll(() => playing(page), { timeout: 60_000 }).toBe(2);
    await setHidden(page, true);
    await atRest(page);
    await setHidden(page, false);
    await expect.poll(() => playing(page), { timeout: 60_000 }).toBe(2);
    await scrollAway(page);
    await atRest(page);
    await show();
    await expect.poll(() => playing(page), { timeout: 60_000 }).toBe(2);
    await stageOf(page).getByRole('button', { name: 'Pause', exact: true }).click();
    await atRest(page);
  });

  test('with reduced motion', async () => {
    await atRest(await pair({ ...DESKTOP, reducedMotion: 'reduce' }));
  });
});
