// Locks that hold across processes: PostgreSQL's advisory locks.
import type { Pool } from 'pg';
import { KeyedLock, type Locks } from '#server/runtime/keyed-lock.ts';

/**
 * A lock per key for all processes on one database. Its pool is used for nothing else: if waiters held the connections that
 * a holder's queries need, both would wait forever. Tasks must not take a second lock, nor run programs or move files.
 */
export class AdvisoryLocks implements Locks {
  readonly #pool: Pool;
  /** One waiter of this process per key. */
  readonly #own = new KeyedLock();

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  run<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    return this.#own.run(key, async () => {
      const client = await this.#pool.connect();
      let isBroken = false;
      try {
        await client.query('begin');
        await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [key]);
        return await task();
      } finally {
        await client.query('commit').catch(() => {
          isBroken = true;
        });
        client.release(isBroken);
      }
    });
  }

  ended(): Promise<void> {
    return this.#own.ended();
  }
}
