// The stage: how much of the screen the picture has, that no tab moves it, and how few taps lead to it.
import { join } from 'node:path';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import library from '#content/library.json' with { type: 'json' };
import { AS_FILMED, FIRST_CHOICES } from '#domain/comparison/comparison-choices.ts';
import { scaled } from '#tests/campaign-scale.ts';
import { wholeTest } from '#tests/campaign-test.ts';
import { chooseLayout, openTab, stageOf } from '#tests/fixtures/open-tab.ts';
import { axeViolations } from './axe-violations.ts';
import { DESKTOP } from './browser.ts';
import { holdRequests } from './hold-requests.ts';
import { type LayoutShift, layoutShifts } from './layout-shifts.ts';
import { openSeeded } from './seed.ts';
import { siteForTests } from './site.ts';
import { AMATEUR_SWING, chooseVideo, waitForMergedVideo } from './steps.ts';
import { untilHydrated } from './until-hydrated.ts';

const site = siteForTests('device-site');
const WIDE_SWING = library.golfers.find(({ slug }) => slug === 'chip-face-on-18-9') ?? library.demo;

const PHONE_IN_HAND = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
const PHONE_HELD_ACROSS = { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true } as const;
const TABLET = { viewport: { width: 768, height: 1024 }, hasTouch: true } as const;

/** A crop that arrives late changes the videos' size, but they never leave the picture. */
const LEAST_VIDEO = 0.2;

interface Shares {
  readonly place: string;
  /** Of the screen's height: the picture's place, the smaller of both panes, and the lower of both videos. */
  readonly picture: number;
  readonly pane: number;
  readonly video: number;
  readonly panel: number;
}

/** Where the picture is on the stage, and how much of the screen it and the open tab have. */
function sharesOf(stage: Locator): Promise<Shares> {
  return stage.evaluate((element) => {
    const top = element.getBoundingClientRect();
    const box = (part: Element | null) => part?.getBoundingClientRect() ?? new DOMRect();
    const picture = box(element.querySelector('[data-stage-picture]'));
    const panes = [...element.querySelectorAll('figure')].map((pane) => box(pane).height);
    const videos = [...element.querySelectorAll('figure video')].map((video) => box(video).height);
    return {
      place: [picture.x, picture.y - top.y, picture.width, picture.height].map(Math.round).join(' '),
      picture: picture.height / window.innerHeight,
      pane: Math.min(...panes) / window.innerHeight,
      video: Math.min(...videos) / window.innerHeight,
      panel: box(element.querySelector('[data-stage-panel]')).height / window.innerHeight,
    };
  });
}

test('on a phone the picture keeps its place and size in every tab', () => keepsPicture(PHONE_IN_HAND, 0.6, 0.4));

wholeTest('on a desktop the picture keeps its place and size in every tab', () => keepsPicture(DESKTOP, 0.75));

wholeTest('on a tablet and a phone held across the picture keeps its place and size in every tab', async () => {
  await keepsPicture(TABLET, 0.6);
  await keepsPicture(PHONE_HELD_ACROSS, 0.8);
});

