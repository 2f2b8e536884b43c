// The JobQueue in this process (docs/decisions/021-jobs.md): p-queue holds the slots, the waiting line says who is next,
// the store remembers everything across a restart.
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import PQueue from 'p-queue';
import type { ErrorCode } from '#contract/errors.ts';
import type { JobStatus } from '#contract/jobs.ts';
import { isOutOfSpace } from '#server/files/errno.ts';
import { AppError } from '#server/runtime/app-error.ts';
import { faultPoint } from '#server/runtime/fault-point.ts';
import { KeyedLock } from '#server/runtime/keyed-lock.ts';
import { steadyNow } from '#server/runtime/steady-clock.ts';
import type { JobKind, JobQueue, JobRequest, JobRunner } from './job-queue.ts';
import type { JobStore, StoredJob } from './job-store.ts';
import { FairQueue } from './waiting-line.ts';

/** What the queue needs. */
export interface JobQueueParts {
  readonly store: JobStore;
  /** Who does each kind of work, and what a visitor is told when it fails for no reason of the visitor's. */
  readonly runners: Readonly<Partial<Record<JobKind, { run: JobRunner; failure: ErrorCode }>>>;
  /** Whether the result of a job that was done is still kept. */
  readonly hasResult: (jobId: string) => Promise<boolean>;
  /** Throws an AppError for a visitor who may keep nothing more. */
  readonly checkStorage?: (visitorId: string) => Promise<void>;
  readonly concurrency: number;
  /** No work takes longer. */
  readonly timeoutMs: number;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'info'>;
}

interface ActiveJob {
  readonly id: string;
  readonly visitorId: string;
  readonly stored: StoredJob;
  readonly stop: AbortController;
  readonly outcome: PromiseWithResolvers<string>;
  state: 'queued' | 'running';
  fraction: number;
}

/** How much work of one visitor may wait or run: one running and three waiting. */
export const MAX_JOBS_OF_VISITOR = 4;
/** How much work may wait in all. */
export const MAX_WAITING_JOBS = 100;
/** For how long work that has ended is told of. */
const TELL_ENDED_MS = 3600_000;

/** Opens the queue and takes up what the last server left. */
export async function openJobQueue(parts: JobQueueParts): Promise<JobQueue> {
  const queue = new InProcessJobQueue(parts);
  for (const stored of await parts.store.listUnfinished()) queue.takeUp(stored);
  return queue;
}

class InProcessJobQueue implements JobQueue {
  readonly #parts: JobQueueParts;
  readonly #slots: PQueue;
  readonly #line = new FairQueue<ActiveJob>();
  readonly #live = new Map<string, ActiveJob>();
  readonly #admission = new KeyedLock();
  #stopping = false;

  constructor(parts: JobQueueParts) {
    this.#parts = parts;
    this.#slots = new PQueue({ concurrency: parts.concurrency });
  }

  async run(request: JobRequest): Promise<string> {
    // One at a time, so that many requests at once cannot pass the limits, or begin the same work twice.
    const live = await this.#admission.run('', async () => {
      const same = this.#activeWith(request.key);
      if (same) return same;
      const done = await this.#parts.store.findDone(request.key);
      if (done && (await this.#parts.hasResult(done.id))) return done.id;
      this.#checkRoom(request.visitorId);
      await this.#parts.checkStorage?.(request.visitorId);
      const stored = await this.#parts.store.add(request);
      faultPoint('job-added');
      return this.takeUp(stored);
    });
    return typeof live === 'string' ? live : live.outcome.promise;
  }

