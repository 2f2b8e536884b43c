// Unusual but valid videos (hostile cases §6.3): each is accepted, and its merge shows the marked frame upright and at
// its time. Every frame has its number in the picture, which is read from the merged video.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scaled } from '#tests/campaign-scale.ts';
import { wholeTest } from '#tests/campaign-test.ts';
import { box, encode, fastStartMp4, moving, patched, plainMp4, X264 } from '#tests/faults/chaos/hostile-files.ts';
import { faultySite } from '#tests/faults/site/faulty-site.ts';
import { inspectVideo } from '#tests/faults/site/inspect-video.ts';
import { summary } from '#tests/faults/site/site-swings.ts';
import { sha256 } from '#tests/faults/site/upload-steps.ts';
import { jitteredTimes, type NumberedClipOptions, numberedClip } from '#tests/fixtures/numbered-clip.ts';
import { readPaneNumbers } from '#tests/fixtures/read-frame-numbers.ts';
import { golferForm, sendGolfer, videoFile } from '#tests/server/golfer-upload.ts';
import type { TestVisitor } from '#tests/server/test-visitor.ts';

interface ClipFacts {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly frameTimes: readonly number[];
}
interface AcceptedUpload {
  readonly visitor: TestVisitor;
  readonly handle: string;
  readonly clip: ClipFacts;
}

const site = faultySite();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swingmark-shapes-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Uploads a file that must be accepted. */
async function accepted(bytes: Buffer, fileName = 'swing.mp4'): Promise<AcceptedUpload> {
  const visitor = site.visitor();
  const answer = await visitor.upload('swing', bytes, fileName);
  expect(summary(answer)).toBe('200');
  return { visitor, handle: String(answer.body.filePath), clip: answer.body.clip as ClipFacts };
}

/** Merges a video with itself at one of its frames, and returns the merged bytes. */
async function comparedWithItself({ visitor, handle, clip }: AcceptedUpload, strikeFrame: number): Promise<Buffer> {
  const time = clip.frameTimes[strikeFrame] ?? Number.NaN;
  const body = {
    userVideoPath: handle,
    proVideoPath: handle,
    alignmentType: 'strike',
    userStrikeTime: time,
    proStrikeTime: time,
  };
  const answer = await visitor.call('mergeVideos', { body });
  expect(summary(answer)).toBe('200');
  return Buffer.from(await (await visitor.fetch(String(answer.body.mergedVideoUrl))).arrayBuffer());
}

/** The numbers in both panes of each merged frame. */
async function numbersIn(merged: Buffer): Promise<(number | null)[][]> {
  const path = join(folder, `${sha256(merged)}.mp4`);
  await writeFile(path, merged);
  const { widthPx, heightPx } = await inspectVideo(merged);
  const half = { yPx: 0, widthPx: widthPx / 2, heightPx };
  return readPaneNumbers(path, { widthPx, heightPx }, [
    { ...half, xPx: 0 },
    { ...half, xPx: widthPx / 2 },
  ]);
}

/** Merges a numbered clip with itself and expects every merged frame to be upright and the same in both panes. */
async function expectNumbersKept(make: NumberedClipOptions, strikeFrame = 20): Promise<ClipFacts> {
  const { path, firstNumber } = await numberedClip(make);
  const swing = await accepted(await readFile(path));
  const numbers = await numbersIn(await comparedWithItself(swing, strikeFrame));
  expect(numbers.flat()).not.toContain(null);
  expect(numbers.every(([left, right]) => left === right)).toBe(true);
  const shown = numbers.map(([left]) => left ?? -1);
  expect(shown).toEqual([...shown].sort((a, b) => a - b));
  expect(shown).toContain(strikeFrame + firstNumber);
  return swing.clip;
}

test('case 62: the format is detected from the content, not from the name', async () => {
  const webm = await readFile((await numberedClip({ frames: 20, container: 'webm', codec: 'vp8' })).path);
  const avi = await readFile((await numberedClip({ frames: 20, container: 'avi', codec: 'mpeg4' })).path);
  expect((await accepted(webm, 'swing.mp4')).clip.frameTimes).toHaveLength(20);
  expect((await accepted(avi, 'swing.mov')).clip.frameTimes).toHaveLength(20);
  // Browsers get the content type of the actual format.
  const admin = await site.admin();
  const marks = { restTime: '0.1', topTime: '0.3', strikeTime: '0.5' };
  const form = golferForm(new Uint8Array(webm), { ...marks, video: videoFile(new Uint8Array(webm), 'swing.mp4') });
  const golfer = (await (await sendGolfer(admin, form)).json()) as { videoUrl: string };
  expect((await admin.fetch(golfer.videoUrl)).headers.get('content-type')).toBe('video/webm');
});

