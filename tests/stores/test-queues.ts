// Job queues for tests, with work that the test controls: the queue in the process, and the shared one with a worker.
import { describe } from 'vitest';
import { Notifications } from '#server/database/notifications.ts';
import type { Database } from '#server/database/open-database.ts';
import { connectPostgres } from '#server/database/open-postgres.ts';
import { type JobCarrier, openBoss } from '#server/jobs/boss.ts';
import { type JobQueueParts, openJobQueue } from '#server/jobs/in-process-job-queue.ts';
import type { Job, JobQueue, JobRunner } from '#server/jobs/job-queue.ts';
import { JobStore } from '#server/jobs/job-store.ts';
import { JobWorker, type JobWorkerParts } from '#server/jobs/job-worker.ts';
import { SharedJobQueue } from '#server/jobs/shared-job-queue.ts';
import { SharedJobStore } from '#server/jobs/shared-job-store.ts';
import { AppError } from '#server/runtime/app-error.ts';
import { until } from '#tests/until.ts';
import { HAS_POSTGRES, NEEDS_POSTGRES, newPostgresUrl, openTestSqlite } from './test-database.ts';

const nothing = (): void => undefined;
const log = { error: nothing, warn: nothing, info: nothing };

/** The runner's error when its program was terminated from outside. */
export const TOLD_TO_STOP = new Error('ffmpeg received SIGTERM');

/** A job that runs, and how the test ends it. */
export interface RunningJob {
  readonly job: Job;
  readonly signal: AbortSignal;
  end(): void;
  fail(error: unknown): void;
}

/** Jobs with the input `{ name }` that run until the test ends them. */
export class ControlledWork {
  /** The names in the order in which they began. */
  readonly order: string[] = [];
  /** The ids of jobs whose result is stored. */
  readonly results = new Set<string>();
  readonly #running = new Map<string, RunningJob>();

  readonly run: JobRunner = (job, { signal, onProgress }) => {
    const { name } = job.input as { readonly name: string };
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.order.push(name);
    onProgress(0.5);
    signal.addEventListener('abort', () => reject(signal.reason));
    const end = () => {
      this.results.add(job.id);
      resolve({ found: job.input });
    };
    this.#running.set(name, { job, signal, end, fail: reject });
    return promise;
  };

  /** Waits until a job has begun, once for each time that it begins. */
  async beginning(name: string): Promise<RunningJob> {
    const running = await until(`${name} begins`, () => this.#running.get(name), { limitMs: 60_000 });
    this.#running.delete(name);
    return running;
  }
}

/** The error code of a request, or `done`. */
export const codeOf = (request: Promise<unknown>): Promise<string> =>
  request.then(
    () => 'done',
    (error: AppError) => error.code,
  );

/** Requests a job, from the visitor's own network unless another one is given. */
export const ask = (queue: JobQueue, visitorId: string, name: string, network = visitorId): Promise<string> =>
  queue.run({ visitorId, kind: 'merge', key: name, input: { name } }, network);

/** A queue and its rows. */
export interface TestQueue {
  readonly queue: JobQueue;
  readonly db: Database;
  /** Stops it as a server does, and opens it again on the same rows. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** How many jobs a test queue runs at a time. */
export const SLOTS = 2;

/** Opens a queue with {@link SLOTS} slots. */
export type OpenTestQueue = (work: ControlledWork) => Promise<TestQueue>;

/** Defines the same tests for each implementation of the port. */
export function describeQueues(define: (open: OpenTestQueue) => void): void {
  describe('in the process', () => define(openTestQueue));
  describe.skipIf(!HAS_POSTGRES)(`shared by processes${NEEDS_POSTGRES}`, () => define(openSharedTestQueue));
}

/** The parts of a queue in the process. */
export const ownQueueParts = (work: ControlledWork, db: Database): JobQueueParts => ({
  store: new JobStore(db),
  runners: { merge: { run: work.run, failure: 'merge-failed' } },
  hasResult: async (id) => work.results.has(id),
  wasTerminated: (error) => error instanceof AppError && error.cause === TOLD_TO_STOP,
  concurrency: SLOTS,
  timeoutMs: 60_000,
  log,
});

async function openTestQueue(work: ControlledWork): Promise<TestQueue> {
  const database = await openTestSqlite();
  const parts = ownQueueParts(work, database.db);
  let queue = await openJobQueue(parts);
  return {
    db: database.db,
    get queue() {
      return queue;
    },
    restart: async () => {
      await queue.close(0);
      queue = await openJobQueue(parts);
    },
    close: async () => {
      await queue.close(0);
      await database.close();
    },
  };
}

async function openSharedTestQueue(work: ControlledWork): Promise<TestQueue> {
  const url = await newPostgresUrl();
  const rows = await connectPostgres({ url, poolSize: 2 });
  const open = async () => {
    const [requester, worker] = [
      await openRequester(url, work),
      await openWorker(url, { run: work.run, slots: SLOTS }),
    ];
    return { queue: requester.queue, close: () => Promise.all([requester.close(), worker.close(0)]) };
  };
  let process = await open();
  return {
    db: rows.db,
    get queue() {
      return process.queue;
    },
    restart: async () => {
      await process.close();
      process = await open();
    },
    close: async () => {
      await process.close();
      await rows.close();
    },
  };
}

/** Opens the parts of a process on the shared queue. */
async function openProcess(url: string, works: boolean) {
  const { db, close: disconnect } = await connectPostgres({ url, poolSize: 4 });
  const carrier = await openBoss({ url, works, migrates: true, log });
  const notifications = new Notifications(url);
  await notifications.open();
  const store = new SharedJobStore(db);
  const close = async () => {
    await carrier.close();
    await notifications.close();
    await disconnect();
  };
  return { parts: { carrier, notifications, store }, db, close };
}

/** Opens a process that requests work. */
export async function openRequester(url: string, work: ControlledWork) {
  const { parts, db, close } = await openProcess(url, false);
  const queue = new SharedJobQueue({
    ...parts,
    secret: 'secret',
    hasResult: async (id) => work.results.has(id),
    checkStorage: async () => undefined,
  });
  return {
    queue,
    db,
    store: parts.store,
    close: async () => {
      await queue.close();
      await close();
    },
  };
}

/** Opens a process that works; closing it twice is safe. */
export async function openWorker(
  url: string,
  {
    run,
    slots = 1,
    isReady = async () => true,
    carriedBy = (carrier) => carrier,
    warn = nothing,
  }: {
    run: JobRunner;
    slots?: number;
    isReady?: JobWorkerParts['isReady'];
    /** Adds faults to the carrier. */
    carriedBy?: (carrier: JobCarrier) => JobCarrier;
    warn?: (facts: unknown, text?: string) => void;
  },
) {
  const { parts, close } = await openProcess(url, true);
  const runner = { run, failure: 'merge-failed' as const };
  const worker = new JobWorker({
    ...parts,
    carrier: carriedBy(parts.carrier),
    log: { ...log, warn },
    timeoutMs: 60_000,
    isReady,
    readyEveryMs: 50,
    runners: { merge: runner, finish: runner },
    slots: { work: slots, probe: 1 },
    wasTerminated: (error) => error === TOLD_TO_STOP,
  });
  await worker.open();
  let closing: Promise<void> | null = null;
  return {
    close: (graceMs: number) => {
      closing ??= worker.close(graceMs).then(close);
      return closing;
    },
  };
}
