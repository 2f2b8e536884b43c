// Brings a database to this version: forwards only, each step once, under a lock, so that several processes may try at once.
import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { isDatabaseFull } from '#server/runtime/postgres-error.ts';
import { SQLITE, sqliteCode } from '#server/runtime/sqlite-error.ts';
import { StartError } from '#server/runtime/start-error.ts';
import { migrations } from './migrations.ts';

const OTHER_VERSION = 'The database cannot be used by this version of Swingmark. Was it made by a newer one?';

/** Runs the pending migrations. Throws a `StartError` for a database of a newer version and for a full disk. */
export async function migrateToLatest<Tables>(db: Kysely<Tables>): Promise<void> {
  const { error } = await migratorOf(db).migrateToLatest();
  if (!error) return;
  if (sqliteCode(error) === SQLITE.full || isDatabaseFull(error)) {
    throw new StartError('The disk of the database is full. Please free some space and start again.', { cause: error });
  }
  throw new StartError(OTHER_VERSION, { cause: error });
}

/**
 * Throws a `StartError` unless every migration of this version has run, and no other. An older process goes on while a newer
 * one migrates: a migration only adds, and a later version removes.
 */
export async function refuseOtherVersion<Tables>(db: Kysely<Tables>): Promise<void> {
  const run = await migratorOf(db).getMigrations();
  const missing = run.filter(({ executedAt }) => executedAt === undefined);
  if (missing.length > 0) {
    throw new StartError(
      'The database is of an older version of Swingmark. Please run `npm run migrate` once, then start again.',
    );
  }
  const known = new Set(Object.keys(migrations));
  if ((await appliedNames(db)).some((name) => !known.has(name))) throw new StartError(OTHER_VERSION);
}

function migratorOf<Tables>(db: Kysely<Tables>): Migrator {
  return new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
}

async function appliedNames<Tables>(db: Kysely<Tables>): Promise<string[]> {
  const rows = await (db as unknown as Kysely<{ kysely_migration: { name: string } }>)
    .selectFrom('kysely_migration')
    .select('name')
    .execute();
  return rows.map(({ name }) => name);
}
