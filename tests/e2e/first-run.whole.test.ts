// The administrator's first visit to a new site: the code from the log, then the settings, or a backup from a machine that is lost.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Locator, Page } from 'playwright-core';
import { SMTPServer } from 'smtp-server';
import { expect, test } from 'vitest';
import { until } from '#tests/until.ts';
import { openPanel } from './admin-panel.ts';
import { axeViolations } from './axe-violations.ts';
import { DESKTOP, PHONE } from './browser.ts';
import { startServer } from './running-server.ts';
import { ownSiteForTests, type Site } from './site.ts';
import { closeToast, waitForToast } from './steps.ts';

const NEW = { ADMIN_PASSWORD: '' };
const site = ownSiteForTests(() => NEW);
const PASSWORD = 'a password of my own';

/** The last code in the log. */
function codeOf({ log }: { readonly log: readonly string[] }): Promise<string> {
  return until('there is a code', () => log.flatMap((line) => /one-time code is (\S+)/.exec(line)?.[1] ?? []).at(-1));
}

async function enterCode(page: Page, { server }: Pick<Site<{ origin: string; log: readonly string[] }>, 'server'>) {
  await page.goto(`${server.origin}/admin`);
  await page.waitForURL('**/admin-login');
  await page.getByLabel('One-time code').fill(await codeOf(server));
}

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** A mail server that takes every mail, with one user. */
async function startMailServer() {
  const mails: string[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, done) =>
      username === 'club' && password === 'p@ss/word'
        ? done(null, { user: username })
        : done(Object.assign(new Error('Invalid login'), { responseCode: 535 })),
    onData: (stream, _, done) => {
      void buffer(stream).then((mail) => {
        mails.push(mail.toString());
        done();
      });
    },
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  const address = server.server.address();
  const port = typeof address === 'object' && address ? String(address.port) : '';
  return { mails, port, stop: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}

test('a new site asks for the code, then for password, address and mails, and tries the mail server', async () => {
  const mailServer = await startMailServer();
  const { page, pageErrors } = await site.newVisitor(PHONE);
  try {
    await enterCode(page, site);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Set up this site' }).waitFor();
    // An address of this machine alone is no suggestion.
    expect(await field(page, 'Address of the site').inputValue()).toBe('');
    await field(page, 'Address of the site').fill(site.server.origin);
    await page.getByRole('button', { name: 'Finish' }).click();
    await page.getByText('Please choose a password of 8 characters or more.').waitFor();
    await field(page, 'Your password for this panel').fill(PASSWORD);
    await page.getByRole('switch', { name: 'Send mails by a mail server' }).click();
    await field(page, 'Mail server').fill('127.0.0.1');
    await field(page, 'Port').fill(mailServer.port);
    await field(page, 'User').fill('club');
    await field(page, 'Password of the mail server').fill('wrong');
    await field(page, 'Address that mails come from').fill('golf@club.example');
    await field(page, 'Name that mails come from').fill('Fairway Club');
    await field(page, 'Your address, for a trial mail').fill('me@club.example');
    await page.getByRole('button', { name: 'Send a trial mail' }).click();
    await page.getByText('The mail server refuses the log-in.').waitFor();
    await field(page, 'Password of the mail server').fill('p@ss/word');
    await page.getByRole('button', { name: 'Send a trial mail' }).click();
    await page.getByText('The mail server took the trial mail.').waitFor();
    expect(mailServer.mails[0]).toContain('From: Fairway Club <golf@club.example>');
    expect(await axeViolations(page)).toEqual([]);
    const widthPx = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(widthPx).toBeLessThanOrEqual(PHONE.viewport.width);
    await page.getByRole('button', { name: 'Finish' }).click();
    await page.getByRole('heading', { name: 'Admin Panel' }).waitFor();
    expect((await stat(join(site.server.dataDir, 'settings.json'))).mode & 0o777).toBe(0o600);
    const answer = await page.request.get(`${site.server.origin}/api/admin/settings`);
    expect(await answer.text()).not.toContain('word');
    expect(await answer.json()).toMatchObject({ isSetUp: true, name: 'Fairway Club', mail: { user: 'club' } });
  } finally {
    await mailServer.stop();
  }
  // The password stays after a restart, and the code is gone.
  const codes = site.server.log.filter((line) => line.includes('one-time code')).length;
  await site.server.restart();
  expect(site.server.log.filter((line) => line.includes('one-time code'))).toHaveLength(codes);
  const { page: later } = await site.newVisitor(DESKTOP);
  await later.goto(`${site.server.origin}/admin-login`);
  await later.getByLabel('Password').fill(PASSWORD);
  await later.getByRole('button', { name: 'Login', exact: true }).click();
  await waitForToast(later, 'Logged in successfully');
  await closeToast(later);
  const settings = later.getByRole('region', { name: 'Settings' });
  expect(await settings.getByLabel('Mail server', { exact: true }).inputValue()).toBe('127.0.0.1');
  // Another name; what is left empty stays.
  await settings.getByLabel('Name that mails come from').fill('Links Club');
  await settings.getByRole('button', { name: 'Save settings' }).click();
  await waitForToast(later, 'The settings are saved.');
  expect(await axeViolations(later)).toEqual([]);
  expect(pageErrors).toEqual([]);
});

test('what the environment sets is shown, and cannot be changed', async () => {
  const fixed = { PUBLIC_URL: 'http://swing.example', SMTP_URL: 'smtp://127.0.0.1:1', LOG_LEVEL: 'info' };
  const server = await startServer({ ...NEW, ...fixed });
  try {
    const { page } = await site.newVisitor(DESKTOP);
    await enterCode(page, { server });
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Set by PUBLIC_URL in the environment of the server.').waitFor();
    await page.getByText('Set by SMTP_URL or MAIL_FROM in the environment of the server.').waitFor();
    expect(await field(page, 'Address of the site').isDisabled()).toBe(true);
    await field(page, 'Your password for this panel').fill(PASSWORD);
    await page.getByRole('button', { name: 'Finish' }).click();
    await page.getByRole('heading', { name: 'Admin Panel' }).waitFor();
  } finally {
    await server.stop();
  }
});

test('from a lost machine to the restored site it is no command and at most five presses [F61]', async () => {
  const old = await startServer();
  let archive: Buffer;
  try {
    const { page } = await openPanel({ ...site, server: old });
    await page
      .getByRole('button', { name: /^Delete / })
      .first()
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Back up now' }).click();
    const download = page.getByRole('button', { name: /^Download the backup of/ });
    const [saved] = await Promise.all([page.waitForEvent('download'), download.click()]);
    archive = await buffer(await saved.createReadStream());
  } finally {
    await old.stop();
  }
  const server = await startServer(NEW);
  let presses = 0;
  const press = async (control: Locator) => {
    presses += 1;
    await control.click();
  };
  try {
    const { page } = await site.newVisitor(PHONE);
    await enterCode(page, { server });
    await press(page.getByRole('button', { name: 'Continue' }));
    const card = page.getByRole('region', { name: 'Or restore a backup' });
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      press(card.getByRole('button', { name: 'Restore from a file' })),
    ]);
    await chooser.setFiles({ name: 'backup.tar', mimeType: 'application/x-tar', buffer: archive });
    await press(page.getByRole('alertdialog').getByRole('button', { name: 'Restore', exact: true }));
    // The session was of the new site.
    await page.waitForURL('**/admin-login');
    const golfers = async () =>
      ((await (await page.request.get(`${server.origin}/api/pro/list`)).json()) as object[]).length;
    const { page: other } = await site.newVisitor(DESKTOP);
    const whole = (await (await other.request.get(`${site.server.origin}/api/pro/list`)).json()) as object[];
    await expect.poll(golfers).toBe(whole.length - 1);
    expect(presses).toBeLessThanOrEqual(5);
  } finally {
    await server.stop();
  }
});
