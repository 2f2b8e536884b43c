// The client of the body worker, with a worker that sends only what a test makes it send.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BodyAnswer, BodyProgress } from './body-request.ts';
import type { FromBodyWorker, ToBodyWorker } from './body-worker.ts';
import { bodyWorkerClient, IDLE_WORKER_KEPT_MS, MODEL_START_LIMIT_MS, SLOW_START_MS } from './see-body.ts';

class ScriptedWorker extends EventTarget {
  readonly received: ToBodyWorker[] = [];
  isEnded = false;
  postMessage(message: ToBodyWorker): void {
    this.received.push(message);
  }
  terminate(): void {
    this.isEnded = true;
  }
  say(data: FromBodyWorker): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function started() {
  const workers: ScriptedWorker[] = [];
  const { ask: askWorker, warmUp } = bodyWorkerClient(() => {
    const worker = new ScriptedWorker();
    workers.push(worker);
    return worker;
  });
  function ask() {
    const leaving = new AbortController();
    const answers: (BodyAnswer | null)[] = [];
    const stages: string[] = [];
    const options = { signal: leaving.signal, onProgress: ({ stage }: BodyProgress) => void stages.push(stage) };
    void askWorker('a clip', { wanted: { forSwings: true } }, options).then((answer) => answers.push(answer));
    return { answers, stages, stop: () => leaving.abort() };
  }
  return { workers, ask, warmUp };
}

const NOBODY: BodyAnswer = { kind: 'nobody' };
const CANNOT_RUN: BodyAnswer = { kind: 'cannot-see', reason: 'cannot-run' };

test('a stopped search does not end the worker of a later one', async () => {
  const { workers, ask } = started();
  const first = ask();
  await vi.advanceTimersByTimeAsync(0);
  first.stop();
  // The worker answers the stop later, when the page has already settled it.
  await vi.advanceTimersByTimeAsync(1_000);
  workers[0]?.say({ id: 1, answer: null });
  const second = ask();
  await vi.advanceTimersByTimeAsync(2 * IDLE_WORKER_KEPT_MS);
  expect(workers.map(({ isEnded }) => isEnded)).toEqual([false]);
  workers[0]?.say({ id: 2, answer: NOBODY });
  await vi.advanceTimersByTimeAsync(0);
  expect([first.answers, second.answers]).toEqual([[null], [NOBODY]]);
});

test('ends an idle worker after a minute and starts another for the next request', async () => {
  const { workers, ask } = started();
  ask();
  workers[0]?.say({ id: 1, answer: NOBODY });
  await vi.advanceTimersByTimeAsync(IDLE_WORKER_KEPT_MS - 1);
  expect(workers[0]?.isEnded).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(workers[0]?.isEnded).toBe(true);
  ask();
  expect(workers).toHaveLength(2);
});

test('reports within ten seconds that the model is slow to start, gives up later, and retries with a new worker', async () => {
  const { workers, ask } = started();
  const [one, two] = [ask(), ask()];
  workers[0]?.say({ model: 'fetching' });
  // A slow download is not a failure.
  await vi.advanceTimersByTimeAsync(60_000);
  expect([one.answers, one.stages]).toEqual([[], []]);
  workers[0]?.say({ model: 'starting' });
  await vi.advanceTimersByTimeAsync(SLOW_START_MS);
  expect(SLOW_START_MS).toBeLessThan(10_000);
  expect([one.stages, two.stages]).toEqual([['slow-start'], ['slow-start']]);
  // A busy device may still succeed.
  expect(one.answers).toEqual([]);
  await vi.advanceTimersByTimeAsync(MODEL_START_LIMIT_MS - SLOW_START_MS);
  expect([one.answers, two.answers]).toEqual([[CANNOT_RUN], [CANNOT_RUN]]);
  expect(workers[0]?.isEnded).toBe(true);
  const again = ask();
  workers[1]?.say({ id: 3, answer: NOBODY });
  await vi.advanceTimersByTimeAsync(0);
  expect(again.answers).toEqual([NOBODY]);
});

test('gives a model time for each step of its start, and sets no limit once it is ready', async () => {
  const { workers, ask } = started();
  const { answers } = ask();
  for (let step = 0; step < 4; step++) {
    workers[0]?.say({ model: 'starting' });
    await vi.advanceTimersByTimeAsync(MODEL_START_LIMIT_MS - 1);
  }
  workers[0]?.say({ model: 'ready' });
  await vi.advanceTimersByTimeAsync(10 * MODEL_START_LIMIT_MS);
  expect(answers).toEqual([]);
  expect(workers[0]?.isEnded).toBe(false);
});

test('answers every open request immediately when a worker runs out of memory', async () => {
  const { workers, ask } = started();
  const [one, two] = [ask(), ask()];
  workers[0]?.dispatchEvent(new Event('error'));
  await vi.advanceTimersByTimeAsync(0);
  expect([one.answers, two.answers]).toEqual([[CANNOT_RUN], [CANNOT_RUN]]);
});

test('starts the model before the first request, which uses the same worker and has its limits', async () => {
  const { workers, ask, warmUp } = started();
  warmUp();
  workers[0]?.say({ model: 'starting' });
  await vi.advanceTimersByTimeAsync(SLOW_START_MS);
  const { answers, stages } = ask();
  warmUp();
  expect(workers.map(({ received }) => received.length)).toEqual([2]);
  expect(workers[0]?.received[0]).toBe('load-model');
  workers[0]?.say({ model: 'starting' });
  await vi.advanceTimersByTimeAsync(SLOW_START_MS);
  expect(stages).toEqual(['slow-start']);
  workers[0]?.say({ id: 1, answer: NOBODY });
  await vi.advanceTimersByTimeAsync(0);
  expect(answers).toEqual([NOBODY]);
});

test('ends a worker that was started ahead and that no request has used, a minute after its model’s last step', async () => {
  const { workers, warmUp } = started();
  warmUp();
  await vi.advanceTimersByTimeAsync(IDLE_WORKER_KEPT_MS / 2);
  workers[0]?.say({ model: 'fetching' });
  await vi.advanceTimersByTimeAsync(IDLE_WORKER_KEPT_MS - 1);
  expect(workers[0]?.isEnded).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(workers[0]?.isEnded).toBe(true);
});