/** `least` is the minimum share of the screen's height that the picture has in every tab, `mostPanel` the tab's maximum. */
async function keepsPicture(
  options: BrowserContextOptions,
  least: number,
  mostPanel = Number.POSITIVE_INFINITY,
): Promise<void> {
  const { page, pageErrors } = await site.newVisitor({ ...options, reducedMotion: 'reduce' });
  await openSeeded(page, site.server.origin);
  const stage = stageOf(page);
  await stage.waitFor();
  // The page itself has finished loading.
  await page.waitForLoadState('networkidle');
  const shiftsBefore = (await layoutShifts(page)).length;
  const first = await sharesOf(stage);
  expect(first.picture).toBeGreaterThanOrEqual(least);
  expect(first.pane).toBeGreaterThanOrEqual(least - 0.01);
  for (const tab of ['View', 'Draw', 'Save', 'Play'] as const) {
    await openTab(stage, tab);
    const { place, panel, pane, video } = await sharesOf(stage);
    expect([tab, place, pane]).toEqual([tab, first.place, first.pane]);
    expect(video).toBeGreaterThan(LEAST_VIDEO);
    expect(panel).toBeLessThanOrEqual(mostPanel);
  }
  expect(await hiddenOfPanel(stage)).toBe(0);
  // With a tool in hand, too.
  await openTab(stage, 'Draw');
  for (const tool of scaled(['Circle'], ['Free draw', 'Straight line', 'Angle', 'Circle', 'Arrow', 'Move'])) {
    await stage.getByRole('radio', { name: tool }).check();
    const { place, pane, video } = await sharesOf(stage);
    expect([tool, place, pane]).toEqual([tool, first.place, first.pane]);
    expect(video).toBeGreaterThan(LEAST_VIDEO);
  }
  expect(await unexpectedShifts(page, shiftsBefore)).toEqual([]);
  expect(pageErrors).toEqual([]);
}

test('on a phone held upright both golfers are above each other where that is larger, until the visitor chooses another layout', async () => {
  const { page, pageErrors } = await site.newVisitor({ ...PHONE_IN_HAND, reducedMotion: 'reduce' });
  await openSeeded(page, site.server.origin);
  const box = { headPermille: 300, solesPermille: 700, middlePermille: 500 };
  const choices = { ...FIRST_CHOICES, user: { ...AS_FILMED.user, box }, pro: { ...AS_FILMED.pro, box } };
  await page.evaluate((text) => sessionStorage.setItem('choices', text), JSON.stringify(choices));
  await page.reload();
  const stage = stageOf(page);
  const isStacked = () =>
    stage.locator('figure').evaluateAll((panes) => {
      const [above, below] = panes.map((pane) => pane.getBoundingClientRect());
      return above && below ? below.y >= above.bottom : null;
    });
  await stage.locator('figure').nth(1).waitFor();
  expect(await isStacked()).toBe(true);
  const kept = () => page.evaluate(() => JSON.parse(sessionStorage.getItem('choices') ?? '{}') as { layout: string });
  // The saved video follows what is shown.
  await expect.poll(async () => (await kept()).layout).toBe('stacked');
  await page.waitForLoadState('networkidle');
  expect(await unexpectedShifts(page, 0)).toEqual([]);
  await page.setViewportSize(PHONE_HELD_ACROSS.viewport);
  await expect.poll(isStacked).toBe(false);
  await page.setViewportSize(PHONE_IN_HAND.viewport);
  await expect.poll(isStacked).toBe(true);
  await openTab(stage, 'View');
  await chooseLayout(stage, 'Side by side');
  await expect.poll(isStacked).toBe(false);
  await page.reload();
  await stage.locator('figure').nth(1).waitFor();
  expect(await isStacked()).toBe(false);
  expect(pageErrors).toEqual([]);
});

