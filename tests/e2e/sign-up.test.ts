// /signup in a real browser against the real server: validation errors, a new account, Google not configured.
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { wholeTest } from '#tests/campaign-test.ts';
import { axeViolations } from './axe-violations.ts';
import { PHONE } from './browser.ts';
import { siteForTests } from './site.ts';
import { closeToast, waitForToast } from './steps.ts';
import { untilHydrated } from './until-hydrated.ts';

const site = siteForTests();

const GOOD = {
  Email: 'ann@example.org',
  Username: 'ann',
  Password: 'four quiet words here',
  'Confirm password': 'four quiet words here',
};

async function visit(path = '/signup', options?: BrowserContextOptions) {
  const { page, pageErrors } = await site.newVisitor(options);
  await page.goto(site.server.origin + path);
  await page.getByRole('button', { name: 'Create Account' }).waitFor();
  return { page, pageErrors };
}

async function fillIn(page: Page, values: Partial<typeof GOOD>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(value);
}

const submit = (page: Page) => page.getByRole('button', { name: 'Create Account' }).click();
const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'));

test('a form with a mistake is not sent: the error is at the field and the field has the focus [S5.6]', async () => {
  const { page, pageErrors } = await visit('/SignUp', PHONE);
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await page.getByText('Create an account to access drawing tools.').waitFor();
  const cases = [
    [{}, 'Please enter your email address', 'email'],
    [{ Email: 'ann' }, 'Please choose a username', 'username'],
    [{ Username: ' ' }, 'Please choose a username', 'username'],
    [{ Username: 'ann' }, 'Please choose a password', 'password'],
    [{ Password: 'one', 'Confirm password': 'two' }, 'Please enter a valid email address', 'email'],
    [{ Email: 'ann@example.org' }, 'Passwords do not match', 'confirmPassword'],
  ] as const;
  for (const [change, sentence, field] of cases) {
    await fillIn(page, change);
    await submit(page);
    await page.getByText(sentence, { exact: true }).waitFor();
    await expect.poll(() => focusedName(page)).toBe(field);
  }
  expect(sent).toEqual([]);
  expect(await axeViolations(page)).toEqual([]);
  expect(pageErrors).toEqual([]);
});

test('a new account ends on /login with a note to check the mail; a lost connection keeps what was typed [S2.4 S2.28 S6.3 S8.9]', async () => {
  const { page, pageErrors } = await visit();
  await fillIn(page, GOOD);
  await page.route('**/api/auth/signup', (route) => route.abort(), { times: 1 });
  await submit(page);
  await waitForToast(page, 'Signup failed');
  await page.getByText('The server cannot be reached. Please check your connection and try again.').first().waitFor();
  expect(await page.getByLabel('Email').inputValue()).toBe(GOOD.Email);
  await closeToast(page);
  await submit(page);
  await waitForToast(page, 'Account created successfully! Please check your email to verify your account.');
  await page.waitForURL('**/login');
  await page.getByText('The login page is currently unavailable').waitFor();
  expect(pageErrors).toEqual([]);
});

wholeTest('the server’s errors are shown in its words [S8.9]', async () => {
  const { page } = await visit();
  await fillIn(page, { ...GOOD, Password: 'password', 'Confirm password': 'password' });
  const answer = page.waitForResponse('**/api/auth/signup');
  await submit(page);
  const { message } = (await (await answer).json()) as { message: string };
  await waitForToast(page, 'Signup failed');
  await page.getByText(message, { exact: true }).first().waitFor();
});

wholeTest(
  'Google sign-up that is not configured returns to the form with a message; unknown codes show none [S2.28]',
  async () => {
    const { page } = await visit();
    await page.getByRole('button', { name: 'Sign up with Google' }).click();
    await page.waitForURL('**/signup?problem=google-not-configured');
    await page.getByText('Google sign-up is not available. You can create an account with your email below.').waitFor();
    await page.goto(`${site.server.origin}/signup?problem=%3Cscript%3E`);
    await untilHydrated(page);
    await page.getByRole('button', { name: 'Create Account' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.waitForURL('**/login');
  },
);
