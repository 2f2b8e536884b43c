// Pages whose scripts are gone after an update of the site, or never run because something on the way changed them.
import { expect, test } from 'vitest';
import { siteForTests } from './site.ts';
import { untilHydrated } from './until-hydrated.ts';

const site = siteForTests();

test('offers a reload when the code of a page is gone after an update of the site [F58]', async () => {
  const { page } = await site.newVisitor();
  await page.goto(site.server.origin);
  await untilHydrated(page);
  await page.route(/\/assets\/how-to-use-page-/, (route) => route.fulfill({ status: 404 }));
  await page.getByRole('link', { name: 'How to use' }).click();
  await page.getByRole('heading', { name: 'Please reload this page' }).waitFor();
  expect(await page.getByText('Something went wrong').count()).toBe(0);

  await page.unroute(/\/assets\/how-to-use-page-/);
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await page.getByRole('heading', { name: 'How to use', level: 1 }).waitFor();
});

test('says that it has not started when an optimizer has changed its scripts, and only then [F60]', async () => {
  const { page } = await site.newVisitor();
  // Animations, and with them their delays, run a hundred times as fast.
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Animation.enable');
  await devTools.send('Animation.setPlaybackRate', { playbackRate: 100 });
  const sentence = page.locator('#not-started');
  await page.goto(site.server.origin);
  await untilHydrated(page);
  expect(await sentence.count()).toBe(0);

  await page.route(`${site.server.origin}/`, async (route) => {
    const response = await route.fetch();
    const html = (await response.text()).replaceAll('type="module"', 'type="1f2e-module"');
    await route.fulfill({ response, body: html });
  });
  await page.reload();
  await sentence.waitFor({ state: 'visible' });
  expect(await sentence.innerText()).toContain('This page has not started.');
});
