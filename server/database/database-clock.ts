// The database's clock, which all processes of a site share. Data stored by one process is expired by another, so the
// machines' clocks must not decide when it is due.
import { type Kysely, sql } from 'kysely';
import { startClockAt, steadyNow } from '#server/runtime/steady-clock.ts';

/** Maximum offset of a machine's clock. A process beyond it reports the offset and does not lead. */
export const MAX_CLOCK_OFFSET_MS = 60_000;

/** Milliseconds since 1970, as a column of PostgreSQL. */
export const DATABASE_NOW = 'cast(extract(epoch from clock_timestamp()) * 1000 as double precision)';

async function databaseNow<Tables>(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ now: number }>`select ${sql.raw(DATABASE_NOW)} as now`.execute(db);
  return Math.round(Number(rows[0]?.now));
}

/** Sets this process's steady clock to the database's. */
export async function followDatabaseClock<Tables>(db: Kysely<Tables>): Promise<void> {
  startClockAt(await databaseNow(db));
}

/** How far the machine's clock is ahead of the database's, in milliseconds. */
export async function clockOffset<Tables>(db: Kysely<Tables>): Promise<number> {
  const before = Date.now();
  const now = await databaseNow(db);
  return offsetOf({ before, now, after: Date.now() });
}

/**
 * The offset from a reading of the database's clock between two of this machine's: 0 when the reading lies between them, so that a
 * slow answer does not count.
 */
export function offsetOf({ before, now, after }: { before: number; now: number; after: number }): number {
  if (now < before) return before - now;
  return now > after ? after - now : 0;
}

/**
 * The time for deciding what is due: the database's, unless it has jumped ahead since this process started, so that
 * nothing expires early.
 */
export async function dueNow<Tables>(db: Kysely<Tables>): Promise<number> {
  return Math.min(await databaseNow(db), steadyNow());
}
