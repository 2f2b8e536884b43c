import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mergedVideoFacts } from '#domain/mp4/video-track.ts';
import { DOWNLOAD_SPEEDS, type DownloadSpeed } from '#domain/video/playback-speed.ts';
import { isCampaign } from '#tests/campaign-scale.ts';
import { mergedVideo } from '#tests/fixtures/merged-video.ts';
import { numberedClip } from '#tests/fixtures/numbered-clip.ts';
import { readMp4Header, retimedMp4 } from './retime-mp4.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'retime-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function sourceOf(path: string) {
  const { size } = await stat(path);
  return {
    sizeBytes: size,
    open: async ({ from, to }: { from: number; to: number }) => createReadStream(path, { start: from, end: to }),
  };
}

async function retimedFile(path: string, speed: DownloadSpeed): Promise<string> {
  const stream = await retimedMp4(await sourceOf(path), speed);
  const to = path.replace(/\.\w+$/, `-${speed}.mp4`);
  if (stream) await writeFile(to, stream);
  return to;
}

interface Looked {
  streamLasts: number;
  fileLasts: number;
  startsAt: number;
  framesPerSecond: number;
  times: number[];
  hashes: string;
}

async function lookAt(path: string): Promise<Looked> {
  const entries = 'stream=duration,start_time,avg_frame_rate:format=duration:packet=pts_time,size,data_hash';
  const args = ['-v', 'error', '-show_data_hash', 'sha256', '-show_entries', entries, '-of', 'json', path];
  const { stdout } = await execa('ffprobe', args);
  const { streams, format, packets } = JSON.parse(stdout) as {
    streams: { duration: string; start_time: string; avg_frame_rate: string }[];
    format: { duration: string };
    packets: { pts_time: string; size: string; data_hash: string }[];
  };
  const [numerator = 0, denominator = 1] = (streams[0]?.avg_frame_rate ?? '').split('/').map(Number);
  return {
    streamLasts: Number(streams[0]?.duration),
    fileLasts: Number(format.duration),
    startsAt: Number(streams[0]?.start_time),
    framesPerSecond: numerator / denominator,
    times: packets.map((packet) => Number(packet.pts_time)),
    hashes: packets.map((packet) => `${packet.size} ${packet.data_hash}`).join('\n'),
  };
}

/** The length that the edit list shows, in seconds, and from which tick of the track on. */
async function editOf(path: string) {
  const bytes = await readFile(path);
  const at = (type: string, offset: number) => bytes.readUInt32BE(bytes.indexOf(type) + 4 + offset);
  return { entries: at('elst', 4), shows: at('elst', 8) / at('mvhd', 12), fromTick: at('elst', 12) };
}

const RATES: [number, number][] = [
  [24_000, 1001],
  [30, 1],
  [30_000, 1001],
  [50, 1],
  [60, 1],
  // Of no standard: its clock is four times its numerator.
  [29_413, 1000],
];
const CHANGED = DOWNLOAD_SPEEDS.filter((speed) => (isCampaign ? speed !== 1 : speed === 0.25 || speed === 1.5));

describe.each(RATES)('a merged video of %d/%d frames per second at another speed', (...fps) => {
  let path: string;
  let original: Looked;
  let frameCount: number;
  beforeAll(async () => {
    const merged = await mergedVideo(folder, { fps, frames: 45 });
    path = merged.path;
    frameCount = merged.plan.frameCount;
    original = await lookAt(path);
  });

  it.each(CHANGED)('is exact according to ffprobe at %d', async (speed) => {
    const retimedPath = await retimedFile(path, speed);
    const retimed = await lookAt(retimedPath);
    const frame = fps[1] / fps[0] / speed;
    expect(retimed.times).toHaveLength(frameCount);
    expect(retimed.hashes).toBe(original.hashes);
    for (const [index, time] of retimed.times.entries()) expect(time).toBeCloseTo(index * frame, 5);
    expect(retimed.streamLasts).toBeCloseTo(frameCount * frame, 5);
    expect(Math.abs(retimed.fileLasts - frameCount * frame)).toBeLessThan(frame);
    expect(retimed.startsAt).toBe(0);
    expect(retimed.framesPerSecond).toBeCloseTo((fps[0] / fps[1]) * speed, 3);
    const [before, after] = [await editOf(path), await editOf(retimedPath)];
    expect(after).toEqual({ ...before, shows: before.shows / speed });
    expect(Math.abs(after.shows - frameCount * frame)).toBeLessThan(frame);
  });

  it('has the planned facts in its header', async () => {
    const header = await readMp4Header(await sourceOf(path));
    const divisor = fps[1] === 1 ? { numerator: fps[0], denominator: 1 } : { numerator: fps[0], denominator: fps[1] };
    const facts = header && mergedVideoFacts(header.moov);
    expect(facts).toEqual({ frameCount, frameRate: divisor, widthPx: 320, heightPx: 120 });
  });
});

describe('a file that is not a merged video', () => {
  it.each([
    ['sound', { audio: 'aac' }, /Found 2 boxes trak|media data precedes/],
    ['its header at the end', {}, /media data precedes/],
    ['another container', { container: 'mkv' }, /does not fit|ends inside|no header/],
  ] as const)('is refused when it has %s', async (_, options, why) => {
    const { path } = await numberedClip(options);
    await expect(sourceOf(path).then((source) => retimedMp4(source, 0.5))).rejects.toThrow(why);
  });
});
