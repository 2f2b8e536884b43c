import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { planComparison } from '#domain/comparison/comparison-plan.ts';
import type { Size } from '#domain/geometry.ts';
import { makeThumbnail } from '#server/ffmpeg/preview/thumbnail.ts';
import { probeClip } from '#server/ffmpeg/probe/probe.ts';
import { checkOutput } from '#server/ffmpeg/process/make-video.ts';
import { endlessFfmpeg } from '#tests/fixtures/endless-ffmpeg.ts';
import { numberedClip } from '#tests/fixtures/numbered-clip.ts';
import { readFrameNumbers } from '#tests/fixtures/read-frame-numbers.ts';
import { until } from '#tests/until.ts';
import { mergeVideos } from './merge-videos.ts';

const TOOLS = { ffmpegPath: 'ffmpeg', ffprobePath: 'ffprobe' };

let folder = '';
let toolsFolder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'merge-'));
  toolsFolder = await mkdtemp(join(tmpdir(), 'merge-tools-'));
});
afterEach(async () => {
  for (const path of [folder, toolsFolder]) await rm(path, { recursive: true, force: true });
});

async function order() {
  const { path } = await numberedClip({ frames: 120, audio: 'aac' });
  const video = await probeClip(TOOLS, path);
  const annotated = { clip: video.clip, annotations: { restTime: 1, topTime: 1.5, strikeTime: 2 } };
  const result = planComparison(annotated, annotated, 'strike');
  if (!result.ok) throw new Error(result.problem);
  const side = { path, video };
  return { plan: result.plan, user: side, pro: side, outputPath: join(folder, 'merged.mp4') };
}

describe('mergeVideos', () => {
  it('writes one silent H.264 track that starts at once, tagged BT.709, at an exactly constant rate', async () => {
    const job = await order();
    const fractions: number[] = [];
    await mergeVideos(TOOLS, { ...job, onProgress: (fraction) => fractions.push(fraction) });
    const entries = 'stream=codec_name,color_space,color_range,time_base,r_frame_rate:stream_tags:packet=duration';
    const { stdout } = await execa('ffprobe', ['-v', 'error', '-show_entries', entries, '-of', 'json', job.outputPath]);
    const probed = JSON.parse(stdout) as { streams: Record<string, unknown>[]; packets: { duration: number }[] };
    expect(probed.streams).toHaveLength(1);
    expect(probed.streams[0]).toMatchObject({
      codec_name: 'h264',
      color_space: 'bt709',
      color_range: 'tv',
      time_base: '1/120000',
      r_frame_rate: '30/1',
    });
    expect(new Set(probed.packets.map((packet) => packet.duration))).toEqual(new Set([4000]));
    const file = await readFile(job.outputPath);
    expect(file.indexOf('moov')).toBeLessThan(file.indexOf('mdat'));
    expect(fractions.at(-1)).toBe(1);
    expect(await readdir(folder)).toEqual(['merged.mp4']);
  });

  it('leaves no file when a source has vanished or is damaged', async () => {
    const job = await order();
    const damaged = join(folder, 'damaged.mp4');
    await writeFile(damaged, Buffer.alloc(20_000));
    for (const path of [join(folder, 'gone.mp4'), damaged]) {
      const merging = mergeVideos(TOOLS, { ...job, pro: { ...job.pro, path } });
      await expect(merging).rejects.toMatchObject({ code: 'merge-failed' });
    }
    expect(await readdir(folder)).toEqual(['damaged.mp4']);
  });

  it('leaves no file when it is aborted', async () => {
    const job = await order();
    const canceling = new AbortController();
    const reason = new Error('canceled');
    const tools = { ...TOOLS, ffmpegPath: await endlessFfmpeg(toolsFolder) };
    const merging = mergeVideos(tools, { ...job, signal: canceling.signal });
    const ending = expect(merging).rejects.toBe(reason);
    await until('the file is being written', async () => (await readdir(folder)).length > 0);
    canceling.abort(reason);
    await ending;
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('checkOutput', () => {
  it('refuses a file that is one frame short, of another size, cut off, or overwritten in the middle', async () => {
    const job = await order();
    await mergeVideos(TOOLS, job);
    const { frameCount, frameRate } = job.plan;
    const size: Size = job.plan.canvas;
    const good = { frameCount, frameRate, ...size };
    await checkOutput(job.outputPath, good);
    const check = (path: string, expected: typeof good) => checkOutput(path, expected);
    await expect(check(job.outputPath, { ...good, frameCount: frameCount + 1 })).rejects.toThrow('frame count');
    await expect(check(job.outputPath, { ...good, widthPx: good.widthPx + 2 })).rejects.toThrow('size');
    const cut = join(folder, 'cut.mp4');
    const file = await readFile(job.outputPath);
    await writeFile(cut, file.subarray(0, Math.round(file.length * 0.7)));
    await expect(check(cut, good)).rejects.toThrow('complete');
    const overwritten = join(folder, 'overwritten.mp4');
    await writeFile(overwritten, file.fill(0, Math.round(file.length * 0.7), Math.round(file.length * 0.8)));
    await expect(check(overwritten, good)).rejects.toThrow('complete');
  });
});

describe('makeThumbnail', () => {
  it.each([
    ['upright from a turned clip', { frames: 120, widthPx: 120, heightPx: 160, orientation: 'turned-90' }, 50],
    ['from a clip that starts late', { frames: 120, firstFrameAt: 10 }, 118],
    ['from a container without an index', { frames: 120, container: 'avi', codec: 'mpeg4', audio: 'mp3' }, 80],
    ['of the very first frame', { frames: 120 }, 0],
  ] as const)('shows the frame on screen %s', async (_title, make, index) => {
    const { path } = await numberedClip(make);
    const video = await probeClip(TOOLS, path);
    const outputPath = join(folder, 'still.jpg');
    await makeThumbnail(TOOLS, { path, video, at: (video.clip.frameTimes[index] ?? 0) + 0.01, outputPath });
    expect(await readFrameNumbers(outputPath)).toEqual([index]);
    expect(await readdir(folder)).toEqual(['still.jpg']);
  });
});
