// Body tracking on the real site in Chromium, under the site's own security policy: the body in one of our own swings,
// the downloaded and cached files, and the messages when tracking is impossible.
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import library from '#content/library.json' with { type: 'json' };
import { bodiesAt, framesBetween } from '#domain/body/bodies-at.ts';
import { bodyBox } from '#domain/body/body-box.ts';
import { cameraView, golferHand } from '#domain/body/filmed.ts';
import { cornersOf } from '#domain/rendering/body-strokes.ts';
import { isCampaign } from '#tests/campaign-scale.ts';
import { campaignTest } from '#tests/campaign-test.ts';
import { siteForTests } from '#tests/e2e/site.ts';
import type { BodyProgress, BodyRequest } from './body-request.ts';
import type { SeeBodyAnswer } from './see-body.ts';

const site = siteForTests();
const SWING = library.golfers.find(({ slug }) => slug === 'iron-face-on-left-21-7') ?? library.demo;
const MARKS = { restTime: SWING.restTime, topTime: SWING.topTime, strikeTime: SWING.strikeTime };
const AROUND: BodyRequest = { wanted: { around: MARKS } };

/** The built module, under the name by which the requesting page loads it. */
function moduleAddress(): string {
  const name = readdirSync('dist/web/assets').find((file) => /^see-body-.*\.js$/.test(file));
  return `/assets/${name}`;
}

interface Seen {
  readonly answer: SeeBodyAnswer | { readonly kind: 'stopped' };
  readonly progress: readonly BodyProgress[];
}

interface SeeOptions {
  readonly mayDownload?: boolean;
  /** Stop at the first picture. */
  readonly stops?: boolean;
}

/** Runs in the page: calls the module. A source that was put into a cache is taken from there as a file. */
const SEE = `async (module, source, request, { mayDownload, stops }) => {
  const { seeBody } = await import(module);
  const kept = await (await caches.match(source))?.blob();
  const stop = new AbortController();
  const progress = [];
  const onProgress = (step) => {
    progress.push(step);
    if (stops && step.stage === 'looking') stop.abort();
  };
  const options = { signal: stop.signal, onProgress, mayDownload };
  const answer = await seeBody(kept ?? source, request, options).catch(() => ({ kind: 'stopped' }));
  return { answer, progress };
}`;

function see(page: Page, source: string, request: BodyRequest, options: SeeOptions = {}): Promise<Seen> {
  const values = [moduleAddress(), source, request, options].map((value) => JSON.stringify(value));
  return page.evaluate(`(${SEE})(${values.join()})`);
}

/** A page of the site, with a list of all requests that it and its workers make. */
async function openPage(allowed: { serviceWorkers?: 'allow' } = {}) {
  const { page, pageErrors } = await site.newVisitor({ ...allowed, isUnmetered: true });
  const asked: URL[] = [];
  page.context().on('request', (request) => asked.push(new URL(request.url())));
  await page.goto(`${site.server.origin}/how-to-use`);
  return { page, pageErrors, asked };
}

const bodyFiles = (asked: readonly URL[]) =>
  asked.map(({ pathname }) => pathname).filter((path) => path.startsWith('/assets/later/'));

