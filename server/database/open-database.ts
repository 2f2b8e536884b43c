// Opens the embedded database and brings it to the newest form.
import { DatabaseSync } from 'node:sqlite';
import { Kysely, SqliteAdapter, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
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
  sqlite.exec('pragma journal_mode = wal; pragma synchronous = full;');
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

/** Opens a database and runs the steps that it has not seen. */
export async function openDatabase(file: string): Promise<Database> {
  const db = connectDatabase(file);
  try {
    await migrate(db);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return db;
}

async function migrate(db: Database): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
  const { error } = await migrator.migrateToLatest();
  if (error) {
    throw new Error('The database cannot be used by this version of Swingmark. Was it made by a newer one?', {
      cause: error,
    });
  }
}
