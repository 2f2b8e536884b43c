// Runs the jobs that several processes share. An end counts only for the newest attempt, so a worker that was presumed
// dead and resumes changes nothing.
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { ErrorCode } from '#contract/errors.ts';
import type { Notifications } from '#server/database/notifications.ts';
import { isOutOfSpace, isOwnDiskFailure } from '#server/files/errno.ts';
import { AppError } from '#server/runtime/app-error.ts';
import { isDatabaseBusy } from '#server/runtime/database-error.ts';
import { faultPoint } from '#server/runtime/fault-point.ts';
import { steadyNow } from '#server/runtime/steady-clock.ts';
import type { CarrierQueue, JobCarrier } from './boss.ts';
import type { JobRunner } from './job-queue.ts';
import { readStoredInput } from './job-store.ts';
import { type BegunJob, type SharedJobStore, stopMessage } from './shared-job-store.ts';

export interface JobWorkerParts {
  readonly carrier: JobCarrier;
  readonly store: SharedJobStore;
  readonly notifications: Notifications;
  /** The runner of each kind, and the error code of its unexpected failures. */
  readonly runners: Readonly<Record<string, { run: JobRunner; failure: ErrorCode }>>;
  /** How many jobs of each queue run at once. */
  readonly slots: Readonly<Record<CarrierQueue, number>>;
  readonly timeoutMs: number;
  /** Whether a job failed because its program was terminated from outside. */
  readonly wasTerminated: (error: unknown) => boolean;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn' | 'info'>;
  /** Whether this process can do its work. If not, it takes no jobs and gives back its running ones. */
  readonly isReady: () => Promise<boolean>;
  readonly readyEveryMs?: number;
}

/** Interval of synchronizing a running job with its row: progress, and requests to stop. */
const TICK_MS = 1_000;
const READY_EVERY_MS = 2_000;
/** Running jobs are given back only after two failed checks in a row, because jobs may keep the machine busy. */
const GIVE_BACK_AFTER = 2;
/** Pause of a worker after its disk has failed a job, so that another worker gets the job. */
const PAUSE_MS = 10_000;
/** After this many attempts a job is assumed to kill its workers. */
const MAX_ATTEMPTS = 6;

/** The attempt is obsolete: another worker has the job. */
class SupersededError extends Error {
  override readonly name = 'SupersededError';
}

export class JobWorker {
  readonly #parts: JobWorkerParts;
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<void>>();
  /** Ends the taking of jobs in each slot. Empty while this worker takes none. */
  #stops: (() => Promise<void>)[] = [];
  /** Aborted to give back the running jobs; replaced when the worker is ready again. */
  #givingBack = new AbortController();
  #failuresInARow = 0;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #checking: Promise<void> = Promise.resolve();

  constructor(parts: JobWorkerParts) {
    this.#parts = parts;
  }

  /** Begins to take jobs as soon as the process is ready. */
  async open(): Promise<void> {
    await this.#checkReadiness();
  }