describe.runIf(isCampaign)('a swing of the library', () => {
  campaignTest(
    'is tracked with box, view, hand and outline and without requests to other sites; an empty scene has no golfer',
    async () => {
      const { page, pageErrors, asked } = await openPage();
      await page.waitForLoadState('networkidle');
      expect(bodyFiles(asked)).toEqual([]);
      const { answer, progress } = await see(page, `/content/${SWING.file}`, { ...AROUND, wantsOutlines: true });
      if (answer.kind !== 'seen') throw new Error(JSON.stringify(answer));
      const { track, outlines } = answer;
      expect(track.frames).toHaveLength(14);
      expect(outlines?.outlines).toHaveLength(14);

      const atRest = bodiesAt(track, MARKS, 'rest');
      const backswing = framesBetween(track, MARKS, ['rest', 'top']).map(({ body }) => body);
      expect([cameraView(atRest), golferHand(atRest, backswing)]).toEqual([SWING.view, SWING.hand]);
      // 1.78 m in a picture of one and a half times that (content/studio/clips.ts).
      const box = bodyBox(atRest);
      const height = ((box?.solesPx ?? 0) - (box?.headTopPx ?? 0)) / track.heightPx;
      expect(Math.abs(height * 1.5 - 0.95)).toBeLessThan(0.08);

      // The outline at rest reaches from the head to the soles.
      const corners = outlines?.outlines[0]?.rings.flatMap(cornersOf) ?? [];
      const along = corners.map(({ yPx }) => yPx);
      const fivePercent = 0.05 * track.heightPx;
      expect(Math.abs(Math.min(...along) - (box?.headTopPx ?? 0))).toBeLessThan(fivePercent);
      expect(Math.abs(Math.max(...along) - (box?.solesPx ?? 0))).toBeLessThan(fivePercent);

      expect(progress.at(-1)).toEqual({ stage: 'looking', frames: 14, ofFrames: 14 });
      const loaded = progress.findLast(({ stage }) => stage === 'loading');
      expect(loaded && 'loadedBytes' in loaded && loaded.loadedBytes / loaded.totalBytes).toBe(1);
      expect(asked.filter(({ origin }) => origin !== site.server.origin)).toEqual([]);
      expect(bodyFiles(asked)).toHaveLength(5);
      expect(pageErrors).toEqual([]);

      // Stopped in the middle, the same worker takes the next request.
      expect(
        (await see(page, `/content/${SWING.file}`, { wanted: { over: MARKS } }, { stops: true })).answer.kind,
      ).toBe('stopped');
      const next = await see(page, `/content/${SWING.file}`, { wanted: { frames: [0] } });
      expect(next.answer.kind).toBe('seen');
      // The model was already loaded.
      expect(next.progress.some(({ stage }) => stage === 'loading')).toBe(false);

      await putIntoCache(
        page,
        '/empty',
        await clipOf('empty.mp4', ['-f', 'lavfi', '-i', 'color=gray:s=320x240:r=30:d=1']),
      );
      await putIntoCache(page, '/broken', join(import.meta.dirname, 'see-body.browser.test.ts'));
      expect((await see(page, '/empty', { wanted: { frames: [0] } })).answer).toEqual({ kind: 'nobody' });
      expect((await see(page, '/empty', { wanted: { frames: [99, -1, 0.5] } })).answer).toEqual({ kind: 'nobody' });
      expect((await see(page, '/broken', { wanted: { over: 'clip' } })).answer).toEqual({
        kind: 'cannot-see',
        reason: 'cannot-read',
      });
      expect(pageErrors).toEqual([]);
    },
  );

  campaignTest('the person who swings is the golfer, even when smaller and farther away', async () => {
    const { page } = await openPage();
    await putIntoCache(page, '/two', await clipOf('two.mp4', twoPeople()));
    const two = await see(page, '/two', { wanted: { around: GOLFER_OF_TWO } });
    const golfer = two.answer.kind === 'seen' ? bodiesAt(two.answer.track, GOLFER_OF_TWO, 'rest') : [];
    expect(cameraView(golfer)).toBe('face-on');
    expect(bodyBox(golfer)?.middlePx).toBeGreaterThan(360);
  });
});

