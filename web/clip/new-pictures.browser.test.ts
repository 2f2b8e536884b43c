// Detects repeated frames in real files decoded by Chromium. The clips are made here: the same motion with all frames
// new, and with frames repeated.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scaled } from '#tests/campaign-scale.ts';
import { openWorkbench, type Workbench } from '#tests/fixtures/player-page.ts';

let workbench: Workbench;
let page: Page;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swingmark-pictures-'));
  workbench = await openWorkbench();
  page = await workbench.browser.newPage();
  await page.goto(workbench.address);
  await page.evaluate(
    `document.body.append(Object.assign(document.createElement('input'), { type: 'file', id: 'clip' }))`,
  );
});

afterAll(async () => {
  await workbench?.close();
  await rm(folder, { recursive: true, force: true });
});

/** A block that swings over grain twice in two seconds: slowly at both ends, quickly in between. */
async function clip(
  name: string,
  rates: string,
  encoding = ['-c:v', 'libx264', '-preset', 'veryfast'],
): Promise<string> {
  const path = join(folder, name);
  const ground = 'color=gray:s=320x480:r=60:d=2,noise=alls=8:allf=t';
  const scene = `${ground}[ground];testsrc2=s=40x60:r=60:d=2[club];[ground][club]overlay=x='140+130*cos(t*3.1)':y=200,${rates}`;
  await execa('ffmpeg', ['-v', 'error', '-y', '-filter_complex', scene, '-pix_fmt', 'yuv420p', ...encoding, path]);
  return path;
}

async function newPictures(path: string, change = ''): Promise<unknown> {
  await page.setInputFiles('#clip', path);
  return page.evaluate(`(async () => {
    const { readPictureChanges } = await import('/web/clip/new-pictures.ts');
    const { newPicturesPerSecond } = await import('/web/clip/new-pictures.ts');
    const [file] = document.querySelector('#clip').files;
    const stop = new AbortController();
    ${change}
    const changes = await readPictureChanges(file, { from: 0, to: 2, signal: stop.signal });
    return { frames: changes.length, perSecond: newPicturesPerSecond(changes) };
  })()`);
}

const REPEATED: readonly (readonly [name: string, rates: string, perSecond: number])[] = [
  ['five-of-thirty.mp4', 'fps=5,fps=30', 5],
  ['fifteen-of-sixty.mp4', 'fps=15,fps=60', 15],
  ['ten-of-thirty.mp4', 'fps=10,fps=30', 10],
];

test.each(REPEATED.slice(scaled(2, 0)))('%s shows what its name says', async (name, rates, perSecond) => {
  const found = (await newPictures(await clip(name, rates))) as { perSecond: number };
  expect(found.perSecond).toBeCloseTo(perSecond, 1);
});

test('reports nothing for frames that are all new, film at 24 fps, and files the browser cannot decode', async () => {
  expect(await newPictures(await clip('all-new.mp4', 'fps=30'))).toEqual({ frames: 59, perSecond: null });
  expect(await newPictures(await clip('film.mp4', 'fps=24,fps=30'))).toMatchObject({ perSecond: null });
  const avi = await clip('old.avi', 'fps=10,fps=30', ['-c:v', 'mpeg4']);
  expect(await newPictures(avi)).toEqual({ frames: 0, perSecond: null });
});

test('stops when it is aborted', async () => {
  const path = await clip('stopped.mp4', 'fps=30');
  await expect(newPictures(path, 'stop.abort(new Error("not wanted"));')).rejects.toThrow('not wanted');
});
