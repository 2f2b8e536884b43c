// Deleting an account: by its owner, with the link of a mail, and by the operator.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtServer } from '#scripts/build-server.mjs';
import { type RunningServer, startServer } from '#tests/server/running-server.ts';
import type { TestBrowser } from '#tests/server/test-browser.ts';
import { until } from '#tests/until.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const PASSWORD = 'my putter is lucky';

/** The links in the mails to an address, the latest last. */
async function linksTo(email: string, path: string, count = 1): Promise<string[]> {
  const folder = join(server.dataDir, 'outbox');
  return until(`${count} mails to ${email} are written`, async () => {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
    const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    const plain = mails.filter((mail) => mail.includes(`To: ${email}`)).map((mail) => mail.replaceAll('=\r\n', ''));
    const links = plain.flatMap((mail) => new RegExp(`^http:\\S+(${path}\\S+)`, 'm').exec(mail)?.[1] ?? []);
    return links.length >= count && links;
  });
}

async function newAccount(name: string): Promise<{ email: string; browser: TestBrowser }> {
  const email = `${name}@club.example`;
  const browser = server.newBrowser();
  await browser.post('/api/auth/signup', { email, username: name, password: PASSWORD, confirmPassword: PASSWORD });
  await browser.open((await linksTo(email, '/verify-email/'))[0] ?? '');
  expect(await browser.json('/api/auth/me')).toEqual({ username: name });
  return { email, browser };
}

/** The texts that the database's files hold. */
async function traces(texts: readonly string[]): Promise<string[]> {
  const names = (await readdir(server.dataDir)).filter((name) => name.startsWith('swingmark.db'));
  const files = await Promise.all(names.map((name) => readFile(join(server.dataDir, name))));
  return texts.filter((text) => files.some((file) => file.includes(text)));
}

const press = (link: string, browser: TestBrowser) =>
  browser.fetch(link, { method: 'POST', body: new FormData(), redirect: 'manual' });

test('the owner of an account deletes it with the link of a mail, and nothing of it is left in the database [F21]', async () => {
  const { email, browser } = await newAccount('annika-of-the-links');
  expect(await traces([email])).toEqual([email]);
  const asked = await server.newBrowser().post('/api/auth/deletion', { email: email.toUpperCase() });
  const unknown = await server.newBrowser().post('/api/auth/deletion', { email: 'nobody@club.example' });
  expect([asked.status, await asked.json()]).toEqual([unknown.status, await unknown.json()]);
  const [link = ''] = await linksTo(email, '/leave/');

  // Mail programs open links.
  const page = await server.newBrowser().fetch(link);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Delete my account')]);
  expect(await browser.json('/api/auth/me')).not.toBeNull();

  const done = await press(link, server.newBrowser());
  expect([done.status, done.headers.get('location')]).toEqual([303, '/account-deleted']);
  expect(await browser.json('/api/auth/me')).toBeNull();
  expect(await traces([email, 'annika-of-the-links'])).toEqual([]);
  expect((await press(link, browser)).headers.get('location')).toBe('/account-link-ended');
  expect((await server.newBrowser().fetch(link)).status).toBe(404);
});

test('the operator deletes an account by its address while the server runs [F21]', async () => {
  const { email, browser } = await newAccount('bob-of-the-links');
  const run = (address: string) =>
    execa(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', builtServer().program, 'delete-account', address],
      {
        env: { DATA_DIR: server.dataDir, LOG_LEVEL: 'silent' },
        reject: false,
      },
    );
  expect((await run(email)).stdout).toBe('The account is deleted.');
  expect(await browser.json('/api/auth/me')).toBeNull();
  expect(await traces([email, 'bob-of-the-links'])).toEqual([]);
  expect((await run(email)).stdout).toBe('Nothing is stored of this address.');
  expect((await run('')).exitCode).toBe(1);
});

test('a user signs out [F21]', async () => {
  const { browser } = await newAccount('cleo-of-the-links');
  expect((await browser.post('/api/auth/logout', {})).status).toBe(200);
  expect(await browser.json('/api/auth/me')).toBeNull();
});
