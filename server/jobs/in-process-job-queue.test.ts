// The queue with a real database and work that the test controls.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#server/database/open-database.ts';
import { AppError } from '#server/runtime/app-error.ts';
import { until } from '#tests/until.ts';
import { type JobQueueParts, MAX_JOBS_OF_VISITOR, MAX_WAITING_JOBS, openJobQueue } from './in-process-job-queue.ts';
import type { Job, JobQueue, JobRunner } from './job-queue.ts';
import { JobStore, MAX_ENDED_JOBS_OF_VISITOR } from './job-store.ts';

/** The runner's error when its program was terminated from outside. */
const TOLD_TO_STOP = new Error('ffmpeg received SIGTERM');
let db: Database;
let queue: JobQueue;
/** Started work by its input, and how the test ends it. */
const begun = new Map<unknown, { job: Job; end: () => void; fail: (error: unknown) => void; signal: AbortSignal }>();
const order: unknown[] = [];
const results = new Set<string>();

const runner: JobRunner = (job, { signal, onProgress }) => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  order.push((job.input as { name: string }).name);
  onProgress(0.5);
  signal.addEventListener('abort', () => reject(signal.reason));
  const end = () => {
    results.add(job.id);
    resolve();
  };
  begun.set((job.input as { name: string }).name, { job, end, fail: reject, signal });
  return promise;
};

const open = (more: Partial<JobQueueParts> = {}) =>
  openJobQueue({
    store: new JobStore(db),
    runners: { merge: { run: runner, failure: 'merge-failed' } },
    hasResult: async (id) => results.has(id),
    wasTerminated: (error) => error instanceof AppError && error.cause === TOLD_TO_STOP,
    concurrency: 2,
    timeoutMs: 60_000,
    log: { error: () => undefined, info: () => undefined },
    ...more,
  });
/** Requests work, from the visitor's own network unless another one is given. */
const ask = (visitorId: string, name: string, network = visitorId) =>
  queue.run({ visitorId, kind: 'merge', key: name, input: { name } }, network);
const beginning = (name: string) => until(`${name} begins`, () => begun.get(name));
const listed = (count: number) =>
  until(`${count} jobs are listed`, async () => {
    const { length } = await db.selectFrom('jobs').select('id').execute();
    return length === count;
  });
const codeOf = (promise: Promise<unknown>) => promise.then(() => 'done').catch((error: AppError) => error.code);

beforeEach(async () => {
  db = await openDatabase(':memory:');
  queue = await open();
});
afterEach(async () => {
  await queue.close(0);
  await db.destroy();
  begun.clear();
  results.clear();
  order.length = 0;
});