describe.runIf(isCampaign)('on a metered connection', () => {
  campaignTest('asks first; once cached, the model works offline and without asking', async () => {
    const { page, pageErrors, asked } = await openPage({ serviceWorkers: 'allow' });
    await page.context().addInitScript("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })");
    await page.reload();
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
    const clip = '/clip-of-this-test';
    await page.evaluate(async ([name, address]) => (await caches.open('test')).put(name, await fetch(address)), [
      clip,
      `/content/${SWING.file}`,
    ] as const);
    const refused = await see(page, clip, AROUND);
    expect(refused.answer).toEqual({ kind: 'ask-first', downloadBytes: expect.any(Number) });
    expect(bodyFiles(asked)).toEqual([]);
    expect((await see(page, clip, { wanted: { frames: [0] } }, { mayDownload: true })).answer.kind).toBe('seen');

    // The last file may not be cached yet.
    await expect.poll(() => keptModelFiles(page)).toBe(5);
    await page.context().setOffline(true);
    await page.reload();
    expect((await see(page, clip, { wanted: { frames: [0] } })).answer.kind).toBe('seen');
    expect(pageErrors).toEqual([]);
  });
});

describe('reports', () => {
  campaignTest('that the model did not load; the next request retries', async () => {
    const { page } = await openPage();
    await page.route('**/assets/later/pose_landmark*', (route) => route.abort());
    const request: BodyRequest = { wanted: { frames: [0] } };
    const answer = { kind: 'cannot-see', reason: 'not-loaded' };
    expect((await see(page, `/content/${SWING.file}`, request)).answer).toEqual(answer);
    await page.unroute('**/assets/later/pose_landmark*');
    expect((await see(page, `/content/${SWING.file}`, request)).answer.kind).toBe('seen');
  });

  test('that the browser cannot run it', async () => {
    const { page } = await openPage();
    await page.evaluate('delete globalThis.WebAssembly');
    const { answer } = await see(page, `/content/${SWING.file}`, AROUND);
    expect(answer).toEqual({ kind: 'cannot-see', reason: 'cannot-run' });
  });

  test('within ten seconds that the model does not fit in memory', async () => {
    const { page } = await openPage();
    await page.route('**/body-worker-*.js', async (route) => {
      const response = await route.fetch();
      const noMemory = 'WebAssembly.instantiate = () => Promise.reject(new RangeError("Out of memory"));';
      await route.fulfill({ response, body: `${noMemory}\n${await response.text()}` });
    });
    const startedAtMs = performance.now();
    const { answer } = await see(page, `/content/${SWING.file}`, AROUND);
    expect(answer).toEqual({ kind: 'cannot-see', reason: 'cannot-run' });
    expect(performance.now() - startedAtMs).toBeLessThan(10_000);
  });
});

const GOLFER_OF_TWO = library.demo;

/** A person who stands still, large on the left, and the golfer of the demo swing, small on the right. */
function twoPeople(): string[] {
  const still = 'trim=end_frame=1,setpts=0,loop=-1:1,fps=30,scale=360:640';
  const small = 'fps=30,scale=180:-2,pad=360:640:90:160';
  const filters = `[0:v]${still}[left];[1:v]${small}[right];[left][right]hstack=shortest=1`;
  return [
    '-i',
    'content/swings/wedge-face-on-24-8.mp4',
    '-i',
    `content/${library.demo.file}`,
    '-filter_complex',
    filters,
  ];
}

async function clipOf(name: string, inputs: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'swingmark-body-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const clip = join(folder, name);
  const codec = ['-t', '2', '-an', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
  await execa('ffmpeg', ['-v', 'error', '-y', ...inputs, ...codec, clip]);
  return clip;
}

function keptModelFiles(page: Page): Promise<number> {
  return page.evaluate(async () => (await (await caches.open('body-model')).keys()).length);
}

async function putIntoCache(page: Page, name: string, file: string): Promise<void> {
  const input = await page.evaluateHandle(() => {
    const element = Object.assign(document.createElement('input'), { type: 'file' });
    document.body.append(element);
    return element;
  });
  await input.setInputFiles(file);
  await input.evaluate(async (element, address) => {
    await (await caches.open('test')).put(address, new Response(element.files?.[0]));
  }, name);
}
