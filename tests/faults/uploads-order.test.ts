// Chunks in any order, repeated, from two tabs and two browsers (hostile cases §6.1): the stored file equals the sent one
// byte for byte, or nothing is stored.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { CHUNK_BYTES } from '#domain/video/video-file.ts';
import { faultySite } from '#tests/faults/site/faulty-site.ts';
import { openConnection, postHead } from '#tests/faults/site/raw-request.ts';
import {
  chunkFolders,
  chunkOf,
  clipOfSize,
  expectRefusal,
  sendInOrder,
  sha256,
  storedUploads,
} from '#tests/faults/site/upload-steps.ts';
import { type Chunk, cutIntoChunks, type TestVisitor } from '#tests/server/test-visitor.ts';

const site = faultySite();
let swing: Buffer;
let chunks: Chunk[];
beforeAll(async () => {
  swing = await clipOfSize(100_000, (box) => randomBytes(box.length).copy(box));
  chunks = cutIntoChunks('one', swing, 'swing.mp4', 20_000);
});

/** Expects the complete upload to equal the sent file, and deletes it. */
async function expectStored(visitor: TestVisitor, bytes = swing): Promise<void> {
  expect(await storedUploads(site.dataDir)).toEqual([sha256(bytes)]);
  expect(await chunkFolders(site.dataDir)).toEqual([]);
  await visitor.call('deleteMyVideos');
}

test('case 1: of chunks in order, only the response to the last one has the file’s handle', async () => {
  const visitor = site.visitor();
  const answers = await sendInOrder(visitor, chunks, chunks.keys());
  expect(answers.map(({ status }) => status)).toEqual(chunks.map(() => 200));
  expect(answers.map(({ body }) => typeof body.filePath)).toEqual([
    ...chunks.slice(1).map(() => 'undefined'),
    'string',
  ]);
  await expectStored(visitor);
});

test('case 2: chunks in any order make the same file', async () => {
  for (const order of [
    [4, 3, 2, 1, 0],
    [4, 0, 1, 2, 3],
    [2, 4, 0, 3, 1],
  ]) {
    const visitor = site.visitor();
    const answers = await sendInOrder(visitor, chunks, order);
    expect(answers.at(-1)?.body.filePath).toMatch(/^[0-9a-f]{48}$/);
    await expectStored(visitor);
  }
});

test('case 3: a repeated chunk is counted once', async () => {
  const visitor = site.visitor();
  const answers = await sendInOrder(visitor, chunks, [1, 1, 0, 1]);
  expect(answers.map(({ status, body }) => [status, body.receivedChunks])).toEqual([
    [200, 1],
    [200, 1],
    [200, 2],
    [200, 2],
  ]);
  await sendInOrder(visitor, chunks, [2, 3, 4]);
  await expectStored(visitor);
});

test('case 4: other content under a received index is refused, and the first one stays', async () => {
  const visitor = site.visitor();
  await sendInOrder(visitor, chunks, [0, 1]);
  const other = await visitor.sendChunk({ ...chunks[1], chunk: chunks[2]?.chunk ?? '' } as Chunk);
  expectRefusal(other, 409, 'Chunk 1 was already received with different content');
  await sendInOrder(visitor, chunks, [2, 3, 4]);
  await expectStored(visitor);
});

test('case 5: the last chunk again after completion gets the same answer', async () => {
  const visitor = site.visitor();
  const first = (await sendInOrder(visitor, chunks, chunks.keys())).at(-1);
  for (const index of [4, 0]) {
    const again = await visitor.sendChunk(chunks[index]);
    expect([again.status, again.body.filePath]).toEqual([200, first?.body.filePath]);
  }
  await expectStored(visitor);
});

test('case 6: an upload with a missing chunk cannot be compared, and its other chunks are kept', async () => {
  const visitor = site.visitor();
  await sendInOrder(visitor, chunks, [0, 1, 3, 4]);
  for (const userVideoPath of ['one', 'a'.repeat(48)]) {
    const body = { userVideoPath, proVideoId: 1, alignmentType: 'strike', userStrikeTime: 0.5 };
    expectRefusal(await visitor.call('mergeVideos', { body }), 404, 'Video not found. Please upload it again.');
  }
  expect((await visitor.call('getUpload', { params: { fileId: 'one' } })).body.received).toEqual([0, 1, 3, 4]);
  await visitor.sendChunk(chunks[2]);
  await expectStored(visitor);
});

test('case 9: the chunk count of the first chunk cannot be changed', async () => {
  const visitor = site.visitor();
  await visitor.sendChunk(chunkOf());
  expectRefusal(await visitor.sendChunk(chunkOf({ chunkIndex: 1, totalChunks: 4 })), 409, 'Upload parameters changed');
  expect((await visitor.call('getUpload', { params: { fileId: 'one' } })).body.totalChunks).toBe(3);
});

