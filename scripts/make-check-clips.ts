// `node scripts/make-check-clips.ts`: makes the coded clips of web/check, whose frames carry their numbers. They are part of the
// repository, so that every browser checks the same bytes.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { type NumberedClipOptions, numberedClip } from '#tests/fixtures/numbered-clip.ts';
import { CLICK_AT } from '#web/check/coded-clips.ts';

const FOLDER = join(import.meta.dirname, '../web/check/clips');

/** As a phone films: turned, with frames that are coded out of their order, and with sound. */
const YOURS: NumberedClipOptions = {
  frames: 60,
  widthPx: 480,
  heightPx: 640,
  orientation: 'turned-90',
  bFrames: 2,
  gop: 30,
};
const PRO: NumberedClipOptions = { fps: [60, 1], frames: 120, widthPx: 480, heightPx: 640, gop: 60 };
const HEVC: NumberedClipOptions = { frames: 10, widthPx: 320, heightPx: 240, codec: 'hevc' };

async function encode(options: NumberedClipOptions, name: string, sound: readonly string[] = []): Promise<void> {
  const { path } = await numberedClip(options);
  const output = join(FOLDER, name);
  await rm(output, { force: true });
  const video = ['-map', '0:v', '-c:v', 'copy'];
  await execa('ffmpeg', [
    '-v',
    'error',
    '-i',
    path,
    ...sound,
    ...video,
    '-movflags',
    '+faststart',
    '-bitexact',
    output,
  ]);
}

/** Silence with one click at the strike. */
const click = `aevalsrc=0.5*sin(2*PI*3000*t)*between(t\\,${CLICK_AT}\\,${CLICK_AT + 0.008}):s=48000:d=2`;
await encode(YOURS, 'coded-user.mp4', ['-f', 'lavfi', '-i', click, '-map', '1:a', '-c:a', 'aac', '-b:a', '32k']);
await encode(PRO, 'coded-pro.mp4');
await encode(HEVC, 'coded-hevc.mp4');
