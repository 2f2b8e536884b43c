// Behavior of the in-process queue only; job-queue.test.ts has the conformance suite of all queues.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#server/database/open-database.ts';
import { ask, ControlledWork, codeOf, ownQueueParts, TOLD_TO_STOP } from '#tests/stores/test-queues.ts';
import { type JobQueueParts, openJobQueue } from './in-process-job-queue.ts';
import { type JobQueue, OWN_QUEUE } from './job-queue.ts';
import { JobStore } from './job-store.ts';

let db: Database;
let work: ControlledWork;
let queue: JobQueue;
const open = (more: Partial<JobQueueParts> = {}) => openJobQueue({ ...ownQueueParts(work, db), ...more });
const request = (visitorId: string, name: string, network = visitorId) => ask(queue, visitorId, name, network);

beforeEach(async () => {
  db = await openDatabase(':memory:');
  work = new ControlledWork();
  queue = await open();
});
afterEach(async () => {
  await queue.close(0);
  await db.destroy();
});

describe('work', () => {
  test('of one network leaves places and a slot for the others', async () => {
    const codes = Array.from({ length: OWN_QUEUE.jobs + 10 }, (_, index) =>
      codeOf(request(`flood${index}`, `flood${index}`, 'flood')),
    );
    await work.beginning('flood0');
    const refused = await Promise.all(codes.slice(-30));
    expect(new Set(refused)).toEqual(new Set(['network-busy']));
    const other = codeOf(request('B', 'b1'));
    (await work.beginning('b1')).end();
    expect([await other, work.order]).toEqual(['done', ['flood0', 'b1']]);
    for (let index = 0; index < OWN_QUEUE.jobs; index += 1) await queue.cancelAll(`flood${index}`);
    const ends = await Promise.all(codes);
    expect(ends.filter((end) => end === 'job-canceled')).toHaveLength(OWN_QUEUE.jobs / 2 + 1);
  });

  test('of many networks may fill every place', async () => {
    const codes = Array.from({ length: OWN_QUEUE.jobs + 5 }, (_, index) => codeOf(request(`v${index}`, `v${index}`)));
    await work.beginning('v1');
    expect(await Promise.all(codes.slice(-3))).toEqual(['busy', 'busy', 'busy']);
    for (let index = 0; index < codes.length; index += 1) await queue.cancelAll(`v${index}`);
    await Promise.all(codes);
  });

  test('with large inputs is limited by their total size', async () => {
    const large = (visitorId: string, network: string) =>
      codeOf(
        queue.run({ visitorId, kind: 'merge', key: visitorId, input: [visitorId, 'x'.repeat(12_000_000)] }, network),
      );
    const codes = ['a', 'b', 'c', 'd', 'e'].map((visitorId) => large(visitorId, 'one'));
    expect(await codes.at(-1)).toBe('network-busy');
    for (const visitorId of ['a', 'b', 'c', 'd']) await queue.cancelAll(visitorId);
    await Promise.all(codes);
  });

  test('whose end cannot be stored is listed as ended, and stored later', async () => {
    await queue.close(0);
    const store = new JobStore(db);
    let isFull = true;
    const end = store.end.bind(store);
    store.end = (...args) => (isFull ? Promise.reject(new Error('database or disk is full')) : end(...args));
    queue = await open({ store, endRetryMs: 20 });
    const [failing, working] = [codeOf(request('A', 'a1')), codeOf(request('B', 'b1'))];
    (await work.beginning('a1')).fail(Object.assign(new Error('write'), { code: 'ENOSPC' }));
    (await work.beginning('b1')).end();
    expect([await failing, await working]).toEqual(['no-space', 'done']);
    expect(await queue.list('A')).toMatchObject([{ state: 'failed' }]);
    expect(await queue.list('B')).toMatchObject([{ state: 'done' }]);
    isFull = false;
    const states = () => db.selectFrom('jobs').select('state').orderBy('visitor_id').execute();
    await expect.poll(states).toEqual([{ state: 'failed' }, { state: 'done' }]);
  });
});

describe('a stop', () => {
  test('waits for running jobs, and the next start runs the rest', async () => {
    const [running, waiting] = [codeOf(request('A', 'a1')), codeOf(request('A', 'a2'))];
    const { end } = await work.beginning('a1');
    setTimeout(end, 20);
    await queue.close(5000);
    expect(await Promise.all([running, waiting])).toEqual(['done', 'stopping']);
    expect(await codeOf(request('B', 'b1'))).toBe('stopping');
    expect(work.order).toEqual(['a1']);
    queue = await open();
    (await work.beginning('a2')).end();
    const joined = await codeOf(request('A', 'a2'));
    expect([joined, work.order]).toEqual(['done', ['a1', 'a2']]);
  });

  test('requeues a job whose program was signaled with the server, or a moment before', async () => {
    const [before, after] = [codeOf(request('A', 'a1')), codeOf(request('B', 'b1'))];
    const [first, second] = [await work.beginning('a1'), await work.beginning('b1')];
    first.fail(TOLD_TO_STOP);
    await new Promise(setImmediate);
    const closing = queue.close(5000);
    second.fail(TOLD_TO_STOP);
    await closing;
    expect(await Promise.all([before, after])).toEqual(['stopping', 'stopping']);
    queue = await open();
    for (const name of ['a1', 'b1']) (await work.beginning(name)).end();
    expect(await Promise.all([codeOf(request('A', 'a1')), codeOf(request('B', 'b1'))])).toEqual(['done', 'done']);
  });

  test('does not happen when only a program is killed: its job is started again', async () => {
    const asked = codeOf(request('A', 'a1'));
    (await work.beginning('a1')).fail(TOLD_TO_STOP);
    (await work.beginning('a1')).end();
    expect(await asked).toBe('done');
    expect(work.order).toEqual(['a1', 'a1']);
  });
});
