// The administrator's pages in a real browser against the real server: login and logout, a golfer that is added from the
// player's marks and deleted again, a cancelled upload, an expired session.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { campaignTest, wholeTest } from '#tests/campaign-test.ts';
import { logIn, openPanel } from './admin-panel.ts';
import { axeViolations } from './axe-violations.ts';
import { DESKTOP, PHONE } from './browser.ts';
import { SITE_ADMIN_PASSWORD } from './running-server.ts';
import { ownSiteForTests } from './site.ts';
import { closeToast, REFERENCE_SWING, seek, waitForToast } from './steps.ts';

// A separate site: other tests rely on the golfers that ship with the product.
const site = ownSiteForTests();

const marking = (page: Page) => page.getByRole('region', { name: 'Pro swing video and its positions' });
const uploadButton = (page: Page) => page.getByRole('button', { name: 'Upload Video' });

async function chooseFile(page: Page): Promise<void> {
  await page.getByLabel('Library video file').setInputFiles(REFERENCE_SWING);
  await marking(page).getByRole('slider', { name: 'Seek' }).waitFor();
}

async function fillIn(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Setup time').fill('0.5');
  await page.getByLabel('Top time').fill('1.3');
  await page.getByLabel('Impact time').fill('1.57');
}

wholeTest(
  'only the right password opens the panel, in any case of the address; Logout closes it [S2.2 S2.4 S2.24 S2.27 S4.10 S5.7 S8.8]',
  async () => {
    const { page, pageErrors } = await site.newVisitor(DESKTOP);
    await page.goto(`${site.server.origin}/ADMIN`);
    await page.waitForURL('**/admin-login');
    const password = page.getByLabel('Password');
    await password.fill('   ');
    await password.press('Enter');
    expect(await page.getByText('Invalid password').count()).toBe(0);
    await password.fill('wrong');
    await password.press('Enter');
    await waitForToast(page, 'Error');
    await page.getByText('Invalid password', { exact: true }).first().waitFor();
    await closeToast(page);

    await logIn(page);
    await page.waitForURL('**/admin');
    await page.reload();
    await page.getByRole('heading', { name: 'Admin Panel' }).waitFor();
    await page.route('**/api/admin/logout', (route) => route.abort(), { times: 1 });
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByText('Logout failed', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Logout' }).click();
    await waitForToast(page, 'Logged out successfully');
    await page.waitForURL('**/admin-login');
    await page.goto(`${site.server.origin}/admin`);
    await page.waitForURL('**/admin-login');
    expect(pageErrors).toEqual([]);
  },
);

test('a golfer is added with the exact frames of its marks, shown to visitors, and deleted after a confirmation [S1.7 S2.25 S2.26 S5.5 S7.8]', async () => {
  const { page, pageErrors } = await openPanel(site);
  await chooseFile(page);
  await uploadButton(page).click();
  await waitForToast(page, 'Missing required fields');
  await page.getByText('Please provide a name and select a video file', { exact: true }).first().waitFor();
  await page.getByText('Enter the golfer’s name.').waitFor();
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  expect(await name.evaluate((field) => field === document.activeElement && field.ariaInvalid)).toBe('true');

  await fillIn(page, 'Ann Example');
  await page.getByLabel('Setup time').fill('0');
  await uploadButton(page).click();
  await waitForToast(page, 'Missing annotations');
  await page.getByText('Please mark all key positions in the video', { exact: true }).first().waitFor();
  await page.getByText('In the library, setup cannot be at 0 s. Please mark a later frame.').waitFor();
  await closeToast(page);

  const player = marking(page);
  await seek(player.locator('video'), 0.76);
  // Closed, because the form's fields are all filled in.
  await player.getByText('3 of 3 positions marked').click();
  await player.getByRole('button', { name: 'Mark Setup' }).click();
  await waitForToast(page, 'Position marked');
  // 0.76 s of a 60 fps clip: the frame on screen begins at 45/60 s.
  await expect.poll(() => page.getByLabel('Setup time').inputValue()).toBe('0.75');
  await page.getByLabel('Major championships').fill('3');
  await page.getByLabel('Club').fill('Driver');
  await page.getByLabel('Height').fill(`6'1"`);
  expect(await axeViolations(page)).toEqual([]);
  await uploadButton(page).click();
  await waitForToast(page, 'Pro video uploaded successfully');
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('');
  await closeToast(page);

  await page.getByRole('button', { name: 'Edit Ann Example' }).click();
  await waitForToast(page, 'Edit functionality coming soon');
  await page.getByRole('link', { name: 'Swingmark home' }).click();
  await page.getByRole('button', { name: 'Ann Example' }).waitFor();
  await page.getByText('Major Championships: 3').waitFor();
  await page.goBack();

  await page.getByRole('button', { name: 'Delete Ann Example' }).click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete Ann Example?' });
  await question.waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel');
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Delete Ann Example' }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete Ann Example' }).waitFor({ state: 'detached' });
  expect(pageErrors).toEqual([]);
});

