// The administrator's steps on the pages, shared by the end-to-end tests.
import type { Page } from 'playwright-core';
import { DESKTOP } from './browser.ts';
import { SITE_ADMIN_PASSWORD } from './running-server.ts';
import type { Site, VisitorOptions } from './site.ts';
import { closeToast, waitForToast } from './steps.ts';

/** Logs in on the page of the log-in. */
export async function logIn(page: Page): Promise<void> {
  await page.getByLabel('Password').fill(SITE_ADMIN_PASSWORD);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await waitForToast(page, 'Logged in successfully');
  await closeToast(page);
}

/** The panel on the device of an administrator who has just logged in. */
export async function openPanel({ newVisitor, server }: Site, options: VisitorOptions = DESKTOP) {
  const { page, pageErrors } = await newVisitor(options);
  await page.goto(`${server.origin}/admin`);
  await page.waitForURL('**/admin-login');
  await logIn(page);
  await page.getByRole('heading', { name: 'Admin Panel' }).waitFor();
  return { page, pageErrors };
}
