// Stores the ends of jobs. When that fails, as on a full disk, they are kept in memory and stored later.
import type { FastifyBaseLogger } from 'fastify';
import type { JobEnd, JobStore } from './job-store.ts';

export interface JobEndsParts {
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
