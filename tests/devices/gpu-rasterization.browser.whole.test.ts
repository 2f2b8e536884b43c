// Positions and joints are the same with the canvas and the page drawn by a graphics chip (SwiftShader stands in for one) as without.
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import library from '#content/library.json' with { type: 'json' };
import { bodyBox } from '#domain/body/body-box.ts';
import { type BodyTrack, JOINTS, LEAST_CERTAINTY } from '#domain/body/body-track.ts';
import { type BodyPage, openBodyPage } from '#tests/browser/body-page.ts';
import { chosenCases } from '#tests/campaign-scale.ts';
import { LAUNCH_OPTIONS, startBrowser } from '#tests/e2e/browser.ts';
import { sharedResource } from '#tests/shared/shared-resource.ts';
import type { ClipAnswer } from '#tools/evaluate/moments/moments-scores.ts';

const WITH_GPU = ['--enable-gpu-rasterization', '--ignore-gpu-blocklist', '--use-angle=swiftshader'];
const FOLDER = join(import.meta.dirname, '../../content');
/** Of the body's height. */
const SAME_JOINT = 0.001;

const CASES = [library.demo, ...library.golfers].map((clip) => [clip.slug, clip] as const);
const SHORT = ['demo-amateur', 'iron-face-on-left-21-7', 'chip-down-the-line-18-9'];

let browsers: readonly Browser[] = [];
let pages: readonly { readonly moments: Page; readonly body: BodyPage }[] = [];

beforeAll(async () => {
  const args = [...LAUNCH_OPTIONS.args.filter((arg) => arg !== '--disable-gpu'), ...WITH_GPU];
  browsers = [await startBrowser(), await chromium.launch({ ...LAUNCH_OPTIONS, args })];
  const address = await sharedResource('workbench');
  pages = await Promise.all(
    browsers.map(async (browser) => {
      const moments = await browser.newPage();
      await moments.goto(new URL('moments.html', address).href);
      return { moments, body: await openBodyPage(browser, address) };
    }),
  );
});
afterAll(() => Promise.all(browsers.map((browser) => browser.close())));

test('only one of the browsers draws on the graphics chip', async () => {
  expect(await Promise.all(browsers.map(rasterization))).toEqual(['disabled_software', 'enabled_force']);
});

test.each(chosenCases(CASES, SHORT))('positions and joints are the same: %s', async (_, clip) => {
  const file = join(FOLDER, clip.file);
  const marks = { restTime: clip.restTime, topTime: clip.topTime, strikeTime: clip.strikeTime };
  const [without, withGpu] = await Promise.all(
    pages.map(async ({ moments, body }) => ({
      swings: await swingsIn(moments, file),
      track: await trackIn(body, file, marks),
    })),
  );
  expect(without?.swings).not.toHaveLength(0);
  expect(withGpu?.swings).toEqual(without?.swings);
  expect(farthestJoint(without?.track ?? expect.unreachable(), withGpu?.track ?? expect.unreachable())).toBeLessThan(
    SAME_JOINT,
  );
});

async function rasterization(browser: Browser): Promise<string> {
  const tools = await browser.newBrowserCDPSession();
  const { gpu } = await tools.send('SystemInfo.getInfo');
  return (gpu.featureStatus as unknown as Record<string, string>).rasterization ?? '';
}

async function swingsIn(page: Page, file: string) {
  await page.getByLabel('video file').setInputFiles(file);
  const text = await page.locator('output[data-done=true]').textContent();
  const { swings = [] }: ClipAnswer = JSON.parse(text ?? '');
  return swings.map(({ moments: { rest, top, strike } }) => [rest, top, strike].map(({ time }) => time));
}

async function trackIn(
  { lookAt }: BodyPage,
  file: string,
  around: { readonly restTime: number; readonly topTime: number; readonly strikeTime: number },
): Promise<BodyTrack> {
  const { answer } = await lookAt(file, { wanted: { around } });
  return answer.kind === 'seen' ? answer.track : expect.unreachable();
}

/** The greatest distance of a joint in one track from its place in the other, by the body's height. */
function farthestJoint(one: BodyTrack, other: BodyTrack): number {
  expect(other.frames.map(({ time }) => time)).toEqual(one.frames.map(({ time }) => time));
  const box = bodyBox(one.frames.slice(0, 3).flatMap(({ body }) => body ?? [])) ?? expect.unreachable();
  const distances = one.frames.flatMap(({ body }, index) =>
    JOINTS.flatMap((joint) => {
      const [a, b] = [body?.joints[joint], other.frames[index]?.body?.joints[joint]];
      if (!a || a.certainty < LEAST_CERTAINTY) return [];
      return b ? Math.hypot(a.xPx - b.xPx, a.yPx - b.yPx) : Number.POSITIVE_INFINITY;
    }),
  );
  return Math.max(...distances) / (box.solesPx - box.headTopPx);
}
