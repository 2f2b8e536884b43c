// Accounts and browsers under attack (hostile cases 121 to 123 and 127).

import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { expect, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import { scaled } from '#tests/campaign-scale.ts';
import { wholeTest } from '#tests/campaign-test.ts';
import { SIGNIFICANT_T, timingDifference } from '#tests/faults/chaos/timing-difference.ts';
import { accountSteps, inDatabase, newForm, readSummary } from '#tests/faults/site/account-steps.ts';
import { faultySite } from '#tests/faults/site/faulty-site.ts';
import { listenLocally } from '#tests/server/local-port.ts';
import { startServer } from '#tests/server/running-server.ts';

// Behind a proxy, so that each sign-up can come from a different address.
const site = faultySite({ settings: { TRUSTED_PROXIES: 'loopback' } });
const { newBrowser, signUp, usersWith, mailsTo, follow, account } = accountSteps(site);

wholeTest(
  'case 121: an address that has an account gets the same response as any other, in the same time',
  async () => {
    const known = await account();
    const [first, second] = [await signUp(newForm({ email: known.email })), await signUp(newForm())];
    expect([first.status, await first.text()]).toEqual([second.status, await second.text()]);
    expect((await mailsTo(known.email, 2)).join()).toContain('You already have a Swingmark account');
    expect(await readSummary(await signUp(newForm({ username: known.username.toUpperCase() })))).toBe(
      '409 This username is taken. Please choose another one.',
    );
    // Each attempt has another email address, because one address gets at most five mails a day.
    const tries = scaled(25, 300);
    const row = { password_hash: null, google_subject: null, created_at: 1 };
    const names = Array.from({ length: tries }, (_, index) => `known${index}`);
    await inDatabase(site, async (db) => {
      for (const name of names) {
        const keys = {
          email: `${name}@club.example`,
          email_key: `${name}@club.example`,
          username: name,
          username_key: name,
        };
        await db
          .insertInto('users')
          .values({ id: name, ...keys, ...row })
          .execute();
      }
    });
    const difference = await timingDifference(tries, [
      (round) => signUp(newForm({ email: `known${round}@club.example` })),
      () => signUp(newForm()),
    ]);
    expect(difference).toBeLessThan(SIGNIFICANT_T);
  },
  300_000,
);

wholeTest(
  'case 122: an invalid form is refused with a message; fifty concurrent identical forms make one account',
  async () => {
    const refusals: [Record<string, unknown>, string][] = [
      [{ email: '' }, '400 Please enter your email address'],
      [{ username: ' ' }, '400 Please choose a username'],
      [{ password: '', confirmPassword: '' }, '400 Please choose a password'],
      [{ email: 'nobody' }, '400 Please enter a valid email address'],
      [{ email: 'a@club.example\r\nBcc: b@evil.example' }, '400 Please enter a valid email address'],
      [{ username: 'x'.repeat(10_000) }, '400 Invalid value (username)'],
      [{ confirmPassword: 'another' }, '400 Passwords do not match'],
      [
        { password: 'password', confirmPassword: 'password' },
        '400 This password is too common. Please choose another one.',
      ],
      [{ password: 7 }, '400 Invalid value (password)'],
    ];
    for (const [change, sentence] of refusals) expect(await readSummary(await signUp(newForm(change)))).toBe(sentence);
    const form = newForm();
    const answers = await Promise.all(Array.from({ length: 50 }, () => signUp(form)));
    expect([...new Set(answers.map(({ status }) => status))]).toEqual([200]);
    const mails = await mailsTo(form.email);
    expect(mails).toHaveLength(1);
    await follow(mails[0]);
    expect(await usersWith(form.email)).toMatchObject([
      { password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/) },
    ]);
    const memory = await readFile(`/proc/${site.pid}/status`, 'utf8');
    // Fifty hashes at once of 19 MiB each would be a gigabyte.
    expect(Number(/VmHWM:\s+(\d+) kB/.exec(memory)?.[1]) / 1024).toBeLessThan(400);
  },
);

wholeTest('case 123: a mail server that is down or silent delays no one, and the mail is sent later', async () => {
  const silent: Server = createServer(() => undefined);
  const ports = [1, await listenLocally(silent)];
  const forms = [newForm(), newForm()];
  for (const [index, port] of ports.entries()) {
    await site.restart('SIGTERM', { SMTP_URL: `smtp://127.0.0.1:${port}` });
    const begunAt = performance.now();
    expect(await readSummary(await signUp(forms[index]))).toBe('200');
    expect(performance.now() - begunAt).toBeLessThan(5_000);
    expect(await usersWith(String(forms[index]?.email))).toEqual([]);
  }
  await site.restart('SIGKILL');
  silent.close();
  // The next attempt may be scheduled for later.
  await inDatabase(site, (db) => db.updateTable('mails').set({ next_try_at: 0 }).execute());
  await signUp(newForm());
  for (const form of forms) await follow((await mailsTo(form.email)).at(-1));
  for (const form of forms) expect(await usersWith(form.email)).toHaveLength(1);
});

test('case 127: every response forbids frames, foreign and inline scripts, and content sniffing', async () => {
  const pages = [
    '/',
    '/compare',
    '/admin',
    '/signup',
    '/nowhere',
    '/email-confirmed',
    '/api/docs',
    '/media/x.mp4',
    '/healthz',
    '/api/openapi.json',
    '/verify-email/x',
  ];
  const requests = [
    ...pages.map((path) => ({ method: 'GET', path })),
    ...Object.values(calls).map(({ method, path }) => ({ method: method as string, path: path.replace(/:\w+/, '1') })),
  ];
  for (const { method, path } of requests) {
    const { headers, status } = await newBrowser().fetch(path, { method, headers: { accept: 'text/html,*/*' } });
    const policy = headers.get('content-security-policy') ?? '';
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1];
    expect([path, status, scripts], path).toEqual([path, status, "'self' 'wasm-unsafe-eval'"]);
    for (const part of ["default-src 'self'", "frame-ancestors 'none'", "object-src 'none'", "base-uri 'none'"])
      expect(policy, path).toContain(part);
    expect(headers.get('x-content-type-options'), path).toBe('nosniff');
    expect(headers.get('referrer-policy'), path).toBe('same-origin');
    expect(headers.get('x-frame-options'), path).toBe('DENY');
  }
  // The pages comply with the policy: no inline script, no address of another site.
  for (const path of ['/', '/email-confirmed']) {
    const page = await (await newBrowser().fetch(path, { headers: { accept: 'text/html' } })).text();
    for (const [, attributes, script] of page.matchAll(/<script([^>]*)>([^<]*)/g)) {
      expect([attributes, script]).toEqual([expect.stringMatching(/src="\//), '']);
    }
    expect(page).not.toMatch(/\son\w+=|(src|href)="http:/);
  }
  const secure = await startServer({ PUBLIC_URL: 'https://swing.example' });
  const { headers } = await secure.newBrowser().fetch('/healthz');
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
  await secure.stop();
});
