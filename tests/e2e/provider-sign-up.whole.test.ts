// Signing up with Google and with the site's own provider in a real browser, with local OpenID Connect providers.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { campaignTest } from '#tests/campaign-test.ts';
import { type RealProvider, startProvider } from '#tests/server/real-provider.ts';
import { ownSiteForTests } from './site.ts';

let google: RealProvider;
let own: RealProvider;

beforeAll(async () => {
  google = await startProvider();
  own = await startProvider();
});

// Registered before the site's hook: hooks run in reverse order.
afterAll(async () => {
  await google.stop();
  await own.stop();
});

const site = ownSiteForTests(() => ({ ...google.settings, ...own.ownSettings }));

beforeAll(() => {
  google.serve(site.server.origin);
  google.people.set('ann', { email: 'ann@club.example', email_verified: true });
  own.people.set('bob', { email: 'bob@club.example', email_verified: true });
});

const OWN_BUTTON = 'Sign up with Club <A&B>';

async function press(name: string) {
  const { page } = await site.newVisitor();
  await page.goto(`${site.server.origin}/signup`);
  await page.getByRole('button', { name, exact: true }).click();
  return page;
}

async function goToGoogle() {
  const page = await press('Sign up with Google');
  await page.waitForURL(`${google.issuer}/**`);
  return page;
}

async function logIn(page: Awaited<ReturnType<typeof press>>, login: string): Promise<void> {
  await page.locator('input[name="login"]').fill(login);
  await page.locator('input[name="password"]').fill('any');
  await page.locator('button[type="submit"]').click();
  // The second page asks to agree.
  await page.locator('input[name="login"]').waitFor({ state: 'detached' });
  await page.locator('button[type="submit"]').click();
  await page.waitForURL(`${site.server.origin}/`);
  const user = await page.evaluate(async () => (await fetch('/api/auth/me')).json());
  expect(user).toEqual({ username: login });
}

test('a visitor is redirected to Google, logs in, agrees, and returns with an account [S7.15]', async () => {
  await logIn(await goToGoogle(), 'ann');
});

test('the button of the site’s own provider says what is wrong while that is away, and then signs up [S6.5]', async () => {
  const page = await press(OWN_BUTTON);
  await page.waitForURL(`${site.server.origin}/signup?problem=provider-unavailable`);
  const alert = page.getByRole('alert').getByText('Club <A&B> could not be reached. Please try again');
  await alert.waitFor();
  own.serve(site.server.origin);
  await page.getByRole('button', { name: OWN_BUTTON, exact: true }).click();
  await page.waitForURL(`${own.issuer}/**`);
  await logIn(page, 'bob');
});

campaignTest('a visitor who declines at the provider sees that on the page', async () => {
  const page = await goToGoogle();
  await page.locator('a[href$="/abort"]').click();
  await page.waitForURL(`${site.server.origin}/signup?problem=*`);
  await page.getByRole('alert').waitFor();
  await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/Google/);
});
