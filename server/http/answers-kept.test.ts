// What is kept of answers and requests outside the server: by caches on the way, and in its log.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import { postHead, sendRaw } from '#tests/faults/site/raw-request.ts';
import { startServerProcess } from '#tests/server/server-process.ts';
import { startTestServer, type TestServer } from '#tests/server/test-server.ts';
import { until } from '#tests/until.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ settings: { TRUSTED_PROXIES: 'loopback' } });
});
afterAll(() => server.close());

/** With the reason. */
const KEPT: Readonly<Record<string, string>> = { [calls.listGolfers.path]: 'private, no-cache' };

test('no cache may keep an answer of the API or of a health check [F9]', async () => {
  const addresses = [...Object.values(calls), ...['/healthz', '/readyz'].map((path) => ({ method: 'GET', path }))];
  for (const { method, path } of addresses) {
    const isRead = method === 'GET';
    const answer = await fetch(server.url + path.replace(/:\w+/g, '1'), {
      method,
      redirect: 'manual',
      ...(!isRead && { headers: { 'content-type': 'application/json' }, body: '{}' }),
    });
    expect([path, answer.headers.get('cache-control')]).toEqual([path, KEPT[path] ?? 'no-store']);
    await answer.arrayBuffer();
  }
});

test('the pages may use camera and microphone, and no sensor, payment or device [F22]', async () => {
  const policy = (await fetch(`${server.url}/api/auth/me`)).headers.get('permissions-policy');
  expect(policy).toMatch(/camera=\(self\), microphone=\(self\)/);
  for (const feature of ['geolocation', 'display-capture', 'usb', 'payment']) expect(policy).toContain(`${feature}=()`);
});

test('a host name that a proxy passes on from the visitor does not count [F14]', async () => {
  const post = (host: string) => {
    const close = { 'content-length': 2, connection: 'close' };
    const head = postHead('/api/admin/logout', { host, 'x-forwarded-host': 'localhost', ...close });
    return sendRaw(server.url, [`${head}{}`]).then(({ status }) => status);
  };
  expect(await post('rebound.evil.example')).toBe(403);
  expect(await post('localhost')).toBe(200);
});

test.each([
  ['an IPv4 address with its port', (port: number) => `192.0.2.1:${port}`],
  ['an IPv6 address with its port', (port: number) => `[2001:db8::1]:${port}`],
  ['what is no address', (port: number) => `nonsense-${port}`],
])('guesses are limited behind a proxy that sends %s [F54]', async (_, forwarded) => {
  const statuses = [];
  for (let tries = 0; tries < 11; tries += 1) {
    const answer = await fetch(`${server.url}/api/admin/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': forwarded(4000 + tries) },
      body: JSON.stringify({ password: 'wrong' }),
    });
    statuses.push(answer.status);
  }
  expect(statuses.slice(9)).toEqual([401, 429]);
});

test('the log has no email address when a mail server refuses one, no IP address where it is switched off, and no error for what is not set up [F10]', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'swingmark-log-'));
  const replies = [450, 550];
  const refusing = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, answer) =>
      answer(Object.assign(new Error(`<${address}> not now`), { responseCode: replies.shift() ?? 550 })),
  });
  refusing.on('error', () => undefined);
  await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve));
  const address = refusing.server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const lines: string[] = [];
  const site = await startServerProcess(dataDir, {
    settings: { LOG_LEVEL: 'info', LOG_IPS: 'off', TRUSTED_PROXIES: 'loopback', SMTP_URL: `smtp://127.0.0.1:${port}` },
    onLine: (line) => lines.push(line),
  });
  try {
    const password = 'my putter is lucky';
    for (const name of ['ann', 'bob']) {
      await fetch(`${site.url}/api/auth/signup`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.77:4711' },
        body: JSON.stringify({
          email: `${name}@club.example`,
          username: `${name}-lee`,
          password,
          confirmPassword: password,
        }),
      });
    }
    await fetch(`${site.url}/api/auth/google`);
    await until('both mails were refused', async () => {
      const log = lines.join('\n');
      return log.includes('will retry') && log.includes('Mail dropped') && log.includes('/api/auth/google');
    });
    const log = lines.join('\n');
    expect(log).not.toMatch(/club\.example|192\.0\.2\.77|Google sign-up is not/);
    expect(log).toContain('"responseCode":550');
  } finally {
    await site.end('SIGKILL');
    refusing.close(() => undefined);
    await rm(dataDir, { recursive: true, force: true });
  }
});