test('case 64: a truncated file is accepted up to its end, and marked as such', async () => {
  const whole = await fastStartMp4();
  const swing = await accepted(whole.subarray(0, whole.length / 2));
  const frames = swing.clip.frameTimes.length;
  expect(frames).toBeGreaterThan(20);
  expect(frames).toBeLessThan(70);
  const merged = await inspectVideo(await comparedWithItself(swing, 15));
  expect(merged.frameCount).toBe(frames);
});

wholeTest('case 65: a file that is damaged in the middle keeps its whole length', async () => {
  const whole = await plainMp4();
  const media = whole.indexOf('mdat') + 4;
  const sizeBytes = whole.indexOf('moov') - 4 - media;
  const middle = media + Math.round(sizeBytes / 2);
  for (const share of scaled([0.1], [0.01, 0.1, 0.4])) {
    const noise = Buffer.from(
      Array.from({ length: Math.ceil(sizeBytes * share) }, (_, index) => (index * 197 + 31) & 0xff),
    );
    const swing = await accepted(patched(whole, middle, noise));
    expect(swing.clip.frameTimes).toHaveLength(90);
    const merged = await inspectVideo(await comparedWithItself(swing, 30));
    expect(merged.frameCount).toBe(90);
  }
});

wholeTest('case 67: missing, excessive and unknown sound make no difference', async () => {
  const sine = (seconds: number) => ['-f', 'lavfi', '-i', `sine=d=${seconds}`];
  const picture = moving('64x64', 10, 1);
  const aac = await encode('mp4', [...picture, ...sine(1), ...X264, '-c:a', 'aac']);
  const files = {
    none: await encode('mp4', [...picture, ...X264]),
    longer: await encode('mp4', [...picture, ...sine(4), ...X264, '-c:a', 'aac']),
    'five and one': await encode('mp4', [...picture, ...sine(1), ...X264, '-c:a', 'aac', '-ac', '6']),
    two: await encode('mp4', [...picture, ...sine(1), ...sine(1), '-map', '0', '-map', '1', '-map', '2', ...X264]),
    unknown: patched(aac, aac.indexOf('mp4a'), Buffer.from('qqqq')),
  };
  for (const [name, bytes] of Object.entries(files)) {
    const swing = await accepted(bytes);
    expect([name, swing.clip.frameTimes.length]).toEqual([name, 10]);
    expect((await inspectVideo(await comparedWithItself(swing, 5))).kinds).toEqual(['video']);
  }
});

wholeTest('case 68: of several video streams in a file the first moving one is used', async () => {
  const two = ['-map', '0:v', '-map', '1:v', ...X264];
  const cover = await encode('png', [...moving('64x64', 1, 1), '-frames:v', '1']);
  const coverPath = join(folder, 'cover.png');
  await writeFile(coverPath, cover);
  const covered = ['-i', coverPath, ...moving('80x60', 10, 1), '-map', '0', '-map', '1', '-c:v:0', 'copy'];
  const both = await accepted(await encode('mp4', [...moving('80x60', 10, 1), ...moving('160x90', 10, 2), ...two]));
  expect([both.clip.widthPx, both.clip.frameTimes.length]).toEqual([80, 10]);
  const disposition = ['-c:v:1', 'libx264', '-pix_fmt', 'yuv420p', '-disposition:v:0', 'attached_pic'];
  const swing = await accepted(await encode('mp4', [...covered, ...disposition]));
  expect([swing.clip.widthPx, swing.clip.frameTimes.length]).toEqual([80, 10]);
});

wholeTest('case 69: a rotated or mirrored picture is shown upright', async () => {
  const orientations = ['turned-90', 'turned-180', 'turned-270', 'mirrored'] as const;
  for (const orientation of orientations) {
    const { widthPx, heightPx } = await expectNumbersKept({ frames: 30, orientation }, 12);
    expect([orientation, widthPx, heightPx]).toEqual([orientation, 160, 120]);
  }
});

wholeTest(
  'case 70: every frame rate, a variable one, a late start and an edit list keep the marked frame',
  async () => {
    const shapes: NumberedClipOptions[] = [
      { frames: 30, fps: [24000, 1001] },
      { frames: 120, fps: [240, 1] },
      { frameTimes: jitteredTimes(30, 30, 0.8) },
      { frames: 30, firstFrameAt: 1.5 },
      { frames: 40, leadingFramesCut: 7, bFrames: 2 },
      { frames: 30, container: 'avi', codec: 'mpeg4' },
      { frames: 30, container: 'mkv', fps: [30000, 1001] },
    ];
    // Parity tests go through all of them in the merged file.
    for (const shape of scaled([...shapes.slice(0, 1), ...shapes.slice(2, 5)], shapes))
      await expectNumbersKept(shape, 16);
  },
);

