// Opens the embedded database and brings it to the newest form.
import { DatabaseSync } from 'node:sqlite';
import { Kysely, SqliteAdapter, SqliteDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { isDamagedDatabase, SQLITE, sqliteCode } from '#server/runtime/sqlite-error.ts';
import { StartError } from '#server/runtime/start-error.ts';
import { migrations } from './migrations.ts';
import { forKysely } from './node-sqlite.ts';
import type { Tables } from './tables.ts';

/** The open database. */
export type Database = Kysely<Tables>;

/** Nobody else writes while a server runs. The process stands still while it waits for someone who does. */
const MAX_WAIT_MS = 500;

/** Opens the database file, or a database in memory for `:memory:`, as it is. */
export function connectDatabase(file: string): Database {
  const sqlite = new DatabaseSync(file, { timeout: MAX_WAIT_MS, enableForeignKeyConstraints: true });
  // WAL with synchronous FULL: a row that was answered for survives a power loss, not only a crash.
  // secure_delete: what a visitor deletes is overwritten, not only unlinked.
  sqlite.exec('pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on;');
  return new Kysely<Tables>({ dialect: new AllOrNothingDialect({ database: forKysely(sqlite) }) });
}

/** Kysely leaves SQLite's steps outside of transactions; SQLite can have them inside, and then one that fails leaves nothing. */
class AllOrNothingDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new (class extends SqliteAdapter {
      override get supportsTransactionalDdl(): boolean {
        return true;
      }
    })();
  }
}

/** Opens a database and runs the steps that it has not seen. Throws a `StartError` when it cannot be used. */
export async function openDatabase(file: string): Promise<Database> {
  try {
    const db = connectDatabase(file);
    try {
      await refuseDamage(db);
      await migrate(db);
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
 * Moves the write-ahead log into the database and empties it: what was deleted is then in neither file. Left to the next
 * time while somebody reads.
 */
export async function truncateLog(db: Database): Promise<void> {
  await sql`pragma wal_checkpoint(truncate)`.execute(db);
}

/** SQLite's quick check reads every page: damage is found now and not in the middle of a visitor's request. */
async function refuseDamage(db: Database): Promise<void> {
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db);
  const said = rows[0]?.quick_check ?? 'ok';
  if (said !== 'ok') throw Object.assign(new Error(said), { errcode: SQLITE.corrupt });
}

async function migrate(db: Database): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
  const { error } = await migrator.migrateToLatest();
  if (!error) return;
  if (sqliteCode(error) === SQLITE.full) {
    throw new StartError('The disk of the data folder is full. Please free some space and start again.', {
      cause: error,
    });
  }
  throw new StartError('The database cannot be used by this version of Swingmark. Was it made by a newer one?', {
    cause: error,
  });
}
