// Saves single pictures: scaled JPEGs in the content folder.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

export const CONTENT = path.join(import.meta.dirname, '..');

/** Saves pictures beside each other as one of the given width. */
export async function saveJpeg(pictures: readonly Buffer[], file: string, widthPx: number): Promise<void> {
  const filter = `tile=${pictures.length}x1,scale=${widthPx}:-2:flags=lanczos`;
  const child = spawn(
    'ffmpeg',
    ['-v', 'error', '-y', '-f', 'mjpeg', '-i', 'pipe:0', '-vf', filter, '-frames:v', '1', '-q:v', '3', file],
    {
      stdio: ['pipe', 'inherit', 'inherit'],
    },
  );
  const ended = once(child, 'close') as Promise<[number]>;
  child.stdin.end(Buffer.concat(pictures));
  const [code] = await ended;
  if (code !== 0) throw new Error(`no picture ${file}`);
}
