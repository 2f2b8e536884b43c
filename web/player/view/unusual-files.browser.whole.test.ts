// Files as unusual programs and cameras write them: each is stepped through and marked as a plain one, or there is a way on.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openCleanPage } from '#tests/browser/clean-page.ts';
import { type NumberedClipOptions, numberedClip } from '#tests/fixtures/numbered-clip.ts';
import { markAndRead, openClip, openWorkbench, shownTimes, type Workbench } from '#tests/fixtures/player-page.ts';

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench();
});

afterAll(() => workbench?.close());

/** Rejects where the element fails. */
const PLAY_THE_LAST_THIRD = `new Promise((resolve, reject) => {
  const video = document.querySelector('video');
  video.addEventListener('ended', resolve);
  video.addEventListener('error', () => reject(video.error));
  video.currentTime = video.duration * 0.67;
  video.play().catch(() => undefined);
})`;

const UNUSUAL: readonly (readonly [string, NumberedClipOptions])[] = [
  ['with recovery points in place of key frames', { frames: 120, gop: 30, openGroups: true }],
  ['with a track of stills before the film', { frames: 60, stillsFirst: true }],
  ['of QuickTime without a file type', { frames: 60, container: 'mov', withoutFileType: true }],
];

test.each(UNUSUAL)('shows, steps through and marks every frame of a file %s [F45 F46 F48]', async (_, clip) => {
  const page = await openClip(workbench, clip);
  const times = shownTimes(clip);
  const seen: unknown[] = [];
  for (const key of ['End', ',', 'Home', '.', 'Shift+ArrowRight', '.']) {
    await page.keyboard.press(key);
    const { mark, number } = await markAndRead(page, 'rest');
    seen.push(
      number === null ? null : Math.abs((times[number] ?? Number.NaN) - mark) < 0.0005 ? number : [number, mark],
    );
  }
  const last = times.length - 1;
  expect(seen.slice(0, 4)).toEqual([last, last - 1, 0, 1]);
  expect(seen.slice(4).every((number) => typeof number === 'number')).toBe(true);
  await page.evaluate(PLAY_THE_LAST_THIRD);
  await page.close();
});

/** The file keeps the parameters of the first size only, and the browser fails where the other one begins. */
const WITHOUT_PARAMETERS = ['-bsf:v', 'filter_units=remove_types=7-8'];

test('offers a preview where the browser stops playing a file whose pictures change size [F47]', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'swingmark-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const parts = await Promise.all(
    (['640x480', '480x640'] as const).map(async (size, index) => {
      const part = join(folder, `${index}.ts`);
      await execa('ffmpeg', [
        '-v',
        'error',
        '-f',
        'lavfi',
        '-i',
        `testsrc=s=${size}:d=2`,
        '-c:v',
        'libx264',
        '-pix_fmt',
        'yuv420p',
        part,
      ]);
      return part;
    }),
  );
  const file = join(folder, 'turned.mp4');
  await execa('ffmpeg', ['-v', 'error', '-i', `concat:${parts.join('|')}`, '-c', 'copy', ...WITHOUT_PARAMETERS, file]);
  const page = await openCleanPage(workbench.browser, { viewport: { width: 1100, height: 800 } }, workbench.address);
  await page.goto(workbench.address);
  await page.getByLabel('user video file').setInputFiles(file);
  await page.getByText(/^frame \d+ of \d+$/).waitFor();
  await page.waitForFunction(`document.querySelector('video').readyState > 1`);
  await expect(page.evaluate(PLAY_THE_LAST_THIRD)).rejects.toThrow('MediaError');
  await page.getByRole('button', { name: 'Upload and make a preview' }).waitFor();
  expect(await page.getByText('damaged').count()).toBe(0);
  await page.close();
});

test('names plain HTTP as the reason why frames cannot be read, with the remedy [F53]', async () => {
  const home = 'http://swing.home';
  const page = await openCleanPage(workbench.browser, { viewport: { width: 1100, height: 801 } }, home);
  await page.route(`${home}/**`, async (route) => {
    const url = new URL(route.request().url());
    await route.fulfill({
      response: await route.fetch({ url: new URL(url.pathname + url.search, workbench.address).href }),
    });
  });
  await page.goto(new URL(new URL(workbench.address).pathname, home).href);
  await page.getByLabel('user video file').setInputFiles((await numberedClip({ frames: 60 })).path);
  await page.getByRole('button', { name: 'Find the key positions' }).click();
  await page.getByText('this page was opened over plain HTTP').waitFor();
  expect(await page.getByText("can't read this video's frames").count()).toBe(0);
  await page.close();
});
