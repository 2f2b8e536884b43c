// The administrator's password and session under attack (hostile cases 109 to 120).
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import { scaled } from '#tests/campaign-scale.ts';
import { wholeTest } from '#tests/campaign-test.ts';
import { SIGNIFICANT_T, timingDifference } from '#tests/faults/chaos/timing-difference.ts';
import { inDatabase, readSummary } from '#tests/faults/site/account-steps.ts';
import { FaultySite, faultySite } from '#tests/faults/site/faulty-site.ts';
import { siteClip } from '#tests/faults/site/site-swings.ts';
import { golferForm, sendGolfer } from '#tests/server/golfer-upload.ts';
import { startServer } from '#tests/server/running-server.ts';
import { startServerProcess } from '#tests/server/server-process.ts';
import { TestBrowser } from '#tests/server/test-browser.ts';

// Behind a proxy, so that each test can come from a different address.
const site = faultySite({ settings: { TRUSTED_PROXIES: 'loopback' } });
const PASSWORD = 'the greens are slow today';
const COOKIE = 'swingmark-admin';
const LOGIN = '/api/admin/login';
const TOO_MANY = '429 Too many attempts. Please wait a little and try again.';

const newBrowser = () => new TestBrowser(site.url);
const from = (address: string) => ({ 'x-forwarded-for': address });
const logIn = (browser: TestBrowser, password: unknown, address = '192.0.2.1') =>
  browser.post(LOGIN, { password }, from(address));
const isAdmin = async (browser: TestBrowser) =>
  ((await browser.json('/api/admin/check')) as { isAdmin: boolean }).isAdmin;

wholeTest(
  'case 109: a wrong password is refused with the specified text, in constant time',
  async () => {
    expect(await readSummary(await logIn(newBrowser(), 'wrong'))).toBe('401 Invalid password');
    // A logged-in administrator is not slowed down, so that a thousand attempts can be timed.
    const admin = await site.admin();
    const almost = `${PASSWORD.slice(0, -1)}X`;
    const difference = await timingDifference(scaled(40, 1000), [() => logIn(admin, almost), () => logIn(admin, 'x')]);
    expect(difference).toBeLessThan(SIGNIFICANT_T);
  },
  300_000,
);

wholeTest(
  'case 110: ten failures in a row, a hundred a day and guesses from many addresses are slowed down, over restarts, without locking out a logged-in administrator',
  async () => {
    const admin = await site.admin();
    const guess = async (address: string) => readSummary(await logIn(newBrowser(), 'guess', address));
    for (let tries = 0; tries < 10; tries += 1) expect(await guess('192.0.2.10')).toBe('401 Invalid password');
    const refused = await logIn(newBrowser(), PASSWORD, '192.0.2.10');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
    expect(await readSummary(refused)).toBe(TOO_MANY);
    expect(await guess('192.0.2.11')).toBe('401 Invalid password');
    // A hundred in a day, never ten in a row.
    await inDatabase(site, (db) =>
      db
        .updateTable('attempts')
        .set({ in_a_row: 1, in_window: 99 })
        .where('kind', '=', 'admin-login')
        .where('blocked_until', '=', 0)
        .execute(),
    );
    expect([await guess('192.0.2.11'), await guess('192.0.2.11')]).toEqual(['401 Invalid password', TOO_MANY]);
    await site.restart();
    expect(await guess('192.0.2.10')).toBe(TOO_MANY);
    expect(await guess('192.0.2.11')).toBe(TOO_MANY);
    // A thousand from different addresses: from two hundred on they are checked one at a time.
    await inDatabase(site, (db) =>
      db.updateTable('attempts').set({ in_window: 199 }).where('kind', '=', 'admin-login-all').execute(),
    );
    const begunAt = performance.now();
    const spread = await Promise.all(
      Array.from({ length: scaled(30, 1000) }, (_, index) => guess(`198.51.${index >> 8}.${index & 255}`)),
    );
    const checked = spread.filter((answer) => answer.startsWith('401')).length;
    expect(checked).toBeLessThanOrEqual((performance.now() - begunAt) / 900 + 2);
    expect(spread.filter((answer) => answer !== TOO_MANY && !answer.startsWith('401'))).toEqual([]);
    const returning = newBrowser();
    returning.setCookie(COOKIE, admin.cookie(COOKIE) ?? '');
    expect(await isAdmin(returning)).toBe(true);
    expect(await readSummary(await logIn(returning, PASSWORD, '192.0.2.10'))).toBe('200');
    await inDatabase(site, (db) => db.deleteFrom('attempts').execute());
  },
  60_000,
);

