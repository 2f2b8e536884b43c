import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '#server/database/open-database.ts';
import { declineAt, logInAt, type RealProvider, startProvider } from '#tests/server/real-provider.ts';
import { type RunningServer, startServer } from '#tests/server/running-server.ts';
import type { TestBrowser } from '#tests/server/test-browser.ts';

let server: RunningServer;
let provider: RealProvider;
beforeAll(async () => {
  provider = await startProvider();
  server = await startServer(provider.settings);
  provider.serve(server.origin);
});
afterAll(async () => {
  await server.stop();
  await provider.stop();
});

const START = '/api/auth/google';

/** Goes to the provider and gives its address. */
async function leave(browser: TestBrowser): Promise<string> {
  const answer = await browser.fetch(START);
  expect(answer.status).toBe(303);
  return answer.headers.get('location') ?? '';
}

/** Comes back and gives where the server sends the visitor. */
async function comeBack(browser: TestBrowser, address: URL): Promise<string> {
  const answer = await browser.fetch(address);
  expect(answer.status).toBe(303);
  return answer.headers.get('location') ?? '';
}

async function signUpAs(login: string, browser = server.newBrowser()): Promise<string> {
  return comeBack(browser, await logInAt(browser, await leave(browser), login));
}

async function usersWith(email: string) {
  const db = await openDatabase(join(server.dataDir, 'swingmark.db'));
  const rows = await db.selectFrom('users').selectAll().where('email', '=', email).execute();
  await db.destroy();
  return rows;
}

