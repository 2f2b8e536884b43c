// Header and footer of every page, and the message pages, with the specification's texts.
import { expect, test } from 'vitest';
import { siteForTests } from './site.ts';
import { untilHydrated } from './until-hydrated.ts';

const site = siteForTests();

test('every page has the specified header and footer [S1.4 S1.5 S1.8]', async () => {
  const { page, pageErrors } = await site.newVisitor();
  await page.goto(site.server.origin);
  await untilHydrated(page);
  const header = page.getByRole('banner');
  expect(await header.getByRole('link', { name: 'Swingmark home' }).getAttribute('href')).toBe('/');
  expect(await header.getByRole('link', { name: 'How to use' }).getAttribute('href')).toBe('/how-to-use');
  expect(await header.getByRole('link', { name: 'Community' }).getAttribute('href')).toContain('reddit.com');
  const footer = page.getByRole('contentinfo');
  await footer.getByText('Videos are processed locally for privacy.').waitFor();
  await footer.getByText('an Open Fairway project').waitFor();
  await footer.getByRole('link', { name: 'Third-party notices' }).click();
  await page.waitForURL('**/third-party-notices.txt');
  await page.getByText('Third-party software in Swingmark').waitFor();
  expect(pageErrors).toEqual([]);
});

test('a header whose user request fails shows no error [S1.6 S7.3]', async () => {
  const { page, pageErrors } = await site.newVisitor();
  await page.route('**/api/auth/me', (route) => route.fulfill({ status: 500, body: 'broken' }));
  const answer = page.waitForResponse('**/api/auth/me');
  await page.goto(site.server.origin);
  await Promise.all([answer, untilHydrated(page)]);
  await page.getByRole('heading', { name: 'Analyze Your Golf Swing' }).waitFor();
  expect(await page.getByText(/broken|500:/).count()).toBe(0);
  expect(pageErrors).toEqual([]);
});

test.each([
  ['/account', 'Page Not Found: The account page is currently unavailable'],
  ['/LOGIN', 'Page Not Found: The login page is currently unavailable'],
])('%s says that it is unavailable and links to the home page [S2.3]', async (path, sentence) => {
  const { page } = await site.newVisitor();
  await page.goto(site.server.origin + path);
  await page.getByRole('heading', { name: sentence, exact: true }).waitFor();
  await page.getByRole('button', { name: 'Return to Home' }).click();
  await page.waitForURL(`${site.server.origin}/`);
});

test('the instructions have four steps, each with its picture [S2.4 S2.29]', async () => {
  const { page } = await site.newVisitor();
  await page.goto(`${site.server.origin}/How-To-Use`);
  await untilHydrated(page);
  await page.getByRole('heading', { name: 'How to use', level: 1 }).waitFor();
  const steps = page.getByRole('main').getByRole('listitem');
  expect(await steps.count()).toBe(4);
  await page.getByText('This step is skipped for database pros').waitFor();
  await page.getByText('camera angle, club type, gender and height or build').waitFor();
});

test('the background video plays once and in sight, for five seconds, and never with reduced motion [S2.6]', async () => {
  for (const reducedMotion of ['reduce', 'no-preference'] as const) {
    const { page } = await site.newVisitor({ reducedMotion, isUnmetered: true });
    await page.goto(site.server.origin);
    await untilHydrated(page);
    const video = page.locator('video[aria-hidden="true"]').first();
    const of = <Key extends 'paused' | 'currentTime'>(key: Key) =>
      video.evaluate((element: HTMLVideoElement, name) => element[name], key);
    if (reducedMotion === 'reduce') {
      await page.waitForTimeout(2000);
      expect([await of('currentTime'), await video.isVisible()]).toEqual([0, false]);
      continue;
    }
    await expect.poll(() => of('paused')).toBe(false);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect.poll(() => of('paused')).toBe(true);
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect.poll(() => of('paused')).toBe(false);
    await expect.poll(() => of('paused')).toBe(true);
    expect(await of('currentTime')).toBeCloseTo(5, 0);
    expect(await video.isVisible()).toBe(false);
  }
});

test('at 320 px, as at 400 % zoom, nothing scrolls horizontally [S2.4]', async () => {
  const { page } = await site.newVisitor({ viewport: { width: 320, height: 640 } });
  for (const path of ['/', '/how-to-use', '/nowhere']) {
    await page.goto(site.server.origin + path);
    await untilHydrated(page);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320);
  }
});

test.each([640, 720, 761])('a window %d px wide does not scroll sideways [S2.4]', async (width) => {
  const { page } = await site.newVisitor({ viewport: { width, height: 700 } });
  await page.goto(site.server.origin);
  await untilHydrated(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
});
