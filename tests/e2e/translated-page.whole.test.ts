// A page that the browser translates while it is used: Chrome's translator replaces texts by <font> elements, also those that come
// later.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { holdRequests } from './hold-requests.ts';
import { openSeeded } from './seed.ts';
import { siteForTests } from './site.ts';
import { AMATEUR_SWING, chooseVideo, waitForMergedVideo } from './steps.ts';
import { untilHydrated } from './until-hydrated.ts';

const site = siteForTests('device-site');

/** Writes every text in angle brackets, in the way of Chrome's translator. */
const TRANSLATE = `(() => {
  const translate = (text) => {
    if (!text.isConnected || !text.data.trim() || text.parentElement.closest('font, script, style, title, option')) return;
    const font = document.createElement('font');
    const inner = document.createElement('font');
    inner.append('‹' + text.data + '›');
    font.append(inner);
    text.replaceWith(font);
  };
  const translateIn = (node) => {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    if (node instanceof Text) texts.push(node);
    texts.forEach(translate);
  };
  translateIn(document.body);
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'characterData') translateIn(target);
      else addedNodes.forEach(translateIn);
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
})()`;

const translate = (page: Page) => page.evaluate(TRANSLATE);

test('goes on in a translated page: steps, marks and searches on the first page [F49]', async () => {
  const { page, pageErrors } = await site.newVisitor();
  await page.goto(site.server.origin);
  await untilHydrated(page);
  await translate(page);
  await page.getByRole('heading', { level: 1, name: '‹Analyze' }).waitFor();
  await chooseVideo(page, 'user', AMATEUR_SWING);
  const region = page.getByRole('region', { name: 'Your swing video and its positions' });
  const frame = region.getByText(/^‹frame \d+ of \d+›$/i).first();
  await frame.waitFor();
  const before = await frame.textContent();
  const seek = region.getByRole('slider', { name: 'Seek' });
  await seek.press('ArrowRight');
  await expect.poll(() => frame.textContent()).not.toBe(before);
  for (const name of ['Mark Setup', 'Mark Top', 'Mark Impact']) {
    await seek.press('ArrowRight');
    await region.getByRole('button', { name }).click();
    await page.getByText('‹Position marked›').first().waitFor();
  }
  await region.getByText('All positions marked!').waitFor();
  await region.getByRole('button', { name: 'Find the key positions' }).click();
  await region.getByRole('button', { name: 'Search without it' }).click();
  await region.getByText(/found/).first().waitFor();
  expect(await page.getByText('Something went wrong').count()).toBe(0);
  expect(pageErrors).toEqual([]);
});

test('goes on in a page that is translated before its scripts run [F49]', async () => {
  const { page } = await site.newVisitor();
  const release = await holdRequests(page, /\/assets\/(main|app)-/);
  await page.goto(site.server.origin);
  await translate(page);
  release();
  await untilHydrated(page);
  await chooseVideo(page, 'user', AMATEUR_SWING);
  await page.getByRole('link', { name: 'How to use' }).click();
  await page.getByRole('heading', { name: 'How to use', level: 1 }).waitFor();
  // React reports that it rendered the page again, and goes on.
  expect(await page.getByText('Something went wrong').count()).toBe(0);
});

test('goes on in a translated page: plays, steps and changes tabs on the comparison [F49]', async () => {
  const { page, pageErrors } = await site.newVisitor();
  await openSeeded(page, site.server.origin);
  await page.getByRole('button', { name: 'Compare My Swing' }).click();
  await waitForMergedVideo(page);
  await translate(page);
  const stage = page.getByRole('group', { name: 'Synced preview' });
  const seek = stage.getByRole('slider', { name: 'Seek' });
  for (const tab of ['View', 'Draw', 'Save', 'Play'] as const) {
    await stage.getByRole('tab', { name: tab }).click();
    const before = await seek.getAttribute('aria-valuenow');
    await seek.press('ArrowRight');
    await expect.poll(() => seek.getAttribute('aria-valuenow')).not.toBe(before);
  }
  await page.getByRole('link', { name: 'My swings' }).first().click();
  await page.getByRole('heading', { name: '1 comparison' }).waitFor();
  expect(await page.getByText('Something went wrong').count()).toBe(0);
  expect(pageErrors).toEqual([]);
});