describe('signing up with Google', () => {
  it('redirects to the provider with PKCE, state and nonce, and returns with an account [S7.15]', async () => {
    provider.people.set('ann', { email: 'ann@club.example', email_verified: true });
    const browser = server.newBrowser();
    const address = new URL(await leave(browser));
    expect(address.origin).toBe(provider.issuer);
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      scope: 'openid email',
      redirect_uri: `${server.origin}/api/auth/google/callback`,
    });
    expect(await comeBack(browser, await logInAt(browser, address.href, 'ann'))).toBe('/');
    expect(await browser.json('/api/auth/me')).toEqual({ username: 'ann' });
    const [user] = await usersWith('ann@club.example');
    expect(user).toMatchObject({ google_subject: 'ann', password_hash: null });
  });

  it('finds the same account again, even when its address has changed', async () => {
    provider.people.set('bob', { email: 'bob@club.example', email_verified: true });
    await signUpAs('bob');
    provider.people.set('bob', { email: 'robert@club.example', email_verified: false });
    const browser = server.newBrowser();
    expect(await signUpAs('bob', browser)).toBe('/');
    expect(await browser.json('/api/auth/me')).toEqual({ username: 'bob' });
    expect(await usersWith('robert@club.example')).toEqual([]);
  });

  it('chooses a free username', async () => {
    provider.people.set('ann2', { email: 'ann@other.example', email_verified: true });
    await signUpAs('ann2');
    expect((await usersWith('ann@other.example'))[0]?.username).toMatch(/^ann-[0-9a-z]{6}$/);
  });

  it('115: the state cookie is sent on the redirect from another site and is HttpOnly', async () => {
    const browser = server.newBrowser();
    await leave(browser);
    const [cookie = ''] = browser.setCookies;
    expect(cookie).toMatch(/^swingmark-google=/);
    for (const flag of ['HttpOnly', 'SameSite=Lax', 'Path=/', 'Max-Age=600']) expect(cookie).toContain(flag);
  });

  it.each([
    ['missing', (address: URL) => address.searchParams.delete('state')],
    ['foreign', (address: URL) => address.searchParams.set('state', 'x'.repeat(43))],
    ['sent twice', (address: URL) => address.searchParams.append('state', 'x')],
  ])('124: a %s state leads back to the sign-up page', async (_, change) => {
    provider.people.set('cat', { email: 'cat@club.example', email_verified: true });
    const browser = server.newBrowser();
    const address = await logInAt(browser, await leave(browser), 'cat');
    change(address);
    expect(await comeBack(browser, address)).toMatch(/^\/signup\?problem=google-(expired|failed)$/);
    expect(await usersWith('cat@club.example')).toEqual([]);
  });

  it('124: another browser’s state is refused, so that no one is signed in to a stranger’s account', async () => {
    provider.people.set('eve', { email: 'eve@club.example', email_verified: true });
    const attacker = server.newBrowser();
    const address = await logInAt(attacker, await leave(attacker), 'eve');
    const victim = server.newBrowser();
    expect(await comeBack(victim, address)).toBe('/signup?problem=google-expired');
    await leave(victim);
    expect(await comeBack(victim, address)).toBe('/signup?problem=google-expired');
    expect(await victim.json('/api/auth/me')).toBeNull();
  });

  it('124: a return address can be used once, within ten minutes', async () => {
    provider.people.set('dan', { email: 'dan@club.example', email_verified: true });
    const browser = server.newBrowser();
    const address = await logInAt(browser, await leave(browser), 'dan');
    const state = browser.cookie('swingmark-google') ?? '';
    expect(await comeBack(browser, address)).toBe('/');
    browser.setCookie('swingmark-google', state);
    expect(await comeBack(browser, address)).toBe('/signup?problem=google-expired');

    const slow = server.newBrowser();
    const late = await logInAt(slow, await leave(slow), 'dan');
    const db = await openDatabase(join(server.dataDir, 'swingmark.db'));
    await db
      .updateTable('google_visits')
      .set({ created_at: Date.now() - 601_000 })
      .execute();
    await db.destroy();
    expect(await comeBack(slow, late)).toBe('/signup?problem=google-expired');
  });

  it('124: a forged code is refused', async () => {
    const browser = server.newBrowser();
    await leave(browser);
    const state = browser.cookie('swingmark-google') ?? '';
    const address = new URL(
      `/api/auth/google/callback?code=made-up&state=${state}&iss=${provider.issuer}`,
      server.origin,
    );
    expect(await comeBack(browser, address)).toBe('/signup?problem=google-failed');
  });

  it.each([
    ['unverified', { email: 'fay@club.example', email_verified: false }],
    ['missing', {}],
  ])('124: an %s address makes no account', async (_, person) => {
    provider.people.set('fay', person);
    expect(await signUpAs('fay')).toBe('/signup?problem=google-unverified-email');
    expect(await usersWith('fay@club.example')).toEqual([]);
  });

  it('124: an address that has a password account is not linked silently', async () => {
    const email = 'gus@club.example';
    const password = 'my putter is lucky';
    await server.newBrowser().post('/api/auth/signup', { email, username: 'gus', password, confirmPassword: password });
    await server.newBrowser().open(await linkTo(email));
    provider.people.set('gus', { email, email_verified: true });
    const browser = server.newBrowser();
    expect(await signUpAs('gus', browser)).toBe('/signup?problem=google-email-taken');
    expect(await browser.json('/api/auth/me')).toBeNull();
    expect(await usersWith(email)).toMatchObject([{ google_subject: null }]);
  });

  it('124: a pending password sign-up is replaced by the verified Google account', async () => {
    const email = 'hal@club.example';
    const password = 'the attacker chose it';
    await server
      .newBrowser()
      .post('/api/auth/signup', { email, username: 'evil', password, confirmPassword: password });
    const link = await linkTo(email);
    provider.people.set('hal', { email, email_verified: true });
    expect(await signUpAs('hal')).toBe('/');
    expect((await server.newBrowser().open(link)).response.status).toBe(404);
    expect(await usersWith(email)).toMatchObject([{ google_subject: 'hal', password_hash: null }]);
  });

  it('124: declining at Google is reported as such', async () => {
    const browser = server.newBrowser();
    const address = await declineAt(browser, await leave(browser));
    expect(address.searchParams.get('error')).toBe('access_denied');
    expect(await comeBack(browser, address)).toBe('/signup?problem=google-declined');
  });

  it.each(['//evil.example', 'javascript:alert(1)', 'https://evil.example/', '/\\evil.example'])(
    '126: ?next=%s does not redirect elsewhere',
    async (next) => {
      provider.people.set('ivy', { email: 'ivy@club.example', email_verified: true });
      const browser = server.newBrowser();
      const answer = await browser.fetch(`${START}?next=${encodeURIComponent(next)}`);
      const address = await logInAt(browser, answer.headers.get('location') ?? '', 'ivy');
      address.searchParams.set('next', next);
      expect(await comeBack(browser, address)).toBe('/');
    },
  );

  it('53: a request’s Host header changes nothing', async () => {
    const headers = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
    const answer = await server.newBrowser().fetch(START, { headers });
    const address = new URL(answer.headers.get('location') ?? '');
    expect(address.searchParams.get('redirect_uri')).toBe(`${server.origin}/api/auth/google/callback`);
  });

  it('gives a new session each time and ends the old one', async () => {
    const browser = server.newBrowser();
    await signUpAs('ann', browser);
    const before = browser.cookie('swingmark-account') ?? '';
    await signUpAs('ann', browser);
    expect(browser.cookie('swingmark-account')).not.toBe(before);
    const thief = server.newBrowser();
    thief.setCookie('swingmark-account', before);
    expect(await thief.json('/api/auth/me')).toBeNull();
  });
});

async function linkTo(email: string): Promise<string> {
  const folder = join(server.dataDir, 'outbox');
  return vi.waitFor(async () => {
    for (const name of await readdir(folder)) {
      const mail = await readFile(join(folder, name), 'utf8');
      const link = /^http:\S+\/verify-email\/\S+$/m.exec(mail)?.[0];
      if (mail.includes(`To: ${email}`) && link) return link;
    }
    throw new Error('No mail yet');
  }, 10_000);
}

describe('a server without Google', () => {
  it('125: reports it, on the page for a person and in JSON for a program', async () => {
    const plain = await startServer();
    const program = await plain.newBrowser().fetch(START);
    expect(program.status).toBe(503);
    expect(await program.json()).toMatchObject({ message: 'Google sign-up is not available' });
    const { url } = await plain.newBrowser().open(START);
    expect(url.pathname + url.search).toBe('/signup?problem=google-not-configured');
    const back = await plain.newBrowser().fetch('/api/auth/google/callback?code=x&state=y');
    expect(back.headers.get('location')).toBe('/signup?problem=google-not-configured');
    await plain.stop();
  });
});
