// A cut of the camera's ring buffer, in real Chromium: every frame is the camera's, at its own time. The camera films numbers.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorkbench, type Workbench } from '#tests/fixtures/player-page.ts';
import { readFrameNumbers } from '#tests/fixtures/read-frame-numbers.ts';
import type { CameraReading } from './read-track.ts';

/** The swings that the page filmed and cut. */
interface Filmed {
  /** The camera's times of the frames, by their numbers, in seconds. */
  readonly times: readonly number[];
  /** The camera's time of the first frame of the cut. */
  readonly from: number;
  readonly base64: string;
}

let workbench: Workbench;
let page: Page;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swingmark-range-'));
  workbench = await openWorkbench();
  page = await workbench.browser.newPage();
  await page.goto(workbench.address);
});

afterAll(async () => {
  await workbench?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Films numbered pictures at uneven times, and cuts a second and a half out of the middle. `cutFrom` is a script. */
const film = (reading: CameraReading, frames: number, cutFrom: string) => `(async () => {
  const { startCapture } = await import('/web/range/capture/capture.ts');
  const { drawFrameNumber } = await import('/domain/video/frame-number.ts');
  const size = { widthPx: 320, heightPx: 240 };
  const generator = new MediaStreamTrackGenerator({ kind: 'video' });
  const writer = generator.writable.getWriter();
  const nothing = () => undefined;
  const filming = new AbortController();
  const capture = startCapture(
    { stream: new MediaStream([generator]), track: generator, reading: '${reading}', rate: 30, sound: null },
    { onFacts: nothing, onShot: nothing, onCanHear: nothing, onProblem: nothing },
    filming.signal,
  );
  const times = [];
  const begunAt = performance.now();
  for (let number = 0; number < ${frames}; number += 1) {
    const time = 5 + number / 30 + (number % 3) * 0.004;
    times.push(time);
    const gray = drawFrameNumber(number, size.widthPx, size.heightPx);
    const data = new Uint8ClampedArray(gray.length * 4).fill(255);
    gray.forEach((value, pixel) => data.fill(value, 4 * pixel, 4 * pixel + 3));
    const format = { format: 'RGBA', codedWidth: size.widthPx, codedHeight: size.heightPx };
    await writer.write(new VideoFrame(data, { ...format, timestamp: Math.round(1e6 * time) }));
    // A third of life's speed, so that a busy machine's encoder follows.
    const due = begunAt + number * 100;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
  }
  const cutFrom = ${cutFrom};
  const made = await capture.cut(cutFrom, cutFrom + 1.5);
  filming.abort();
  const bytes = new Uint8Array(made.file);
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return { times, from: made.from, base64: btoa(text) };
})()`;

/** The numbers of a cut's frames, and their times in the file. */
async function framesIn(base64: string) {
  const path = join(folder, 'cut.mp4');
  await writeFile(path, Buffer.from(base64, 'base64'));
  const numbers = await readFrameNumbers(path);
  const { stdout } = await execa('ffprobe', [
    ...['-v', 'error', '-select_streams', 'v:0', '-show_entries', 'packet=pts_time', '-of', 'csv=p=0', path],
  ]);
  const shownAt = stdout.split('\n').map(Number);
  expect(numbers).toHaveLength(shownAt.length);
  return { numbers, shownAt };
}

test('a cut has the camera’s own frames at the camera’s own times, from a key frame on', async () => {
  const { times, from, base64 } = await page.evaluate<Filmed>(film('on-page', 100, '6'));
  const { numbers, shownAt } = await framesIn(base64);
  expect(from).toBeLessThanOrEqual(6);
  expect(from).toBeGreaterThan(5.4);
  for (const [index, number] of numbers.entries()) {
    const filmedAt = times[number ?? -1] ?? Number.NaN;
    expect(Math.abs(from + (shownAt[index] ?? Number.NaN) - filmedAt)).toBeLessThan(0.001);
  }
  const wanted = times.flatMap((time, number) => (time >= 6 && time <= 7.5 ? [number] : []));
  // A frame that the encoder could not take on a busy machine is missing. No other frame replaces it.
  expect(numbers.filter((number) => wanted.includes(number ?? -1)).length).toBeGreaterThan(0.9 * wanted.length);
});

test('where the camera’s track cannot be read, a cut has the frames that a video showed of it, in order', async () => {
  // Such frames have the page's clock. The cut begins four seconds before the end of the five that are filmed.
  const { base64 } = await page.evaluate<Filmed>(film('as-shown', 50, 'performance.now() / 1000 - 4'));
  const { numbers } = await framesIn(base64);
  expect(numbers).not.toContain(null);
  expect(numbers.length).toBeGreaterThan(3);
  expect(numbers).toEqual(numbers.toSorted((a, b) => (a ?? 0) - (b ?? 0)));
  expect(new Set(numbers).size).toBe(numbers.length);
});
