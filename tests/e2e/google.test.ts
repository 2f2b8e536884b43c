// Signing up with Google in a real browser, with a real OpenID Connect provider of this machine in Google's place.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RealProvider, startProvider } from '#server/testing/real-provider.ts';
import { newVisitor, startBrowser } from './browser.ts';
import { type RunningServer, startServer } from './running-server.ts';

let provider: RealProvider;
let server: RunningServer;
let browser: Browser;

beforeAll(async () => {
  provider = await startProvider();
  Object.assign(process.env, provider.settings);
  [server, browser] = await Promise.all([startServer(), startBrowser()]);
  for (const name of Object.keys(provider.settings)) delete process.env[name];
  provider.serve(server.origin);
  provider.people.set('ann', { email: 'ann@club.example', email_verified: true });
});

afterAll(async () => {
  await browser.close();
  await server.stop();
  await provider.stop();
});

async function goToProvider() {
  const { page } = await newVisitor(browser);
  await page.goto(`${server.origin}/signup`);
  await page.getByRole('button', { name: 'Sign up with Google' }).click();
  await page.waitForURL(`${provider.issuer}/**`);
  return page;
}

test('a visitor goes to the provider, logs in there, agrees, and comes back with an account', async () => {
  const page = await goToProvider();
  await page.locator('input[name="login"]').fill('ann');
  await page.locator('input[name="password"]').fill('any');
  await page.locator('button[type="submit"]').click();
  // The second page asks to agree.
  await page.locator('input[name="login"]').waitFor({ state: 'detached' });
  await page.locator('button[type="submit"]').click();
  await page.waitForURL(`${server.origin}/`);
  const user = await page.evaluate(async () => (await fetch('/api/auth/me')).json());
  expect(user).toEqual({ username: 'ann' });
  await page.context().close();
});

test('a visitor who turns back at the provider is told so on the page', async () => {
  const page = await goToProvider();
  await page.locator('a[href$="/abort"]').click();
  await page.waitForURL(`${server.origin}/signup?problem=*`);
  await page.getByRole('alert').waitFor();
  expect(await page.getByRole('alert').textContent()).toMatch(/Google/);
  await page.context().close();
});