test('a drag on the picture moves through the swing, 200 pixels a second, and one press shows both at a position', async () => {
  const { page } = await site.newVisitor({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  await openSeeded(page, site.server.origin);
  const stage = stageOf(page);
  const seek = stage.getByRole('slider', { name: 'Seek' });
  const frame = async () => Number(await seek.getAttribute('aria-valuenow'));
  await page.locator('fieldset[aria-label="Synced preview"][aria-busy="false"]').waitFor();
  await stage.evaluate((element) => element.scrollIntoView({ behavior: 'instant' }));
  const before = await frame();
  const box = await stage.locator('[data-stage-picture]').boundingBox();
  if (!box) throw new Error('There is no picture');
  const [x, y] = [box.x + 200, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 100, y, { steps: 10 });
  await page.mouse.up();
  // The library's clips have 60 frames a second.
  await expect.poll(async () => (await frame()) - before).toBe(30);
  // Strikes meet: at the top the two are apart, and one press brings each to its own.
  await stage.getByRole('button', { name: 'Top: both golfers' }).click();
  await page.locator('fieldset[aria-label="Synced preview"][aria-busy="false"]').waitFor();
  await expect
    .poll(() => stage.getByRole('button', { name: 'Top: both golfers' }).getAttribute('aria-pressed'))
    .toBe('true');
  const topTime = await page.evaluate(() => {
    const video = JSON.parse(sessionStorage.getItem('userVideo') ?? '{}') as { annotations: { topTime: number } };
    return video.annotations.topTime;
  });
  const you = stage.locator('video').first();
  await expect.poll(() => you.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeCloseTo(topTime, 1);
});

wholeTest('a tap on a name changes it, and a long press on a position loops around it', async () => {
  const { page, pageErrors } = await site.newVisitor({ ...PHONE_IN_HAND, reducedMotion: 'reduce' });
  await openSeeded(page, site.server.origin);
  const stage = stageOf(page);
  await stage.getByRole('button', { name: 'You: change the name' }).tap();
  const field = stage.getByRole('textbox', { name: 'Your side says' });
  await field.fill('Anna');
  await field.press('Enter');
  await stage.getByRole('button', { name: 'Anna: change the name' }).waitFor();
  const impact = stage.getByRole('button', { name: 'Impact: both golfers' });
  await impact.dispatchEvent('pointerdown', { button: 0, bubbles: true });
  await expect.poll(() => stage.getByRole('combobox', { name: 'Loop' }).textContent()).toBe('Loop around impact');
  await stage.getByRole('button', { name: 'Pause' }).waitFor();
  await impact.dispatchEvent('pointerup', { button: 0, bubbles: true });
  expect(pageErrors).toEqual([]);
});

wholeTest(
  'where a phone held upright leaves both golfers small, one tap stacks them, and it is offered once',
  async () => {
    const { page, pageErrors } = await site.newVisitor({ ...PHONE_IN_HAND, isUnmetered: true });
    const { file, restTime, topTime, strikeTime } = WIDE_SWING;
    const user = { path: join('content', file), marks: { restTime, topTime, strikeTime } };
    await openSeeded(page, site.server.origin, { user, pro: 'golfer' });
    const stage = stageOf(page);
    const offer = stage.getByRole('button', { name: 'Stacked shows you larger' });
    await openTab(stage, 'View');
    await stage.getByRole('button', { name: 'Same size', pressed: false }).tap();
    await openTab(stage, 'Play');
    await offer.tap();
    await offer.waitFor({ state: 'detached' });
    await openTab(stage, 'View');
    expect(await stage.getByRole('radio', { name: 'Stacked' }).isChecked()).toBe(true);
    await chooseLayout(stage, 'Side by side');
    await openTab(stage, 'Play');
    expect(await offer.count()).toBe(0);
    expect(pageErrors).toEqual([]);
  },
);

wholeTest(
  'one tap on the hero shows the sample at its biggest difference, on the first screen, and the other button opens the file picker',
  async () => {
    const { page, pageErrors } = await site.newVisitor({ ...PHONE_IN_HAND, reducedMotion: 'no-preference' });
    await page.goto(site.server.origin);
    await untilHydrated(page);
    await page.locator('button[aria-pressed]').first().waitFor({ state: 'attached' });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1900);
    const picker = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose Your Swing Video' }).click();
    expect(await (await picker).element().getAttribute('aria-label')).toBe('Your swing video file');

    const playSample = page.getByRole('button', { name: 'Play the sample' });
    const releaseGolfer = await holdRequests(page, '**/api/pro/*');
    await playSample.click();
    // Until the pair is there, both golfers of the hero stand in its place, at the top of the screen.
    const poster = page.locator('[data-poster] img');
    await poster.first().waitFor();
    const seenAtTop = (pictures: HTMLImageElement[]) =>
      pictures.map((picture) => picture.naturalWidth > 0 && Math.round(picture.getBoundingClientRect().y) === 0);
    await expect.poll(() => poster.evaluateAll(seenAtTop)).toEqual([true, true]);
    releaseGolfer();
    // It opens at what the hero says of the sample, with its lines.
    const stage = stageOf(page);
    await stage.getByRole('button', { name: /^Biggest differences/, pressed: true }).waitFor();
    await stage.getByRole('button', { name: 'Play', exact: true }).click();
    const sides = stage.locator('video');
    await expect
      .poll(() =>
        sides.evaluateAll((all: HTMLVideoElement[]) => all.map((video) => !video.paused && video.currentTime > 0)),
      )
      .toEqual([true, true]);
    expect((await sharesOf(stageOf(page))).picture).toBeGreaterThanOrEqual(0.6);
    expect(await stageOf(page).getByRole('tab', { name: 'View', exact: true }).evaluate(isAboveFold)).toBe(true);
    await stageOf(page).getByRole('button', { name: 'Close the sample' }).click();
    await expect.poll(() => playSample.evaluate((button) => document.activeElement === button)).toBe(true);
    expect(await stageOf(page).count()).toBe(0);
    await playSample.click();
    const ownVideo = page.waitForEvent('filechooser');
    await stageOf(page).getByRole('button', { name: 'Now with your swing' }).click();
    await ownVideo;
    // A clip of one's own ends the sample once it is out of view.
    await page.getByLabel('Your swing video file').setInputFiles(AMATEUR_SWING);
    await page.getByRole('slider', { name: 'Seek' }).first().waitFor();
    await expect.poll(() => stageOf(page).count()).toBe(0);
    expect(pageErrors).toEqual([]);
  },
);

wholeTest(
  'on a phone, from the pair to a file with the live drawings in it are two taps, its message covers no control, and axe finds no violations',
  async () => {
    const { page, pageErrors } = await site.newVisitor(PHONE_IN_HAND);
    await openSeeded(page, site.server.origin);
    const stage = stageOf(page);
    await page.getByText('All positions marked! Ready for comparison.').first().waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await openTab(stage, 'Draw');
    await stage.getByRole('button', { name: 'Lines on the body' }).click();
    await page.getByRole('group', { name: 'On You', exact: true }).getByRole('button', { name: 'Spine' }).click();
    await stage.getByRole('tab', { name: 'Save', exact: true }).tap();
    expect(await stage.getByRole('switch', { name: 'With drawings' }).isChecked()).toBe(true);
    await stage.getByRole('button', { name: /^Compare My Swing/ }).tap();
    await page.getByText('Videos merged successfully!', { exact: true }).first().waitFor();
    expect(await coveredByToast(page)).toEqual([]);
    await waitForMergedVideo(page);
    await stageOf(page).getByRole('button', { name: 'Your video is ready' }).waitFor();
    expect((await sharesOf(stageOf(page))).picture).toBeGreaterThanOrEqual(0.6);
    // The whole stage is on the screen, without a scroll, and so are the controls of playback.
    expect(await hiddenOfPanel(stageOf(page))).toBe(0);
    expect(await stageOf(page).getByRole('tab', { name: 'Save', exact: true }).evaluate(isAboveFold)).toBe(true);
    expect(await page.getByText('These changes aren').count()).toBe(0);
    await openTab(stageOf(page), 'Save');
    // The page's Play is the merged video's, and no other control shares its name with a second one.
    expect(await repeatedNames(page)).toEqual([]);
    await page.getByRole('button', { name: 'Play' }).waitFor();
    const merged = page.locator('video[aria-label="Merged comparison"]');
    await expect.poll(() => redShare(merged)).toBeGreaterThan(0.0003);
    expect(await axeViolations(page)).toEqual([]);
    expect(pageErrors).toEqual([]);
  },
);

wholeTest(
  'on a phone step 2 appears without pushing the next step out of view, no two buttons have one name, and with the golfers shown the page is at most four screens high',
  async () => {
    const page = await pushesNothing(PHONE_IN_HAND);
    await page.locator('#step-3 button[aria-pressed]').first().waitFor();
    const heightPx = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(heightPx).toBeLessThanOrEqual(4 * PHONE_IN_HAND.viewport.height);
  },
);

wholeTest(
  'on a desktop step 2 appears without pushing the next step out of view, and no two buttons have one name',
  async () => {
    await pushesNothing(DESKTOP);
  },
);

async function pushesNothing(options: BrowserContextOptions): Promise<Page> {
  const { page, pageErrors } = await site.newVisitor({ ...options, reducedMotion: 'reduce' });
  await page.goto(site.server.origin);
  await untilHydrated(page);
  await page.waitForLoadState('networkidle');
  expect(await repeatedNames(page)).toEqual([]);
  const shiftsBefore = (await layoutShifts(page)).length;
  await chooseVideo(page, 'user', AMATEUR_SWING);
  await page.waitForLoadState('networkidle');
  const ofSteps = (await unexpectedShifts(page, shiftsBefore)).filter(({ what }) => what.startsWith('SECTION'));
  expect(ofSteps).toEqual([]);
  expect(await repeatedNames(page)).toEqual([]);
  expect(pageErrors).toEqual([]);
  return page;
}

/** The height of the open tab's content that needs a scroll, in pixels. */
function hiddenOfPanel(stage: Locator): Promise<number> {
  return stage.locator('[data-stage-panel]').evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
}

/** Runs in the page: whether an element ends within the window. */
const isAboveFold = (part: Element) => part.getBoundingClientRect().bottom <= window.innerHeight;

/** The layout shifts above 0.02 that no input explains, after the first `before`. */
async function unexpectedShifts(page: Page, before: number): Promise<LayoutShift[]> {
  const shifts = (await layoutShifts(page)).slice(before);
  return shifts.filter(({ hasRecentInput, score }) => !hasRecentInput && score > 0.02);
}

/** The accessible names that several buttons on the page have. */
async function repeatedNames(page: Page): Promise<string[]> {
  const tree = await page.locator('body').ariaSnapshot();
  const names = [...tree.matchAll(/- button "([^"]+)"/g)].map(([, name = '']) => name);
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}

/** The controls and headlines that a toast covers, by name. */
function coveredByToast(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const toast = document.querySelector('[role=region] li')?.getBoundingClientRect();
    if (!toast) return ['There is no toast'];
    const controls = [...document.querySelectorAll('button, a, select, input, h1, h2, [role=slider], [role=tab]')];
    return controls
      .filter((control) => !control.closest('[role=region] li') && control.checkVisibility())
      .filter((control) => {
        const { left, right, top, bottom, width } = control.getBoundingClientRect();
        return width > 1 && left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top;
      })
      .map((control) => control.getAttribute('aria-label') ?? control.textContent ?? '');
  });
}

/** The share of a video's pixels that have the color of a new pen, thin as its line is in a small video. */
function redShare(video: Locator): Promise<number> {
  return video.evaluate(async (element: HTMLVideoElement) => {
    element.currentTime = element.duration - 0.05;
    await new Promise((done) => element.addEventListener('seeked', done, { once: true }));
    const { videoWidth, videoHeight } = element;
    const context = new OffscreenCanvas(videoWidth, videoHeight).getContext('2d');
    context?.drawImage(element, 0, 0);
    const { data } = context?.getImageData(0, 0, videoWidth, videoHeight) ?? { data: [] };
    let red = 0;
    for (let at = 0; at < data.length; at += 4) {
      const [r = 0, g = 0, b = 0] = [data[at], data[at + 1], data[at + 2]];
      if (r > 150 && g < 110 && b < 110) red += 1;
    }
    return red / (videoWidth * videoHeight);
  });
}
