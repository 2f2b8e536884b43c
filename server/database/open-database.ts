// Opens the embedded database and migrates it to the latest version.
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { Kysely, SqliteAdapter, type SqliteDatabase, SqliteDialect, type SqliteStatement, sql } from 'kysely';
import { StartError } from '#server/runtime/app-error.ts';
import { isDamagedDatabase, SQLITE } from '#server/runtime/database-error.ts';
import { migrateToLatest } from './migrate.ts';
import { isPostgres } from './migrations.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;

/** No other process should write while a server runs. Waiting for one blocks this process. */
const MAX_WAIT_MS = 500;

/** Opens the database file without migrating it; `:memory:` opens a database in memory. */
export function connectDatabase(file: string): Database {
  const sqlite = new DatabaseSync(file, { timeout: MAX_WAIT_MS, enableForeignKeyConstraints: true });
  // WAL with synchronous FULL: a committed row survives a power loss, not only a crash.
  // secure_delete: deleted data is overwritten, not only unlinked.
  sqlite.exec('pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on;');
  return new Kysely<Tables>({ dialect: new AllOrNothingDialect({ database: forKysely(sqlite) }) });
}

/** Kysely migrates SQLite outside transactions. SQLite can do it inside one, so that a failure is rolled back. */
class AllOrNothingDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new (class extends SqliteAdapter {
      override get supportsTransactionalDdl(): boolean {
        return true;
      }
    })();
  }
}

/** Opens a database and runs pending migrations. Throws a `StartError` when it cannot be used. */
export async function openDatabase(file: string): Promise<Database> {
  try {
    const db = connectDatabase(file);
    try {
      await refuseDamage(db);
      await migrateToLatest(db);
      return db;
    } catch (error) {
      await db.destroy();
      throw error;
    }
  } catch (error) {
    if (!isDamagedDatabase(error)) throw error;
    throw new StartError(`The database ${file} is damaged. Please restore the data folder from a backup.`, {
      cause: error,
    });
  }
}

/**
 * Checkpoints the write-ahead log and truncates it, so that neither file contains deleted data. SQLite skips this while
 * another connection reads. PostgreSQL manages its own log.
 */
export async function truncateLog(db: Database): Promise<void> {
  if (isPostgres(db)) return;
  await sql`pragma wal_checkpoint(truncate)`.execute(db);
}

/** SQLite's quick check reads every page, so that damage is found at the start and not during a request. */
async function refuseDamage(db: Database): Promise<void> {
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db);
  const result = rows[0]?.quick_check ?? 'ok';
  if (result !== 'ok') throw Object.assign(new Error(result), { errcode: SQLITE.corrupt });
}

/** A node:sqlite database for Kysely's SqliteDialect. */
function forKysely(database: DatabaseSync): SqliteDatabase {
  return {
    close: () => database.close(),
    prepare: (sql) => (sql === 'rollback' && !database.isTransaction ? NOTHING : adapt(database.prepare(sql))),
  };
}

/** A full disk ends a transaction automatically. A rollback would then fail, and hide the reason. */
const NOTHING: SqliteStatement = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [][Symbol.iterator](),
};

function adapt(statement: StatementSync): SqliteStatement {
  const bind = (parameters: readonly unknown[]) => parameters as readonly SQLInputValue[];
  return {
    // Statements that return columns are readers, `returning` included.
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...bind(parameters)),
    run: (parameters) => statement.run(...bind(parameters)),
    iterate: (parameters) => statement.iterate(...bind(parameters)),
  };
}
