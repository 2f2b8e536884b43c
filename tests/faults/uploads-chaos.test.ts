// Concurrent uploads over a connection that drops requests and responses, delays and duplicates them: each file arrives
// unchanged. `npm run test:campaign` sends 100 of 50 MB.
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CHUNK_BYTES } from '#domain/video/video-file.ts';
import { connectDatabase } from '#server/database/open-database.ts';
import { sha256OfFile } from '#server/files/finished-file.ts';
import { isCampaign, scaled } from '#tests/campaign-scale.ts';
import { type ChaosProxy, randomNumbers, shuffled, startChaosProxy } from '#tests/faults/chaos/chaos-proxy.ts';
import { faultySite } from '#tests/faults/site/faulty-site.ts';
import { clipOfSize, sha256 } from '#tests/faults/site/upload-steps.ts';
import { type Answer, type Chunk, cutIntoChunks, TestVisitor } from '#tests/server/test-visitor.ts';

const UPLOADS = scaled(4, 100);
const SIZE_BYTES = scaled(1_000_000, 50_000_000);
const CHUNK = scaled(65_536, CHUNK_BYTES);
const AT_ONCE = 4;
const MAX_TRIES = 40;

const site = faultySite();
let proxy: ChaosProxy;
beforeAll(async () => {
  proxy = await startChaosProxy(site, {
    dropsRequest: 0.05,
    dropsResponse: 0.05,
    duplicates: 0.1,
    delayMs: scaled(20, 200),
    seed: 2026,
  });
});
afterAll(() => proxy.close());

/** Sends a chunk until it is accepted, as the page does. */
async function sendUntilAccepted(visitor: TestVisitor, chunk: Chunk | undefined): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await visitor.sendChunk(chunk).catch(() => null);
    if (answer?.status === 200) return answer;
    if (tries === MAX_TRIES) throw new Error(`A chunk was never accepted: ${JSON.stringify(answer?.body)}`);
  }
}

async function uploadOverBadConnection(seed: number): Promise<void> {
  const random = randomNumbers(seed);
  const bytes = await clipOfSize(SIZE_BYTES, (box) => {
    for (let at = 0; at + 4 < box.length; at += 1024) box.writeUInt32LE(Math.floor(random() * 2 ** 32), at);
  });
  const chunks = cutIntoChunks(`upload-${seed}`, bytes, 'swing.mp4', CHUNK);
  const visitor = new TestVisitor(proxy.url);
  const [first = 0, ...rest] = shuffled([...chunks.keys()], random);
  await sendUntilAccepted(visitor, chunks[first]);
  const senders = Array.from({ length: 3 }, async () => {
    for (let next = rest.pop(); next !== undefined; next = rest.pop()) await sendUntilAccepted(visitor, chunks[next]);
  });
  await Promise.all(senders);
  const direct = visitor.at(site.url);
  const { body } = await direct.call('getUpload', { params: { fileId: `upload-${seed}` } });
  await expectSame(String(body.filePath), sha256(bytes));
  await direct.call('deleteMyVideos');
}

async function expectSame(handle: string, sent: string): Promise<void> {
  const db = connectDatabase(join(site.dataDir, 'swingmark.db'));
  const rows = await db.selectFrom('uploads').selectAll().where('handle', '=', handle).execute();
  await db.destroy();
  const [row] = rows;
  const stored = await sha256OfFile(join(site.dataDir, 'media/uploads', row?.media_name ?? ''));
  expect([rows.length, row?.media_sha256, stored]).toEqual([1, sent, sent]);
}

test(`uploads over a bad connection arrive byte for byte`, { timeout: scaled(120_000, 3_600_000) }, async () => {
  const seeds = Array.from({ length: UPLOADS }, (_, index) => index + 1);
  const startedAt = performance.now();
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (let seed = seeds.pop(); seed !== undefined; seed = seeds.pop()) await uploadOverBadConnection(seed);
  });
  await Promise.all(workers);
  const { droppedRequests, droppedResponses, duplicates } = proxy.done;
  expect([droppedRequests + droppedResponses > 0, duplicates > 0]).toEqual([true, true]);
  if (isCampaign) {
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    process.stdout.write(`${UPLOADS} uploads of ${SIZE_BYTES} bytes in ${seconds} s: ${JSON.stringify(proxy.done)}\n`);
  }
});