wholeTest(
  'case 111: a blank, overlong or malformed password is refused; its Unicode normalization does not matter',
  async () => {
    for (const password of scaled<unknown[]>(['', 7], ['', null, undefined, 7, ['x'], {}, true])) {
      expect(await readSummary(await logIn(newBrowser(), password, '192.0.2.20')), String(password)).toBe(
        '400 Please enter the password',
      );
    }
    expect((await logIn(newBrowser(), 'x'.repeat(257), '192.0.2.20')).status).toBe(400);
    expect((await logIn(newBrowser(), 'x'.repeat(1_000_000), '192.0.2.20')).status).toBe(413);
    const long = `Crème brûlée ${'x'.repeat(120)}`;
    await site.restart('SIGTERM', { ADMIN_PASSWORD: long });
    const typed = [long, long.normalize('NFD')];
    expect(typed[1]).not.toBe(typed[0]);
    for (const password of typed)
      expect(await readSummary(await logIn(newBrowser(), password, '192.0.2.21'))).toBe('200');
    await site.restart();
  },
);

// Decision 050: without a password, a one-time code of 120 random bits is printed at each start, so that the first one needs no
// configuration; a sample value prevents the start.
test('case 112: a sample password prevents the start and the error names the setting; without one a one-time code is printed', async () => {
  for (const sample of scaled(['CHANGEME'], ['change-me', 'CHANGEME', '   '])) {
    const start = startServerProcess(site.dataDir, { settings: { ADMIN_PASSWORD: sample } });
    await expect(start).rejects.toThrow(/ADMIN_PASSWORD: (still has the value of the example|is blank)/);
  }
  const fresh = new FaultySite({ settings: { ADMIN_PASSWORD: '' } });
  await fresh.open();
  const shown = fresh.log.flatMap(({ msg }) => /one-time code is (\S+)/.exec(msg)?.[1] ?? []);
  expect(shown).toEqual([expect.stringMatching(/^\S{20,}$/)]);
  const browser = new TestBrowser(fresh.url);
  expect((await browser.post(LOGIN, { password: shown[0] })).status).toBe(200);
  expect((await new TestBrowser(fresh.url).post(LOGIN, { password: '' })).status).toBe(400);
  await fresh.close();
});

test('case 113: a cookie set before the login is not the administrator’s afterwards', async () => {
  const planted = 'a'.repeat(43);
  const victim = newBrowser();
  victim.setCookie(COOKIE, planted);
  await logIn(victim, PASSWORD, '192.0.2.30');
  expect(victim.cookie(COOKIE)).not.toBe(planted);
  const attacker = newBrowser();
  attacker.setCookie(COOKIE, planted);
  expect([await isAdmin(victim), await isAdmin(attacker)]).toEqual([true, false]);
});

test('case 114: after logout the old cookie is invalid', async () => {
  const admin = await site.admin();
  const token = admin.cookie(COOKIE) ?? '';
  expect((await admin.post('/api/admin/logout', {})).status).toBe(200);
  const thief = newBrowser();
  thief.setCookie(COOKIE, token);
  expect(await isAdmin(thief)).toBe(false);
  expect((await thief.fetch('/api/pro/1', { method: 'DELETE' })).status).toBe(401);
  expect((await sendGolfer(thief, golferForm(new Uint8Array(await siteClip())))).status).toBe(401);
});

test('case 115: every cookie is HttpOnly and bound to this host; the administrator’s is not sent with cross-site requests', async () => {
  const flagsOf = (browser: TestBrowser) =>
    browser.setCookies.map((line) =>
      line
        .replace(/=[^;]*/, '')
        .split('; ')
        .sort(),
    );
  const collect = async (url: string) => {
    const browser = new TestBrowser(url);
    await browser.post(LOGIN, { password: PASSWORD });
    await browser.post('/api/upload-chunk', {
      chunkIndex: 0,
      totalChunks: 9,
      fileName: 'a.mp4',
      fileId: 'a',
      chunk: 'AAAA',
    });
    await browser.post('/api/admin/logout', {});
    return flagsOf(browser);
  };
  const admin = ['HttpOnly', 'Max-Age=43200', 'Path=/', 'SameSite=Strict'];
  const visitor = ['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Lax'];
  expect(await collect(site.url)).toMatchObject([
    [...admin, COOKIE].sort(),
    [...visitor, 'swingmark'].sort(),
    expect.arrayContaining(['HttpOnly', 'SameSite=Strict', 'Path=/', COOKIE]),
  ]);
  // In this process, because behind https the server does not print its own port.
  const behindHttps = await startServer({ PUBLIC_URL: 'https://swing.example', ADMIN_PASSWORD: PASSWORD });
  const secure = await collect(behindHttps.origin);
  await behindHttps.stop();
  expect(secure[0]).toEqual([...admin, 'Secure', `__Host-${COOKIE}`].sort());
  expect(secure[1]).toEqual([...visitor, 'Secure', '__Host-swingmark'].sort());
});

