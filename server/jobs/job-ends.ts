// Stores how jobs ended. A full disk can refuse that: what could not be stored is remembered and stored later.
import type { FastifyBaseLogger } from 'fastify';
import type { JobEnd, JobStore } from './job-store.ts';

/** What storing needs. */
export interface JobEndsParts {
  readonly store: Pick<JobStore, 'end'>;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'info'>;
  readonly endRetryMs?: number;
}

const RETRY_AFTER_MS = 5_000;

/** The ends of all jobs. */
export class JobEnds {
  readonly #parts: JobEndsParts;
  readonly #unstored = new Map<string, JobEnd>();
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: JobEndsParts) {
    this.#parts = parts;
  }

  /** Stores the end of a job, now or as soon as it can be. */
  async store(id: string, end: JobEnd): Promise<void> {
    try {
      await this.#parts.store.end(id, end);
    } catch (err) {
      this.#parts.log.error({ err, jobId: id }, 'The end of a job could not be stored and is tried again');
      this.#unstored.set(id, end);
      this.#schedule();
    }
  }

  /** How a job ended whose end is not stored yet. */
  unstored(id: string): JobEnd['state'] | undefined {
    return this.#unstored.get(id)?.state;
  }

  /** Tries once more what is still to be stored. */
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
        this.#parts.log.info({ jobId: id }, 'The end of a job was stored');
      } catch {
        // The first failure was logged.
        return this.#schedule();
      }
    }
  }
}
