// Prints the pages' performance figures:  npm run figures [-- --lighthouse <path of its command>]
// Lighthouse (mobile profile) per route, axe, the first load's script, the hero's bytes, interaction latency (INP), and
// layout shifts (CLS) in the main job. Run it alone: on a busy machine the figures are meaningless.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { axeViolations } from '#tests/e2e/axe-violations.ts';
import { DESKTOP, LAUNCH_OPTIONS, newVisitor, PHONE, startBrowser } from '#tests/e2e/browser.ts';
import { layoutShifts } from '#tests/e2e/layout-shifts.ts';
import { startServer } from '#tests/e2e/running-server.ts';
import { AMATEUR_SWING, chooseVideo, prepareComparison, waitForMergedVideo } from '#tests/e2e/steps.ts';
import { buildPages } from './build-pages.ts';
import { requirePrograms } from './needed-programs.ts';

const ROUTES = ['/', '/how-to-use', '/check', '/signup', '/login', '/account', '/admin-login', '/admin', '/compare'];
/** Too large for a dependency: fetched on demand. */
const LIGHTHOUSE = 'lighthouse@13.5.0';
/** The scripts that the page needs before it responds: boot and app. React alone is 66 kB of it. */
const MAX_FIRST_SCRIPT_BYTES = 110_000;
/** Lighthouse's CPU slowdown for a mid-range phone. */
const SLOWDOWN = 4;
/** From the tap on the sample to both swings playing, on a phone's screen. */
const MAX_DEMO_START_MS = 1500;

const { values: options } = parseArgs({ options: { lighthouse: { type: 'string' } } });

type WatchedWindow = Window & { slowest?: { ms: number; where: string } };

interface LighthouseReport {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>;
}

requirePrograms('npm run figures', ['ffmpeg', 'ffprobe', 'chromium']);
buildPages();
const server = await startServer({ CONTENT_DIR: 'content' });
const browser = await startBrowser();
try {
  printLighthouse(server.origin);
  await printAxe(browser, server.origin);
  await printFirstLoad(browser, server.origin);
  await printDemoStart(browser, server.origin);
  await printInteractions(browser, server.origin);
  await printShifts(browser, server.origin, { phone: PHONE, desktop: DESKTOP });
} finally {
  await browser.close();
  await server.stop();
}

function printLighthouse(origin: string): void {
  const [command = 'npx', ...args] = options.lighthouse ? [options.lighthouse] : ['npx', '--yes', LIGHTHOUSE];
  if (spawnSync(command, [...args, '--version'], { stdio: 'ignore' }).status !== 0) {
    console.log(`Lighthouse could not be fetched (${LIGHTHOUSE}); only our own figures follow.\n`);
    return;
  }
  console.log('route         perf a11y best  seo      LCP    CLS     TBT');
  const folder = mkdtempSync(path.join(tmpdir(), 'swingmark-figures-'));
  for (const route of ROUTES) {
    const look = () => lighthouse([command, ...args], origin + route, path.join(folder, 'report.json'));
    // Lighthouse occasionally reports no paint; then it runs again.
    const report = look() ?? look();
    if (!report) {
      console.log(`${route.padEnd(14)}Lighthouse failed`);
      continue;
    }
    const scores = ['performance', 'accessibility', 'best-practices', 'seo'].map((name) =>
      String(Math.round((report.categories[name]?.score ?? 0) * 100)).padStart(4),
    );
    const value = (name: string) => report.audits[name]?.numericValue ?? Number.NaN;
    const lcp = `${(value('largest-contentful-paint') / 1000).toFixed(2)} s`;
    const cls = value('cumulative-layout-shift').toFixed(3);
    const tbt = `${Math.round(value('total-blocking-time'))} ms`;
    console.log(`${route.padEnd(14)}${scores.join(' ')}  ${lcp.padStart(7)}  ${cls}  ${tbt.padStart(6)}`);
  }
  rmSync(folder, { recursive: true });
}

