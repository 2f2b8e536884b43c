// Preview files: their format and brightness, and which are copied or encoded.
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { probeClip } from '#server/ffmpeg/probe/probe.ts';
import { scaled } from '#tests/campaign-scale.ts';
import { type NumberedClipOptions, numberedClip } from '#tests/fixtures/numbered-clip.ts';
import { readFrameNumbers } from '#tests/fixtures/read-frame-numbers.ts';
import { makePreview } from './preview-video.ts';

const TOOLS = { ffmpegPath: 'ffmpeg', ffprobePath: 'ffprobe' };
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'preview-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function previewOf(path: string, name: string) {
  const video = await probeClip(TOOLS, path);
  const outputPath = join(folder, `${name}.mp4`);
  await makePreview(TOOLS, { path, video, outputPath });
  return { video, outputPath, preview: await probeClip(TOOLS, outputPath) };
}

function streamsOf(path: string): { codec_name: string; width?: number; height?: number; has_b_frames?: number }[] {
  const args = ['-v', 'error', '-show_streams', '-of', 'json', path];
  return JSON.parse(execFileSync('ffprobe', args, { encoding: 'utf8' })).streams;
}

function longestRunWithoutKeyFrame(path: string): number {
  const args = ['-v', 'error', '-select_streams', 'v:0', '-show_entries', 'packet=flags', '-of', 'csv=p=0', path];
  const lines = execFileSync('ffprobe', args, { encoding: 'utf8' }).trim().split('\n');
  const runs = lines
    .map((flags) => (flags.startsWith('K') ? 'K' : '.'))
    .join('')
    .split('K');
  return Math.max(...runs.map((run) => run.length));
}

describe('a preview that is encoded', () => {
  it('is at most 1280 px long, upright, has a key frame every eight frames, and keeps the sound', async () => {
    const make: NumberedClipOptions = { codec: 'hevc', container: 'mov', frames: 20, audio: 'aac' };
    const size = { widthPx: 1080, heightPx: 1920, orientation: 'turned-90' } as const;
    const { path } = await numberedClip({ ...make, ...size });
    const { outputPath, preview } = await previewOf(path, 'large');
    expect(streamsOf(outputPath)).toMatchObject([
      { codec_name: 'h264', width: 720, height: 1280, has_b_frames: 0 },
      { codec_name: 'aac' },
    ]);
    expect(longestRunWithoutKeyFrame(outputPath)).toBe(7);
    expect(preview.source.orientation).toBe('upright');
    expect(await readFrameNumbers(outputPath)).toEqual(Array.from({ length: 20 }, (_, number) => number));
  });

  it('never enlarges a picture, and makes odd sizes even', async () => {
    const { path } = await numberedClip({ codec: 'h264-444', widthPx: 161, heightPx: 119, frames: 20 });
    const { outputPath } = await previewOf(path, 'odd');
    expect(streamsOf(outputPath)).toMatchObject([{ codec_name: 'h264', width: 162, height: 120 }]);
  });

  it.each(scaled(['hlg'] as const, ['hlg', 'pq'] as const))('of %s shows the same gray as Chromium', async (hdr) => {
    const path = join(folder, `${hdr}.mov`);
    makeGrayRamp(path, hdr === 'hlg' ? 'arib-std-b67' : 'smpte2084');
    const { outputPath } = await previewOf(path, `${hdr}-shown`);
    const shown = grayRampIn(outputPath);
    const off = CHROMIUM_SHOWS[hdr].map((gray, step) => Math.abs(gray - (shown[step] ?? 0)));
    expect(Math.max(...off)).toBeLessThan(32);
    expect(off.reduce((sum, value) => sum + value, 0) / off.length).toBeLessThan(12);
  });
});

describe('a preview of a file in which only the container is unsupported', () => {
  it('is copied, not encoded', async () => {
    const { path } = await numberedClip({ container: 'flv', frames: 60, gop: 15, audio: 'aac' });
    const { outputPath, video, preview } = await previewOf(path, 'copied');
    expect(packetHashes(outputPath)).toEqual(packetHashes(path));
    expect(preview.clip.frameTimes).toEqual(video.clip.frameTimes);
  });

  const UNFIT: [string, NumberedClipOptions][] = [
    ['has one key frame in the whole clip', { container: 'mkv', frames: 90, gop: 999 }],
    ['is of 10 bits', { container: 'mkv', codec: 'h264-10', frames: 30 }],
    ['stands in an AVI, which has no times for B-frames', { container: 'avi', frames: 60, gop: 15, bFrames: 2 }],
  ];
  it.each(UNFIT.slice(0, scaled(1, 3)))('is nevertheless encoded where it %s', async (_, make) => {
    const { path } = await numberedClip(make);
    const { outputPath, preview, video } = await previewOf(path, `${make.container}${make.frames}`);
    expect(longestRunWithoutKeyFrame(outputPath)).toBe(7);
    expect(preview.clip.frameTimes).toHaveLength(video.clip.frameTimes.length);
  });
});

/** A ramp of 16 grays as Chromium 156 shows it, in limited range, read from a canvas. */
const CHROMIUM_SHOWS = {
  hlg: [16, 19, 30, 43, 56, 68, 81, 94, 107, 123, 143, 168, 193, 208, 222, 234],
  pq: [16, 17, 21, 31, 45, 62, 85, 110, 145, 186, 211, 230, 235, 235, 235, 235],
} as const;

function makeGrayRamp(path: string, transfer: string): void {
  const ramp = "format=yuv420p10le,geq=lum='64+floor(X/40)*876/15':cb=512:cr=512";
  const color = ['-color_primaries', 'bt2020', '-colorspace', 'bt2020nc', '-color_trc', transfer, '-color_range', 'tv'];
  const codec = ['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '4', '-pix_fmt', 'yuv420p10le', ...color];
  const scene = ['-f', 'lavfi', '-i', `color=black:s=640x128:r=30:d=0.2,${ramp}`];
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...scene, ...codec, path]);
}

function grayRampIn(path: string): number[] {
  const args = ['-v', 'error', '-i', path, '-frames:v', '1', '-pix_fmt', 'yuv420p', '-f', 'rawvideo', 'pipe:1'];
  const luma = execFileSync('ffmpeg', args);
  return Array.from({ length: 16 }, (_, step) => luma[64 * 640 + step * 40 + 20] ?? 0);
}

/** The packets' contents: a container may write the same H.264 with other start codes, so of the decoded pictures. */
function packetHashes(path: string): string[] {
  const args = ['-v', 'error', '-i', path, '-map', '0:v', '-fps_mode', 'passthrough', '-f', 'framehash', 'pipe:1'];
  const lines = execFileSync('ffmpeg', args, { encoding: 'utf8' }).split('\n');
  return lines.filter((line) => /^\d/.test(line)).map((line) => line.split(',').at(-1)?.trim() ?? '');
}
