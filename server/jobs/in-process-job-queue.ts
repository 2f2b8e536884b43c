// The in-process JobQueue (docs/decisions/021-jobs.md): p-queue provides the slots, the fair queue picks the next job,
// and the store persists jobs across restarts.
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import PQueue from 'p-queue';
import type { ErrorCode } from '#contract/errors.ts';
import type { JobStatus } from '#contract/merges.ts';
import { isOutOfSpace } from '#server/files/errno.ts';
import { AppError } from '#server/runtime/app-error.ts';
import type { Client } from '#server/runtime/client-network.ts';
import { FairQueue } from '#server/runtime/fair-queue.ts';
import { faultPoint } from '#server/runtime/fault-point.ts';
import { KeyedLock } from '#server/runtime/keyed-lock.ts';
import { steadyNow } from '#server/runtime/steady-clock.ts';
import { JobEnds, runUnlessKilled } from './job-ends.ts';
import {
  checkCapacity,
  type JobKind,
  type JobQueue,
  type JobRequest,
  type JobRunner,
  LIST_ENDED_MS,
  OWN_QUEUE,
} from './job-queue.ts';
import { type JobStore, readStoredInput, type StoredJob, storedInput } from './job-store.ts';

export interface JobQueueParts {
  readonly store: JobStore;
  /** The runner of each kind, and the error code of its unexpected failures. */
  readonly runners: Readonly<Partial<Record<JobKind, { run: JobRunner; failure: ErrorCode }>>>;
  /** Whether the result of a completed job is still stored. */
  readonly hasResult: (jobId: string) => Promise<boolean>;
  /** Throws an AppError for a visitor whose storage is full. */
  readonly checkStorage?: (visitorId: string) => Promise<void>;
  /** Whether a job failed because its program was terminated from outside. */
  readonly wasTerminated?: (error: unknown) => boolean;
  readonly concurrency: number;
  readonly timeoutMs: number;
  /** The delay before storing a job's end is retried. */
  readonly endRetryMs?: number;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'info'>;
}

interface ActiveJob extends Client {
  readonly id: string;
  readonly stored: StoredJob;
  readonly stop: AbortController;
  readonly outcome: PromiseWithResolvers<string>;
  state: 'queued' | 'running';
  fraction: number;
}

/** A supervisor that stops the server may signal its child processes a moment earlier. */
const STOP_FOLLOWS_MS = 500;
/** The network of jobs left by the last server is not stored, so they all share one. */
const UNKNOWN_NETWORK = '';

/** Opens the queue and resumes the previous server's jobs. Cancels those of another version: the page asks again. */
export async function openJobQueue(parts: JobQueueParts): Promise<JobQueue> {
  const queue = new InProcessJobQueue(parts);
  for (const stored of await parts.store.listUnfinished()) {
    if (readStoredInput(stored.kind, stored.input_json) !== null) queue.enqueue(stored);
    else {
      parts.log.info({ jobId: stored.id, kind: stored.kind }, 'Job of another version cancelled');
      await parts.store.end(stored.id, { state: 'canceled', errorCode: 'job-canceled' });
    }
  }
  return queue;
}

class InProcessJobQueue implements JobQueue {
  readonly #parts: JobQueueParts;
  readonly #slots: PQueue;
  readonly #queue: FairQueue<ActiveJob>;
  readonly #ends: JobEnds;
  readonly #live = new Map<string, ActiveJob>();
  readonly #admission = new KeyedLock();
  readonly #stopBegun = new AbortController();

  constructor(parts: JobQueueParts) {
    this.#parts = parts;
    this.#queue = new FairQueue(parts.concurrency);
    this.#ends = new JobEnds(parts);
    this.#slots = new PQueue({ concurrency: parts.concurrency });
  }

