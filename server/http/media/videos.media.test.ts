// Real videos over real HTTP: finished uploads, and every invalid video of issue 2 (hostile cases §6.1, §6.3).
import { hash, randomBytes } from 'node:crypto';
import { readdir, readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { numberedClip } from '#tests/fixtures/numbered-clip.ts';
import { findStrays, startTestServer, type TestServer } from '#tests/server/test-server.ts';
import { cutIntoChunks, TestVisitor } from '#tests/server/test-visitor.ts';

let server: TestServer;
let swing: Buffer;
beforeAll(async () => {
  server = await startTestServer();
  swing = await readFile((await numberedClip({ frames: 30 })).path);
});
afterAll(() => server.close());
afterEach(async () => {
  expect(await findStrays(server.dataDir)).toEqual([]);
});

const sha256 = (bytes: Buffer) => hash('sha256', bytes);
const storedUploads = async () => {
  const folder = join(server.dataDir, 'media/uploads');
  return Promise.all((await readdir(folder)).map(async (name) => sha256(await readFile(join(folder, name)))));
};

describe('a video that was sent in chunks', () => {
  test('is stored byte for byte and known by a handle and its clip', async () => {
    const visitor = new TestVisitor(server.url);
    const { status, body } = await visitor.upload('swing', swing, 'swing.mp4', 1000);
    expect(status).toBe(200);
    expect(body.filePath).toMatch(/^[0-9a-f]{48}$/);
    expect(body.clip).toMatchObject({ widthPx: 160, heightPx: 120, frameRate: { numerator: 30, denominator: 1 } });
    expect((body.clip as { frameTimes: number[] }).frameTimes).toHaveLength(30);
    expect(await storedUploads()).toEqual([sha256(swing)]);

    const again = await visitor.sendChunk(cutIntoChunks('swing', swing, 'swing.mp4', 1000).at(-1));
    expect(again.body.filePath).toBe(body.filePath);
    const status2 = await visitor.call('getUpload', { params: { fileId: 'swing' } });
    expect(status2.body).toMatchObject({ filePath: body.filePath, clip: body.clip });

    const otherFile = await visitor.upload('swing', randomBytes(swing.length), 'swing.mp4', 1000);
    expect([otherFile.status, otherFile.body.code]).toEqual([409, 'chunk-differs']);

    await visitor.call('cancelUpload', { params: { fileId: 'swing' } });
    expect(await storedUploads()).toEqual([]);
  });

  test('is the same whatever the order of its chunks, with repeats', async () => {
    const chunks = cutIntoChunks('any-order', swing, 'swing.mp4', 1500);
    const orders = fc.shuffledSubarray([...chunks.keys(), ...chunks.keys()], { minLength: chunks.length * 2 });
    await fc.assert(
      fc.asyncProperty(orders, async (order) => {
        const visitor = new TestVisitor(server.url);
        const [first = 0, ...rest] = order;
        await visitor.sendChunk(chunks[first]);
        const answers = await Promise.all(rest.map((index) => visitor.sendChunk(chunks[index])));
        expect(answers.map(({ status }) => status)).toEqual(rest.map(() => 200));
        expect(new Set(answers.flatMap(({ body }) => body.filePath ?? [])).size).toBe(1);
        expect(await storedUploads()).toEqual([sha256(swing)]);
        await visitor.call('deleteMyVideos');
      }),
      { numRuns: 5, seed: 7 },
    );
  });

  test('of two visitors with the same file id stays two videos', async () => {
    const [one, other] = [new TestVisitor(server.url), new TestVisitor(server.url)];
    const longer = await readFile((await numberedClip({ frames: 45 })).path);
    const answers = await Promise.all([one.upload('same', swing), other.upload('same', longer)]);
    expect(answers[0].body.filePath).not.toBe(answers[1].body.filePath);
    expect((await storedUploads()).sort()).toEqual([sha256(swing), sha256(longer)].sort());
    await Promise.all([one.call('deleteMyVideos'), other.call('deleteMyVideos')]);
  });

  test('whose last response was lost with the server is completed', async () => {
    const visitor = new TestVisitor(server.url);
    // The visitor has a session before the response is lost: otherwise the upload could not be resumed.
    const chunks = cutIntoChunks('lost', swing, 'swing.mp4', Math.ceil(swing.length / 3));
    expect(chunks).toHaveLength(3);
    for (const chunk of chunks.slice(0, -1)) await visitor.sendChunk(chunk);
    const leaving = new AbortController();
    const last = visitor.call('uploadChunk', { body: chunks.at(-1), signal: leaving.signal });
    setTimeout(() => leaving.abort(), 30);
    await last.catch(() => undefined);
    server = await server.restart();
    const back = visitor.at(server.url);
    const finished = await back.sendChunk(chunks.at(-1));
    expect(finished.body.filePath).toBeDefined();
    await back.call('deleteMyVideos');
  });

  test('and has the wrong extension is identified by its content', async () => {
    const visitor = new TestVisitor(server.url);
    const webm = await readFile((await numberedClip({ frames: 20, container: 'webm', codec: 'vp8' })).path);
    expect((await visitor.upload('webm', webm, 'swing.mp4')).status).toBe(200);
    await visitor.call('deleteMyVideos');
  });
});

describe('a file that cannot be used is refused at the end of its upload and deleted', () => {
  const lavfi = async (args: string[]) => {
    const { stdout } = await execa('ffmpeg', ['-v', 'error', ...args, 'pipe:1'], { encoding: 'buffer' });
    return Buffer.from(stdout);
  };
  const black = ['-f', 'lavfi', '-i'];
  const x264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-f', 'matroska'];
  const unusable: [string, () => Promise<Buffer>, string, string][] = [
    ['random bytes', async () => randomBytes(5000), 'not-a-video', 'This file could not be read as a video'],
    [
      'a text',
      async () => Buffer.from('This is no video at all.\n'.repeat(40)),
      'not-a-video',
      'This file could not be read as a video',
    ],
    [
      'a web page',
      async () => Buffer.from('<!doctype html><script>alert(1)</script>'),
      'not-a-video',
      'This file could not be read as a video',
    ],
    [
      'a picture',
      () => lavfi([...black, 'testsrc=d=1:r=1', '-frames:v', '1', '-f', 'image2pipe', '-c:v', 'png']),
      'not-a-video',
      'This file could not be read as a video',
    ],
    [
      'a playlist',
      async () => Buffer.from('#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n/etc/passwd\n#EXT-X-ENDLIST\n'),
      'not-a-video',
      'This file could not be read as a video',
    ],
    [
      'a recording that was cut off',
      async () => swing.subarray(0, swing.indexOf('moov') - 4),
      'incomplete-video',
      'The video file is incomplete. Please export or record it again.',
    ],
    [
      'a sound',
      () => lavfi([...black, 'sine=d=1', '-c:a', 'aac', '-f', 'matroska']),
      'no-picture',
      'The file has no video',
    ],
    [
      'a picture of 16384 by 8192 pixels',
      () => lavfi([...black, 'color=s=16384x8192:r=1:d=1', '-c:v', 'mjpeg', '-f', 'matroska']),
      'too-many-pixels',
      'The video resolution is too large. Please use 4K or smaller.',
    ],
    [
      'three minutes',
      () => lavfi([...black, 'color=s=32x32:r=5:d=180', ...x264]),
      'too-long',
      'The video is too long. Please cut it to 2 minutes or less.',
    ],
  ];
  test.each(unusable)('%s', async (_, make, code, sentence) => {
    const visitor = new TestVisitor(server.url);
    const { status, body } = await visitor.upload('bad', await make());
    expect([status, body.code, body.error]).toEqual([422, code, sentence]);
    expect((await visitor.call('getUpload', { params: { fileId: 'bad' } })).status).toBe(404);
    expect(await storedUploads()).toEqual([]);
  });
});

test('a symlink in the upload folder is not a video', async () => {
  const visitor = new TestVisitor(server.url);
  const { body } = await visitor.upload('linked', swing);
  const name = (await readdir(join(server.dataDir, 'media/uploads')))[0] ?? '';
  const path = join(server.dataDir, 'media/uploads', name);
  await rm(path);
  await symlink('/etc/passwd', path);
  const merge = {
    userVideoPath: body.filePath,
    proVideoPath: body.filePath,
    alignmentType: 'strike',
    userStrikeTime: 0.5,
    proStrikeTime: 0.5,
  };
  const answer = await visitor.call('mergeVideos', { body: merge });
  expect([answer.status, answer.body.code]).toEqual([404, 'video-not-found']);
  await visitor.call('deleteMyVideos');
});
