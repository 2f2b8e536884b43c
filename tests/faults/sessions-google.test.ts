// Signing up with Google under attack (hostile cases 124 to 126).
import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wholeTest } from '#tests/campaign-test.ts';
import { accountSteps, inDatabase, readSummary } from '#tests/faults/site/account-steps.ts';
import { faultySite } from '#tests/faults/site/faulty-site.ts';
import { listenLocally } from '#tests/server/local-port.ts';
import { declineAt, logInAt, type RealProvider, startProvider } from '#tests/server/real-provider.ts';
import type { TestBrowser } from '#tests/server/test-browser.ts';

const site = faultySite({ settings: { TRUSTED_PROXIES: 'loopback' } });
const { newBrowser, usersWith, account } = accountSteps(site);
let provider: RealProvider;
let port: string;
beforeAll(async () => {
  provider = await startProvider();
  // The provider has one registered redirect address.
  port = new URL(site.url).port;
  provider.serve(site.url);
});
afterAll(() => provider.stop());

const GOOGLE = '/api/auth/google';

/** Starts the sign-up; returns the provider's address. */
const startSignUp = async (browser: TestBrowser) => (await browser.fetch(GOOGLE)).headers.get('location') ?? '';
/** Returns from the provider; returns the address to which the server redirects. */
const returnToSite = async (browser: TestBrowser, address: URL) =>
  (await browser.fetch(address)).headers.get('location') ?? '';
const withGoogle = () => site.restart('SIGTERM', { ...provider.settings, PORT: port });

wholeTest(
  'case 124: every failure with Google ends on the sign-up page, and makes no account without a verified address',
  async () => {
    await withGoogle();
    const person = (login: string, facts = {}) =>
      provider.people.set(login, { email: `${login}@club.example`, email_verified: true, ...facts });
    const outcomeOf = async (login: string, change: (address: URL, browser: TestBrowser) => void = () => undefined) => {
      const browser = newBrowser();
      const address = await logInAt(browser, await startSignUp(browser), login);
      change(address, browser);
      return returnToSite(browser, address);
    };
    person('eve');
    const expired = '/signup?problem=google-expired';
    const failed = '/signup?problem=google-failed';
    expect(await outcomeOf('eve', (address) => address.searchParams.delete('state'))).toMatch(
      /google-(expired|failed)$/,
    );
    expect(await outcomeOf('eve', (address) => address.searchParams.set('state', 'x'.repeat(43)))).toBe(expired);
    expect(await outcomeOf('eve', (_, browser) => browser.setCookie('swingmark-google', 'x'.repeat(43)))).toBe(expired);
    expect(await outcomeOf('eve', (address) => address.searchParams.set('code', 'made up'))).toBe(failed);
    const rewrite = (set: { nonce?: string; code_verifier?: string; created_at?: number }) =>
      inDatabase(site, (db) => db.updateTable('google_visits').set(set).execute());
    for (const [set, problem] of [
      [{ nonce: 'another' }, failed],
      [{ code_verifier: 'v'.repeat(43) }, failed],
      [{ created_at: Date.now() - 601_000 }, expired],
    ] as const) {
      const browser = newBrowser();
      const address = await logInAt(browser, await startSignUp(browser), 'eve');
      await rewrite(set);
      expect(await returnToSite(browser, address), JSON.stringify(set)).toBe(problem);
    }
    const declining = newBrowser();
    expect(await returnToSite(declining, await declineAt(declining, await startSignUp(declining)))).toBe(
      '/signup?problem=google-declined',
    );
    expect(await usersWith('eve@club.example')).toEqual([]);
    person('fay', { email_verified: false });
    expect(await outcomeOf('fay')).toBe('/signup?problem=google-unverified-email');
    const known = await account();
    person('gus', { email: known.email });
    expect(await outcomeOf('gus')).toBe('/signup?problem=google-email-taken');
    const again = newBrowser();
    const address = await logInAt(again, await startSignUp(again), 'eve');
    const state = again.cookie('swingmark-google') ?? '';
    expect(await returnToSite(again, address)).toBe('/');
    again.setCookie('swingmark-google', state);
    expect(await returnToSite(again, address)).toBe(expired);
    // A provider that is down, and one that never answers.
    const silent = createServer(() => undefined);
    for (const port of [1, await listenLocally(silent)]) {
      await site.restart('SIGTERM', { ...provider.settings, GOOGLE_ISSUER: `http://127.0.0.1:${port}` });
      const begunAt = performance.now();
      expect(await startSignUp(newBrowser())).toBe('/signup?problem=google-unavailable');
      expect(performance.now() - begunAt).toBeLessThan(9_000);
    }
    silent.close();
  },
);

wholeTest('case 125: a server without Google says so, as a page to browsers and as JSON to programs', async () => {
  await site.restart();
  expect(await readSummary(await newBrowser().fetch(GOOGLE))).toBe('503 Google sign-up is not available');
  const { url } = await newBrowser().open(GOOGLE);
  expect(url.pathname + url.search).toBe('/signup?problem=google-not-configured');
});

test('case 126: no parameter redirects to another site', async () => {
  await withGoogle();
  provider.people.set('ivy', { email: 'ivy@club.example', email_verified: true });
  for (const next of [
    '//evil.example',
    'javascript:alert(1)',
    'https://evil.example/',
    '/\\evil.example',
    '%2f%2fevil.example',
  ]) {
    const browser = newBrowser();
    const left = await browser.fetch(
      `${GOOGLE}?next=${encodeURIComponent(next)}&redirect_uri=${encodeURIComponent(next)}`,
    );
    const address = await logInAt(browser, left.headers.get('location') ?? '', 'ivy');
    expect(address.origin).toBe(site.url);
    address.searchParams.set('next', next);
    expect(await returnToSite(browser, address)).toBe('/');
  }
  for (const path of [
    '//evil.example',
    '/%2fevil.example',
    '/\\evil.example',
    '/verify-email/https:%2f%2fevil.example',
  ]) {
    const location = (await newBrowser().fetch(`${site.url}${path}`)).headers.get('location');
    expect(location === null || new URL(location, site.url).origin === site.url, path).toBe(true);
  }
});
