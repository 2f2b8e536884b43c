// Jobs that another version of the server stored: they are cancelled, and a new request gets the work done.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Notifications } from '#server/database/notifications.ts';
import { type Database, openDatabase } from '#server/database/open-database.ts';
import { connectPostgres } from '#server/database/open-postgres.ts';
import type { AppError } from '#server/runtime/app-error.ts';
import { newOpaqueId } from '#server/runtime/opaque-id.ts';
import { HAS_POSTGRES, NEEDS_POSTGRES, newPostgresUrl } from '#tests/stores/test-database.ts';
import { openBoss } from './boss.ts';
import { openJobQueue } from './in-process-job-queue.ts';
import { JOB_INPUT_VERSION, readStoredInput, storedInput } from './job-input.ts';
import { JobStore } from './job-store.ts';
import { JobWorker } from './job-worker.ts';
import { SharedJobQueue } from './shared-job-queue.ts';
import { SharedJobStore } from './shared-job-store.ts';

const VIDEO = { clip: { frameTimes: [0, 1] }, source: { demuxer: 'mov' } };
/** The stored inputs of a merge, by the commit that stored them, and one of a future version. */
const OTHER_VERSIONS = {
  '8a40dfa': {
    plan: { panes: {} },
    user: { room: 'uploads', mediaName: 'a.vid', video: VIDEO },
    pro: { room: 'golfers' },
  },
  b324ae6: {
    plan: { panes: {} },
    user: { bucket: 'uploads', mediaName: 'a.vid', video: VIDEO },
    pro: { bucket: 'golfers' },
  },
  'the next': { version: JOB_INPUT_VERSION + 1, sides: [{ media: 'a.vid' }] },
};
const versions = Object.entries(OTHER_VERSIONS);
const nothing = (): void => undefined;
const log = { error: nothing, warn: nothing, info: nothing };
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: AppError) => error.code,
  );

describe('the stored input of a job', () => {
  test('is read by the version that stored it, and by no other', () => {
    const input = { mediaName: 'a.vid', video: VIDEO };
    expect(readStoredInput('merge', storedInput({ input }))).toEqual(input);
    for (const other of [...Object.values(OTHER_VERSIONS), null, 'text', 7]) {
      expect(readStoredInput('merge', JSON.stringify(other))).toBeNull();
    }
    expect(readStoredInput('merge', 'no JSON')).toBeNull();
  });

  test('of an upload is also accepted without a version, because its shape has not changed', () => {
    const input = { folder: 'f'.repeat(48), totalChunks: 3 };
    expect(readStoredInput('finish', JSON.stringify(input))).toEqual(input);
    expect(readStoredInput('finish', JSON.stringify({ ...input, version: 2 }))).toBeNull();
    expect(readStoredInput('finish', JSON.stringify({ room: 'uploads' }))).toBeNull();
  });
});

test.each(versions)(
  'after an upgrade from %s an unfinished merge is cancelled, and a new request makes it',
  async (_, input) => {
    const folder = await mkdtemp(join(tmpdir(), 'job-input-'));
    const db = await openDatabase(join(folder, 'test.db'));
    const id = await storeJob(db, input);
    const made: unknown[] = [];
    const queue = await openJobQueue({
      store: new JobStore(db),
      hasResult: async () => true,
      concurrency: 1,
      timeoutMs: 60_000,
      log,
      runners: { merge: { run: async (job) => void made.push(job.input), failure: 'merge-failed' } },
    });
    const row = db.selectFrom('jobs').select(['state', 'error_code']).where('id', '=', id);
    expect(await row.executeTakeFirst()).toEqual({ state: 'canceled', error_code: 'job-canceled' });
    expect(await codeOf(queue.run({ visitorId: 'A', kind: 'merge', key: 'same', input: { of: 'now' } }, 'A'))).toBe(
      'done',
    );
    expect(made).toEqual([{ of: 'now' }]);
    await queue.close(0);
    await db.destroy();
    await rm(folder, { recursive: true });
  },
);

async function storeJob(db: Database, input: unknown): Promise<string> {
  const id = newOpaqueId();
  const times = { state: 'running' as const, created_at: 1 };
  const row = { id, visitor_id: 'A', kind: 'merge', key: 'same', input_json: JSON.stringify(input), ...times };
  await db.insertInto('jobs').values(row).execute();
  return id;
}

describe.skipIf(!HAS_POSTGRES)(`while processes are replaced one by one${NEEDS_POSTGRES}`, () => {
  test('a job of another version is cancelled, its client is asked to retry, and the retry succeeds', async () => {
    const url = await newPostgresUrl();
    const postgres = await connectPostgres({ url, poolSize: 4 });
    const carrier = await openBoss({ url, works: true, migrates: true, log });
    const notifications = new Notifications(url);
    await notifications.open();
    const store = new SharedJobStore(postgres.db);
    const parts = { carrier, store, notifications };
    const queue = new SharedJobQueue({
      ...parts,
      secret: 'secret',
      hasResult: async () => true,
      checkStorage: async () => undefined,
    });
    const ask = () => codeOf(queue.run({ visitorId: 'A', kind: 'merge', key: 'same', input: { of: 'now' } }, 'A'));
    const asked = ask();
    await expect.poll(() => postgres.db.selectFrom('jobs').select('id').execute()).toHaveLength(1);
    await postgres.db
      .updateTable('jobs')
      .set({ input_json: JSON.stringify(OTHER_VERSIONS['the next']) })
      .execute();
    const made: unknown[] = [];
    const worker = new JobWorker({
      ...parts,
      log,
      timeoutMs: 60_000,
      slots: { work: 1, probe: 1 },
      wasTerminated: () => false,
      isReady: async () => true,
      runners: { merge: { run: async (job) => void made.push(job.input), failure: 'merge-failed' } },
    });
    await worker.open();
    expect(await asked).toBe('stopping');
    expect([await ask(), made]).toEqual(['done', [{ of: 'now' }]]);
    const states = await postgres.db.selectFrom('jobs').select('state').orderBy('created_at').execute();
    expect(states.map(({ state }) => state)).toEqual(['canceled', 'done']);
    await queue.close();
    await worker.close(0);
    await notifications.close();
    await postgres.close();
  });
});
