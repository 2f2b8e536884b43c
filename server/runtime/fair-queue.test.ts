// The order of tasks.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FairSlots } from '#server/uploads/upload-finisher.ts';
import { FairQueue } from './fair-queue.ts';

interface Task {
  readonly id: string;
  readonly visitorId: string;
  readonly network: string;
}

/** `A1` is visitor A's first task, on a separate network; `xA1` comes from network x. */
const task = (id: string): Task => {
  const [, network = '', visitor = ''] = /^([a-z]?)([A-Z])/.exec(id) ?? [];
  return { id, visitorId: visitor, network: network || visitor };
};
const queueOf = (...ids: string[]) => {
  const queue = new FairQueue<Task>(8);
  for (const id of ids) queue.add(task(id));
  return queue;
};
const ids = (tasks: Task[]) => tasks.map(({ id }) => id);

describe('the queue', () => {
  test('serves each visitor’s first task before anyone’s second', () => {
    expect(ids(queueOf('A1', 'A2', 'A3', 'B1', 'B2', 'C1').order())).toEqual(['A1', 'B1', 'C1', 'A2', 'B2', 'A3']);
  });

  test('serves each network’s first task before any network’s second, however many visitors it has', () => {
    const queue = queueOf('xA1', 'xA2', 'xB1', 'xC1', 'yD1', 'yD2');
    expect(ids(queue.order())).toEqual(['xA1', 'yD1', 'xB1', 'yD2', 'xC1', 'xA2']);
  });

  test('makes a late visitor wait for only one task of another', () => {
    const queue = queueOf('A1', 'A2', 'A3', 'A4');
    const first = queue.take();
    queue.add(task('B1'));
    if (first) queue.end(first);
    expect([first?.id, queue.take()?.id, queue.take()?.id]).toEqual(['A1', 'B1', 'A2']);
  });

  test('runs one task of a visitor at a time', () => {
    const queue = queueOf('A1', 'A2');
    const first = queue.take();
    expect(queue.take()).toBeUndefined();
    if (first) queue.end(first);
    expect(queue.take()?.id).toBe('A2');
  });

  test('leaves a slot to other networks, unless there is only one', () => {
    const [two, one] = [new FairQueue<Task>(2), new FairQueue<Task>(1)];
    for (const id of ['xA1', 'xB1', 'yC1']) {
      two.add(task(id));
      one.add(task(id));
    }
    expect([two.take()?.id, two.take()?.id, two.take()]).toEqual(['xA1', 'yC1', undefined]);
    expect(one.take()?.id).toBe('xA1');
  });

  test('counts waiting and running tasks', () => {
    const queue = queueOf('A1', 'A2', 'B1');
    const first = queue.take();
    expect([queue.countOf('A'), queue.countOf('B'), queue.waitingOf('A').length, queue.size]).toEqual([2, 1, 1, 2]);
    if (first) queue.end(first);
    expect(queue.countOf('A')).toBe(1);
  });

  test('frees a removed task', () => {
    const queue = new FairQueue<Task>(2);
    const only = task('A1');
    queue.add(only);
    expect([queue.remove(only), queue.remove(only), queue.take()]).toEqual([true, false, undefined]);
  });
});

/** Tasks of few visitors on few networks, in order of arrival. */
const arrivals = fc.array(fc.record({ visitor: fc.nat(5), network: fc.nat(3) }), { minLength: 1, maxLength: 40 });

describe('for any sequence of tasks', () => {
  test('no visitor has two running tasks, no network all slots, and every task is run eventually', () => {
    fc.assert(
      fc.property(arrivals, fc.integer({ min: 1, max: 4 }), fc.infiniteStream(fc.nat(9)), (tasks, slots, choices) => {
        const queue = new FairQueue<Task>(slots);
        for (const [index, { visitor, network }] of tasks.entries()) {
          queue.add({ id: String(index), visitorId: `${network}/${visitor}`, network: String(network) });
        }
        const running: Task[] = [];
        let taken = 0;
        while (taken < tasks.length || running.length > 0) {
          const next = running.length < slots ? queue.take() : undefined;
          if (next) {
            running.push(next);
            taken += 1;
          }
          expect(new Set(running.map(({ visitorId }) => visitorId)).size).toBe(running.length);
          const ofNetwork = running.filter(({ network }) => network === next?.network).length;
          expect(ofNetwork).toBeLessThanOrEqual(Math.max(1, slots - 1));
          if (next) continue;
          const [ended] = running.splice((choices.next().value ?? 0) % running.length, 1);
          if (ended) queue.end(ended);
        }
        expect(queue.size).toBe(0);
      }),
    );
  });

  test('a network without a running task is served first', () => {
    fc.assert(
      fc.property(arrivals, fc.integer({ min: 2, max: 4 }), (tasks, slots) => {
        const queue = new FairQueue<Task>(slots);
        for (const [index, { visitor, network }] of tasks.entries()) {
          queue.add({ id: String(index), visitorId: `${network}/${visitor}`, network: String(network) });
        }
        for (let slot = 1; slot < slots; slot += 1) queue.take();
        queue.add({ id: 'late', visitorId: 'late', network: 'late' });
        const before = queue.order().findIndex(({ id }) => id === 'late');
        const networksBefore = queue
          .order()
          .slice(0, before)
          .map(({ network }) => network);
        expect(new Set(networksBefore).size).toBe(networksBefore.length);
      }),
    );
  });
});

test('each slot runs one task at a time, and a failed task releases its slot', async () => {
  const slots = new FairSlots(2);
  let running = 0;
  let most = 0;
  const work = (fails: boolean) => async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise(setImmediate);
    running -= 1;
    if (fails) throw new Error('it did not work');
    return 'done';
  };
  const ends = await Promise.all(
    Array.from({ length: 9 }, (_, index) =>
      slots
        .run({ visitorId: `v${index % 4}`, network: `n${index % 3}` }, work(index % 3 === 0))
        .catch((error: Error) => error.message),
    ),
  );
  expect(ends.filter((end) => end === 'done')).toHaveLength(6);
  expect([most, running]).toEqual([2, 0]);
});
