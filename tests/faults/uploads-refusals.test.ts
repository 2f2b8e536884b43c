// Refused chunks (hostile cases §6.1): each response is one plain sentence, and no byte is stored.
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { CHUNK_BYTES } from '#domain/video/video-file.ts';
import { scaled } from '#tests/campaign-scale.ts';
import { faultySite } from '#tests/faults/site/faulty-site.ts';
import { postHead, sendRaw } from '#tests/faults/site/raw-request.ts';
import { chunkFolders, chunkOf, expectRefusal } from '#tests/faults/site/upload-steps.ts';
import type { Chunk } from '#tests/server/test-visitor.ts';

const site = faultySite();
const base64 = (bytes: number) => Buffer.alloc(bytes, 7).toString('base64');
const oddTexts = ['', 'x'.repeat(10_000), '../x', 'a/b', 'a\\b', '..%2f', 'a\0b', 'a\nb', '🏌️', null, 7];

/** Sends chunks with one invalid value each; expects the same refusal for all and nothing on disk. */
async function allRefused(
  field: keyof Chunk,
  values: readonly unknown[],
  [status, sentence]: readonly [number, string],
): Promise<void> {
  const visitor = site.visitor();
  const before = await chunkFolders(site.dataDir);
  for (const value of values) expectRefusal(await visitor.sendChunk(chunkOf({ [field]: value })), status, sentence);
  expect(await chunkFolders(site.dataDir)).toEqual(before);
  expect((await visitor.call('getUpload', { params: { fileId: 'one' } })).status).toBe(404);
}

test('case 7: a chunk index other than a whole number below the count is refused', () =>
  allRefused('chunkIndex', [-1, 1.5, '1', null, 1e21, 3, undefined], [400, 'Invalid chunk index']));

test('case 8: a chunk count other than a whole number from 1 to 10,000 is refused', () =>
  allRefused('totalChunks', [0, -1, 1.5, 1e9, 10_001, '10', null], [400, 'Invalid chunk count']));

test('case 11: a chunk without bytes is refused', () => allRefused('chunk', [''], [400, 'Empty chunk']));

test('case 12: a chunk one byte over the limit is refused', () =>
  allRefused('chunk', [base64(CHUNK_BYTES + 1), base64(CHUNK_BYTES + 50_000)], [413, 'Chunk too large']));

test('case 13: a body over the limit is refused before it is read', async () => {
  expectRefusal(await site.visitor().sendChunk(chunkOf({ chunk: base64(2_000_000) })), 413, 'The request is too large');
  const head = postHead('/api/upload-chunk', { 'content-length': 10_000_000_000 });
  const answer = await sendRaw(site.url, [head, '{"chunk":"AAAA']);
  expect([answer.status, answer.afterMs < 2_000]).toEqual([413, true]);
  const endless = (function* pieces() {
    yield postHead('/api/upload-chunk', { 'transfer-encoding': 'chunked' });
    for (let index = 0; index < 400; index += 1) yield `4000\r\n${'A'.repeat(0x4000)}\r\n`;
  })();
  expect((await sendRaw(site.url, endless)).status).toBe(413);
});

test('case 16: text that is not exactly base64 is refused', () =>
  allRefused(
    'chunk',
    ['@@@@', 'AAAA!!!!AAAA', 'data:video/mp4;base64,AAAA', '-_-_', 'AAA', 'A', 'AA\nAA', 'AA==AA==', 'AB=='],
    [400, 'Chunk is not valid base64'],
  ));

test('case 17: a chunk that is not text is refused', () =>
  allRefused('chunk', [1, null, undefined, [], {}, 'A'], [400, 'Chunk is not valid base64']));

test('case 22: a file id that could be part of a path is refused; a JavaScript property name is a valid id', async () => {
  await allRefused('fileId', oddTexts, [400, 'Invalid file id']);
  const visitor = site.visitor();
  for (const fileId of ['__proto__', 'constructor', 'toString']) {
    expect((await visitor.sendChunk(chunkOf({ fileId }))).status).toBe(200);
    expect((await visitor.call('cancelUpload', { params: { fileId } })).status).toBe(200);
  }
});

test('case 23: unusual file names are accepted, and none is used on disk', async () => {
  const names = [
    `${'x'.repeat(296)}.mp4`,
    `${'打'.repeat(90)}.mp4`,
    'u\u0308ber.mp4',
    'über.mp4',
    'CON.mp4',
    'swing.MP4. ',
  ];
  for (const fileName of [...names, 'a\u202e4pm.mp4', 'IMG_0001']) {
    const visitor = site.visitor();
    expect((await visitor.sendChunk(chunkOf({ fileName }))).status).toBe(200);
    expect(await chunkFolders(site.dataDir)).toEqual([expect.stringMatching(/^[0-9a-f]{48}$/)]);
    await visitor.call('deleteMyVideos');
  }
});

test('case 24: a file name without a video extension is refused at the first chunk', () =>
  allRefused('fileName', ['x.exe', 'x.mp4.html', 'x.m3u8', '.mp4', '', '...'], [415, 'Invalid file type.']));

test('case 26: the first chunks of thousands of uploads are refused from the fifth on', async () => {
  const visitor = site.visitor();
  expect((await visitor.sendChunk(chunkOf({ fileId: 'f0' }))).status).toBe(200);
  const ids = Array.from({ length: scaled(200, 10_000) }, (_, index) => `f${index + 1}`);
  let taken = 1;
  while (ids.length > 0) {
    const together = ids.splice(0, 50).map((fileId) => visitor.sendChunk(chunkOf({ fileId })));
    for (const answer of await Promise.all(together)) {
      if (answer.status === 200) taken += 1;
      else expectRefusal(answer, 429, 'Too many uploads are open');
    }
  }
  expect(taken).toBe(4);
  expect(await chunkFolders(site.dataDir)).toHaveLength(4);
  await visitor.call('deleteMyVideos');
});

test('case 31: a body that is not declared as JSON is refused', async () => {
  const body = JSON.stringify(chunkOf());
  for (const type of [
    'text/plain',
    '',
    'application/json; charset=utf-16',
    'application/json\t; x',
    'APPLICATION/JSONX',
  ]) {
    const headers = { 'content-type': type, 'content-length': body.length };
    const answer = await sendRaw(site.url, [postHead('/api/upload-chunk', headers), body]);
    expect([type, answer.status]).toEqual([type, 415]);
  }
});

test('case 32: a compressed body is refused without reading it', async () => {
  const bomb = gzipSync(Buffer.alloc(20_000_000));
  for (const encoding of ['gzip', 'deflate', 'br', 'gzip, gzip']) {
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
    const answer = await site.visitor().fetch('/api/upload-chunk', { method: 'POST', headers, body: bomb });
    expect(answer.status).toBe(415);
  }
});

test('case 33: ambiguous JSON is refused', async () => {
  const good = JSON.stringify(chunkOf());
  const bodies = [
    good.slice(0, -1),
    `\ufeff${good}`,
    good.replace('{', '{"fileId":"two",'),
    good.replace('{', '{"__proto__":{"isAdmin":true},'),
    '['.repeat(100_000),
    '['.repeat(1_048_576),
    `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    'null',
    '',
  ];
  for (const body of bodies) {
    const headers = { 'content-type': 'application/json' };
    const answer = await site.visitor().fetch('/api/upload-chunk', { method: 'POST', headers, body });
    expect([body.slice(0, 30), answer.status]).toEqual([body.slice(0, 30), 400]);
  }
  expect(await chunkFolders(site.dataDir)).toEqual([]);
});
