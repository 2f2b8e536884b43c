// Jobs that another version of the server stored: they are canceled, and a new request gets the work done.
import { describe, expect, test } from 'vitest';
import type { Database } from '#server/database/open-database.ts';
import { newOpaqueId } from '#server/runtime/opaque-id.ts';
import { HAS_POSTGRES, NEEDS_POSTGRES, newPostgresUrl, openTestSqlite } from '#tests/stores/test-database.ts';
import { ask, ControlledWork, codeOf, openRequester, openWorker, ownQueueParts } from '#tests/stores/test-queues.ts';
import { openJobQueue } from './in-process-job-queue.ts';
import { JOB_INPUT_VERSION, readStoredInput, storedInput } from './job-store.ts';

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
    const { db, close } = await openTestSqlite();
    const id = await storeJob(db, input);
    const work = new ControlledWork();
    const queue = await openJobQueue(ownQueueParts(work, db));
    const row = db.selectFrom('jobs').select(['state', 'error_code']).where('id', '=', id);
    expect(await row.executeTakeFirst()).toEqual({ state: 'canceled', error_code: 'job-canceled' });
    const asked = codeOf(ask(queue, 'A', 'same'));
    (await work.beginning('same')).end();
    expect([await asked, work.order]).toEqual(['done', ['same']]);
    await queue.close(0);
    await close();
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
    const work = new ControlledWork();
    const { queue, db, close } = await openRequester(url, work);
    const asked = codeOf(ask(queue, 'A', 'same'));
    await expect.poll(() => db.selectFrom('jobs').select('id').execute()).toHaveLength(1);
    await db
      .updateTable('jobs')
      .set({ input_json: JSON.stringify(OTHER_VERSIONS['the next']) })
      .execute();
    const worker = await openWorker(url, { run: work.run });
    expect(await asked).toBe('stopping');
    const retried = codeOf(ask(queue, 'A', 'same'));
    (await work.beginning('same')).end();
    expect([await retried, work.order]).toEqual(['done', ['same']]);
    const states = await db.selectFrom('jobs').select('state').orderBy('created_at').execute();
    expect(states.map(({ state }) => state)).toEqual(['canceled', 'done']);
    await worker.close(0);
    await close();
  });
});