  async list(visitorId: string): Promise<JobStatus[]> {
    const line = this.#line.order();
    const jobs = await this.#parts.store.listOf(visitorId, steadyNow() - TELL_ENDED_MS);
    return jobs.map((stored) => {
      const live = this.#live.get(stored.id);
      const state = live?.state ?? stored.state;
      return {
        id: stored.id,
        kind: stored.kind as JobKind,
        state,
        queuePlace: live?.state === 'queued' ? line.indexOf(live) + 1 : 0,
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
    await this.#parts.store.forgetEndedOf(visitorId);
  }

  async close(graceMs: number): Promise<void> {
    this.#stopping = true;
    for (const waiting of this.#line.order()) await this.#stop(waiting, new AppError('stopping'));
    const running = [...this.#live.values()];
    const allEnded = Promise.allSettled(running.map((live) => live.outcome.promise));
    await Promise.race([allEnded, sleep(graceMs, undefined, { ref: false })]);
    await Promise.all([...this.#live.values()].map((live) => this.#stop(live, new AppError('stopping'))));
  }

  /** Puts stored work into the line. */
  takeUp(stored: StoredJob): ActiveJob {
    const live: ActiveJob = {
      id: stored.id,
      visitorId: stored.visitor_id,
      stored,
      stop: new AbortController(),
      outcome: Promise.withResolvers<string>(),
      state: 'queued',
      fraction: 0,
    };
    // Nobody may be waiting for it: its failure is in the store and the log.
    live.outcome.promise.catch(() => undefined);
    this.#live.set(live.id, live);
    this.#line.add(live);
    this.#offerSlot();
    return live;
  }

  #activeWith(key: string): ActiveJob | undefined {
    return [...this.#live.values()].find((live) => live.stored.key === key && !live.stop.signal.aborted);
  }

  #checkRoom(visitorId: string): void {
    if (this.#stopping) throw new AppError('stopping');
    if (this.#line.countOf(visitorId) >= MAX_JOBS_OF_VISITOR) throw new AppError('too-many-jobs');
    if (this.#line.size >= MAX_WAITING_JOBS) throw new AppError('busy');
  }

  /** A slot is not bound to a piece of work: whoever is next when it comes free gets it. */
  #offerSlot(): void {
    void this.#slots.add(async () => {
      const live = this.#stopping ? undefined : this.#line.take();
      if (live) await this.#work(live);
    });
  }

  async #work(live: ActiveJob): Promise<void> {
    live.state = 'running';
    try {
      await this.#parts.store.begin(live.id);
      faultPoint('job-begun');
      await this.#runIt(live);
      await this.#parts.store.end(live.id, { state: 'done' });
      faultPoint('job-ended');
      live.outcome.resolve(live.id);
    } catch (error) {
      await this.#fail(live, error);
    } finally {
      this.#live.delete(live.id);
      this.#line.end(live);
      this.#offerSlot();
    }
  }

  async #runIt(live: ActiveJob): Promise<void> {
    const runner = this.#parts.runners[live.stored.kind as JobKind];
    if (!runner) throw new AppError('not-available');
    // AbortSignal.timeout() would stay in memory until its time, long after the job.
    const tooLate = new AbortController();
    const timer = setTimeout(() => tooLate.abort(), this.#parts.timeoutMs);
    try {
      await runner.run(
        { id: live.id, visitorId: live.visitorId, input: JSON.parse(live.stored.input_json) },
        {
          signal: AbortSignal.any([live.stop.signal, tooLate.signal]),
          onProgress: (fraction) => {
            live.fraction = Math.min(Math.max(fraction, 0), 1);
          },
        },
      );
    } catch (cause) {
      if (live.stop.signal.aborted) throw live.stop.signal.reason;
      if (tooLate.signal.aborted) throw new AppError('job-timeout', { cause });
      if (isOutOfSpace(cause)) throw new AppError('no-space', { cause });
      throw cause instanceof AppError ? cause : new AppError(runner.failure, { cause });
    } finally {
      clearTimeout(timer);
    }
  }

  async #fail(live: ActiveJob, error: unknown): Promise<void> {
    const failure = error instanceof AppError ? error : new AppError('internal', { cause: error });
    if (failure.code !== 'stopping' && failure.code !== 'job-canceled') {
      this.#parts.log.error({ err: failure, jobId: live.id, kind: live.stored.kind }, 'A job failed');
    }
    try {
      if (failure.code === 'stopping') await this.#parts.store.putBack(live.id);
      else {
        const state = failure.code === 'job-canceled' ? 'canceled' : 'failed';
        await this.#parts.store.end(live.id, { state, errorCode: failure.code });
      }
    } catch (cause) {
      this.#parts.log.error({ err: cause, jobId: live.id }, 'The end of a job could not be stored');
    }
    live.outcome.reject(failure);
  }

  /** Stops waiting work at once, and running work as soon as its programs have ended. */
  async #stop(live: ActiveJob, reason: AppError): Promise<void> {
    live.stop.abort(reason);
    if (this.#line.remove(live)) {
      await this.#fail(live, reason);
      this.#live.delete(live.id);
    }
    await live.outcome.promise.catch(() => undefined);
  }
}
