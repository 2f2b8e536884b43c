// Opens PostgreSQL. The driver is loaded only here and only when DATABASE_URL is set, so that a start without it stays light.
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Pool, PoolConfig } from 'pg';
import { StartError } from '#server/runtime/app-error.ts';
import { KeyedLock, type Locks } from '#server/runtime/keyed-lock.ts';
import { migrateToLatest, refuseOtherVersion } from './migrate.ts';
import type { Database } from './open-database.ts';
import type { Tables } from './tables.ts';

export interface Postgres {
  readonly db: Database;
  readonly locks: Locks;
  close(): Promise<void>;
}

interface PostgresOptions {
  /** Such as `postgres://user:password@host:5432/database`. */
  readonly url: string;
  /** How many connections the queries of this process may use; two more are for locks. */
  readonly poolSize?: number;
  readonly onLostConnection?: (error: Error) => void;
  /** Limits for migrations, which may rewrite large tables: only the wait for locks is limited. */
  readonly isPatient?: boolean;
  readonly lockTimeoutMs?: number;
  /** Where its tables are, if not in the usual schema of the address. */
  readonly schema?: string;
}

/** Limits for queries that requests wait for. */
const REQUEST_LIMITS = {
  statement_timeout: 15_000,
  idle_in_transaction_session_timeout: 30_000,
  // Measured by this process's clock, in case the server hangs.
  query_timeout: 20_000,
};
const MIGRATION_LOCK_TIMEOUT_MS = 60_000;

const POOL_SIZE = 10;
/** Locks are held for milliseconds, and their waiters wait in memory. */
const LOCK_POOL_SIZE = 2;
/** bigint: our times and sizes are below 2^53. */
const INT8 = 20;

/** Connects without migrating. */
export async function connectPostgres({
  url,
  poolSize = POOL_SIZE,
  onLostConnection,
  isPatient = false,
  lockTimeoutMs = MIGRATION_LOCK_TIMEOUT_MS,
  schema,
}: PostgresOptions): Promise<Postgres> {
  const { default: pg } = await import('pg');
  // Set on these pools only, because other packages use the same module.
  const types: PoolConfig['types'] = {
    getTypeParser: ((oid: number, format?: 'text') =>
      oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
  };
  const open = (max: number): Pool => {
    const pool = new pg.Pool({
      connectionString: url,
      types,
      max,
      application_name: 'swingmark',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      ...(schema !== undefined && { options: `-c search_path=${schema}` }),
      ...(isPatient ? { lock_timeout: lockTimeoutMs } : REQUEST_LIMITS),
    });
    // Without a listener, a lost connection would end the process. The pool's own listener covers idle connections only.
    pool.on('error', (error) => onLostConnection?.(error));
    pool.on('connect', (client) => void client.on('error', () => undefined));
    return pool;
  };
  const [pool, lockPool] = [open(poolSize), open(LOCK_POOL_SIZE)];
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    locks: new AdvisoryLocks(lockPool),
    close: async () => {
      await db.destroy();
      await lockPool.end();
    },
  };
}

/**
 * Connects, and migrates the database or, with `migrates: false`, refuses one of another version. Throws a `StartError`
 * when it cannot be used.
 */
export async function openPostgres(options: PostgresOptions & { readonly migrates: boolean }): Promise<Postgres> {
  const postgres = await connectPostgres(options);
  try {
    await sql`select 1`.execute(postgres.db).catch((cause: unknown) => {
      throw new StartError(`${unreachable(options.url)} (${cause instanceof Error ? cause.message : String(cause)})`, {
        cause,
      });
    });
    if (options.migrates) await migrate(options);
    else await refuseOtherVersion(postgres.db);
    return postgres;
  } catch (error) {
    await postgres.close();
    throw error;
  }
}

/** Migrates on a separate connection without the limits of requests. */
async function migrate(options: PostgresOptions): Promise<void> {
  const { db, close } = await connectPostgres({ ...options, poolSize: 2, isPatient: true });
  try {
    await migrateToLatest(db);
  } finally {
    await close();
  }
}

/** Names the server without the password. */
function unreachable(url: string): string {
  const [, place = url] = /^\w+:\/\/(?:[^@/]*@)?([^?]*)/.exec(url) ?? [];
  return `DATABASE_URL: the PostgreSQL server at ${place} cannot be used. Please check the address and that it runs.`;
}

/**
 * A lock per key for all processes on one database. Its pool is used for nothing else: if waiters held the connections that
 * a holder's queries need, both would wait forever. Tasks must not take a second lock, nor run programs or move files.
 */
class AdvisoryLocks implements Locks {
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
