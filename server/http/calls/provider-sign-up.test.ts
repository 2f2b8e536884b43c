// Signing up with the site's own provider of OpenID Connect, a real one on this machine.
import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { openDatabase } from '#server/database/open-database.ts';
import {
  IDENTITY_LIFE,
  logInAt,
  ownSettingsOf,
  type ProviderPerson,
  type RealProvider,
  startProvider,
} from '#tests/server/real-provider.ts';
import { type RunningServer, startServer } from '#tests/server/running-server.ts';
import { type SkewedProvider, startSkewedProvider } from '#tests/server/skewed-provider.ts';
import type { TestBrowser } from '#tests/server/test-browser.ts';

/** Seconds by which the library lets an identity be too old. */
const TOLERANCE = 30;

/** Signs up; returns where the site sends the visitor. */
async function signUpAs(login: string, browser: TestBrowser, name = 'provider'): Promise<string> {
  const left = (await browser.fetch(`/api/auth/${name}`)).headers.get('location') ?? '';
  if (left.startsWith('/')) return left;
  return (await browser.fetch(await logInAt(browser, left, login))).headers.get('location') ?? '';
}

async function usersWith({ dataDir }: RunningServer, email: string) {
  const db = await openDatabase(join(dataDir, 'swingmark.db'));
  const rows = await db.selectFrom('users').selectAll().where('email', '=', email).execute();
  await db.destroy();
  return rows;
}

const usernameIn = (browser: TestBrowser) => browser.json('/api/auth/me');

describe('a site with Google and a provider of its own', () => {
  let server: RunningServer;
  let own: RealProvider;
  let google: RealProvider;
  beforeAll(async () => {
    own = await startProvider();
    google = await startProvider();
    server = await startServer({ ...google.settings, ...own.ownSettings });
    own.serve(server.origin);
    google.serve(server.origin);
    own.people.set('ann', { email: 'ann@club.example', email_verified: true });
    google.people.set('ann', { email: 'ann@google.example', email_verified: true });
  });
  afterAll(async () => {
    await server.stop();
    await own.stop();
    await google.stop();
  });

  it('signs up with either, and takes the same subject of both for two people [S6.5]', async () => {
    const browser = server.newBrowser();
    expect(await signUpAs('ann', browser)).toBe('/');
    expect(await usernameIn(browser)).toEqual({ username: 'ann' });
    expect(await signUpAs('ann', server.newBrowser(), 'google')).toBe('/');
    expect(await usersWith(server, 'ann@club.example')).toMatchObject([
      { google_subject: null, provider_subject: `${own.issuer} ann` },
    ]);
    expect(await usersWith(server, 'ann@google.example')).toMatchObject([
      { google_subject: 'ann', provider_subject: null },
    ]);
  });

  it('finds the same account again, and refuses an address that another account has', async () => {
    const browser = server.newBrowser();
    expect(await signUpAs('ann', browser)).toBe('/');
    expect(await usernameIn(browser)).toEqual({ username: 'ann' });
    own.people.set('eve', { email: 'ann@google.example', email_verified: true });
    expect(await signUpAs('eve', server.newBrowser())).toBe('/signup?problem=provider-email-taken');
    own.people.set('fay', { email: 'fay@club.example' });
    expect(await signUpAs('fay', server.newBrowser())).toBe('/signup?problem=provider-unverified-email');
  });

  it('accepts at one provider’s address no answer that belongs to the other', async () => {
    const browser = server.newBrowser();
    const left = (await browser.fetch('/api/auth/google')).headers.get('location') ?? '';
    const address = await logInAt(browser, left, 'ann');
    const moved = new URL(address.href.replace('/google/', '/provider/'));
    const answer = await browser.fetch(moved);
    expect(answer.headers.get('location')).toBe('/signup?problem=provider-expired');
  });

  it('accepts keys that the provider replaces between two sign-ups, and during one', async () => {
    const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });
    for (let rotation = 0; rotation < 2; rotation += 1) {
      own.serve(server.origin, { key: { ...newKey(), use: 'sig' } });
      expect(await signUpAs('ann', server.newBrowser())).toBe('/');
    }
    const browser = server.newBrowser();
    const left = (await browser.fetch('/api/auth/provider')).headers.get('location') ?? '';
    own.serve(server.origin, { key: { ...newKey(), use: 'sig' } });
    const answer = await browser.fetch(await logInAt(browser, left, 'ann'));
    expect(answer.headers.get('location')).toBe('/');
  });

  it.each(['client_secret_basic', 'client_secret_post'] as const)(
    'authenticates to a provider that takes only %s',
    async (clientAuth) => {
      own.serve(server.origin, { clientAuth });
      const restarted = await server.restart();
      own.serve(restarted.origin, { clientAuth });
      expect(await signUpAs('ann', restarted.newBrowser())).toBe('/');
      server = restarted;
      google.serve(server.origin);
    },
  );

  it('does not take another provider’s subject for the account of this one', async () => {
    const other = await startProvider();
    const restarted = await server.restart({ ...google.settings, ...other.ownSettings });
    other.serve(restarted.origin);
    other.people.set('ann', { email: 'another-ann@club.example', email_verified: true });
    expect(await signUpAs('ann', restarted.newBrowser())).toBe('/');
    expect(await usersWith(restarted, 'another-ann@club.example')).toMatchObject([
      { provider_subject: `${other.issuer} ann` },
    ]);
    server = restarted;
    await other.stop();
  });
});