function lighthouse([command = '', ...args]: readonly string[], url: string, reportPath: string) {
  const flags = ['--quiet', '--chrome-flags=--headless=new --no-sandbox --disable-gpu', '--output=json'];
  const env = { CHROME_PATH: LAUNCH_OPTIONS.executablePath, ...process.env };
  const run = spawnSync(command, [...args, url, ...flags, `--output-path=${reportPath}`], { stdio: 'ignore', env });
  if (run.status !== 0) return null;
  const report = JSON.parse(readFileSync(reportPath, 'utf8')) as LighthouseReport;
  return report.categories.performance?.score == null ? null : report;
}

async function printAxe(chromium: Browser, origin: string): Promise<void> {
  const { page } = await newVisitor(chromium, PHONE);
  const found: string[] = [];
  for (const route of ROUTES) {
    await page.goto(origin + route);
    await page.waitForLoadState('networkidle');
    // /admin first checks the session and then redirects.
    await page.getByRole('heading', { level: 1 }).waitFor();
    found.push(...(await axeViolations(page)).map((line) => `${route}: ${line}`));
  }
  console.log(`\naxe: ${found.length} findings on ${ROUTES.length} routes`);
  for (const line of found) console.log(`  ${line}`);
  await page.context().close();
}

/** Everything that `/` fetches until the network is idle. */
async function printFirstLoad(chromium: Browser, origin: string): Promise<void> {
  const { page } = await newVisitor(chromium, PHONE);
  const bodies: Promise<{ url: string; type: string; bytes: Buffer }>[] = [];
  page.on('response', (answer) => {
    const url = answer.url();
    const type = answer.request().resourceType();
    if (type === 'script' || url.includes('/hero')) {
      bodies.push(
        answer.body().then(
          (bytes) => ({ url, type, bytes }),
          () => ({ url, type, bytes: Buffer.alloc(0) }),
        ),
      );
    }
  });
  await page.goto(origin);
  await page.waitForLoadState('networkidle');
  const files = await Promise.all(bodies);
  const scripts = files.filter(({ type }) => type === 'script');
  const gzipBytes = (some: typeof scripts) =>
    some.reduce((sum, { bytes }) => sum + gzipSync(bytes, { level: 9 }).length, 0);
  const first = gzipBytes(scripts.filter(({ url }) => /\/assets\/(boot|app)-/.test(url)));
  const verdict =
    first > MAX_FIRST_SCRIPT_BYTES ? `over the limit of ${inKB(MAX_FIRST_SCRIPT_BYTES)}` : 'within the limit';
  console.log(`\nfirst script: ${inKB(first)} (gzip), ${verdict}`);
  console.log(`all scripts of / until the network is idle: ${inKB(gzipBytes(scripts))} in ${scripts.length} files`);
  if (first > MAX_FIRST_SCRIPT_BYTES) process.exitCode = 1;
  const picture = files.find(({ url, type }) => type === 'image' && url.includes('/hero'));
  const clip = await page.request.get(`${origin}/content/hero/hero.mp4`);
  console.log(`hero: picture ${picture?.bytes.length ?? 0} bytes, video ${(await clip.body()).length} bytes`);
  await page.context().close();
}

