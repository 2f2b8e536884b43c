// Saves single pictures: scaled JPEGs in the content folder.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

export const CONTENT = path.join(import.meta.dirname, '..');

/** Runs ffmpeg over one picture given on its standard input. */
export async function saveJpeg(jpeg: Buffer, file: string, widthPx: number): Promise<void> {
  const child = spawn(
    'ffmpeg',
    ['-v', 'error', '-y', '-f', 'mjpeg', '-i', 'pipe:0', '-vf', `scale=${widthPx}:-2:flags=lanczos`, '-q:v', '3', file],
    {
      stdio: ['pipe', 'inherit', 'inherit'],
    },
  );
  const ended = once(child, 'close') as Promise<[number]>;
  child.stdin.end(jpeg);
  const [code] = await ended;
  if (code !== 0) throw new Error(`no picture ${file}`);
}