wholeTest('case 71: 10-bit HDR is converted to a picture that every browser shows', async () => {
  for (const hdr of ['hlg', 'pq'] as const) {
    const swing = await accepted(
      await readFile((await numberedClip({ frames: 30, codec: 'hevc', hdr, widthPx: 320, heightPx: 240 })).path),
    );
    const numbers = await numbersIn(await comparedWithItself(swing, 15));
    expect(numbers.flat()).not.toContain(null);
  }
});

wholeTest('case 72: odd, narrow and tiny pictures become even ones, or are refused as too small', async () => {
  const odd = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv444p'];
  for (const size of ['1079x1921', '17x31', '16x2000']) {
    const source = ['-f', 'lavfi', '-i', `testsrc=s=${size}:r=5:d=1`];
    const swing = await accepted(await encode('mp4', [...source, ...odd]));
    expect(`${swing.clip.widthPx}x${swing.clip.heightPx}`).toBe(size);
    const merged = await inspectVideo(await comparedWithItself(swing, 2));
    expect([merged.widthPx % 2, merged.heightPx % 2, merged.frameCount]).toEqual([0, 0, 5]);
  }
  const tiny = await site.visitor().upload('tiny', await encode('mp4', [...moving('2x2', 5, 1), '-c:v', 'mpeg4']));
  expect(summary(tiny)).toBe('422 The video picture is too small. Please use at least 16 by 16 pixels.');
});

test('case 75: the duration in a header is not trusted', async () => {
  const mp4 = await plainMp4();
  const lengths = { maximum: 0xffffffff, none: 0, shortest: 1 };
  for (const [name, value] of Object.entries(lengths)) {
    const file = Buffer.from(mp4);
    file.writeUInt32BE(value, file.indexOf('mvhd') + 20);
    file.writeUInt32BE(value, file.indexOf('mdhd') + 20);
    const { frameTimes } = (await accepted(file)).clip;
    expect([name, frameTimes.length, frameTimes.at(-1)]).toEqual([name, 90, expect.closeTo(89 / 30, 3)]);
  }
  const mkv = await encode('mkv', [...moving('64x64', 10, 1), ...X264]);
  const duration = mkv.indexOf(Buffer.from([0x44, 0x89, 0x88]));
  for (const value of scaled([Number.NaN, 1e300], [Number.NaN, -5000, Number.POSITIVE_INFINITY, 1e300])) {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleBE(value);
    expect((await accepted(patched(mkv, duration + 3, bytes))).clip.frameTimes).toHaveLength(10);
  }
});

test('case 80: a video that is also a page is only ever served as a video', async () => {
  const script = '<html><script>alert(document.domain)</script></html>';
  const polyglot = Buffer.concat([await plainMp4(), box('free', Buffer.from(script))]);
  const hiding = Buffer.concat([box('free', Buffer.from(script)), await fastStartMp4()]);
  for (const bytes of [polyglot, hiding]) {
    const visitor = site.visitor();
    const answer = await visitor.upload('both', bytes);
    expect(summary(answer)).toMatch(/^(200|422 .*)$/);
    if (answer.status !== 200) continue;
    const swing = { visitor, handle: String(answer.body.filePath), clip: answer.body.clip as ClipFacts };
    expect((await comparedWithItself(swing, 30)).includes('<script>')).toBe(false);
  }
  // The administrator's video is served unchanged, with a content type that no browser renders as a page.
  const admin = await site.admin();
  const form = golferForm(new Uint8Array(polyglot), {
    video: videoFile(new Uint8Array(polyglot), 'page.html', 'video/mp4'),
  });
  const golfer = (await (await sendGolfer(admin, form)).json()) as { videoUrl: string };
  const { headers } = await site.visitor().fetch(golfer.videoUrl);
  expect([headers.get('content-type'), headers.get('x-content-type-options')]).toEqual(['video/mp4', 'nosniff']);
  expect(headers.get('content-security-policy')).toContain("script-src 'self'");
});

wholeTest('case 81: a swing is compared with itself', async () => {
  expect((await expectNumbersKept({ frames: 90 }, 45)).frameTimes).toHaveLength(90);
});
