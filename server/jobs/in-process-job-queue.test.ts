// The queue with a real database and work that the test itself holds in hand.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#server/database/open-database.ts';
import { AppError } from '#server/runtime/app-error.ts';
import { until } from '#tests/until.ts';
import { MAX_JOBS_OF_VISITOR, openJobQueue } from './in-process-job-queue.ts';
import type { Job, JobQueue, JobRunner } from './job-queue.ts';
import { JobStore } from './job-store.ts';

let db: Database;
let queue: JobQueue;
/** Work that has begun, by its input, and how the test ends it. */
const begun = new Map<unknown, { job: Job; end: () => void; fail: (error: unknown) => void; signal: AbortSignal }>();
const order: unknown[] = [];
const results = new Set<string>();

const runner: JobRunner = (job, { signal, onProgress }) => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  order.push(job.input);
  onProgress(0.5);
  signal.addEventListener('abort', () => reject(signal.reason));
  const end = () => {
    results.add(job.id);
    resolve();
  };
  begun.set(job.input, { job, end, fail: reject, signal });
  return promise;
};

const open = (concurrency = 2) =>
  openJobQueue({
    store: new JobStore(db),
    runners: { merge: { run: runner, failure: 'merge-failed' } },
    hasResult: async (id) => results.has(id),
    concurrency,
    timeoutMs: 60_000,
    log: { error: () => undefined, info: () => undefined },
  });
const ask = (visitorId: string, name: string) => queue.run({ visitorId, kind: 'merge', key: name, input: name });
const beginning = (name: string) => until(`${name} begins`, () => begun.get(name));
/** All work that was asked for is in the list, waiting or running. */
const listed = (count: number) =>
  until(`${count} jobs are listed`, async () => {
    const { length } = await db.selectFrom('jobs').select('id').execute();
    return length === count;
  });
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: AppError) => error.code,
  );

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
  test('that is asked for twice is done once', async () => {
    const both = [ask('A', 'a1'), ask('A', 'a1')];
    (await beginning('a1')).end();
    const [one, other] = await Promise.all(both);
    expect(one).toBe(other);
    expect(await ask('A', 'a1')).toBe(one);
    expect(order).toEqual(['a1']);
  });

  test('whose result is gone is done again', async () => {
    const first = ask('A', 'a1');
    (await beginning('a1')).end();
    results.delete(await first);
    begun.clear();
    const second = ask('A', 'a1');
    (await beginning('a1')).end();
    expect(await second).not.toBe(await first);
  });

  test('that failed is done again when it is asked for again', async () => {
    const failing = ask('A', 'a1');
    (await beginning('a1')).fail(new Error('ffmpeg fell over'));
    expect(await codeOf(failing)).toBe('merge-failed');
    begun.clear();
    const second = ask('A', 'a1');
    (await beginning('a1')).end();
    expect(await codeOf(second)).toBe('done');
  });

  test('tells its own failure, and a full disk', async () => {
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

  test('is told of with its place and its progress', async () => {
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

  test('takes waiting work out of the line at once', async () => {
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

  test('another visitor’s work, or none, answers the same', async () => {
    const running = ask('A', 'a1');
    const { job, end } = await beginning('a1');
    const codes = [await codeOf(queue.cancel('B', job.id)), await codeOf(queue.cancel('B', 'unknown'))];
    expect(codes).toEqual(['job-not-found', 'job-not-found']);
    end();
    await running;
  });
});

describe('a stop', () => {
  test('waits for what runs, and the next start does the rest', async () => {
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

  test('puts back what does not end in time', async () => {
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