  get #stopping(): boolean {
    return this.#stopBegun.signal.aborted;
  }

  async run(request: JobRequest, network: string): Promise<string> {
    // One at a time, so that concurrent requests cannot exceed the limits or start the same job twice.
    const live = await this.#admission.run('', async () => {
      const active = this.#activeWith(request.key);
      if (active) return active;
      const done = await this.#parts.store.findDone(request.key);
      if (done && (await this.#parts.hasResult(done.id))) return done.id;
      this.#checkCapacity({ visitorId: request.visitorId, network }, storedInput(request).length);
      await this.#parts.checkStorage?.(request.visitorId);
      const stored = await this.#parts.store.add(request);
      faultPoint('job-added');
      return this.enqueue(stored, network);
    });
    return typeof live === 'string' ? live : live.outcome.promise;
  }

  async list(visitorId: string): Promise<JobStatus[]> {
    const order = this.#queue.order();
    const before = new Map(this.#live);
    const jobs = await this.#parts.store.listOf(visitorId, steadyNow() - LIST_ENDED_MS);
    return jobs.map((stored) => {
      const live = this.#live.get(stored.id) ?? before.get(stored.id);
      const state = live?.state ?? this.#endedState(stored);
      return {
        id: stored.id,
        kind: stored.kind as JobKind,
        state,
        queuePlace: live?.state === 'queued' ? order.indexOf(live) + 1 : 0,
        percent: state === 'done' ? 100 : Math.floor((live?.fraction ?? 0) * 100),
      };
    });
  }

  async cancel(visitorId: string, id: string): Promise<void> {
    const live = this.#live.get(id);
    if (!live || live.visitorId !== visitorId) throw new AppError('job-not-found');
    await this.#stop(live, new AppError('job-canceled'));
  }

  async cancelAll(visitorId: string): Promise<void> {
    const own = [...this.#live.values()].filter((live) => live.visitorId === visitorId);
    await Promise.all(own.map((live) => this.#stop(live, new AppError('job-canceled'))));
    await this.#parts.store.deleteEndedOf(visitorId);
  }

  async close(graceMs: number): Promise<void> {
    this.#stopBegun.abort();
    for (const waiting of this.#queue.order()) await this.#stop(waiting, new AppError('stopping'));
    const running = [...this.#live.values()];
    const allEnded = Promise.allSettled(running.map((live) => live.outcome.promise));
    await Promise.race([allEnded, sleep(graceMs, undefined, { ref: false })]);
    await Promise.all([...this.#live.values()].map((live) => this.#stop(live, new AppError('stopping'))));
    await this.#ends.close();
  }

  enqueue(stored: StoredJob, network = UNKNOWN_NETWORK): ActiveJob {
    const live: ActiveJob = {
      id: stored.id,
      visitorId: stored.visitor_id,
      network,
      stored,
      stop: new AbortController(),
      outcome: Promise.withResolvers<string>(),
      state: 'queued',
      fraction: 0,
    };
    // There may be no waiting caller, so the failure is stored and logged.
    live.outcome.promise.catch(() => undefined);
    this.#live.set(live.id, live);
    this.#queue.add(live);
    this.#offerSlot();
    return live;
  }

  #activeWith(key: string): ActiveJob | undefined {
    return [...this.#live.values()].find((live) => live.stored.key === key && !live.stop.signal.aborted);
  }

  /** The state of a job that is not active: the stored one, unless its end could not be stored. */
  #endedState({ id, state }: Pick<StoredJob, 'id' | 'state'>): StoredJob['state'] {
    const isRunning = state === 'running' && !this.#stopping;
    return this.#ends.unstored(id) ?? (isRunning ? 'failed' : state);
  }

  #checkCapacity({ visitorId, network }: Client, inputLength: number): void {
    if (this.#stopping) throw new AppError('stopping');
    const [all, ofNetwork] = [this.#queue.order(), this.#queue.waitingOf(network)];
    const load = {
      waiting: all.length,
      waitingInput: inputOf(all),
      waitingOfNetwork: ofNetwork.length,
      inputOfNetwork: inputOf(ofNetwork),
      liveOfVisitor: this.#queue.countOf(visitorId),
    };
    checkCapacity(OWN_QUEUE, load, inputLength);
  }

  /** A slot is not bound to a job: it takes the next one when it becomes free. */
  #offerSlot(): void {
    void this.#slots.add(async () => {
      const live = this.#stopping ? undefined : this.#queue.take();
      if (live) await this.#work(live);
    });
  }

  async #work(live: ActiveJob): Promise<void> {
    live.state = 'running';
    try {
      await this.#parts.store.begin(live.id);
      faultPoint('job-begun');
      await runUnlessKilled(() => this.#runJob(live), {
        wasTerminated: this.#parts.wasTerminated ?? (() => false),
        stopsSoon: () => this.#stopsSoon(),
        signal: live.stop.signal,
      });
      await this.#ends.store(live.id, { state: 'done' });
      faultPoint('job-ended');
      live.outcome.resolve(live.id);
    } catch (error) {
      await this.#fail(live, error);
    } finally {
      this.#live.delete(live.id);
      this.#queue.end(live);
      this.#offerSlot();
    }
  }

  async #runJob(live: ActiveJob): Promise<void> {
    const runner = this.#parts.runners[live.stored.kind as JobKind];
    if (!runner) throw new AppError('not-available');
    // AbortSignal.timeout() would stay in memory until its time, long after the job.
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), this.#parts.timeoutMs);
    try {
      await runner.run(
        { id: live.id, visitorId: live.visitorId, input: readStoredInput(live.stored.kind, live.stored.input_json) },
        {
          signal: AbortSignal.any([live.stop.signal, timeout.signal]),
          onProgress: (fraction) => {
            live.fraction = Math.min(Math.max(fraction, 0), 1);
          },
        },
      );
    } catch (cause) {
      if (live.stop.signal.aborted) throw live.stop.signal.reason;
      if (timeout.signal.aborted) throw new AppError('job-timeout', { cause });
      if (isOutOfSpace(cause)) throw new AppError('no-space', { cause });
      throw cause instanceof AppError ? cause : new AppError(runner.failure, { cause });
    } finally {
      clearTimeout(timer);
    }
  }

  async #fail(live: ActiveJob, error: unknown): Promise<void> {
    const failure = asFailure(error);
    if (failure.code !== 'stopping' && failure.code !== 'job-canceled') {
      this.#parts.log.error({ err: failure, jobId: live.id, kind: live.stored.kind }, 'Job failed');
    }
    if (failure.code === 'stopping') await this.#requeue(live);
    else {
      const state = failure.code === 'job-canceled' ? 'canceled' : 'failed';
      await this.#ends.store(live.id, { state, errorCode: failure.code });
    }
    live.outcome.reject(failure);
  }

  async #requeue(live: ActiveJob): Promise<void> {
    try {
      await this.#parts.store.requeue(live.id);
    } catch (err) {
      // It is still stored as running, and the next start resumes such jobs too.
      this.#parts.log.error({ err, jobId: live.id }, 'Job could not be requeued');
    }
  }

  /** Whether the server is stopping, or begins to within a moment. */
  async #stopsSoon(): Promise<boolean> {
    await sleep(STOP_FOLLOWS_MS, undefined, { signal: this.#stopBegun.signal }).catch(() => undefined);
    return this.#stopping;
  }

  /** Stops a waiting job at once, and a running one as soon as its programs have exited. */
  async #stop(live: ActiveJob, reason: AppError): Promise<void> {
    live.stop.abort(reason);
    if (this.#queue.remove(live)) {
      await this.#fail(live, reason);
      this.#live.delete(live.id);
    }
    await live.outcome.promise.catch(() => undefined);
  }
}

function inputOf(jobs: readonly ActiveJob[]): number {
  return jobs.reduce((sum, { stored }) => sum + stored.input_json.length, 0);
}

function asFailure(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError(isOutOfSpace(error) ? 'no-space' : 'internal', { cause: error });
}
