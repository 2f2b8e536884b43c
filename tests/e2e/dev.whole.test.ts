// `npm run dev`: the pages from their sources, and a server that restarts when they change.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { connectToBrowser } from '#tests/browser/connect-to-browser.ts';
import { fillWithLibrary } from '#tests/faults/site/seeded-folder.ts';
import { smallLibrary } from '#tests/fixtures/small-library.ts';
import { freePort } from '#tests/server/local-port.ts';
import { newVisitor } from './browser.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Starts it; resolves once it has printed its address. */
async function startDevelopment() {
  const dataDir = await mkdtemp(join(tmpdir(), 'swingmark-dev-'));
  await fillWithLibrary(dataDir);
  const port = String(await freePort());
  const settings = { PORT: port, DATA_DIR: dataDir, CONTENT_DIR: await smallLibrary(), DISK_RESERVE_MB: '0' };
  const child = spawn(process.execPath, ['scripts/dev.ts'], {
    cwd: ROOT,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  onTestFinished(async () => {
    child.kill();
    // The server holds the output open until it has ended, too.
    await ended;
    await rm(dataDir, { recursive: true });
  });
  const origin = `http://127.0.0.1:${port}`;
  await expect.poll(() => lines).toContain(`Swingmark is at ${origin}`);
  return { origin, lines };
}

test('in development the demo plays under the content security policy, and a changed source restarts the server', async () => {
  const { origin, lines } = await startDevelopment();
  const browser = await connectToBrowser();
  const { page, pageErrors } = await newVisitor(browser);
  onTestFinished(() => page.context().close());
  const response = await page.goto(origin);
  expect(response?.headers()['content-security-policy']).toContain("script-src 'self' 'nonce-");
  const demo = page.locator('#try-this');
  await demo.getByRole('button', { name: 'Sample amateur swing' }).click();
  await demo.getByRole('radio').first().click();
  await demo.getByRole('button', { name: 'Compare This Swing' }).click();
  await demo.getByRole('button', { name: 'Play', exact: true }).waitFor();
  // A classic worker knows no imports.
  const worker = await page.request.get(`${origin}/body/body-worker.ts?worker_file&type=classic`);
  expect(await worker.text()).not.toMatch(/^(import|export) /m);

  await utimes(join(ROOT, 'server/app.ts'), new Date(), new Date());
  await expect.poll(() => lines).toContain('The server restarts');
  await expect.poll(() => page.goto(`${origin}/how-to-use`).then((answer) => answer?.status())).toBe(200);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(pageErrors).toEqual([]);
});