/** How long the sample takes from the tap to a picture of both swings, with nothing loaded in advance by an earlier visit. */
async function printDemoStart(chromium: Browser, origin: string): Promise<void> {
  const { page } = await newVisitor(chromium, { ...PHONE, reducedMotion: 'no-preference' });
  await openUntilIdle(page, origin);
  const startedMs = await page.getByRole('button', { name: 'Play the sample' }).evaluate(
    (button: HTMLElement) =>
      new Promise<number>((resolve) => {
        const pressed = performance.now();
        button.click();
        const look = () => {
          const sides = [...document.querySelectorAll<HTMLVideoElement>('[data-stage-picture] video')];
          const areShown = sides.length === 2 && sides.every(({ seeking, readyState }) => !seeking && readyState >= 2);
          if (areShown) resolve(performance.now() - pressed);
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
  const verdict = startedMs > MAX_DEMO_START_MS ? `over the limit of ${MAX_DEMO_START_MS} ms` : 'within the limit';
  console.log(`\ndemo: both swings are shown ${Math.round(startedMs)} ms after the tap, ${verdict}`);
  if (startedMs > MAX_DEMO_START_MS) process.exitCode = 1;
  await page.context().close();
}

function inKB(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

/** The slowest interaction (INP) in the main job, with the CPU throttled to a phone's. */
async function printInteractions(chromium: Browser, origin: string): Promise<void> {
  const { page } = await newVisitor(chromium, { ...PHONE, isMobile: true });
  await page.goto(origin);
  await watchInteractions(page);
  const debug = await page.context().newCDPSession(page);
  await debug.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await chooseVideo(page, 'user', AMATEUR_SWING);
  const region = page.getByRole('region', { name: 'Your swing video and its positions' });
  const golfer = page.locator('button[aria-pressed]').first();
  for (const name of ['Mark Setup', 'Step forward', 'Mark Top', 'Step forward', 'Mark Impact', 'Play', 'Pause']) {
    const button = region.getByRole('button', { name, exact: name === 'Play' || name === 'Pause' });
    // Finding a button by its role costs the page more than the click, so it is done in advance.
    const { x, y, width, height } = await boxOf(button);
    await page.waitForTimeout(400);
    await page.touchscreen.tap(x + width / 2, y + height / 2);
    await page.waitForTimeout(400);
  }
  await golfer.tap();
  await page.waitForTimeout(1000);
  const { ms, where } = await page.evaluate(() => (window as WatchedWindow).slowest ?? { ms: 0, where: 'nothing' });
  console.log(`\nINP of marking, playing and choosing a golfer (${SLOWDOWN} times slowed down): ${ms} ms, at ${where}`);
  await page.context().close();
}

async function boxOf(button: Locator) {
  await button.scrollIntoViewIfNeeded();
  const box = await button.boundingBox();
  if (!box) throw new Error('A button of the main job is not on the screen');
  return box;
}

async function watchInteractions(page: Page): Promise<void> {
  await page.evaluate(() => {
    const store = window as WatchedWindow;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { interactionId = 0, duration, target } = entry as PerformanceEventTiming & { interactionId?: number };
        if (interactionId === 0 || duration <= (store.slowest?.ms ?? 0)) continue;
        const button = target instanceof Element ? target.closest('button') : null;
        store.slowest = { ms: Math.round(duration), where: button?.ariaLabel ?? button?.textContent ?? 'the page' };
      }
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  });
}

/** Layout shifts (CLS) of the demo, from the first page to the merged video, and of its page after a reload. */
async function printShifts(chromium: Browser, origin: string, sizes: Record<string, BrowserContextOptions>) {
  console.log('');
  for (const [name, size] of Object.entries(sizes)) {
    const { page } = await newVisitor(chromium, size);
    await openUntilIdle(page, origin);
    await compareSamples(page);
    console.log(`CLS on a ${name}: ${await readShifts(page)} in the demo`);
    await openUntilIdle(page, origin);
    await prepareComparison(page);
    await page.getByRole('button', { name: 'Compare My Swing' }).click();
    await waitForMergedVideo(page);
    console.log(`CLS on a ${name}: ${await readShifts(page)} from the visitor's video to the merged one`);
    await page.reload();
    await waitForMergedVideo(page);
    console.log(`CLS on a ${name}: ${await readShifts(page)} after a reload of the merged video`);
    await page.context().close();
  }
}

/** Opens the page and waits until the network is idle. */
async function openUntilIdle(page: Page, origin: string): Promise<void> {
  await page.goto(origin);
  await page.waitForLoadState('networkidle');
}

/** The demo, up to its merged video. */
async function compareSamples(page: Page): Promise<void> {
  const demo = page.getByRole('region', { name: 'Try This' });
  await demo.getByRole('button', { name: 'Sample amateur swing' }).click();
  await demo
    .getByRole('radio', { name: /^Sam, driver, face-on/ })
    .first()
    .click();
  await demo.getByRole('button', { name: 'Compare This Swing' }).click();
  await demo.getByRole('heading', { name: 'Comparison Complete!' }).waitFor();
}

async function readShifts(page: Page): Promise<string> {
  // Waits for late shifts.
  await page.waitForTimeout(3000);
  const shifts = (await layoutShifts(page)).filter(({ hasRecentInput }) => !hasRecentInput);
  const sum = shifts.reduce((total, { score }) => total + score, 0);
  const [most] = shifts.toSorted((one, other) => other.score - one.score);
  return most ? `${sum.toFixed(3)} (most: ${most.what})` : sum.toFixed(3);
}
