// The prerendered pages and the installed app: pages without scripts, the shell offline, clips shared from a phone. Needs a
// built site, like every browser test.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { basename } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { scaled } from '#tests/campaign-scale.ts';
import { campaignTest } from '#tests/campaign-test.ts';
import { listenLocally } from '#tests/server/local-port.ts';
import { DESKTOP, PHONE } from './browser.ts';
import { holdRequests } from './hold-requests.ts';
import { openSeeded } from './seed.ts';
import { siteForTests } from './site.ts';
import { AMATEUR_SWING, chooseVideo, waitForToast } from './steps.ts';
import { storedClipCount } from './stored-clip-count.ts';
import { untilHydrated } from './until-hydrated.ts';

/** The app's scripts; without them a page is not hydrated. */
const APP = /\/assets\/(main|app)-/;

const site = siteForTests();

describe('before any script has run', () => {
  test.each([
    ['/', 'Analyze Your Golf Swing', 'Analyze Your Golf Swing · Swingmark'],
    ['/How-To-Use/', 'How to use', 'How to use · Swingmark'],
    ['/signup', 'Join Swingmark', 'Create an account · Swingmark'],
    ['/nowhere', '404 Page Not Found', '404 Page Not Found · Swingmark'],
  ])('%s shows its headline and says that it needs JavaScript', async (address, headline, title) => {
    const context = await site.browser.newContext({ ...DESKTOP, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(site.server.origin + address);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(headline);
    expect(await page.title()).toBe(title);
    expect(await page.locator('noscript').textContent()).toContain('needs JavaScript');
    expect(await page.content()).not.toContain('{{');
  });

  test('clicks, choices and typed text are not lost', async () => {
    const { page, pageErrors } = await site.newVisitor();
    const releaseApp = await holdRequests(page, APP);
    await page.goto(site.server.origin);
    await page.getByRole('radio', { name: /^Top/ }).check();
    await page.getByRole('button', { name: 'Upload Your Own Pro Swing' }).click();
    releaseApp();
    await page.getByRole('button', { name: 'Choose Pro Video' }).waitFor();
    await expect.poll(() => page.getByRole('radio', { name: /^Top/ }).isChecked()).toBe(true);

    const releaseForm = await holdRequests(page, APP);
    await page.goto(`${site.server.origin}/signup`);
    await page.getByLabel('Username').fill('early.bird');
    await page.getByLabel('Password', { exact: true }).fill('not for the address');
    await page.keyboard.press('Enter');
    releaseForm();
    // The form has what was typed and was submitted: only the email is missing.
    await page.locator('input[name="email"]:focus[aria-invalid="true"]').waitFor();
    await expect.poll(() => page.getByLabel('Username').inputValue()).toBe('early.bird');
    expect(page.url()).toBe(`${site.server.origin}/signup`);
    expect(pageErrors).toEqual([]);
  });

  test('a press is not lost when the page renders again for a session', async () => {
    const { page } = await site.newVisitor();
    await openSeeded(page, site.server.origin, { pro: null });
    const releaseApp = await holdRequests(page, APP);
    await page.reload();
    await page.getByRole('button', { name: 'Delete my videos now' }).click();
    releaseApp();
    await page.getByRole('dialog', { name: 'Delete your videos?' }).waitFor();
  });

  // The timing of a key relative to hydration cannot be controlled, so many delays are tried with a throttled CPU.
  campaignTest('a form that is filled in and sent during hydration is sent completely', async () => {
    const { page } = await site.newVisitor();
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    const sent: unknown[] = [];
    await page.route('**/api/auth/signup', (route) => {
      sent.push(route.request().postDataJSON());
      return route.fulfill({ status: 500, body: '' });
    });
    const pausesMs = scaled([0, 30], [0, 5, 10, 20, 30, 50, 80, 120]);
    for (const pauseMs of pausesMs) {
      const releaseForm = await holdRequests(page, APP);
      await page.goto(`${site.server.origin}/signup`, { waitUntil: 'domcontentloaded' });
      releaseForm();
      for (const name of ['Email', 'Username', 'Password', 'Confirm password']) {
        await page.getByLabel(name, { exact: true }).fill(name === 'Email' ? 'ann@golf.example' : 'a long enough pass');
        await page.waitForTimeout(pauseMs);
      }
      await page.getByRole('button', { name: 'Create Account' }).click();
      await page.getByText('Signup failed', { exact: true }).first().waitFor();
    }
    const password = 'a long enough pass';
    const whole = { email: 'ann@golf.example', username: password, password, confirmPassword: password };
    expect(sent).toEqual(pausesMs.map(() => whole));
  });

  test('a chosen video is accepted', async () => {
    const { page } = await site.newVisitor();
    const releaseApp = await holdRequests(page, APP);
    await page.goto(site.server.origin);
    await page.getByLabel('Your swing video file').setInputFiles(AMATEUR_SWING);
    releaseApp();
    await waitForToast(page, 'Video uploaded successfully');
  });
});

campaignTest('only touch devices are offered the camera', async () => {
  const phone = await site.newVisitor({ ...PHONE, isMobile: true });
  await phone.page.goto(site.server.origin);
  await phone.page.getByRole('button', { name: 'Film it now' }).waitFor();
  const camera = phone.page.locator('input[capture="environment"]');
  expect(await camera.getAttribute('accept')).toBe('video/*');
  await camera.setInputFiles(AMATEUR_SWING);
  await waitForToast(phone.page, 'Video uploaded successfully');
  const desktop = await site.newVisitor();
  await desktop.page.goto(site.server.origin);
  await desktop.page.getByRole('button', { name: 'Choose Video' }).waitFor();
  await untilHydrated(desktop.page);
  expect(await desktop.page.getByRole('button', { name: 'Film it now' }).isVisible()).toBe(false);
});

test('the manifest’s icons have the declared sizes, and it names the app’s address', async () => {
  const { page } = await site.newVisitor();
  await page.goto(site.server.origin);
  const address = await page.locator('link[rel="manifest"]').getAttribute('href');
  const answer = await page.request.get(new URL(address ?? '', site.server.origin).href);
  expect(answer.headers()['content-type']).toContain('application/manifest+json');
  const manifest = (await answer.json()) as {
    start_url: string;
    display: string;
    icons: { src: string; sizes: string; purpose?: string }[];
    share_target: { action: string; method: string };
  };
  expect(manifest).toMatchObject({ start_url: '/', display: 'standalone', share_target: { method: 'POST' } });
  expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
  for (const { src, sizes } of manifest.icons.filter((icon) => icon.sizes !== 'any')) {
    const size = await page.evaluate(async (url) => {
      const picture = await createImageBitmap(await (await fetch(url)).blob());
      return `${picture.width}x${picture.height}`;
    }, src);
    expect(size, src).toBe(sizes);
  }
});

describe('with the service worker', () => {
  test('the shell opens offline and shows that; no call and no video is ever cached', async () => {
    const { context, page, pageErrors } = await installedApp();
    await chooseVideo(page, 'user', AMATEUR_SWING);
    await page.getByRole('button', { name: 'Show the sample comparison' }).click();
    await page.getByRole('button', { name: 'Use this swing' }).click();
    await page.getByText('Selected Demo Video').waitFor();
    const kept = await page.evaluate(async () => {
      const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
      const requests = await Promise.all(caches_.map((cache) => cache.keys()));
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(kept).toContain('/how-to-use');
    expect(kept.filter((path) => /^\/(api|media|uploads|content)\b|\.(mp4|webm|mov)$/.test(path))).toEqual([]);

    await expect.poll(() => storedClipCount(page)).toBe(1);
    await context.setOffline(true);
    await page.reload();
    await page.getByText('You are offline.', { exact: false }).first().waitFor();
    // Data in the browser still work: the video is there and can be marked.
    const region = page.getByRole('region', { name: 'Your swing video and its positions' });
    await region.getByRole('button', { name: 'Mark Setup' }).click();
    await waitForToast(page, 'Position marked');
    await page.goto(`${site.server.origin}/How-To-Use`);
    await page.getByRole('heading', { name: 'How to use', level: 1 }).waitFor();
    expect(pageErrors).toEqual([]);
  });

  test('a page opens from the cache over a connection that hangs [F35]', async () => {
    const connection = await slowConnection();
    const { page } = await installedApp(connection.origin);
    connection.hang();
    // Pictures hang as well, so the page never counts as loaded.
    await page.goto(`${connection.origin}/how-to-use`, { waitUntil: 'commit' });
    await page.getByRole('heading', { name: 'How to use', level: 1 }).waitFor();
  });

  test('a clip shared from a phone appears in step 1 without marks, and is not kept in the cache', async () => {
    const { page } = await installedApp();
    await share(page, AMATEUR_SWING, 'swing.mp4', 'video/mp4');
    await waitForToast(page, 'Video uploaded successfully');
    await page.getByText('swing.mp4').waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe('');
    const marks = () => page.evaluate(() => JSON.parse(sessionStorage.getItem('userVideo') ?? '{}').annotations);
    await expect.poll(marks).toEqual({ restTime: null, topTime: null, strikeTime: null });
    await expect.poll(() => storedClipCount(page)).toBe(1);
  });

  test('a clip that another site sends replaces no swing without a question, and only the last one is stored [F11]', async () => {
    const { context, page } = await installedApp();
    await chooseVideo(page, 'user', AMATEUR_SWING);
    await expect.poll(() => storedClipCount(page)).toBe(1);
    await context.route('http://elsewhere.example/', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Elsewhere</title>' }),
    );
    const question = page.getByRole('dialog', { name: 'Use the shared clip?' });
    for (const name of ['first.mp4', 'second.mp4']) {
      await page.goto('http://elsewhere.example/');
      await share(page, AMATEUR_SWING, name, 'video/mp4', site.server.origin);
      await question.getByText(`“${name}” was shared`, { exact: false }).waitFor();
      expect(await storedClipCount(page)).toBe(2);
    }
    await question.getByRole('button', { name: 'Keep my swing' }).click();
    await page.getByText(basename(AMATEUR_SWING)).waitFor();
    await expect.poll(() => storedClipCount(page)).toBe(1);

    await share(page, AMATEUR_SWING, 'third.mp4', 'video/mp4');
    await question.getByRole('button', { name: 'Use the shared clip' }).click();
    await page.getByText('third.mp4').waitFor();
    await expect.poll(() => storedClipCount(page)).toBe(1);
  });

  campaignTest('a file that is not a video is refused with the usual text', async () => {
    const { page } = await installedApp();
    await share(page, AMATEUR_SWING, 'notes.txt', 'text/plain');
    await waitForToast(page, 'Invalid file type');
    await expect.poll(() => storedClipCount(page)).toBe(0);
  });

  campaignTest('without it a message asks for the shared clip', async () => {
    const { page } = await site.newVisitor();
    await page.goto(site.server.origin);
    await share(page, AMATEUR_SWING, 'swing.mp4', 'video/mp4');
    await waitForToast(page, 'Your video did not arrive');
  });
});

async function installedApp(
  origin = site.server.origin,
): Promise<{ context: BrowserContext; page: Page; pageErrors: string[] }> {
  const { page, pageErrors } = await site.newVisitor({ ...DESKTOP, serviceWorkers: 'allow' });
  await page.goto(origin);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  return { context: page.context(), page, pageErrors };
}

/** A way to the site that stops to answer on request, without closing anything. */
async function slowConnection() {
  let isHanging = false;
  const proxy = createServer(({ url, method }, response) => {
    if (isHanging) return;
    void fetch(new URL(url ?? '/', site.server.origin), { method: method ?? 'GET' }).then(async (answer) => {
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' });
      response.end(Buffer.from(await answer.arrayBuffer()));
    });
  });
  const port = await listenLocally(proxy);
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    hang() {
      isHanging = true;
    },
  };
}

/** Submits a form with a file to the address in the manifest, as the share sheet does. */
async function share(page: Page, path: string, name: string, type: string, origin = ''): Promise<void> {
  const base64 = (await readFile(path)).toString('base64');
  await page.evaluate(
    ({ bytes, fileName, fileType, action }) => {
      const form = document.createElement('form');
      Object.assign(form, { method: 'post', action, enctype: 'multipart/form-data' });
      const input = Object.assign(document.createElement('input'), { type: 'file', name: 'files' });
      const files = new DataTransfer();
      files.items.add(
        new File([Uint8Array.from(atob(bytes), (one) => one.charCodeAt(0))], fileName, { type: fileType }),
      );
      input.files = files.files;
      form.append(input);
      document.body.append(form);
      form.submit();
    },
    { bytes: base64, fileName: name, fileType: type, action: `${origin}/share-target` },
  );
}