test('a site starts without its provider, says so when the button is pressed, and signs up once it is there', async () => {
  const provider = await startProvider();
  const server = await startServer(provider.ownSettings);
  expect(await signUpAs('ann', server.newBrowser())).toBe('/signup?problem=provider-unavailable');
  provider.people.set('ann', { email: 'ann@club.example', email_verified: true });
  provider.serve(server.origin);
  expect(await signUpAs('ann', server.newBrowser())).toBe('/');
  // Away again, while a visitor is there.
  const browser = server.newBrowser();
  const left = (await browser.fetch('/api/auth/provider')).headers.get('location') ?? '';
  const address = await logInAt(browser, left, 'ann');
  provider.goAway();
  expect((await browser.fetch(address)).headers.get('location')).toBe('/signup?problem=provider-unavailable');
  await server.stop();
  await provider.stop();
});

describe('a provider whose clock is off', () => {
  const people = new Map<string, ProviderPerson>([['ann', { email: 'ann@club.example', email_verified: true }]]);
  let provider: SkewedProvider;
  let server: RunningServer;
  beforeAll(async () => {
    provider = await startSkewedProvider(people);
    server = await startServer(ownSettingsOf(provider.issuer));
    provider.serve(server.origin);
  });
  afterAll(async () => {
    await server.stop();
    await provider.stop();
  });

  it.each([
    ['an hour ahead', 3600, '/'],
    ['behind within the tolerance', -(IDENTITY_LIFE + TOLERANCE - 15), '/'],
    ['behind beyond the tolerance', -(IDENTITY_LIFE + TOLERANCE + 5), '/signup?problem=provider-failed'],
  ])('%s', async (_, aheadSeconds, expected) => {
    provider.setAhead(aheadSeconds);
    expect(await signUpAs('ann', server.newBrowser())).toBe(expected);
  });
});

test('a site without a provider of its own reports it, on the page for a person and in JSON for a program', async () => {
  const server = await startServer();
  const program = await server.newBrowser().fetch('/api/auth/provider');
  expect(program.status).toBe(503);
  expect(await program.json()).toMatchObject({ message: 'Sign-up with a provider is not available' });
  const { url } = await server.newBrowser().open('/api/auth/provider');
  expect(url.pathname + url.search).toBe('/signup?problem=provider-not-configured');
  await server.stop();
});