  /** Takes no more jobs, waits briefly for running ones, and gives the rest back. */
  async close(graceMs: number): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#timer);
    await this.#checking;
    await this.#stopTaking();
    const ended = () => Promise.allSettled([...this.#running]);
    const patience = new AbortController();
    await Promise.race([ended(), sleep(graceMs, undefined, { signal: patience.signal }).catch(() => undefined)]);
    patience.abort();
    this.#givingBack.abort(new AppError('stopping'));
    await ended();
    // The jobs that were given back are stored by then.
    await this.#parts.carrier.close();
  }

  async #checkReadiness(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#inTurn(() => this.#takeWhileReady());
    if (this.#closing.signal.aborted) return;
    this.#timer = setTimeout(() => void this.#checkReadiness(), this.#parts.readyEveryMs ?? READY_EVERY_MS).unref();
  }

  /** Begins or stops taking jobs after earlier changes are complete. */
  #inTurn(change: () => Promise<void>): Promise<void> {
    this.#checking = this.#checking.then(change).catch((err: unknown) => {
      this.#parts.log.error({ err }, 'This worker could not begin or stop taking jobs');
    });
    return this.#checking;
  }

  async #takeWhileReady(): Promise<void> {
    const { isReady, log } = this.#parts;
    const isReadyNow = await isReady().catch((err: unknown) => {
      log.warn({ err }, 'The readiness of this worker is unknown');
      return false;
    });
    if (this.#closing.signal.aborted) return;
    this.#failuresInARow = isReadyNow ? 0 : this.#failuresInARow + 1;
    const isTaking = this.#stops.length > 0;
    if (isReadyNow && !isTaking && steadyNow() >= this.#pausedUntil) {
      if (this.#givingBack.signal.aborted) this.#givingBack = new AbortController();
      await this.#startTaking();
    } else if (!isReadyNow && isTaking) {
      log.warn('This worker is not ready and takes no jobs');
      await this.#stopTaking();
    }
    if (this.#failuresInARow >= GIVE_BACK_AFTER && !this.#givingBack.signal.aborted) {
      if (this.#running.size > 0)
        log.warn({ jobs: this.#running.size }, 'This worker is not ready and gives its jobs back');
      this.#givingBack.abort(new AppError('stopping'));
    }
  }

  /** Opens every slot or none: with some of them open, the next check would leave the others closed. */
  async #startTaking(): Promise<void> {
    const { carrier, slots } = this.#parts;
    try {
      for (const [queue, count] of Object.entries(slots) as [CarrierQueue, number][]) {
        for (let slot = 0; slot < count; slot += 1) {
          this.#stops.push(await carrier.work(queue, (jobId, signal) => this.#take(jobId, signal)));
        }
      }
    } catch (error) {
      await this.#stopTaking();
      throw error;
    }
  }

  async #stopTaking(): Promise<void> {
    const stops = this.#stops;
    this.#stops = [];
    const stopOne = (stop: () => Promise<void>) =>
      stop().catch((err: unknown) => this.#parts.log.warn({ err }, 'A slot of this worker could not be closed'));
    await Promise.all(stops.map(stopOne));
  }

  /** Lets another worker do the job that this one's disk could not. */
  #pause(): void {
    this.#pausedUntil = steadyNow() + PAUSE_MS;
    void this.#inTurn(() => this.#stopTaking());
  }

  async #take(jobId: string, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#running.add(promise);
    try {
      await this.#work(jobId, signal);
    } finally {
      this.#running.delete(promise);
      resolve();
    }
  }

  /** Returns when the job has ended, even if it failed. Throws when it should be retried. */
  async #work(jobId: string, signal: AbortSignal): Promise<void> {
    const { store, log } = this.#parts;
    // Fetched just before this worker stopped taking jobs.
    if (this.#stops.length === 0 || steadyNow() < this.#pausedUntil) throw new AppError('stopping');
    const job = await store.begin(jobId);
    if (!job) return;
    faultPoint('job-begun');
    const lost = new AbortController();
    const stop = new AbortController();
    const progress = { percent: 0 };
    let hasEnded = false;
    const endWatch = this.#watch(job, progress, { lost, stop });
    try {
      if (job.stop_asked === 1) stop.abort(new AppError('job-canceled'));
      if (job.attempt > MAX_ATTEMPTS) throw new AppError('internal');
      const output = await this.#run(job, progress, [signal, lost.signal, stop.signal]);
      hasEnded = await store.end(job.id, job.attempt, { state: 'done' }, output);
      if (hasEnded) faultPoint('job-ended');
    } catch (error) {
      hasEnded = await this.#fail(job, error);
    } finally {
      endWatch();
      // Progress that is stored after this worker's own end is obsolete too.
      if (lost.signal.aborted && !hasEnded) log.warn({ jobId: job.id }, 'Another worker has this job');
    }
  }

  /** Writes the progress and checks whether to stop. Stops the job when its row belongs to another attempt. */
  #watch(
    job: BegunJob,
    progress: { readonly percent: number },
    { lost, stop }: { readonly lost: AbortController; readonly stop: AbortController },
  ): () => void {
    const { store, notifications, log } = this.#parts;
    const look = async () => {
      const standing = await store.progress(job.id, job.attempt, progress.percent);
      if (!standing) lost.abort(new SupersededError());
      else if (standing.isStopAsked) stop.abort(new AppError('job-canceled'));
    };
    // An unreachable database is no reason to stop: the end is stored later, or another worker has taken over by then.
    const lookSafely = () =>
      void look().catch((err: unknown) =>
        log.warn({ err, jobId: job.id }, 'The progress of a job could not be stored'),
      );
    const timer = setInterval(lookSafely, TICK_MS).unref();
    const stopListening = notifications.on(stopMessage(job.id), lookSafely);
    return () => {
      clearInterval(timer);
      stopListening();
    };
  }

  async #run(job: BegunJob, progress: { percent: number }, signals: readonly AbortSignal[]): Promise<unknown> {
    const runner = this.#parts.runners[job.kind];
    const input = readStoredInput(job.kind, job.input_json);
    if (!runner || input === null) {
      // The waiting page requests it again, and a process of this version then stores it in this version's shape.
      this.#parts.log.info({ jobId: job.id, kind: job.kind }, 'Job of another version cancelled');
      throw new AppError('job-canceled');
    }
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(new AppError('job-timeout')), this.#parts.timeoutMs);
    const signal = AbortSignal.any([...signals, this.#givingBack.signal, timeout.signal]);
    try {
      signal.throwIfAborted();
      return await runner.run(
        { id: job.id, visitorId: job.visitor_id, input, attempt: job.attempt },
        {
          signal,
          onProgress: (fraction) => {
            progress.percent = Math.floor(Math.min(Math.max(fraction, 0), 1) * 100);
          },
        },
      );
    } catch (cause) {
      if (signal.aborted) throw signal.reason;
      if (this.#parts.wasTerminated(cause)) throw new AppError('stopping', { cause });
      if (isOwnDiskFailure(cause) && job.attempt < MAX_ATTEMPTS) {
        this.#parts.log.warn({ err: cause, jobId: job.id }, 'This worker’s disk failed a job, which is given back');
        this.#pause();
        throw new AppError('stopping', { cause });
      }
      if (isOutOfSpace(cause)) throw new AppError('no-space', { cause });
      if (cause instanceof AppError || isDatabaseBusy(cause)) throw cause;
      throw new AppError(runner.failure, { cause });
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Stores a failure caused by the job itself; false when the attempt is obsolete. Any other failure gives the job back
   * for a retry.
   */
  async #fail(job: BegunJob, error: unknown): Promise<boolean> {
    const { store, log } = this.#parts;
    const isOwn = error instanceof AppError && error.code !== 'stopping';
    if (!isOwn) {
      await store.requeue(job.id, job.attempt);
      throw error;
    }
    if (error.code !== 'job-canceled') log.error({ err: error, jobId: job.id, kind: job.kind }, 'Job failed');
    const state = error.code === 'job-canceled' ? 'canceled' : 'failed';
    return store.end(job.id, job.attempt, { state, errorCode: error.code });
  }
}
