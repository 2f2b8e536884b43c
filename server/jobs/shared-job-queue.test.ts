// The shared queue on a real PostgreSQL with real pg-boss: two requesting processes, workers, and work that the test
// controls.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Notifications } from '#server/database/notifications.ts';
import { connectPostgres, type Postgres } from '#server/database/open-postgres.ts';
import { AppError } from '#server/runtime/app-error.ts';
import { HAS_POSTGRES, NEEDS_POSTGRES, newPostgresUrl } from '#tests/stores/test-database.ts';
import { until } from '#tests/until.ts';
import { openBoss } from './boss.ts';
import { MAX_JOBS_OF_VISITOR } from './in-process-job-queue.ts';
import type { Job, JobRunner } from './job-queue.ts';
import { JobWorker } from './job-worker.ts';
import { SharedJobQueue } from './shared-job-queue.ts';
import { SharedJobStore } from './shared-job-store.ts';

const nothing = (): void => undefined;
const log = { error: nothing, warn: nothing, info: nothing };
const TOLD_TO_STOP = new Error('ffmpeg received SIGTERM');

/** Started work by its input, and how the test ends it. */
const begun = new Map<unknown, { job: Job; end: () => void; fail: (error: unknown) => void; signal: AbortSignal }>();
const order: unknown[] = [];
const results = new Set<string>();
const runner: JobRunner = (job, { signal, onProgress }) => {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  order.push((job.input as { name: string }).name);
  onProgress(0.5);
  signal.addEventListener('abort', () => reject(signal.reason));
  const end = () => {
    results.add(job.id);
    resolve({ found: job.input });
  };
  begun.set((job.input as { name: string }).name, { job, end, fail: reject, signal });
  return promise;
};

let url = '';
const opened: (() => Promise<unknown>)[] = [];

/** The resources of one process. */
async function openProcess(works: boolean) {
  const postgres: Postgres = await connectPostgres({ url, poolSize: 4 });
  const boss = await openBoss({ url, works, migrates: true, log });
  const notifications = new Notifications(url);
  await notifications.open();
  const store = new SharedJobStore(postgres.db);
  const close = async () => {
    await boss.stop({ graceful: false, close: true }).catch(nothing);
    await notifications.close();
    await postgres.close();
  };
  return { ...postgres, boss, notifications, store, closeProcess: close };
}

async function openQueue() {
  const parts = await openProcess(false);
  const queue = new SharedJobQueue({
    boss: parts.boss,
    store: parts.store,
    notifications: parts.notifications,
    secret: 'secret',
    hasResult: async (id) => results.has(id),
    checkStorage: async () => undefined,
  });
  opened.push(async () => {
    await queue.close();
    await parts.closeProcess();
  });
  return { queue, ...parts };
}

async function openWorker(slots = 1, { isReady = async () => true, run: work = runner } = {}) {
  const parts = await openProcess(true);
  const run = { run: work, failure: 'merge-failed' as const };
  const worker = new JobWorker({
    boss: parts.boss,
    store: parts.store,
    notifications: parts.notifications,
    log,
    timeoutMs: 60_000,
    isReady,
    readyEveryMs: 50,
    runners: { merge: run, finish: run },
    slots: { work: slots, probe: 1 },
    wasTerminated: (error) => error === TOLD_TO_STOP,
  });
  await worker.open();
  const close = async (graceMs: number) => {
    await worker.close(graceMs);
    await parts.closeProcess();
  };
  const closing = { done: null as Promise<void> | null };
  const closeOnce = (graceMs: number) => {
    closing.done ??= close(graceMs);
    return closing.done;
  };
  opened.push(() => closeOnce(0));
  return { close: closeOnce };
}

const beginning = (name: string) => until(`${name} begins`, () => begun.get(name), { limitMs: 60_000 });
const codeOf = (promise: Promise<unknown>) => promise.then(() => 'done').catch((error: AppError) => error.code);
const asking =
  (queue: SharedJobQueue) =>
  (visitorId: string, name: string, network = visitorId) =>
    queue.run({ visitorId, kind: 'merge', key: name, input: { name } }, network);