campaignTest('an upload shows its percentage and can be stopped, and the form keeps its values', async () => {
  const { page } = await openPanel(site);
  await chooseFile(page);
  await fillIn(page, 'Ben Example');
  const network = await page.context().newCDPSession(page);
  // Half a minute for this clip: enough to press Cancel even on a slow machine.
  const slowBytesPerSecond = 40_000;
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 5,
    downloadThroughput: -1,
    uploadThroughput: slowBytesPerSecond,
  });
  await uploadButton(page).click();
  const bar = page.getByRole('progressbar', { name: 'Upload' });
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(10);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('You stopped this upload. Everything in the form is kept.').waitFor();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Ben Example');
  expect(await page.getByLabel('Impact time').inputValue()).toBe('1.57');
  expect(await page.getByRole('button', { name: 'Delete Ben Example' }).count()).toBe(0);
});

/** The administrator's browser tracks the new golfer's body, and view and hand are corrected. */
campaignTest('the body of a new golfer is tracked and stored; view and hand can be corrected [S2.31]', async () => {
  const { page, pageErrors } = await openPanel(site, { ...DESKTOP, isUnmetered: true });
  await chooseFile(page);
  await fillIn(page, 'Ann Example');
  await uploadButton(page).click();
  await waitForToast(page, 'Pro video uploaded successfully');
  await closeToast(page);

  const bodies = page.getByRole('region', { name: 'Body lines of the golfers' });
  await page.getByRole('button', { name: 'Change view and hand of Ann Example: Finding view…' }).waitFor();
  await bodies.getByText(/^Ann Example \(1 of 1\): Looking at frame \d+ of \d+$/).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await bodies.getByText('Body data of 1 golfer stored.').waitFor();
  await page.getByRole('button', { name: 'Change view and hand of Ann Example: Face-on, right-handed' }).click();
  const hand = page.getByRole('group', { name: 'With which hand Ann Example plays' });
  expect(await hand.getByRole('radio', { name: 'Right-handed' }).isChecked()).toBe(true);
  await hand.getByRole('radio', { name: 'Left-handed' }).click();
  await page.reload();
  await page.getByRole('button', { name: 'Change view and hand of Ann Example: Face-on, left-handed' }).waitFor();
  expect(await bodies.count()).toBe(0);
  await page.getByRole('button', { name: 'Delete Ann Example' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete Ann Example' }).waitFor({ state: 'detached' });
  expect(pageErrors).toEqual([]);
});

campaignTest('an expired session asks for the password in a dialog, and the form keeps its values [S8.8]', async () => {
  const { page } = await openPanel(site, PHONE);
  await chooseFile(page);
  await fillIn(page, 'Cleo Example');
  await page.context().clearCookies();
  const dialog = page.getByRole('dialog', { name: 'Log in again' });
  await Promise.all([waitForToast(page, 'Upload failed'), dialog.waitFor(), uploadButton(page).click()]);
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByLabel('Password').fill(SITE_ADMIN_PASSWORD);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await uploadButton(page).click();
  await page.getByRole('button', { name: 'Delete Cleo Example' }).waitFor();
  const widthPx = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(widthPx).toBeLessThanOrEqual(PHONE.viewport.width);
  expect(await axeViolations(page)).toEqual([]);
});

campaignTest('an empty library is reported, and a library that does not load can be retried [S2.26]', async () => {
  const { page } = await openPanel(site);
  // More than once, because the previous page may still be sending requests.
  await page.route('**/api/pro/list', (route) => route.fulfill({ json: [] }));
  await page.reload();
  await page.getByText('No professional videos uploaded yet.').waitFor();
  await page.unroute('**/api/pro/list');
  await page.route('**/api/pro/list', (route) => route.abort());
  await page.reload();
  await page.getByText('Failed to load professional golfers. Please try again.').waitFor();
  await page.unroute('**/api/pro/list');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page
    .getByRole('button', { name: /^Delete Driver, / })
    .first()
    .waitFor();
});