test('case 116: a cookie with an invalid token is not a session, and not an error', async () => {
  const admin = await site.admin();
  const token = admin.cookie(COOKIE) ?? '';
  const flipped = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`;
  const odd = [
    flipped,
    token.slice(0, 20),
    'x'.repeat(8000),
    `${token}; ${COOKIE}=other`,
    `s:${token}.signature`,
    '%',
    '%00',
    '{"isAdmin":true}',
  ];
  for (const cookie of odd) {
    const headers = { cookie: `${COOKIE}=${cookie}` };
    const check = await newBrowser().fetch('/api/admin/check', { headers });
    expect([check.status, cookie.slice(0, 50)]).toEqual([200, cookie.slice(0, 50)]);
    // Of two cookies with the same name the first is used: RFC 6265 puts the more specific path first.
    expect(await check.json()).toEqual({ isAdmin: cookie.startsWith(token) });
    expect((await newBrowser().fetch('/', { headers })).status).toBe((await newBrowser().fetch('/')).status);
    expect(
      (
        await newBrowser().fetch('/api/auth/me', {
          headers: { cookie: `swingmark-account=${cookie}; swingmark=${cookie}` },
        })
      ).status,
    ).toBe(200);
  }
});

test('case 117: cross-site requests are refused before anything else is checked', async () => {
  const admin = await site.admin();
  const foreign: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: site.url.replace('127.0.0.1', 'localhost') },
  ];
  const unsafe = Object.values(calls).filter(({ method }) => method !== 'GET');
  for (const { method, path } of unsafe) {
    for (const headers of foreign) {
      const init = { method, headers: { 'content-type': 'application/json', ...headers } };
      const answer = await admin.fetch(path.replace(/:\w+/, '1'), method === 'POST' ? { ...init, body: '{}' } : init);
      expect(`${method} ${path} ${answer.status}`).toBe(`${method} ${path} 403`);
    }
    if (method !== 'POST' || path === '/api/pro/upload') continue;
    const plain = await admin.fetch(path, {
      method,
      headers: { 'content-type': 'text/plain' },
      body: '{"password":"x"}',
    });
    expect(`${path} ${plain.status}`).toBe(`${path} 415`);
  }
  const read = await admin.fetch('/api/admin/check', { headers: { origin: 'https://evil.example' } });
  expect([...read.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  expect(await isAdmin(admin)).toBe(true);
});

test('case 118: 500 MB without a session are refused before they are read', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': 500_000_000 };
  const upload = request(`${site.url}/api/pro/upload`, { method: 'POST', headers });
  upload.on('error', () => undefined);
  const status = new Promise((resolve) => upload.on('response', (answer) => resolve(answer.resume().statusCode)));
  const isClosed = new Promise((resolve) => upload.on('close', () => resolve(true)));
  upload.write('--b\r\nContent-Disposition: form-data; name="video"; filename="a.mp4"\r\n\r\n');
  let sentBytes = 0;
  const piece = Buffer.alloc(256 * 1024);
  const pump = setInterval(() => {
    if (!upload.destroyed && upload.write(piece)) sentBytes += piece.length;
  }, 5);
  expect(await status).toBe(401);
  expect(await Promise.race([isClosed, sleep(10_000)])).toBe(true);
  clearInterval(pump);
  expect(sentBytes).toBeLessThan(100_000_000);
});

test('case 119: only the administrator sees the marked times and the videos’ keys of the library', async () => {
  const keysOf = async (browser: TestBrowser) => {
    const [golfer = {}] = (await browser.json('/api/pro/list')) as Record<string, unknown>[];
    return Object.keys(golfer).sort();
  };
  const shown =
    'bodyUrl club hand height id level loopUrl majorChampionships name tag tempo thumbnailUrl videoUrl view'.split(' ');
  expect(await keysOf(newBrowser())).toEqual(shown);
  expect(await keysOf(await site.admin())).toEqual(
    [...shown, 'contentKey', 'restTime', 'strikeTime', 'topTime'].sort(),
  );
});

test('case 120: an upload whose session ends midway stores nothing', async () => {
  const admin = await site.admin();
  const before = await newBrowser().json('/api/pro/list');
  const form = new Request('http://x', { method: 'POST', body: golferForm(new Uint8Array(await siteClip())) });
  const bytes = new Uint8Array(await form.arrayBuffer());
  const body = new ReadableStream<Uint8Array>({
    start: async (controller) => {
      controller.enqueue(bytes.subarray(0, bytes.length / 2));
      await sleep(200);
      await inDatabase(site, (db) => db.deleteFrom('sign_ins').execute());
      controller.enqueue(bytes.subarray(bytes.length / 2));
      controller.close();
    },
  });
  const headers = { 'content-type': form.headers.get('content-type') ?? '' };
  const answer = await admin.fetch('/api/pro/upload', { method: 'POST', headers, body, duplex: 'half' });
  expect(await readSummary(answer)).toBe('401 Please log in as an administrator');
  expect(await newBrowser().json('/api/pro/list')).toEqual(before);
});