describe('work', () => {
  test('that is requested twice runs once', async () => {
    const both = [ask('A', 'a1'), ask('A', 'a1')];
    (await beginning('a1')).end();
    const [one, other] = await Promise.all(both);
    expect(one).toBe(other);
    expect(await ask('A', 'a1')).toBe(one);
    expect(order).toEqual(['a1']);
  });

  test('whose result is gone runs again', async () => {
    const first = ask('A', 'a1');
    (await beginning('a1')).end();
    results.delete(await first);
    begun.clear();
    const second = ask('A', 'a1');
    (await beginning('a1')).end();
    expect(await second).not.toBe(await first);
  });

  test('that failed runs again when it is requested again', async () => {
    const failing = ask('A', 'a1');
    (await beginning('a1')).fail(new Error('ffmpeg fell over'));
    expect(await codeOf(failing)).toBe('merge-failed');
    begun.clear();
    const second = ask('A', 'a1');
    (await beginning('a1')).end();
    expect(await codeOf(second)).toBe('done');
  });

  test('reports its own error, and a full disk', async () => {
    const [one, other] = [ask('A', 'a1'), ask('B', 'b1')];
    (await beginning('a1')).fail(new AppError('video-not-found'));
    (await beginning('b1')).fail(Object.assign(new Error('write'), { code: 'ENOSPC' }));
    expect(await Promise.all([codeOf(one), codeOf(other)])).toEqual(['video-not-found', 'no-space']);
  });

  test('of one visitor waits while another visitor’s runs', async () => {
    const all = [ask('A', 'a1'), ask('A', 'a2'), ask('B', 'b1'), ask('C', 'c1')];
    await beginning('a1');
    await beginning('b1');
    await listed(4);
    expect(order).toEqual(['a1', 'b1']);
    begun.get('a1')?.end();
    (await beginning('c1')).end();
    (await beginning('a2')).end();
    begun.get('b1')?.end();
    await Promise.all(all);
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2']);
  });

  test('is limited for each visitor', async () => {
    const names = Array.from({ length: MAX_JOBS_OF_VISITOR }, (_, index) => `a${index}`);
    const taken = [];
    for (const name of names) taken.push(codeOf(ask('A', name)));
    expect(await codeOf(ask('A', 'one-more'))).toBe('too-many-jobs');
    const other = ask('B', 'b1');
    (await beginning('b1')).end();
    expect(await codeOf(other)).toBe('done');
    await queue.cancelAll('A');
    expect(await Promise.all(taken)).toEqual(names.map(() => 'job-canceled'));
  });

  test('of one network leaves places and a slot for the others', async () => {
    const codes = Array.from({ length: MAX_WAITING_JOBS + 10 }, (_, index) =>
      codeOf(ask(`flood${index}`, `flood${index}`, 'flood')),
    );
    await beginning('flood0');
    const refused = await Promise.all(codes.slice(-30));
    expect(new Set(refused)).toEqual(new Set(['network-busy']));
    const other = codeOf(ask('B', 'b1'));
    (await beginning('b1')).end();
    expect([await other, order]).toEqual(['done', ['flood0', 'b1']]);
    for (let index = 0; index < MAX_WAITING_JOBS; index += 1) await queue.cancelAll(`flood${index}`);
    const ends = await Promise.all(codes);
    expect(ends.filter((end) => end === 'job-canceled')).toHaveLength(MAX_WAITING_JOBS / 2 + 1);
  });

  test('of many networks may fill every place', async () => {
    const codes = Array.from({ length: MAX_WAITING_JOBS + 5 }, (_, index) => codeOf(ask(`v${index}`, `v${index}`)));
    await beginning('v1');
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

  test('that has ended drops its input, and is still found', async () => {
    const done = ask('A', 'a1');
    (await beginning('a1')).end();
    const id = await done;
    const rows = await db.selectFrom('jobs').select('input_json').execute();
    expect(rows).toEqual([{ input_json: 'null' }]);
    expect(await ask('A', 'a1')).toBe(id);
  });

  test('that has ended is deleted when a visitor has had many', async () => {
    for (let index = 0; index < MAX_ENDED_JOBS_OF_VISITOR + 5; index += 1) {
      const asked = ask('A', `a${index}`);
      (await beginning(`a${index}`)).end();
      await asked;
    }
    expect(await db.selectFrom('jobs').select('id').execute()).toHaveLength(MAX_ENDED_JOBS_OF_VISITOR);
  });

  test('whose end cannot be stored is listed as ended, and stored later', async () => {
    await queue.close(0);
    const store = new JobStore(db);
    let isFull = true;
    const end = store.end.bind(store);
    store.end = (...args) => (isFull ? Promise.reject(new Error('database or disk is full')) : end(...args));
    queue = await open({ store, endRetryMs: 20 });
    const [failing, working] = [codeOf(ask('A', 'a1')), codeOf(ask('B', 'b1'))];
    (await beginning('a1')).fail(Object.assign(new Error('write'), { code: 'ENOSPC' }));
    (await beginning('b1')).end();
    expect([await failing, await working]).toEqual(['no-space', 'done']);
    expect(await queue.list('A')).toMatchObject([{ state: 'failed' }]);
    expect(await queue.list('B')).toMatchObject([{ state: 'done' }]);
    isFull = false;
    const states = () => db.selectFrom('jobs').select('state').orderBy('visitor_id').execute();
    await expect.poll(states).toEqual([{ state: 'failed' }, { state: 'done' }]);
  });

  test('is listed with its place and its progress', async () => {
    const all = [ask('A', 'a1'), ask('B', 'b1'), ask('C', 'c1'), ask('A', 'a2')];
    await beginning('b1');
    await listed(4);
    expect(await queue.list('A')).toMatchObject([
      { state: 'queued', queuePlace: 2, percent: 0 },
      { state: 'running', queuePlace: 0, percent: 50 },
    ]);
    expect(await queue.list('C')).toMatchObject([{ state: 'queued', queuePlace: 1 }]);
    for (const name of ['a1', 'b1', 'c1', 'a2']) (await beginning(name)).end();
    await Promise.all(all);
    expect(await queue.list('A')).toMatchObject([
      { state: 'done', percent: 100 },
      { state: 'done', percent: 100 },
    ]);
  });
});

describe('cancelling', () => {
  test('stops running work and frees its slot', async () => {
    const running = codeOf(ask('A', 'a1'));
    const { job, signal } = await beginning('a1');
    await queue.cancel('A', job.id);
    expect([await running, signal.aborted]).toEqual(['job-canceled', true]);
    expect(await queue.list('A')).toMatchObject([{ state: 'canceled' }]);
    const next = ask('A', 'a2');
    (await beginning('a2')).end();
    expect(await codeOf(next)).toBe('done');
  });

  test('removes a waiting job from the queue at once', async () => {
    const [first, second] = [codeOf(ask('A', 'a1')), codeOf(ask('A', 'a2'))];
    await beginning('a1');
    await listed(2);
    const [waiting] = await queue.list('A');
    await queue.cancel('A', waiting?.id ?? '');
    expect(await second).toBe('job-canceled');
    begun.get('a1')?.end();
    expect(await first).toBe('done');
    expect(order).toEqual(['a1']);
  });

  test('another visitor’s job and an unknown one get the same answer', async () => {
    const running = ask('A', 'a1');
    const { job, end } = await beginning('a1');
    const codes = [await codeOf(queue.cancel('B', job.id)), await codeOf(queue.cancel('B', 'unknown'))];
    expect(codes).toEqual(['job-not-found', 'job-not-found']);
    end();
    await running;
  });
});

describe('a stop', () => {
  test('waits for running jobs, and the next start runs the rest', async () => {
    const [running, waiting] = [codeOf(ask('A', 'a1')), codeOf(ask('A', 'a2'))];
    const { end } = await beginning('a1');
    setTimeout(end, 20);
    await queue.close(5000);
    expect(await Promise.all([running, waiting])).toEqual(['done', 'stopping']);
    expect(await codeOf(ask('B', 'b1'))).toBe('stopping');
    expect(order).toEqual(['a1']);
    queue = await open();
    (await beginning('a2')).end();
    const joined = await codeOf(ask('A', 'a2'));
    expect([joined, order]).toEqual(['done', ['a1', 'a2']]);
  });

  test('requeues a job whose program was signalled with the server, or a moment before', async () => {
    const [before, after] = [codeOf(ask('A', 'a1')), codeOf(ask('B', 'b1'))];
    const [first, second] = [await beginning('a1'), await beginning('b1')];
    first.fail(TOLD_TO_STOP);
    await new Promise(setImmediate);
    const closing = queue.close(5000);
    second.fail(TOLD_TO_STOP);
    await closing;
    expect(await Promise.all([before, after])).toEqual(['stopping', 'stopping']);
    begun.clear();
    queue = await open();
    for (const name of ['a1', 'b1']) (await beginning(name)).end();
    expect(await Promise.all([codeOf(ask('A', 'a1')), codeOf(ask('B', 'b1'))])).toEqual(['done', 'done']);
  });

  test('does not happen when only a program is killed: its job is started again', async () => {
    const asked = codeOf(ask('A', 'a1'));
    (await beginning('a1')).fail(TOLD_TO_STOP);
    await until('it is started again', () => order.length === 2);
    begun.get('a1')?.end();
    expect(await asked).toBe('done');
  });

  test('requeues jobs that do not end in time', async () => {
    const running = codeOf(ask('A', 'a1'));
    await beginning('a1');
    await queue.close(10);
    expect(await running).toBe('stopping');
    begun.clear();
    queue = await open();
    (await beginning('a1')).end();
    expect(await codeOf(ask('A', 'a1'))).toBe('done');
  });
});