describe.skipIf(!HAS_POSTGRES)(`shared work${NEEDS_POSTGRES}`, () => {
  beforeEach(async () => {
    url = await newPostgresUrl();
  });
  afterEach(async () => {
    for (const close of opened.splice(0).reverse()) await close();
    begun.clear();
    results.clear();
    order.length = 0;
  });

  test('requested by two processes concurrently runs once, and its result is found again', async () => {
    const [one, other] = [await openQueue(), await openQueue()];
    await openWorker(2);
    const asked = Array.from({ length: 10 }, (_, index) => asking(index % 2 ? one.queue : other.queue)('A', 'a1'));
    (await beginning('a1')).end();
    const ids = new Set(await Promise.all(asked));
    expect(ids.size).toBe(1);
    expect(await asking(other.queue)('A', 'a1')).toBe([...ids][0]);
    expect(order).toEqual(['a1']);
    expect(await one.db.selectFrom('jobs').select(['state', 'input_json', 'live_key']).execute()).toEqual([
      { state: 'done', input_json: 'null', live_key: null },
    ]);
  });

  test('runs each visitor’s first job before any second one, and reports place and progress', async () => {
    const { queue, db } = await openQueue();
    const ask = asking(queue);
    const waiting = async (count: number) =>
      until('the jobs wait', async () => (await db.selectFrom('jobs').select('id').execute()).length === count);
    const all = [];
    for (const [visitor, name] of [
      ['A', 'a1'],
      ['A', 'a2'],
      ['A', 'a3'],
      ['B', 'b1'],
      ['C', 'c1'],
    ] as const) {
      all.push(ask(visitor, name));
      await waiting(all.length);
    }
    expect((await queue.list('A')).map(({ queuePlace }) => queuePlace)).toEqual([5, 4, 1]);
    await openWorker();
    await beginning('a1');
    await until('its progress is stored', async () => (await queue.list('A')).some(({ percent }) => percent === 50));
    for (const name of ['a1', 'b1', 'c1', 'a2', 'a3']) (await beginning(name)).end();
    await Promise.all(all);
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
  });

  test('is limited for each visitor, in all processes', async () => {
    const [one, other] = [await openQueue(), await openQueue()];
    const codes = Array.from({ length: MAX_JOBS_OF_VISITOR + 3 }, (_, index) =>
      codeOf(asking(index % 2 ? one.queue : other.queue)('A', `a${index}`)),
    );
    const refused: string[] = [];
    for (const code of codes) void code.then((text) => refused.push(text));
    // Waits until each request is answered or queued: a later one would find a free place.
    await until('the others are refused', () => refused.length === 3, { limitMs: 60_000 });
    expect(refused).toEqual(['too-many-jobs', 'too-many-jobs', 'too-many-jobs']);
    await other.queue.cancelAll('A');
    const ends = await Promise.all(codes);
    expect(ends.filter((code) => code === 'job-canceled')).toHaveLength(MAX_JOBS_OF_VISITOR);
    expect(ends.filter((code) => code === 'too-many-jobs')).toHaveLength(3);
  });

  test('reports its failure and its output', async () => {
    const { queue } = await openQueue();
    await openWorker();
    const failing = codeOf(asking(queue)('A', 'a1'));
    (await beginning('a1')).fail(new Error('ffmpeg fell over'));
    expect(await failing).toBe('merge-failed');
    const request = { visitorId: 'A', kind: 'finish' as const, key: 'f1', input: { name: 'f1' } };
    const found = queue.probe(request, 'A', async () => true);
    (await beginning('f1')).end();
    expect([await found, await queue.probe(request, 'A', async () => true), order]).toEqual([
      { found: { name: 'f1' } },
      { found: { name: 'f1' } },
      ['a1', 'f1'],
    ]);
    expect(await queue.list('A')).toMatchObject([{ kind: 'merge', state: 'failed' }]);
  });

  test('can be cancelled through any process, but not by another visitor', async () => {
    const [one, other] = [await openQueue(), await openQueue()];
    await openWorker();
    const running = codeOf(asking(one.queue)('A', 'a1'));
    const { job, signal } = await beginning('a1');
    expect(await codeOf(other.queue.cancel('B', job.id))).toBe('job-not-found');
    await other.queue.cancel('A', job.id);
    expect([await running, signal.aborted]).toEqual(['job-canceled', true]);
    expect(await codeOf(other.queue.cancel('A', job.id))).toBe('job-not-found');
    begun.clear();
    const again = codeOf(asking(one.queue)('A', 'a1'));
    (await beginning('a1')).end();
    expect(await again).toBe('done');
  });

  test('is given back by a stopping worker, and done by the next', async () => {
    const { queue, db } = await openQueue();
    const first = await openWorker();
    const asked = asking(queue)('A', 'a1');
    await beginning('a1');
    await first.close(0);
    begun.clear();
    await openWorker();
    (await beginning('a1')).end();
    expect(await codeOf(asked)).toBe('done');
    expect(await db.selectFrom('jobs').select(['state', 'attempt']).execute()).toEqual([{ state: 'done', attempt: 2 }]);
  });

  test('is not taken by a worker that is not ready, which gives back its running jobs', async () => {
    const { queue, db } = await openQueue();
    let isReady = false;
    await openWorker(1, { isReady: async () => isReady });
    const asked = asking(queue)('A', 'a1');
    await until('it is asked for', () => db.selectFrom('jobs').select('id').executeTakeFirst());
    await sleep(1_500);
    expect(order).toEqual([]);
    isReady = true;
    const { signal } = await beginning('a1');
    isReady = false;
    await until('it is given back', () => signal.aborted);
    begun.clear();
    // Another worker does it.
    await openWorker();
    (await beginning('a1')).end();
    expect(await codeOf(asked)).toBe('done');
  });

  test('that failed because of a worker’s disk is done by another worker, while the first one pauses', async () => {
    const { queue } = await openQueue();
    const full = Object.assign(new Error('write'), { code: 'ENOSPC' });
    let failures = 0;
    const failing: JobRunner = () => {
      failures += 1;
      return Promise.reject(new AppError('no-space', { cause: full }));
    };
    await openWorker(2, { run: failing });
    const first = codeOf(asking(queue)('A', 'a1'));
    await until('the full worker has tried', () => failures === 1);
    await openWorker(1);
    const all = [first, ...['b', 'c', 'd'].map((name) => codeOf(asking(queue)(name, name)))];
    await Promise.all(['a1', 'b', 'c', 'd'].map(async (name) => (await beginning(name)).end()));
    expect([await Promise.all(all), failures]).toEqual([['done', 'done', 'done', 'done'], 1]);
  });

  test('that failed because of a full store reports that on every worker', async () => {
    const { queue } = await openQueue();
    await openWorker(1, { run: () => Promise.reject(new AppError('no-space')) });
    expect(await codeOf(asking(queue)('A', 'a1'))).toBe('no-space');
  });

  test('counts for its newest attempt only', async () => {
    const { queue, db, store } = await openQueue();
    await openWorker();
    const asked = codeOf(asking(queue)('A', 'a1'));
    const first = await beginning('a1');
    begun.clear();
    // Simulates a second worker that takes the job over from this one, which was presumed dead.
    await db.updateTable('jobs').set({ attempt: 3 }).execute();
    await until('the first attempt is stopped', () => first.signal.aborted);
    expect(await store.end(first.job.id, 1, { state: 'done' })).toBe(false);
    // The queue still has the job and retries it.
    const next = await beginning('a1');
    expect(next.job.attempt).toBe(4);
    next.end();
    expect(await asked).toBe('done');
  });

  test('whose row a failover has lost is requested again', async () => {
    const { queue, db } = await openQueue();
    const asked = codeOf(asking(queue)('A', 'a1'));
    await until('it is asked for', () => db.selectFrom('jobs').selectAll().executeTakeFirst());
    await db.deleteFrom('jobs').execute();
    expect(await asked).toBe('stopping');
  });

  test('that no worker will take fails', async () => {
    const { queue, db, store, boss } = await openQueue();
    const asked = codeOf(asking(queue)('A', 'a1'));
    const { queue_id: queueId } = await until('it is asked for', () =>
      db.selectFrom('jobs').selectAll().executeTakeFirst(),
    );
    await boss.deleteJob('work', queueId ?? '');
    expect(await store.failAbandoned()).toEqual([]);
    await db.updateTable('jobs').set({ created_at: 1 }).execute();
    expect(await store.failAbandoned()).toHaveLength(1);
    expect(await asked).toBe('internal');
  });
});
