// The conformance suite of the job queue, run against every implementation with real databases and work that the test controls.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '#server/runtime/app-error.ts';
import { steadyNow } from '#server/runtime/steady-clock.ts';
import { ask, ControlledWork, codeOf, describeQueues, SLOTS, type TestQueue } from '#tests/stores/test-queues.ts';
import { until } from '#tests/until.ts';
import { MAX_JOBS_OF_VISITOR } from './job-queue.ts';
import { MAX_ENDED_JOBS_OF_VISITOR } from './job-store.ts';

describeQueues((open) => {
  let work: ControlledWork;
  let site: TestQueue;
  const request = (visitorId: string, name: string) => ask(site.queue, visitorId, name);
  const jobs = () => site.db.selectFrom('jobs').selectAll().orderBy('created_at').orderBy('id').execute();
  /**
   * Requests jobs in this order. Waits until all jobs that can run are running, because two slots may take jobs at the
   * same moment.
   */
  const requestAll = async (wanted: readonly (readonly [visitorId: string, name: string])[]) => {
    const codes: Promise<string>[] = [];
    const visitors = new Set<string>();
    for (const [visitorId, name] of wanted) {
      codes.push(codeOf(request(visitorId, name)));
      visitors.add(visitorId);
      await until(`${name} is stored`, async () => {
        const stored = await jobs();
        const running = stored.filter(({ state }) => state === 'running');
        return stored.length === codes.length && running.length === Math.min(visitors.size, SLOTS);
      });
    }
    return codes;
  };

  beforeEach(async () => {
    work = new ControlledWork();
    site = await open(work);
  });
  afterEach(() => site.close());

  describe('work', () => {
    test('that is requested twice runs once', async () => {
      const both = [request('A', 'a1'), request('A', 'a1')];
      (await work.beginning('a1')).end();
      const [one, other] = await Promise.all(both);
      expect(one).toBe(other);
      expect(await request('A', 'a1')).toBe(one);
      expect(work.order).toEqual(['a1']);
    });

    test('whose result is gone runs again', async () => {
      const first = request('A', 'a1');
      (await work.beginning('a1')).end();
      work.results.delete(await first);
      const second = request('A', 'a1');
      (await work.beginning('a1')).end();
      expect(await second).not.toBe(await first);
    });

    test('that failed reports its error, and runs again when it is requested again', async () => {
      const [one, other] = [codeOf(request('A', 'a1')), codeOf(request('B', 'b1'))];
      (await work.beginning('a1')).fail(new Error('ffmpeg fell over'));
      (await work.beginning('b1')).fail(new AppError('video-not-found'));
      expect(await Promise.all([one, other])).toEqual(['merge-failed', 'video-not-found']);
      expect(await site.queue.list('A')).toMatchObject([{ state: 'failed' }]);
      const again = codeOf(request('A', 'a1'));
      (await work.beginning('a1')).end();
      expect(await again).toBe('done');
    });

    test('of one visitor waits while another visitor’s runs', async () => {
      const codes = await requestAll([
        ['A', 'a1'],
        ['A', 'a2'],
        ['B', 'b1'],
        ['C', 'c1'],
      ]);
      const [a1, b1] = [await work.beginning('a1'), await work.beginning('b1')];
      // Two slots begin their jobs at once, in either order.
      expect(work.order.toSorted()).toEqual(['a1', 'b1']);
      a1.end();
      (await work.beginning('c1')).end();
      (await work.beginning('a2')).end();
      b1.end();
      expect(await Promise.all(codes)).toEqual(['done', 'done', 'done', 'done']);
      expect(work.order.slice(2)).toEqual(['c1', 'a2']);
    });

    test('is limited for each visitor', async () => {
      const names = Array.from({ length: MAX_JOBS_OF_VISITOR }, (_, index) => `a${index}`);
      const taken = await requestAll(names.map((name) => ['A', name]));
      expect(await codeOf(request('A', 'one-more'))).toBe('too-many-jobs');
      const other = codeOf(request('B', 'b1'));
      (await work.beginning('b1')).end();
      expect(await other).toBe('done');
      await site.queue.cancelAll('A');
      expect(await Promise.all(taken)).toEqual(names.map(() => 'job-canceled'));
    });

    test('that has ended drops its input, and is still found', async () => {
      const asked = request('A', 'a1');
      (await work.beginning('a1')).end();
      const id = await asked;
      expect(await jobs()).toMatchObject([{ input_json: 'null', live_key: null, state: 'done' }]);
      expect(await request('A', 'a1')).toBe(id);
    });

    test('that has ended is deleted when a visitor has had many', async () => {
      const ended = Array.from({ length: MAX_ENDED_JOBS_OF_VISITOR + 4 }, (_, index) => ({
        id: `old${index}`,
        visitor_id: 'A',
        kind: 'merge',
        key: `old${index}`,
        input_json: 'null',
        state: 'done' as const,
        created_at: index,
        ended_at: index,
      }));
      await site.db.insertInto('jobs').values(ended).execute();
      const asked = request('A', 'a1');
      (await work.beginning('a1')).end();
      await asked;
      expect(await jobs()).toHaveLength(MAX_ENDED_JOBS_OF_VISITOR);
    });

    test('whose result is stored is answered with it, however many jobs of the visitor ended since', async () => {
      const asked = request('A', 'a1');
      (await work.beginning('a1')).end();
      const id = await asked;
      const result = { handle: id, visitor_id: 'A', media_name: 'a1.mp4', media_sha256: null, bytes: 1, created_at: 1 };
      await site.db.insertInto('results').values(result).execute();
      const later = Array.from({ length: MAX_ENDED_JOBS_OF_VISITOR + 4 }, (_, index) => ({
        id: `later${index}`,
        visitor_id: 'A',
        kind: 'merge',
        key: `later${index}`,
        input_json: 'null',
        state: 'done' as const,
        created_at: steadyNow(),
        ended_at: steadyNow(),
      }));
      await site.db.insertInto('jobs').values(later).execute();
      const last = request('A', 'a2');
      (await work.beginning('a2')).end();
      await last;
      expect(await request('A', 'a1')).toBe(id);
      expect(work.order).toEqual(['a1', 'a2']);
    });

    test('is listed with its place and its progress', async () => {
      const codes = await requestAll([
        ['A', 'a1'],
        ['B', 'b1'],
        ['C', 'c1'],
        ['A', 'a2'],
      ]);
      const [a1, b1] = [await work.beginning('a1'), await work.beginning('b1')];
      await until('its progress is listed', async () => (await site.queue.list('A')).at(1)?.percent === 50);
      expect(await site.queue.list('A')).toMatchObject([
        { state: 'queued', queuePlace: 2, percent: 0 },
        { state: 'running', queuePlace: 0, percent: 50 },
      ]);
      expect(await site.queue.list('C')).toMatchObject([{ state: 'queued', queuePlace: 1 }]);
      for (const { end } of [a1, b1]) end();
      for (const name of ['c1', 'a2']) (await work.beginning(name)).end();
      await Promise.all(codes);
      expect(await site.queue.list('A')).toMatchObject([
        { state: 'done', percent: 100 },
        { state: 'done', percent: 100 },
      ]);
    });
  });

  describe('cancelling', () => {
    test('stops running work and frees its slot', async () => {
      const running = codeOf(request('A', 'a1'));
      const { job, signal } = await work.beginning('a1');
      await site.queue.cancel('A', job.id);
      expect([await running, signal.aborted]).toEqual(['job-canceled', true]);
      expect(await site.queue.list('A')).toMatchObject([{ state: 'canceled' }]);
      const next = codeOf(request('A', 'a2'));
      (await work.beginning('a2')).end();
      expect(await next).toBe('done');
    });

    test('removes a waiting job from the queue at once', async () => {
      const [first, second] = await requestAll([
        ['A', 'a1'],
        ['A', 'a2'],
      ]);
      const { end } = await work.beginning('a1');
      const [waiting] = await site.queue.list('A');
      await site.queue.cancel('A', waiting?.id ?? '');
      expect(await second).toBe('job-canceled');
      end();
      expect(await first).toBe('done');
      expect(work.order).toEqual(['a1']);
    });

    test('another visitor’s job and an unknown one get the same answer', async () => {
      const running = request('A', 'a1');
      const { job, end } = await work.beginning('a1');
      const codes = [await codeOf(site.queue.cancel('B', job.id)), await codeOf(site.queue.cancel('B', 'unknown'))];
      expect(codes).toEqual(['job-not-found', 'job-not-found']);
      end();
      await running;
    });
  });

  test('a stop leaves running and waiting work to the next start', async () => {
    const codes = await requestAll([
      ['A', 'a1'],
      ['A', 'a2'],
    ]);
    const { signal } = await work.beginning('a1');
    const stopped = site.queue;
    await site.restart();
    expect(await Promise.all(codes)).toEqual(['stopping', 'stopping']);
    expect([signal.aborted, await codeOf(ask(stopped, 'B', 'b1'))]).toEqual([true, 'stopping']);
    for (const name of ['a1', 'a2']) (await work.beginning(name)).end();
    expect(await Promise.all([codeOf(request('A', 'a1')), codeOf(request('A', 'a2'))])).toEqual(['done', 'done']);
    // Two slots that open at once may take both jobs, in either order.
    expect([work.order.at(0), work.order.toSorted()]).toEqual(['a1', ['a1', 'a1', 'a2']]);
  });
});
