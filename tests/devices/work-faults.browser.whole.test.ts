// The device sleeps, ends workers or loses the network while it works: the work goes on, or ends at once with the reason.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorkbench, type Workbench } from '#tests/fixtures/player-page.ts';
import { deviceForTests } from '#tests/fixtures/rendered-on-device.ts';
import { mergeAndCompare } from '#tests/parity/merge-case.ts';
import { RATE_PAIRS } from '#tests/parity/merge-rates.ts';

const device = deviceForTests();
const [, user, pro, alignment] = RATE_PAIRS.find(([title]) => title.startsWith('30 fps')) ?? expect.unreachable();
const made = () => mergeAndCompare(user, pro, alignment, undefined, undefined, device.render);

/**
 * At the first message of a worker the device has slept for an hour: clocks have jumped, and every timer is overdue. iOS and Android
 * freeze pages so (Page Lifecycle, “freeze”). Low Power Mode refuses to keep the screen on (w3c/screen-wake-lock).
 */
const SLEEPS = `{
  const { setTimeout, clearTimeout, Date: { now } } = window;
  const waiting = new Map();
  let slept = 0;
  Date.now = () => now() + slept;
  window.setTimeout = (work, ms, ...rest) => {
    const id = setTimeout(() => { waiting.delete(id); work(...rest); }, ms);
    if (ms > 1000) waiting.set(id, work);
    return id;
  };
  const Usual = Worker;
  window.Worker = class extends Usual {
    constructor(...args) {
      super(...args);
      this.addEventListener('message', () => {
        if (slept) return;
        slept = 3_600_000;
        window.overdue = waiting.size;
        for (const [id, work] of [...waiting]) { clearTimeout(id); waiting.delete(id); work(); }
      });
    }
  };
  Object.defineProperty(navigator, 'wakeLock', { value: { request: async () => { throw new DOMException('', 'NotAllowedError'); } } });
}`;

/** HTML standard: a worker that cannot start gets an error event. */
const NO_WORKERS = `window.Worker = class extends EventTarget {
  constructor() { super(); setTimeout(() => this.dispatchEvent(new ErrorEvent('error', { message: 'Out of memory' }))); }
  postMessage() {}
  terminate() {}
};`;

describe('a video', () => {
  test('is made on a device that sleeps meanwhile and keeps no screen on', async () => {
    await device.changeWorkers('');
    await device.inPage(SLEEPS);
    expect((await made()).mismatches).toEqual([]);
    expect(await device.inPage('overdue')).toBeGreaterThan(0);
  });

  test('is given up at once where its worker does not start', async () => {
    await device.inPage(NO_WORKERS);
    await expect(made()).rejects.toThrow('The worker has ended');
  });
});

describe('a page', () => {
  let workbench: Workbench;
  let page: Page;

  beforeAll(async () => {
    workbench = await openWorkbench();
    page = await workbench.browser.newPage();
    await page.goto(workbench.address);
  });

  afterAll(() => workbench?.close());

  // Content policies of hosts and WebViews: new Worker throws a SecurityError (HTML standard).
  test('that may start no workers says that it cannot search a clip', async () => {
    const script = `(async () => {
      window.Worker = class { constructor() { throw new DOMException('Refused', 'SecurityError'); } };
      const { searchMoments } = await import('/web/find/search-moments.ts');
      return searchMoments(new Blob(), { signal: new AbortController().signal, onProgress: () => undefined, body: 'refused' });
    })()`;
    expect(await page.evaluate(script)).toEqual({ kind: 'cannot-read' });
  });

  // Captive portals answer every request with their page and status 200 (RFC 8952, WHATWG fetch).
  test('of which a log-in network answers the calls waits, and sends every chunk afterwards', async () => {
    let calls = 0;
    const chunks: number[] = [];
    await page.route('**/api/**', async (route) => {
      calls += 1;
      if (calls <= 2) return route.fulfill({ contentType: 'text/html; charset=utf-8', body: '<h1>Log in</h1>' });
      if (route.request().method() === 'GET') return route.fulfill({ status: 404, json: { error: 'No such upload' } });
      const { chunkIndex, totalChunks } = route.request().postDataJSON() as { chunkIndex: number; totalChunks: number };
      chunks.push(chunkIndex);
      await route.fulfill({ json: chunks.length === totalChunks ? { filePath: 'kept' } : {} });
    });
    const script = `(async () => {
      const { uploadVideo } = await import('/web/clip/upload-video.ts');
      const waited = [];
      const path = await uploadVideo(new File([new Uint8Array(100)], 'swing.mp4'), {
        signal: new AbortController().signal, onProgress: () => undefined, onWaiting: (reason) => waited.push(reason),
      });
      return { path, waited };
    })()`;
    expect(await page.evaluate(script)).toEqual({ path: 'kept', waited: ['reconnecting', 'reconnecting', null] });
    expect(chunks).toEqual([0]);
  });
});
