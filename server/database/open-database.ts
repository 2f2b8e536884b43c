// Opens the embedded database and brings it to the newest form. Knows no table's meaning.
import { DatabaseSync } from 'node:sqlite';
import { Kysely, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrations } from './migrations.ts';
import { forKysely } from './node-sqlite.ts';
import type { Tables } from './tables.ts';

/** The open database. */
export type Database = Kysely<Tables>;

/** Opens the database file, or a database in memory for `:memory:`, and runs the steps that it has not seen. */
export async function openDatabase(file: string): Promise<Database> {
  const sqlite = new DatabaseSync(file, { timeout: 5000, enableForeignKeyConstraints: true });
  // WAL with synchronous FULL: a row that was answered for survives a power loss, not only a crash.
  sqlite.exec('pragma journal_mode = wal; pragma synchronous = full;');
  const db: Database = new Kysely<Tables>({ dialect: new SqliteDialect({ database: forKysely(sqlite) }) });
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
