// The copies of videos that others see: which of a file's contents they have, and when their frames are shown.
import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ProbedVideo, probeClip } from '#server/ffmpeg/probe/probe.ts';
import { wholeTest } from '#tests/campaign-test.ts';
import { jitteredTimes, type NumberedClipOptions, numberedClip } from '#tests/fixtures/numbered-clip.ts';
import { publishArgs, publishVideo } from './publish-video.ts';

const run = promisify(execFile);
const TOOLS = { ffmpegPath: 'ffmpeg', ffprobePath: 'ffprobe' };
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'published-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** What phones and editors write into a file. */
const SECRETS = ['+37.7749-122.4194', 'iPhone 17 Pro', 'Ann at home', 'Secret chapter', '2024-07-01'];

/** The clip with all of it in its container, its stream and a chapter. */
async function withSecrets(path: string): Promise<string> {
  const to = join(folder, `phone.${path.split('.').at(-1)}`);
  const chapters = join(folder, 'chapters.txt');
  await writeFile(chapters, ';FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=500\ntitle=Secret chapter\n');
  const tags = [
    ...['-metadata', `location=${SECRETS[0]}`, '-metadata', `com.apple.quicktime.model=${SECRETS[1]}`],
    ...['-metadata', `title=${SECRETS[2]}`, '-metadata:s:v', `title=${SECRETS[2]}`],
    ...['-metadata', `creation_time=${SECRETS[4]}T10:00:00Z`],
  ];
  const movFlags = /\.(mp4|mov)$/.test(to) ? ['-movflags', 'use_metadata_tags'] : [];
  const inputs = ['-copyts', '-i', path, '-i', chapters, '-map', '0', '-map_chapters', '1'];
  await run('ffmpeg', ['-v', 'error', ...inputs, '-c', 'copy', ...tags, ...movFlags, to]);
  return to;
}

/** Of the first tier; the others take a second each. */
const FIRST: readonly [string, NumberedClipOptions][] = [
  ['a MOV of a turned phone', { container: 'mov', orientation: 'turned-90', audio: 'aac' }],
  ['a WebM', { container: 'webm', codec: 'vp9', audio: 'opus' }],
];
const OTHERS: readonly [string, NumberedClipOptions][] = [
  ['an MP4 with sound and more tracks', { moreTracks: true, audio: 'aac', bFrames: 2 }],
  ['an MP4 of a variable rate', { frameTimes: jitteredTimes(40, 30, 0.5) }],
  ['an MP4 whose first frame appears later', { firstFrameAt: 0.4 }],
  ['an MP4 whose edit list cuts frames', { leadingFramesCut: 7, bFrames: 2 }],
  ['a fragmented MP4', { fragmented: true }],
  ['a Matroska file', { container: 'mkv', bFrames: 2 }],
  ['an AVI', { container: 'avi', codec: 'mpeg4' }],
  ['a WMV', { container: 'wmv', codec: 'wmv2' }],
  ['an FLV', { container: 'flv', codec: 'flv1' }],
];

async function expectSameFrames(video: ProbedVideo, path: string): Promise<void> {
  const { clip } = await probeClip(TOOLS, path);
  expect([clip.widthPx, clip.heightPx]).toEqual([video.clip.widthPx, video.clip.heightPx]);
  expect(clip.frameTimes).toHaveLength(video.clip.frameTimes.length);
  const off = clip.frameTimes.map((time, index) => Math.abs(time - (video.clip.frameTimes[index] ?? 0)));
  expect(Math.max(...off)).toBeLessThan(2e-5);
}

async function expectPicturesOnly(path: string): Promise<void> {
  const bytes = (await readFile(path)).toString('latin1');
  expect(SECRETS.filter((secret) => bytes.includes(secret))).toEqual([]);
  const args = ['-v', 'error', '-show_streams', '-show_chapters', '-of', 'json', path];
  const { streams, chapters } = JSON.parse(execFileSync('ffprobe', args, { encoding: 'utf8' }));
  expect([streams.length, chapters.length]).toEqual([1, 0]);
}

for (const [clips, define] of [
  [FIRST, test],
  [OTHERS, wholeTest],
] as const) {
  for (const [title, options] of clips) {
    define(`${title} is published with the same frames at the same times and nothing else [F2]`, async () => {
      const clip = await numberedClip(options);
      const path = options.fragmented || options.leadingFramesCut ? clip.path : await withSecrets(clip.path);
      const video = await probeClip(TOOLS, path);
      const published = await publishVideo(TOOLS, { path, video, folder });
      expect(published.path).toContain('copy');
      expect(published.video.clip).toEqual(video.clip);
      await expectSameFrames(video, published.path);
      await expectPicturesOnly(published.path);
    });
  }
}

test('a video whose copy would not look the same is encoded with the same frames, in full size and without sound [F2]', async () => {
  const path = await withSecrets((await numberedClip({ audio: 'aac', firstFrameAt: 0.1, bFrames: 2 })).path);
  const probed = await probeClip(TOOLS, path);
  // As if the file said other colors than its copy.
  const video: ProbedVideo = { ...probed, source: { ...probed.source, colorMatrix: 'bt2020' } };
  const published = await publishVideo(TOOLS, { path, video, folder });
  expect(published.path).toContain('encoded');
  await expectSameFrames(video, published.path);
  await expectPicturesOnly(published.path);
});

test('the packets of a video are copied without anything else [F2]', async () => {
  const { path } = await numberedClip();
  const video = await probeClip(TOOLS, path);
  const args = publishArgs({ path: 'in', video, outputPath: 'out' });
  expect(args.slice(args.indexOf('file:in') + 1)).toEqual([
    ...['-map', '0:0', '-c', 'copy', '-map_metadata', '-1', '-map_chapters', '-1', '-an', '-sn', '-dn'],
    ...['-fflags', '+bitexact', '-flags:v', '+bitexact', '-output_ts_offset', '0.000000'],
    ...['-movflags', '+faststart', '-f', 'mp4', '-y', 'file:out'],
  ]);
});
