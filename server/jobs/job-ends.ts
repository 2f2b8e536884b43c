// Ends of jobs that need a second try: a job whose program was killed from outside (by the kernel, which was short of
// memory, or by an operator) is started again, and an end that cannot be stored, as on a full disk, is kept in memory
// and stored later.
import type { FastifyBaseLogger } from 'fastify';
import { AppError } from '#server/runtime/app-error.ts';
import type { JobEnd, JobStore } from './job-store.ts';

interface JobEndsParts {
  readonly store: Pick<JobStore, 'end'>;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'info'>;
  readonly endRetryMs?: number;
}

const RETRY_AFTER_MS = 5_000;

export class JobEnds {
  readonly #parts: JobEndsParts;
  readonly #unstored = new Map<string, JobEnd>();
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: JobEndsParts) {
    this.#parts = parts;
  }

  /** Stores the end of a job, now or as soon as possible. */
  async store(id: string, end: JobEnd): Promise<void> {
    try {
      await this.#parts.store.end(id, end);
    } catch (err) {
      this.#parts.log.error({ err, jobId: id }, 'Job end could not be stored; will retry');
      this.#unstored.set(id, end);
      this.#schedule();
    }
  }

  /** The state of a job whose end is not stored yet. */
  unstored(id: string): JobEnd['state'] | undefined {
    return this.#unstored.get(id)?.state;
  }

  /** Retries storing the ends. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#storeAll();
    clearTimeout(this.#timer);
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#storeAll(), this.#parts.endRetryMs ?? RETRY_AFTER_MS).unref();
  }

  async #storeAll(): Promise<void> {
    for (const [id, end] of this.#unstored) {
      try {
        await this.#parts.store.end(id, end);
        this.#unstored.delete(id);
        this.#parts.log.info({ jobId: id }, 'Job end stored');
      } catch {
        // The first failure was logged.
        return this.#schedule();
      }
    }
  }
}

interface KilledRunParts {
  /** Whether an error, or one of its causes, is a program that was killed from outside. */
  readonly wasTerminated: (error: unknown) => boolean;
  /** Whether the server is stopping, or begins to within a moment: a supervisor signals its programs too. */
  readonly stopsSoon: () => Promise<boolean>;
  readonly signal: AbortSignal;
}

/** A job is started this many times before the visitor is asked to try again. */
const MAX_STARTS = 3;

/** Runs a job. Throws `AppError` 'stopping' or 'busy' when its program was killed, which is no fault of the job. */
export async function runUnlessKilled(run: () => Promise<void>, parts: KilledRunParts): Promise<void> {
  for (let starts = 1; ; starts += 1) {
    try {
      return await run();
    } catch (cause) {
      if (!parts.wasTerminated(cause)) throw cause;
      if (await parts.stopsSoon()) throw new AppError('stopping', { cause });
      parts.signal.throwIfAborted();
      if (starts === MAX_STARTS) throw new AppError('busy', { cause });
    }
  }
}
