// The slow-motion factor of a golfer's video: from the form, else from the file, else real time.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { armFaultPoints } from '#server/runtime/fault-point.ts';
import { type FormChange, golferForm, makeClip, messageOf, sendGolfer } from '#tests/server/golfer-upload.ts';
import { type RunningServer, startServer } from '#tests/server/running-server.ts';
import type { TestBrowser } from '#tests/server/test-browser.ts';

const run = promisify(execFile);

let server: RunningServer;
let admin: TestBrowser;
let plain: Uint8Array<ArrayBuffer>;
let filmedAt240: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  plain = await makeClip();
  filmedAt240 = await taggedWith240(plain);
  server = await startServer();
  admin = await server.newAdmin();
});
afterAll(() => server.stop());

/** The same frames at 30 per second, tagged as filmed at 240, as Android phones write it. */
async function taggedWith240(clip: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'swingmark-clip-'));
  const [from, to] = [join(folder, 'plain.mp4'), join(folder, 'tagged.mp4')];
  await writeFile(from, clip);
  const tag = ['-movflags', 'use_metadata_tags', '-metadata', 'com.android.capture.fps=240'];
  await run('ffmpeg', ['-v', 'error', '-i', from, '-c', 'copy', ...tag, to]);
  const bytes = new Uint8Array(await readFile(to));
  await rm(folder, { recursive: true });
  return bytes;
}

/** Marks two seconds apart: a downswing of a quarter second at a factor of 8. */
const SLOW_MARKS = { restTime: '0.1', topTime: '0.7', strikeTime: '2.7' };

async function factorOf(clip: Uint8Array<ArrayBuffer>, change: FormChange): Promise<unknown> {
  const answer = await sendGolfer(admin, golferForm(clip, change));
  const golfer = (await answer.json()) as { id: number; slowMotionFactor: unknown };
  const later = (await server.newBrowser().json(`/api/pro/${golfer.id}`)) as typeof golfer;
  expect(later.slowMotionFactor).toBe(golfer.slowMotionFactor);
  return golfer.slowMotionFactor;
}

describe('the slow-motion factor of a golfer’s video', () => {
  it('is 1 by default, whatever the marks are', async () => {
    expect(await factorOf(plain, {})).toBe(1);
    expect(await factorOf(plain, SLOW_MARKS)).toBe(1);
  });

  it('is the file’s', async () => {
    expect(await factorOf(filmedAt240, SLOW_MARKS)).toBe(8);
  });

  it('is 1 when the marks contradict the file', async () => {
    expect(await factorOf(filmedAt240, {})).toBe(1);
  });

  it('is the form’s, if given', async () => {
    expect(await factorOf(plain, { ...SLOW_MARKS, slowMotionFactor: '4' })).toBe(4);
    expect(await factorOf(filmedAt240, { ...SLOW_MARKS, slowMotionFactor: '1' })).toBe(1);
  });

  it('is refused when it is invalid', async () => {
    const answer = await sendGolfer(admin, golferForm(plain, { slowMotionFactor: 'slow' }));
    expect(answer.status).toBe(400);
    expect(await messageOf(answer)).toBe('Slow motion is a number from 1 to 32');
  });
});

describe('a golfer that was stored before its request failed', () => {
  it('keeps its video and its picture [F28]', async () => {
    const armed = join(server.dataDir, 'armed');
    await writeFile(armed, 'golfer-added throw');
    armFaultPoints(armed);
    const answer = await sendGolfer(admin, golferForm(plain, { name: 'Stored after all' }));
    await writeFile(armed, '');
    await rm(armed);
    expect(answer.status).toBe(500);
    const golfers = (await server.newBrowser().json('/api/pro/list')) as { id: number; name: string }[];
    const stored = golfers.find(({ name }) => name === 'Stored after all');
    expect((await server.newBrowser().fetch(`/media/golfers/${stored?.id}.mp4`)).status).toBe(200);
    expect(await server.strays()).toEqual([]);
  });
});
