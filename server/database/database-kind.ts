// Which database a connection leads to. Only migrations and a few statements need to know.
import { type Kysely, PostgresAdapter } from 'kysely';

/** Whether this is PostgreSQL; otherwise it is the embedded SQLite. */
export function isPostgres<Tables>(db: Kysely<Tables>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}
