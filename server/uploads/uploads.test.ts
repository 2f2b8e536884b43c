// The failures that end an upload: only a verdict on the file itself.
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ERRORS, type ErrorCode, isFileVerdict } from '#contract/errors.ts';
import { openFolderMediaStore } from '#server/files/media-store.ts';
import { AppError, failureOfCode } from '#server/runtime/app-error.ts';
import { openTestSqlite, type TestDatabase } from '#tests/stores/test-database.ts';
import { FolderChunkStore } from './chunk-store.ts';
import { StorageLimit } from './storage-limit.ts';
import { UploadStore } from './upload-store.ts';
import { Uploads } from './uploads.ts';

let folder = '';
let database: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'uploads-'));
  await mkdir(join(folder, 'chunks'));
  database = await openTestSqlite();
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const CLIENT = { visitorId: 'visitor', network: '' };

/** Uploads whose finishing fails with the given error. */
async function failingWith(error: unknown): Promise<Uploads> {
  const store = new UploadStore(database.db);
  return new Uploads({
    store,
    media: await openFolderMediaStore(join(folder, 'media'), join(folder, 'lost')),
    chunks: new FolderChunkStore(join(folder, 'chunks'), join(folder, 'lost')),
    space: null,
    locks: database.locks,
    storage: new StorageLimit({
      uploads: store,
      results: NO_RESULTS,
      shares: { ...NO_RESULTS, totals: async () => ({ bytes: 0 }) },
      maxBytes: 1e9,
      maxShareBytes: 1e9,
      maxSharesBytes: 1e9,
    }),
    finisher: { finish: () => Promise.reject(error), close: () => undefined },
  });
}
const NO_RESULTS = { bytesOf: async () => 0 };

/** Sends an upload of two chunks whose finishing fails, and returns what remains of it. */
async function leftAfter(error: unknown) {
  const uploads = await failingWith(error);
  const chunk = { totalChunks: 2, fileName: 'swing.mp4', fileId: 'one' };
  await uploads.receive(CLIENT, { ...chunk, chunkIndex: 0, chunk: 'AAAA' });
  const answer = await uploads
    .receive(CLIENT, { ...chunk, chunkIndex: 1, chunk: 'BBBB' })
    .catch((failure: unknown) => failure);
  const row = await database.db.selectFrom('uploads').select('folder').executeTakeFirst();
  const kept = row ? await readdir(join(folder, 'chunks', row.folder)) : [];
  if (row) await uploads.cancel({ visitorId: CLIENT.visitorId, fileId: 'one' });
  return { code: answer instanceof AppError ? answer.code : answer, keptChunks: kept.length };
}

describe('an upload that could not be finished', () => {
  const codes = Object.keys(ERRORS) as ErrorCode[];

  test.each(codes.filter(isFileVerdict))('is deleted after the verdict %s', async (code) => {
    expect(await leftAfter(failureOfCode(code))).toEqual({ code, keptChunks: 0 });
  });

  test('is kept after every other failure, with a response that invites a retry', async () => {
    for (const code of codes.filter((each) => !isFileVerdict(each))) {
      const left = await leftAfter(failureOfCode(code));
      expect([code, left.keptChunks]).toEqual([code, 2]);
      expect([404, 429, 503, 507]).toContain(ERRORS[left.code as ErrorCode].status);
    }
    expect(await leftAfter(failureOfCode('made-by-a-newer-version'))).toEqual({ code: 'not-checked', keptChunks: 2 });
  });

  test('is kept after an unexpected error', async () => {
    const error = new TypeError('x is not a function');
    expect(await leftAfter(error)).toEqual({ code: error, keptChunks: 2 });
    // A code without the verdict's type does not count.
    expect(await leftAfter(new AppError('too-long'))).toEqual({ code: 'not-checked', keptChunks: 2 });
  });
});
