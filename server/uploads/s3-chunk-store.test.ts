// Chunks whose objects the store answers at different times.

import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openS3Objects } from '#server/files/s3-objects.ts';
import { readConfig } from '#server/runtime/config.ts';
import { newOpaqueId } from '#server/runtime/opaque-id.ts';
import { listenLocally } from '#tests/server/local-port.ts';
import { openTestSqlite } from '#tests/stores/test-database.ts';
import { S3ChunkStore } from './s3-chunk-store.ts';

test('reports a chunk that is missing behind a slow one as the failure of the upload alone [F38]', async () => {
  const [slow, missing] = [newOpaqueId(), newOpaqueId()];
  const answered = Promise.withResolvers<void>();
  const store = createServer((request, response) => {
    if (request.url?.includes(missing)) {
      response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>', () => answered.resolve());
    } else if (request.url?.includes(slow)) {
      // Long after the other answer has been read.
      void answered.promise.then(() => setTimeout(() => response.writeHead(404).end(), 300));
    } else response.end();
  });
  const { s3 } = readConfig({ S3_URL: `http://key:secret@127.0.0.1:${await listenLocally(store)}/bucket` });
  const objects = await openS3Objects(s3 ?? expect.fail());
  const { db, close } = await openTestSqlite();
  const folder = await mkdtemp(join(tmpdir(), 'swingmark-chunks-'));
  const unhandled: unknown[] = [];
  const collect = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', collect);
  onTestFinished(async () => {
    process.off('unhandledRejection', collect);
    objects.close();
    store.close();
    await close();
    await rm(folder, { recursive: true });
  });
  const upload = newOpaqueId();
  const row = { folder: upload, bytes: 1, sha256: '', created_at: 0 };
  await db
    .insertInto('chunks')
    .values([slow, missing].map((name, index) => ({ ...row, chunk_index: index, object_name: name })))
    .execute();
  const chunks = await new S3ChunkStore(db, objects).open(upload);
  await expect(chunks.assemble(join(folder, 'whole'))).rejects.toMatchObject({ code: 'storage-failed' });
  expect(unhandled).toEqual([]);
});
