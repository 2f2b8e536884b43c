// Behavior of the shared queue only, on a real PostgreSQL with several processes; job-queue.test.ts has the conformance suite.
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { notify } from '#server/database/notifications.ts';
import { AppError } from '#server/runtime/app-error.ts';
import { HAS_POSTGRES, NEEDS_POSTGRES, newPostgresUrl } from '#tests/stores/test-database.ts';
import { ask, ControlledWork, codeOf, openRequester, openWorker as openWorkerOn } from '#tests/stores/test-queues.ts';
import { until } from '#tests/until.ts';
import { type JobRunner, MAX_JOBS_OF_VISITOR } from './job-queue.ts';
import { stopMessage } from './shared-job-store.ts';

let url = '';
let work: ControlledWork;
const opened: (() => Promise<unknown>)[] = [];

async function openQueue() {
  const process = await openRequester(url, work);
  opened.push(process.close);
  return process;
}

async function openWorker(slots = 1, { isReady = async () => true, run = work.run } = {}) {
  const worker = await openWorkerOn(url, { run, slots, isReady });
  opened.push(() => worker.close(0));
  return worker;
}

describe.skipIf(!HAS_POSTGRES)(`shared work${NEEDS_POSTGRES}`, () => {
  beforeEach(async () => {
    url = await newPostgresUrl();
    work = new ControlledWork();
  });
  afterEach(async () => {
    for (const close of opened.splice(0).reverse()) await close();
  });

  test('opens every slot of a worker after one of them could not be opened [F30]', async () => {
    const { queue } = await openQueue();
    let openedSlots = 0;
    const worker = await openWorkerOn(url, {
      run: work.run,
      slots: 2,
      carriedBy: (carrier) => ({
        ...carrier,
        work: async (...args) => {
          openedSlots += 1;
          if (openedSlots === 2) throw new Error('The queue has lost its connection');
          return carrier.work(...args);
        },
      }),
    });
    opened.push(() => worker.close(0));
    const asked = [ask(queue, 'A', 'a1'), ask(queue, 'B', 'b1')];
    const running = await Promise.all([work.beginning('a1'), work.beginning('b1')]);
    for (const { end } of running) end();
    await Promise.all(asked);
  });

  test('warns of another worker only when there is one, not when progress is stored after the end [F43]', async () => {
    const { queue, db } = await openQueue();
    const warnings: unknown[] = [];
    const worker = await openWorkerOn(url, { run: work.run, warn: (...text) => warnings.push(text) });
    opened.push(() => worker.close(0));
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) {
      const asked = ask(queue, 'A', name);
      const { job, end } = await work.beginning(name);
      const waiting = async () =>
        (await sql<{ count: number }>`select count(*)::int as count from pg_locks where not granted`.execute(db))
          .rows[0]?.count ?? 0;
      // The worker stores the end while the row is locked, and then the progress.
      await db.transaction().execute(async (lock) => {
        await lock.selectFrom('jobs').select('id').where('id', '=', job.id).forUpdate().execute();
        end();
        await until('the end waits', async () => (await waiting()) >= 1);
        await notify(db, stopMessage(job.id));
        await until('the progress waits', async () => (await waiting()) >= 2);
      });
      await asked;
    }
    expect(warnings).toEqual([]);
  });

  test('requested by two processes concurrently runs once, and its result is found again', async () => {
    const [one, other] = [await openQueue(), await openQueue()];
    await openWorker(2);
    const asked = Array.from({ length: 10 }, (_, index) => ask(index % 2 ? one.queue : other.queue, 'A', 'a1'));
    (await work.beginning('a1')).end();
    const ids = new Set(await Promise.all(asked));
    expect(ids.size).toBe(1);
    expect(await ask(other.queue, 'A', 'a1')).toBe([...ids][0]);
    expect(work.order).toEqual(['a1']);
    expect(await one.db.selectFrom('jobs').select(['state', 'input_json', 'live_key']).execute()).toEqual([
      { state: 'done', input_json: 'null', live_key: null },
    ]);
  });

  test('runs each visitor’s first job before any second one, and reports place and progress', async () => {
    const { queue, db } = await openQueue();
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
      all.push(ask(queue, visitor, name));
      await waiting(all.length);
    }
    expect((await queue.list('A')).map(({ queuePlace }) => queuePlace)).toEqual([5, 4, 1]);
    await openWorker();
    const { end } = await work.beginning('a1');
    await until('its progress is stored', async () => (await queue.list('A')).some(({ percent }) => percent === 50));
    end();
    for (const name of ['b1', 'c1', 'a2', 'a3']) (await work.beginning(name)).end();
    await Promise.all(all);
    expect(work.order).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
  });

  test('is limited for each visitor, in all processes', async () => {
    const [one, other] = [await openQueue(), await openQueue()];
    const codes = Array.from({ length: MAX_JOBS_OF_VISITOR + 3 }, (_, index) =>
      codeOf(ask(index % 2 ? one.queue : other.queue, 'A', `a${index}`)),
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

  test('that a request waits for returns its output, once and again, and is not listed', async () => {
    const { queue } = await openQueue();
    await openWorker();
    const request = { visitorId: 'A', kind: 'finish' as const, key: 'f1', input: { name: 'f1' } };
    const found = queue.probe(request, 'A', async () => true);
    (await work.beginning('f1')).end();
    expect([await found, await queue.probe(request, 'A', async () => true), work.order]).toEqual([
      { found: { name: 'f1' } },
      { found: { name: 'f1' } },
      ['f1'],
    ]);
    expect(await queue.list('A')).toEqual([]);
  });

  test('can be cancelled through any process, but not by another visitor', async () => {
    const [one, other] = [await openQueue(), await openQueue()];
    await openWorker();
    const running = codeOf(ask(one.queue, 'A', 'a1'));
    const { job, signal } = await work.beginning('a1');
    expect(await codeOf(other.queue.cancel('B', job.id))).toBe('job-not-found');
    await other.queue.cancel('A', job.id);
    expect([await running, signal.aborted]).toEqual(['job-canceled', true]);
    expect(await codeOf(other.queue.cancel('A', job.id))).toBe('job-not-found');
    const again = codeOf(ask(one.queue, 'A', 'a1'));
    (await work.beginning('a1')).end();
    expect(await again).toBe('done');
  });

  test('is given back by a stopping worker, and done by the next', async () => {
    const { queue, db } = await openQueue();
    const first = await openWorker();
    const asked = ask(queue, 'A', 'a1');
    await work.beginning('a1');
    await first.close(0);
    await openWorker();
    (await work.beginning('a1')).end();
    expect(await codeOf(asked)).toBe('done');
    expect(await db.selectFrom('jobs').select(['state', 'attempt']).execute()).toEqual([{ state: 'done', attempt: 2 }]);
  });

  test('is not taken by a worker that is not ready, which gives back its running jobs', async () => {
    const { queue, db } = await openQueue();
    let isReady = false;
    await openWorker(1, { isReady: async () => isReady });
    const asked = ask(queue, 'A', 'a1');
    await until('it is asked for', () => db.selectFrom('jobs').select('id').executeTakeFirst());
    await sleep(1_500);
    expect(work.order).toEqual([]);
    isReady = true;
    const { signal } = await work.beginning('a1');
    isReady = false;
    await until('it is given back', () => signal.aborted);
    // Another worker does it.
    await openWorker();
    (await work.beginning('a1')).end();
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
    const first = codeOf(ask(queue, 'A', 'a1'));
    await until('the full worker has tried', () => failures === 1);
    await openWorker(1);
    const all = [first, ...['b', 'c', 'd'].map((name) => codeOf(ask(queue, name, name)))];
    await Promise.all(['a1', 'b', 'c', 'd'].map(async (name) => (await work.beginning(name)).end()));
    expect([await Promise.all(all), failures]).toEqual([['done', 'done', 'done', 'done'], 1]);
  });

  test('that failed because of a full store reports that on every worker', async () => {
    const { queue } = await openQueue();
    await openWorker(1, { run: () => Promise.reject(new AppError('no-space')) });
    expect(await codeOf(ask(queue, 'A', 'a1'))).toBe('no-space');
  });

  test('counts for its newest attempt only', async () => {
    const { queue, db, store } = await openQueue();
    await openWorker();
    const asked = codeOf(ask(queue, 'A', 'a1'));
    const first = await work.beginning('a1');
    // Simulates a second worker that takes the job over from this one, which was presumed dead.
    await db.updateTable('jobs').set({ attempt: 3 }).execute();
    await until('the first attempt is stopped', () => first.signal.aborted);
    expect(await store.end(first.job.id, 1, { state: 'done' })).toBe(false);
    // The queue still has the job and retries it.
    const next = await work.beginning('a1');
    expect(next.job.attempt).toBe(4);
    next.end();
    expect(await asked).toBe('done');
  });

  test('whose row a failover has lost is requested again', async () => {
    const { queue, db } = await openQueue();
    const asked = codeOf(ask(queue, 'A', 'a1'));
    await until('it is asked for', () => db.selectFrom('jobs').selectAll().executeTakeFirst());
    await db.deleteFrom('jobs').execute();
    expect(await asked).toBe('stopping');
  });

  test('that no worker will take fails', async () => {
    const { queue, db, store } = await openQueue();
    const asked = codeOf(ask(queue, 'A', 'a1'));
    const { queue_id: queueId } = await until('it is asked for', () =>
      db.selectFrom('jobs').selectAll().executeTakeFirst(),
    );
    await sql`delete from pgboss.job where id = ${queueId}::uuid`.execute(db);
    expect(await store.failAbandoned()).toEqual([]);
    await db.updateTable('jobs').set({ created_at: 1 }).execute();
    expect(await store.failAbandoned()).toHaveLength(1);
    expect(await asked).toBe('internal');
  });
});
