// Uploads, results and sessions expire, unless they are in use (hostile cases 25, 149, 150).
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '#server/database/open-database.ts';
import { findStrays, startTestServer, type TestServer } from '#tests/server/test-server.ts';
import { TestVisitor } from '#tests/server/test-visitor.ts';

const HOUR_MS = 3600_000;
const chunk = (fileId: string, chunkIndex = 0) => ({
  chunkIndex,
  totalChunks: 9,
  fileName: 'a.mp4',
  fileId,
  chunk: 'AAAA',
});

let server: TestServer;
let db: Database;
let visitor: TestVisitor;
beforeAll(async () => {
  server = await startTestServer({ settings: { UPLOAD_HOURS: '24' } });
  db = await openDatabase(join(server.dataDir, 'swingmark.db'));
});
beforeEach(() => {
  visitor = new TestVisitor(server.url);
});
afterAll(async () => {
  await db.destroy();
  await server.close();
});

const makeSilentFor = (ms: number, fileId: string) =>
  db
    .updateTable('uploads')
    .set({ last_active_at: Date.now() - ms })
    .where('file_id', '=', fileId)
    .execute();
const statusOf = async (fileId: string) => (await visitor.call('getUpload', { params: { fileId } })).status;

test('an upload expires 24 hours after its last chunk, not after its first', async () => {
  for (const fileId of ['left', 'slow']) await visitor.sendChunk(chunk(fileId));
  for (const fileId of ['left', 'slow']) await makeSilentFor(25 * HOUR_MS, fileId);
  await visitor.sendChunk(chunk('slow', 1));
  await server.app.sweep.run();
  expect([await statusOf('left'), await statusOf('slow')]).toEqual([404, 200]);
  expect(await findStrays(server.dataDir)).toEqual([]);
});

test('an upload that is idle for a quarter of an hour is evicted by a new one', async () => {
  for (const fileId of ['a', 'b', 'c', 'd']) await visitor.sendChunk(chunk(fileId));
  expect((await visitor.sendChunk(chunk('e'))).status).toBe(429);
  await makeSilentFor(16 * 60_000, 'b');
  expect((await visitor.sendChunk(chunk('e'))).status).toBe(200);
  expect([await statusOf('a'), await statusOf('b'), await statusOf('e')]).toEqual([200, 404, 200]);
  expect(await findStrays(server.dataDir)).toEqual([]);
});

test('a session expires 30 days after the last visit', async () => {
  await visitor.sendChunk(chunk('old'));
  expect(await statusOf('old')).toBe(200);
  await db
    .updateTable('sessions')
    .set({ last_seen_at: Date.now() - 31 * 24 * HOUR_MS })
    .execute();
  expect(await statusOf('old')).toBe(404);
  await server.app.sweep.run();
  expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([]);
});

test('only the hash of a session’s token is stored', async () => {
  await visitor.sendChunk(chunk('secret'));
  const rows = JSON.stringify(await db.selectFrom('sessions').selectAll().execute());
  expect(rows).not.toContain(visitor.cookie.split('=')[1]);
});
