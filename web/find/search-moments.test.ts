// A search whose worker falls silent. The worker is the browser's: this one sends only what a test makes it send.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type SearchAnswer, searchMoments } from './search-moments.ts';

class SilentWorker extends EventTarget {
  static last: SilentWorker;
  isEnded = false;
  constructor() {
    super();
    SilentWorker.last = this;
  }
  postMessage(): void {}
  terminate(): void {
    this.isEnded = true;
  }
  say(data: object): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

const STUCK_AFTER_MS = 30_000;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('Worker', SilentWorker);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function begin() {
  const answers: SearchAnswer[] = [];
  const progress: number[] = [];
  const leaving = new AbortController();
  void searchMoments(new Blob(), {
    signal: leaving.signal,
    onProgress: ({ share }) => progress.push(share),
    body: 'refused',
  }).then((answer) => answers.push(answer));
  return { answers, progress, leaving, worker: SilentWorker.last };
}

test('fails a search without a message for thirty seconds: the video cannot be read', async () => {
  const { answers, worker } = begin();
  await vi.advanceTimersByTimeAsync(STUCK_AFTER_MS - 1);
  expect(answers).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(answers).toEqual([{ kind: 'cannot-read' }]);
  expect(worker.isEnded).toBe(true);
});

test('lets a search take minutes while it makes progress', async () => {
  const { answers, progress, worker } = begin();
  for (const share of [0.1, 0.2, 0.3, 0.4]) {
    await vi.advanceTimersByTimeAsync(STUCK_AFTER_MS - 1);
    worker.say({ progress: share });
  }
  expect(progress).toEqual([0.1, 0.2, 0.3, 0.4]);
  expect(answers).toEqual([]);
  await vi.advanceTimersByTimeAsync(STUCK_AFTER_MS);
  expect(answers).toEqual([{ kind: 'cannot-read' }]);
});

test('ends an aborted search immediately, without an answer', async () => {
  const { answers, leaving, worker } = begin();
  leaving.abort();
  expect(worker.isEnded).toBe(true);
  await vi.advanceTimersByTimeAsync(2 * STUCK_AFTER_MS);
  expect(answers).toEqual([]);
});
