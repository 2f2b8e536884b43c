// The latency from pressing `.` to the picture of the next frame in Chromium, on a clip that is hard to step through:
// 1080p60 with one single key frame and B-frames. Run alone: node tools/bench/run.ts step-latency
import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { execa } from 'execa';
import type { Browser, Page } from 'playwright-core';
import { startWorkbench } from '#tests/browser/workbench.ts';
import { startBrowser } from '#tests/e2e/browser.ts';
import { swingClip } from '#tests/fixtures/swing-clip.ts';
import type { BenchFigure } from './measured-run.ts';

const MAX_P95_MS = 50;
const STEPS = 100;
/** Without decoded frames each step is a seek of up to a second. */
const SEEK_STEPS = 10;
/** The pause between a picture and the next key press of a fast user. */
const PAUSE_MS = 80;
/** The first second, in which the window of decoded frames fills. */
const FIRST_MS = 1000;

/** Jumps, each followed immediately by steps. */
const JUMPS = 20;
const STEPS_AFTER_JUMP = 5;
const HAND_PAUSES_MS = 4000;

/** Steps forward from 1 s and from the middle of the clip, back, right after jumps, and with the browser's seeks alone. */
export async function run(): Promise<BenchFigure[]> {
  const path = await longGopClip();
  const { address, stop } = await startWorkbench();
  const browser = await startBrowser();
  const workbench = { address, browser };
  try {
    const page = await openPlayer(workbench, path);
    const early = await latencies(page, { at: 0.1, key: '.', steps: STEPS });
    const middle = await latencies(page, { at: 0.5, key: '.', steps: STEPS });
    const back = await latencies(page, { at: 0.8, key: ',', steps: STEPS });
    const waitedMs = await untilSmallPicturesAreMade(page);
    const jumped = await latenciesAfterJumps(page);
    await page.close();
    const plain = await openPlayer(workbench, path, 'delete globalThis.VideoDecoder');
    const seeks = await latencies(plain, { at: 0.5, key: '.', steps: SEEK_STEPS });
    const note = `by seeks alone from the middle ${summary(seeks)}`;
    return [
      figure('step forward from 1 s, p95 ms', early, `${summary(early)}, first second left out`),
      figure('step forward from 5 s, p95 ms', middle, `${summary(middle)}, first second left out; ${note}`),
      figure('step back from 8 s, p95 ms', back, `${summary(back)}, first second left out`),
      figure(
        'the first steps after a jump, p95 ms',
        jumped,
        `${summary(jumped)}, back and forward, nothing left out; small pictures awaited ${Math.round(waitedMs)} ms`,
      ),
    ];
  } finally {
    await browser.close();
    await stop();
  }
}

function figure(name: string, latenciesMs: readonly number[], note: string): BenchFigure {
  return { name, figure: percentile(latenciesMs, 0.95), limit: MAX_P95_MS, note };
}

function summary(latenciesMs: readonly number[]): string {
  const [p50, p95] = [0.5, 0.95].map((part) => Math.round(percentile(latenciesMs, part)));
  return `p50 ${p50}, p95 ${p95} ms (${latenciesMs.length} steps)`;
}

function percentile(figures: readonly number[], part: number): number {
  return figures.toSorted((a, b) => a - b)[Math.ceil(figures.length * part) - 1] ?? Number.NaN;
}

/** The clip of the other benchmarks, re-encoded with one key frame for its 600 frames. */
async function longGopClip(): Promise<string> {
  const source = await swingClip({ name: 'user' });
  const path = source.replace('.mp4', '.one-key-frame.mp4');
  if (existsSync(path)) return path;
  const draft = path.replace('.mp4', `.${process.pid}.mp4`);
  const codec = [
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-g',
    '600',
    '-sc_threshold',
    '0',
    '-bf',
    '3',
    '-b:v',
    '18M',
  ];
  await execa('ffmpeg', ['-v', 'error', '-y', '-i', source, ...codec, '-pix_fmt', 'yuv420p', draft]);
  await rename(draft, path);
  return path;
}

async function openPlayer(
  { browser, address }: { browser: Browser; address: string },
  path: string,
  script = '',
): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(address);
  await page.evaluate(script);
  await page.evaluate(WATCH_KEYS);
  await page.getByLabel('user video file').setInputFiles(path);
  await page.getByText('frame 1 of 600').waitFor();
  return page;
}

/** Seeks into the clip and presses a key again and again; the latencies after the first second, in milliseconds. */
async function latencies(
  page: Page,
  { at, key, steps }: { at: number; key: string; steps: number },
): Promise<number[]> {
  await jumpTo(page, at);
  await page.waitForFunction(`!document.querySelector('video').seeking`);
  const startedAtMs = performance.now();
  const measured: number[] = [];
  while (measured.length < steps) {
    await page.keyboard.press(key);
    const latencyMs = await page.evaluate<number>('globalThis.presented');
    if (performance.now() - startedAtMs > FIRST_MS) measured.push(latencyMs);
    await page.waitForTimeout(PAUSE_MS);
  }
  return measured;
}

/** The small pictures are made once, in a worker. Returns how long that took from now on. */
async function untilSmallPicturesAreMade(page: Page): Promise<number> {
  const startedAtMs = performance.now();
  // The user pauses, and the worker starts or continues.
  await page.waitForTimeout(HAND_PAUSES_MS);
  while (page.workers().some((worker) => worker.url().includes('small-pictures'))) await page.waitForTimeout(PAUSE_MS);
  return performance.now() - startedAtMs;
}

/** Jumps back and forth over the clip, each followed by steps without waiting for the jump to finish. */
async function latenciesAfterJumps(page: Page): Promise<number[]> {
  const measured: number[] = [];
  for (let jump = 0; jump < JUMPS; jump++) {
    // Distant places in no particular order.
    await jumpTo(page, 0.05 + 0.9 * ((jump * 0.618) % 1));
    for (let step = 0; step < STEPS_AFTER_JUMP; step++) {
      await page.keyboard.press(jump % 2 === 0 ? ',' : '.');
      measured.push(await page.evaluate<number>('globalThis.presented'));
      await page.waitForTimeout(PAUSE_MS);
    }
  }
  return measured;
}

/** On the track a pointer's position is a fraction of the clip. */
async function jumpTo(page: Page, at: number): Promise<void> {
  const box = await page.getByRole('slider', { name: 'Seek' }).locator('xpath=../..').boundingBox();
  if (!box) throw new Error('The slider is not on screen');
  await page.mouse.click(box.x + box.width * at, box.y + box.height / 2);
}

/**
 * Runs in the page: `presented` is a promise of the time from a key's event to the moment after the browser has painted
 * the resulting frame. The player reports a frame exactly when its picture is on screen.
 */
const WATCH_KEYS = `addEventListener('keydown', ({ timeStamp }) => {
  const frame = () => document.querySelector('time')?.parentElement.textContent;
  const before = frame();
  globalThis.presented = new Promise((resolve) => {
    const look = () => {
      if (frame() === before) return void requestAnimationFrame(look);
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now() - timeStamp);
      requestAnimationFrame(() => port2.postMessage(null));
    };
    look();
  });
}, true)`;