test('case 10: the file name of the first chunk cannot be changed', async () => {
  const visitor = site.visitor();
  await visitor.sendChunk(chunkOf());
  const other = await visitor.sendChunk(chunkOf({ chunkIndex: 1, fileName: 'other.mp4' }));
  expectRefusal(other, 409, 'Upload parameters changed');
  expect((await visitor.sendChunk(chunkOf({ chunkIndex: 1 }))).status).toBe(200);
});

test('case 18: the same chunk from several concurrent requests is stored once and completely', async () => {
  const visitor = site.visitor();
  await visitor.sendChunk(chunks[0]);
  const together = await Promise.all(Array.from({ length: 8 }, () => visitor.sendChunk(chunks[2])));
  expect(together.map(({ status, body }) => [status, body.receivedChunks])).toEqual(together.map(() => [200, 2]));
  const last = await Promise.all([1, 3, 4, 4, 4].map((index) => visitor.sendChunk(chunks[index])));
  expect(last.map(({ status }) => status)).toEqual(last.map(() => 200));
  await expectStored(visitor);
});

test('case 19: a slow chunk and its faster retry never mix', async () => {
  const visitor = site.visitor();
  await visitor.sendChunk(chunks[0]);
  const body = JSON.stringify(chunks[1]);
  const socket = await openConnection(site.url);
  socket.write(postHead('/api/upload-chunk', { 'content-length': body.length, cookie: visitor.cookie }));
  socket.write(body.slice(0, body.length / 2));
  await sleep(50);
  const answers = await sendInOrder(visitor, chunks, [1, 2, 3]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const slow = new Promise<string>((resolve) => socket.once('data', (piece) => resolve(String(piece))));
  socket.write(body.slice(body.length / 2));
  expect(await slow).toMatch(/^HTTP\/1\.1 200/);
  socket.destroy();
  expect((await visitor.sendChunk(chunks[4])).body.filePath).toBeDefined();
  await expectStored(visitor);
});

test('case 20: two browsers with the same file id and other files each get their own', async () => {
  const other = await clipOfSize(100_000, (box) => box.fill(3));
  const others = cutIntoChunks('one', other, 'swing.mp4', 20_000);
  const [first, second] = [site.visitor(), site.visitor()];
  const handles: unknown[] = [];
  for (const index of chunks.keys()) {
    const answers = [await first.sendChunk(chunks[index]), await second.sendChunk(others[index])];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    handles.push(...answers.flatMap(({ body }) => body.filePath ?? []));
  }
  expect(new Set(handles).size).toBe(2);
  expect((await storedUploads(site.dataDir)).sort()).toEqual([sha256(swing), sha256(other)].sort());
  await first.call('deleteMyVideos');
  await expectStored(second, other);
});

test('case 21: a second tab with the same file id and another file is refused, and the first continues', async () => {
  const visitor = site.visitor();
  await sendInOrder(visitor, chunks, [0, 1]);
  const other = await visitor.sendChunk({ ...chunks[1], chunk: 'BBBB' } as Chunk);
  expectRefusal(other, 409, 'Chunk 1 was already received with different content');
  expect((await visitor.sendChunk({ ...chunks[2], fileName: 'other.mp4' } as Chunk)).status).toBe(409);
  await sendInOrder(visitor, chunks, [2, 3, 4]);
  await expectStored(visitor);
});

test('case 34: an upload continues after the server is killed between chunks', async () => {
  let visitor = site.visitor();
  await sendInOrder(visitor, chunks, [3, 0]);
  await site.restart('SIGKILL');
  visitor = visitor.at(site.url);
  expect((await visitor.call('getUpload', { params: { fileId: 'one' } })).body.received).toEqual([0, 3]);
  const answers = await sendInOrder(visitor, chunks, [1, 2, 4]);
  expect(answers.at(-1)?.body.filePath).toBeDefined();
  await expectStored(visitor);
});

test('case 35: a complete upload that is not a video is refused and deleted', async () => {
  const visitor = site.visitor();
  const answer = await visitor.upload('one', randomBytes(60_000), 'swing.mp4', 20_000);
  expectRefusal(answer, 422, 'This file could not be read as a video');
  expect((await visitor.call('getUpload', { params: { fileId: 'one' } })).status).toBe(404);
  expect([await storedUploads(site.dataDir), await chunkFolders(site.dataDir)]).toEqual([[], []]);
});

test('case 29: a connection that breaks midway through a chunk leaves nothing of it', async () => {
  const visitor = site.visitor();
  await visitor.sendChunk(chunkOf());
  const body = JSON.stringify(chunkOf({ chunkIndex: 1, chunk: Buffer.alloc(CHUNK_BYTES).toString('base64') }));
  for (const share of [0.1, 0.5, 0.99]) {
    const socket = await openConnection(site.url);
    socket.write(postHead('/api/upload-chunk', { 'content-length': body.length, cookie: visitor.cookie }));
    socket.write(body.slice(0, body.length * share));
    await sleep(30);
    socket.resetAndDestroy();
  }
  expect((await visitor.call('getUpload', { params: { fileId: 'one' } })).body.received).toEqual([0]);
  expect((await visitor.sendChunk(chunkOf({ chunkIndex: 1 }))).body.receivedChunks).toBe(2);
});
