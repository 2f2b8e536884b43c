import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningServer, startServer, TEST_ADMIN_PASSWORD } from '#tests/server/running-server.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const COOKIE = 'swingmark-admin';

describe('the administrator’s log-in', () => {
  it('succeeds with the password [S7.7]', async () => {
    const browser = server.newBrowser();
    expect(await browser.json('/api/admin/check')).toEqual({ isAdmin: false });
    const answer = await browser.post('/api/admin/login', { password: TEST_ADMIN_PASSWORD });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ success: true });
    expect(await browser.json('/api/admin/check')).toEqual({ isAdmin: true });
  });

  it('109: a wrong password is answered with 401 and the specification’s words', async () => {
    const answer = await server.newBrowser().post('/api/admin/login', { password: 'wrong' });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({
      error: 'Invalid password',
      message: 'Invalid password',
      code: 'wrong-password',
    });
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it.each([
    ['blank', ''],
    ['a number', 7],
    ['missing', undefined],
    ['an array', ['x']],
    ['10,000 characters', 'x'.repeat(10_000)],
  ])('111: a password that is %s is answered with 400', async (_, password) => {
    const answer = await server.newBrowser().post('/api/admin/login', { password });
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { message: string }).message).not.toMatch(/zod|expected|undefined/i);
  });

  it('111: a megabyte of password is answered with 413', async () => {
    const answer = await server.newBrowser().post('/api/admin/login', { password: 'x'.repeat(1_000_000) });
    expect(answer.status).toBe(413);
  });

  it('113: a cookie set before the login is not the administrator’s afterwards', async () => {
    const attacker = await server.newAdmin();
    const planted = attacker.cookie(COOKIE) ?? '';
    const victim = server.newBrowser();
    victim.setCookie(COOKIE, planted);
    await victim.post('/api/admin/login', { password: TEST_ADMIN_PASSWORD });
    expect(victim.cookie(COOKIE)).not.toBe(planted);
    expect(await victim.json('/api/admin/check')).toEqual({ isAdmin: true });
    expect(await attacker.json('/api/admin/check')).toEqual({ isAdmin: false });
  });

  it('114: after the logout the old cookie is invalid [S7.7]', async () => {
    const browser = await server.newAdmin();
    const old = browser.cookie(COOKIE) ?? '';
    expect(await (await browser.post('/api/admin/logout', {})).json()).toEqual({ success: true });
    expect(browser.cookie(COOKIE)).toBeUndefined();
    const thief = server.newBrowser();
    thief.setCookie(COOKIE, old);
    expect(await thief.json('/api/admin/check')).toEqual({ isAdmin: false });
    expect((await thief.fetch('/api/pro/1', { method: 'DELETE' })).status).toBe(401);
  });

  it('114: logging out without a session is not an error', async () => {
    expect((await server.newBrowser().post('/api/admin/logout', {})).status).toBe(200);
  });

  it('115: the cookie is for this server alone, for no script and for no other site’s requests', async () => {
    const browser = await server.newAdmin();
    const [cookie = ''] = browser.setCookies;
    for (const flag of ['HttpOnly', 'SameSite=Strict', 'Path=/', 'Max-Age=43200']) expect(cookie).toContain(flag);
    expect(cookie).not.toContain('Secure');
  });

  it('115: under https the cookie is bound to this host', async () => {
    const secure = await startServer({ PUBLIC_URL: 'https://swing.example' });
    try {
      const browser = await secure.newAdmin();
      expect(browser.setCookies[0]).toMatch(/^__Host-swingmark-admin=[\w-]{43};/);
      expect(browser.setCookies[0]).toContain('Secure');
    } finally {
      await secure.stop();
    }
  });

  it.each([
    ['tampered', (token: string) => `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`],
    ['cut', (token: string) => token.slice(0, 20)],
    ['8 kB long', () => 'x'.repeat(8_000)],
    ['empty', () => ''],
    ['no text', () => '%00%ff%'],
    ['a visitor’s', () => 'A'.repeat(43)],
  ])('116: a cookie that is %s is not a session and not an error', async (_, change) => {
    const admin = await server.newAdmin();
    const browser = server.newBrowser();
    browser.setCookie(COOKIE, change(admin.cookie(COOKIE) ?? ''));
    const answer = await browser.fetch('/api/admin/check');
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ isAdmin: false });
  });

  it.each([
    ['a foreign fetch', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling domain', { 'sec-fetch-site': 'same-site' }],
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['a sandboxed frame', { origin: 'null' }],
  ])('117: %s is refused with 403 on every call that changes something', async (_, headers) => {
    const browser = await server.newAdmin();
    const sent = Object.entries(headers);
    for (const [method, path] of [
      ['POST', '/api/admin/login'],
      ['POST', '/api/admin/logout'],
      ['POST', '/api/pro/upload'],
      ['DELETE', '/api/pro/1'],
      ['POST', '/api/auth/signup'],
    ] as const) {
      // A page's own fetch may not set these names; a plain client can.
      expect(await statusOf(`${server.origin}${path}`, method, sent, browser.cookie(COOKIE)), path).toBe(403);
    }
    expect(await browser.json('/api/admin/check')).toEqual({ isAdmin: true });
  });

  it('117: a form’s text/plain body is not accepted as JSON', async () => {
    const init = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{"password":"x"}' };
    expect((await server.newBrowser().fetch('/api/admin/login', init)).status).toBe(415);
  });

  it('117: other sites cannot read responses', async () => {
    const answer = await server.newBrowser().fetch('/api/admin/check', { headers: { origin: 'https://evil.example' } });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  it.each([
    '/api/admin/check',
    '/api/auth/me',
    '/api/auth/google',
    '/email-confirmed',
    '/api/pro/list',
    '/api/nothing',
  ])('127: %s has the security headers', async (path) => {
    const { headers } = await server.newBrowser().fetch(path);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toMatch(/script-src 'self' 'wasm-unsafe-eval'(;|$)/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('same-origin');
  });

  it.each([
    ['GET', '/api/admin/login', 405],
    ['PUT', '/api/admin/login', 405],
    ['DELETE', '/api/auth/signup', 405],
    ['GET', '/api/pro/upload', 404],
    ['OPTIONS', '/api/admin/login', 405],
    ['POST', '/api/admin/nothing', 404],
  ])('108: %s %s is answered with %i in JSON', async (method, path, status) => {
    const answer = await server.newBrowser().fetch(path, { method });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toContain('application/json');
  });

  it('54: another spelling of a guarded address does not bypass the guard', async () => {
    for (const path of ['/API/PRO/1', '/api/pro/1/', '//api/pro/1', '/api/pro/%31']) {
      const { status } = await server.newBrowser().fetch(`${server.origin}${path}`, { method: 'DELETE' });
      expect([401, 404, 405], path).toContain(status);
    }
  });
});

describe('guessing the password', () => {
  it('110: ten failures in a row block, also over a restart, but not a logged-in administrator', async () => {
    const first = await startServer();
    const admin = await first.newAdmin();
    const guesser = first.newBrowser();
    for (let tries = 0; tries < 10; tries++) {
      expect((await guesser.post('/api/admin/login', { password: 'guess' })).status).toBe(401);
    }
    const refused = await guesser.post('/api/admin/login', { password: TEST_ADMIN_PASSWORD });
    expect(refused.status).toBe(429);
    const waitSeconds = Number(refused.headers.get('retry-after'));
    expect(waitSeconds).toBeGreaterThan(800);
    expect(waitSeconds).toBeLessThanOrEqual(900);
    expect(await refused.json()).toMatchObject({ message: 'Too many attempts. Please wait a little and try again.' });

    expect((await admin.post('/api/admin/login', { password: TEST_ADMIN_PASSWORD })).status).toBe(200);
    const token = admin.cookie(COOKIE) ?? '';
    const second = await first.restart();
    expect((await second.newBrowser().post('/api/admin/login', { password: TEST_ADMIN_PASSWORD })).status).toBe(429);
    const returning = second.newBrowser();
    returning.setCookie(COOKIE, token);
    expect(await returning.json('/api/admin/check')).toEqual({ isAdmin: true });
    await second.stop();
  });

  it('110: behind a trusted proxy, visitors are distinguished; other forwarded addresses are not trusted', async () => {
    const guess = (target: RunningServer, address: string) =>
      target.newBrowser().post('/api/admin/login', { password: 'guess' }, { 'x-forwarded-for': address });
    const behind = await startServer({ TRUSTED_PROXIES: 'loopback' });
    for (let tries = 0; tries < 10; tries++) await guess(behind, '192.0.2.1');
    expect((await guess(behind, '192.0.2.1')).status).toBe(429);
    expect((await guess(behind, '192.0.2.2')).status).toBe(401);
    await behind.stop();
    const open = await startServer();
    for (let tries = 0; tries < 10; tries++) await guess(open, `192.0.2.${tries}`);
    expect((await guess(open, '192.0.2.99')).status).toBe(429);
    await open.stop();
  });

  it('a changed setting ends the sessions that the old password opened', async () => {
    const first = await startServer();
    const token = (await first.newAdmin()).cookie(COOKIE) ?? '';
    const second = await first.restart({ ADMIN_PASSWORD: 'another one for the club' });
    const browser = second.newBrowser();
    browser.setCookie(COOKIE, token);
    expect(await browser.json('/api/admin/check')).toEqual({ isAdmin: false });
    await second.stop();
  });
});

function statusOf(
  url: string,
  method: string,
  headers: readonly (readonly [string, string])[],
  token = '',
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const sent = { ...Object.fromEntries(headers), cookie: `${COOKIE}=${token}` };
  const request = httpRequest(url, { method, headers: sent }, (response) => {
    response.resume();
    resolve(response.statusCode ?? 0);
  });
  request.on('error', reject).end();
  return promise;
}
