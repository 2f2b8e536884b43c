// Signing up with Google in a real browser, with a local OpenID Connect provider instead of Google.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { campaignTest } from '#tests/campaign-test.ts';
import { type RealProvider, startProvider } from '#tests/server/real-provider.ts';
import { ownSiteForTests } from './site.ts';

let provider: RealProvider;

beforeAll(async () => {
  provider = await startProvider();
});

// Registered before the site's hook: hooks run in reverse order.
afterAll(() => provider.stop());

const site = ownSiteForTests(() => provider.settings);

beforeAll(() => {
  provider.serve(site.server.origin);
  provider.people.set('ann', { email: 'ann@club.example', email_verified: true });
});

async function goToProvider() {
  const { page } = await site.newVisitor();
  await page.goto(`${site.server.origin}/signup`);
  await page.getByRole('button', { name: 'Sign up with Google' }).click();
  await page.waitForURL(`${provider.issuer}/**`);
  return page;
}

test('a visitor is redirected to the provider, logs in, agrees, and returns with an account [S7.15]', async () => {
  const page = await goToProvider();
  await page.locator('input[name="login"]').fill('ann');
  await page.locator('input[name="password"]').fill('any');
  await page.locator('button[type="submit"]').click();
  // The second page asks to agree.
  await page.locator('input[name="login"]').waitFor({ state: 'detached' });
  await page.locator('button[type="submit"]').click();
  await page.waitForURL(`${site.server.origin}/`);
  const user = await page.evaluate(async () => (await fetch('/api/auth/me')).json());
  expect(user).toEqual({ username: 'ann' });
});

campaignTest('a visitor who declines at the provider sees that on the page', async () => {
  const page = await goToProvider();
  await page.locator('a[href$="/abort"]').click();
  await page.waitForURL(`${site.server.origin}/signup?problem=*`);
  await page.getByRole('alert').waitFor();
  await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/Google/);
});
