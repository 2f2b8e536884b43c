// Limits on the size and speed of uploads (hostile cases §6.1), and a full disk.
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHUNK_BYTES, MAX_VIDEO_BYTES } from '#domain/video/video-file.ts';
import { connectDatabase } from '#server/database/open-database.ts';
import { isCampaign } from '#tests/campaign-scale.ts';
import { wholeTest } from '#tests/campaign-test.ts';
import { faultySite } from '#tests/faults/site/faulty-site.ts';
import { postHead, sendRaw } from '#tests/faults/site/raw-request.ts';
import { makeSmallDisk, mayMountDisks, type SmallDisk } from '#tests/faults/site/small-disk.ts';
import { chunkFolders, chunkOf, clipOfSize, expectRefusal, smallClip } from '#tests/faults/site/upload-steps.ts';
import { type Chunk, cutIntoChunks, type TestVisitor } from '#tests/server/test-visitor.ts';

const HOUR_MS = 3_600_000;
const fullChunk = Buffer.alloc(CHUNK_BYTES).toString('base64');
const ALL_CHUNKS = MAX_VIDEO_BYTES / CHUNK_BYTES;

describe('a site with the usual limits', () => {
  const site = faultySite();

  /**
   * Uploads all but the last chunks. The campaign sends every chunk; otherwise those in the middle are written into the
   * chunk folder while the server is down, and it finds them at its next start.
   */
  async function sendAllBut(visitor: TestVisitor, chunks: readonly Chunk[], last: number): Promise<TestVisitor> {
    for (const chunk of isCampaign ? chunks.slice(0, -last) : chunks.slice(0, 1)) {
      expect((await visitor.sendChunk(chunk)).status).toBe(200);
    }
    if (isCampaign) return visitor;
    await site.stop();
    const [folder = ''] = await chunkFolders(site.dataDir);
    for (const { chunkIndex } of chunks.slice(1, -last)) {
      const file = await open(join(site.dataDir, 'chunks', folder, String(chunkIndex)), 'w');
      await file.truncate(CHUNK_BYTES);
      await file.close();
    }
    await site.start();
    return visitor.at(site.url);
  }

  /** The chunks of a video of the maximum size; all bytes after its first chunk are zero. */
  async function largestVideo(totalChunks: number): Promise<Chunk[]> {
    const head = await clipOfSize(CHUNK_BYTES, (box) => box.fill(0));
    const clipBytes = (await smallClip()).length;
    head.writeUInt32BE(MAX_VIDEO_BYTES - clipBytes, clipBytes);
    const more = { totalChunks, fileId: 'large', fileName: 'large.mp4' };
    return Array.from({ length: totalChunks }, (_, chunkIndex) =>
      chunkOf({ ...more, chunkIndex, chunk: chunkIndex === 0 ? head.toString('base64') : fullChunk }),
    );
  }

  test('case 14: the chunk with which an upload passes 524,288,000 bytes is refused, and the upload is discarded', async () => {
    const chunks = await largestVideo(ALL_CHUNKS + 1);
    const visitor = await sendAllBut(site.visitor(), chunks, 2);
    const oneByte = chunkOf({ ...chunks[ALL_CHUNKS], chunk: 'AA==' });
    expect((await visitor.sendChunk(oneByte)).status).toBe(200);
    expectRefusal(await visitor.sendChunk(chunks[ALL_CHUNKS - 1]), 413, 'File too large');
    expect((await visitor.call('getUpload', { params: { fileId: 'large' } })).status).toBe(404);
    expect(await chunkFolders(site.dataDir)).toEqual([]);
  });

  wholeTest('case 15: exactly 524,288,000 bytes are accepted', async () => {
    const chunks = await largestVideo(ALL_CHUNKS);
    const visitor = await sendAllBut(site.visitor(), chunks, 1);
    const whole = await visitor.sendChunk(chunks.at(-1));
    expect([whole.status, whole.body.filePath]).toEqual([200, expect.stringMatching(/^[0-9a-f]{48}$/)]);
  });

  wholeTest('case 25: an abandoned upload is deleted after 24 idle hours, and an active one stays', async () => {
    const visitor = site.visitor();
    for (const fileId of ['idle', 'active']) await visitor.sendChunk(chunkOf({ fileId }));
    await site.stop();
    const db = connectDatabase(join(site.dataDir, 'swingmark.db'));
    const setIdle = (fileId: string, hours: number) =>
      db
        .updateTable('uploads')
        .set({ last_active_at: Date.now() - hours * HOUR_MS })
        .where('file_id', '=', fileId);
    await setIdle('idle', 24.1).execute();
    await setIdle('active', 23.5).execute();
    await db.destroy();
    await site.start();
    const back = visitor.at(site.url);
    const statusOf = async (fileId: string) => (await back.call('getUpload', { params: { fileId } })).status;
    expect([await statusOf('idle'), await statusOf('active')]).toEqual([404, 200]);
    expect(await chunkFolders(site.dataDir)).toHaveLength(1);
    expect((await back.sendChunk(chunkOf({ fileId: 'active', chunkIndex: 1 }))).body.receivedChunks).toBe(2);
  });
});

