// The upload protocol over real HTTP, without a usable video: what is refused, kept and deleted (hostile cases §6.1).
import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { CHUNK_BYTES } from '#domain/video/video-file.ts';
import { findStrays, startTestServer, type TestServer } from '#tests/server/test-server.ts';
import { type Chunk, cutIntoChunks, TestVisitor } from '#tests/server/test-visitor.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
afterEach(async () => {
  expect(await findStrays(server.dataDir)).toEqual([]);
});

const newVisitor = () => new TestVisitor(server.url);
const chunkOf = (change: Partial<Record<keyof Chunk, unknown>> = {}) =>
  ({ chunkIndex: 0, totalChunks: 3, fileName: 'swing.mp4', fileId: 'one', chunk: 'AAAA', ...change }) as Chunk;
const base64 = (bytes: number, fill = 7) => Buffer.alloc(bytes, fill).toString('base64');

// tests/faults/uploads-refusals.test.ts covers every kind of refused chunk. These share the server's error handling.
test.each<[string, Partial<Record<keyof Chunk, unknown>>, number, string]>([
  ['an index that is none', { chunkIndex: 1.5 }, 400, 'Invalid chunk index'],
  ['more bytes than a chunk has', { chunk: base64(CHUNK_BYTES + 1) }, 413, 'Chunk too large'],
  ['a file name of 2000 characters', { fileName: `${'x'.repeat(2000)}.mp4` }, 400, 'Invalid file name'],
])('a chunk with %s is refused and keeps no byte', async (_, change, status, sentence) => {
  const visitor = newVisitor();
  const answer = await visitor.sendChunk(chunkOf(change));
  expect(answer.status).toBe(status);
  expect(answer.body.error).toEqual(expect.stringContaining(sentence));
  expect(answer.body.message).toBe(answer.body.error);
  expect((await visitor.call('getUpload', { params: { fileId: 'one' } })).status).toBe(404);
});

describe('a chunk of plain bytes', () => {
  const send = (visitor: TestVisitor, fields: Record<string, string>, bytes = Buffer.alloc(3, 7)) =>
    visitor.fetch(`/api/upload-chunk?${new URLSearchParams(fields)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: bytes,
    });
  const fields = { chunkIndex: '0', totalChunks: '2', fileName: 'swing.mp4', fileId: 'one' };

  test('is the same as its base64 text in JSON', async () => {
    const visitor = newVisitor();
    expect(await (await send(visitor, fields)).json()).toEqual({ receivedChunks: 1, totalChunks: 2 });
    expect((await visitor.sendChunk(chunkOf({ totalChunks: 2, chunk: base64(3) }))).status).toBe(200);
    expect((await visitor.sendChunk(chunkOf({ totalChunks: 2, chunk: base64(3, 8) }))).status).toBe(409);
  });

  test.each([
    ['an index in another notation', { chunkIndex: '0x0' }, 3, 400, 'Invalid chunk index'],
    ['no count', { totalChunks: '' }, 3, 400, 'Invalid chunk count'],
    ['an id with a slash', { fileId: '../one' }, 3, 400, 'Invalid file id'],
    ['more bytes than a chunk has', {}, CHUNK_BYTES + 1, 413, 'Chunk too large'],
    ['no bytes', {}, 0, 400, 'Empty chunk'],
  ])('is refused with %s', async (_, change, bytes, status, sentence) => {
    const visitor = newVisitor();
    const answer = await send(visitor, { ...fields, ...change }, Buffer.alloc(bytes, 7));
    expect([answer.status, await answer.json()]).toMatchObject([status, { error: sentence }]);
    expect((await visitor.call('getUpload', { params: { fileId: 'one' } })).status).toBe(404);
  });

  test('is taken by no other call', async () => {
    const init = { method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body: '{}' };
    expect((await newVisitor().fetch('/api/merge-videos-chunked', init)).status).toBe(415);
  });
});

describe('chunks of one upload', () => {
  test('belong to the visitor who sent them, whatever the file id', async () => {
    const [one, other] = [newVisitor(), newVisitor()];
    await one.sendChunk(chunkOf({ chunk: 'AAAA' }));
    expect((await other.sendChunk(chunkOf({ chunk: 'BBBB' }))).status).toBe(200);
    const stranger = newVisitor();
    for (const call of ['getUpload', 'cancelUpload'] as const) {
      const answer = await stranger.call(call, { params: { fileId: 'one' } });
      expect([answer.status, answer.body.error]).toEqual([404, 'There is no such upload']);
    }
    expect((await other.call('cancelUpload', { params: { fileId: 'one' } })).status).toBe(200);
    expect((await one.call('getUpload', { params: { fileId: 'one' } })).status).toBe(200);
  });

  test('continue after the server is restarted [S7.9]', async () => {
    const visitor = newVisitor();
    await visitor.sendChunk(chunkOf({ chunkIndex: 1 }));
    server = await server.restart();
    const back = visitor.at(server.url);
    expect((await back.call('getUpload', { params: { fileId: 'one' } })).body.received).toEqual([1]);
    expect((await back.sendChunk(chunkOf())).body.receivedChunks).toBe(2);
  });

  test('that are not a video are refused at the end and deleted', async () => {
    const visitor = newVisitor();
    const answer = await visitor.upload('one', randomBytes(30_000), 'swing.mp4', 10_000);
    expect([answer.status, answer.body.code]).toEqual([422, 'not-a-video']);
    expect((await visitor.call('getUpload', { params: { fileId: 'one' } })).status).toBe(404);
  });
});

test('a visitor has four uploads open at most, and another visitor has four more', async () => {
  const visitor = newVisitor();
  for (const fileId of ['a', 'b', 'c', 'd']) expect((await visitor.sendChunk(chunkOf({ fileId }))).status).toBe(200);
  const fifth = await visitor.sendChunk(chunkOf({ fileId: 'e' }));
  expect([fifth.status, fifth.body.code]).toEqual([429, 'too-many-uploads']);
  expect(fifth.headers.get('retry-after')).toBe('60');
  expect((await visitor.sendChunk(chunkOf({ fileId: 'a', chunkIndex: 1 }))).status).toBe(200);
  expect((await newVisitor().sendChunk(chunkOf({ fileId: 'e' }))).status).toBe(200);
  await visitor.call('cancelUpload', { params: { fileId: 'b' } });
  expect((await visitor.sendChunk(chunkOf({ fileId: 'e' }))).status).toBe(200);
});

test('no upload begins when the disk has less free than the reserve', async () => {
  const full = await startTestServer({ settings: { DISK_RESERVE_MB: '1000000' } });
  try {
    const answer = await new TestVisitor(full.url).sendChunk(chunkOf());
    expect([answer.status, answer.body.error]).toEqual([507, 'The server is out of space. Please try again later.']);
    expect(await findStrays(full.dataDir)).toEqual([]);
  } finally {
    await full.close();
  }
});

test('a visitor’s chunks are deleted on request', async () => {
  const visitor = newVisitor();
  for (const chunk of cutIntoChunks('one', randomBytes(20_000), 'swing.mp4', 10_000).slice(1))
    await visitor.sendChunk(chunk);
  expect((await visitor.call('deleteMyVideos')).body).toEqual({ success: true });
  expect((await visitor.call('getUpload', { params: { fileId: 'one' } })).status).toBe(404);
  expect((await newVisitor().call('deleteMyVideos')).body).toEqual({ success: true });
});
