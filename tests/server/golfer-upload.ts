// The administrator's form as the page sends it, with a generated video.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestBrowser } from './test-browser.ts';

const run = promisify(execFile);

/** Fields of a form; null leaves one out. */
export type FormChange = Record<string, string | Blob | null>;

/** Makes three seconds of 30 fps video in the container of the file extension. */
export async function makeClip(ending = 'mp4', codec: readonly string[] = ['-c:v', 'libx264', '-preset', 'ultrafast']) {
  const folder = await mkdtemp(join(tmpdir(), 'swingmark-clip-'));
  const path = join(folder, `clip.${ending}`);
  const source = ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=30:duration=3'];
  await run('ffmpeg', [...source, '-pix_fmt', 'yuv420p', ...codec, path]);
  const bytes = new Uint8Array(await readFile(path));
  await rm(folder, { recursive: true });
  return bytes;
}

let golfers = 0;

/** A valid form with a change; `order` is the order of its fields. */
export function golferForm(
  clip: Uint8Array<ArrayBuffer>,
  change: FormChange = {},
  order?: readonly string[],
): FormData {
  golfers += 1;
  const good: FormChange = {
    name: `Golfer ${golfers}`,
    majorChampionships: '3',
    club: 'Driver',
    height: `6'1"`,
    restTime: '0.5',
    topTime: '1.2',
    strikeTime: '1.6',
    video: videoFile(clip, 'swing.mp4'),
  };
  const fields = { ...good, ...change };
  const data = new FormData();
  for (const field of order ?? Object.keys(fields)) {
    const value = fields[field];
    if (value !== null && value !== undefined) data.append(field, value);
  }
  return data;
}

/** A file for a form. */
export function videoFile(bytes: Uint8Array<ArrayBuffer>, name: string, type = 'video/mp4'): File {
  return new File([bytes], name, { type });
}

/** Sends a form. */
export function sendGolfer(browser: TestBrowser, body: FormData): Promise<Response> {
  return browser.fetch('/api/pro/upload', { method: 'POST', body });
}

/** The message of an error response. */
export async function messageOf(answer: Response): Promise<string> {
  return ((await answer.json()) as { message: string }).message;
}