describe('a site with narrow limits', () => {
  const site = faultySite({ settings: { BODY_TIMEOUT_SECONDS: '1', VISITOR_STORAGE_MB: '5' } });

  test('case 30: a body that arrives too slowly is cut off, and its chunk can be sent again at once', async () => {
    const visitor = site.visitor();
    await visitor.sendChunk(chunkOf());
    const body = JSON.stringify(chunkOf({ chunkIndex: 1, chunk: 'A'.repeat(4000) }));
    const head = postHead('/api/upload-chunk', { 'content-length': body.length, cookie: visitor.cookie });
    const answer = await sendRaw(site.url, [head, ...(body.match(/.{1,2}/gs) ?? [])], { pauseMs: 200 });
    expect([answer.status, answer.body]).toEqual([408, expect.stringContaining('The connection was too slow')]);
    expect(answer.afterMs).toBeLessThan(4_000);
    expect((await visitor.sendChunk(chunkOf({ chunkIndex: 1 }))).body.receivedChunks).toBe(2);
  });

  test('a visitor’s storage is limited, including the remainder of open uploads', async () => {
    const visitor = site.visitor();
    const clip = await clipOfSize(2_000_000);
    expect((await visitor.upload('kept', clip)).status).toBe(200);
    expect((await visitor.sendChunk(chunkOf({ fileId: 'open', totalChunks: 2 }))).status).toBe(200);
    const refused = await visitor.sendChunk(chunkOf({ fileId: 'more', totalChunks: 2 }));
    expectRefusal(refused, 429, 'Your videos here take up all the space');
    expect(refused.headers.get('retry-after')).toBe('60');
    expect((await visitor.sendChunk(chunkOf({ fileId: 'open', totalChunks: 2, chunkIndex: 1 }))).status).toBe(422);
    expect((await visitor.sendChunk(chunkOf({ fileId: 'more', totalChunks: 2 }))).status).toBe(200);
    expect((await site.visitor().sendChunk(chunkOf({ fileId: 'other', totalChunks: 2 }))).status).toBe(200);
  });
});

describe('a site whose disk has less free than the reserve', () => {
  const site = faultySite({ settings: { DISK_RESERVE_MB: '1000000' } });

  test('case 28: no upload begins when the disk has less free than the reserve', async () => {
    const visitor = site.visitor();
    expectRefusal(await visitor.sendChunk(chunkOf()), 507, 'The server is out of space. Please try again later.');
    expect(await chunkFolders(site.dataDir)).toEqual([]);
  });
});

const canMount = await mayMountDisks();

describe.runIf(canMount)('a site on a small disk (needs an account that may mount a disk)', () => {
  let disk: SmallDisk | undefined;
  beforeAll(async () => {
    disk = await makeSmallDisk(40);
  });
  const site = faultySite({ parentFolder: () => disk?.path ?? '' });
  afterAll(() => disk?.remove());

  test('case 27: a disk that becomes full midway through a chunk loses only that chunk', async () => {
    const visitor = site.visitor();
    const chunks = cutIntoChunks('one', await clipOfSize(CHUNK_BYTES * 2.5), 'swing.mp4');
    await visitor.sendChunk(chunks[0]);
    await disk?.fill(400_000);
    expectRefusal(await visitor.sendChunk(chunks[1]), 507, 'The server is out of space. Please try again later.');
    expect((await visitor.call('getUpload', { params: { fileId: 'one' } })).body.received).toEqual([0]);
    await disk?.empty();
    expect((await visitor.sendChunk(chunks[1])).status).toBe(200);
    await disk?.fill(CHUNK_BYTES * 1.5);
    expectRefusal(await visitor.sendChunk(chunks[2]), 507, 'The server is out of space. Please try again later.');
    await disk?.empty();
    expect((await visitor.sendChunk(chunks[2])).body.filePath).toBeDefined();
  });
});
