// Migrates a database to this version: forwards only, each step once, under a lock, so that several processes may start
// at the same time.
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { StartError } from '#server/runtime/app-error.ts';
import {
  isDatabaseBusy,
  isDatabaseFull,
  isLockedByOthers,
  isPrivilegeMissing,
  SQLITE,
  sqliteCode,
} from '#server/runtime/database-error.ts';
import { migrations } from './migrations.ts';

/** What the `StartError` of a database of a newer version says. */
export const OTHER_VERSION =
  'The database was made by a newer version of Swingmark. Please use that version, or restore a backup of this one.';

/** Runs the pending migrations, all or none, in the schema that the connections use if it is not the usual one. Throws a `StartError` that says why they could not run. */
export async function migrateToLatest<Tables>(db: Kysely<Tables>, schema?: string): Promise<void> {
  const { error } = await migratorOf(db, schema).migrateToLatest();
  if (!error) return;
  if (await isOfNewerVersion(db).catch(() => false)) throw new StartError(OTHER_VERSION, { cause: error });
  throw migrationProblem(error);
}

/** The `StartError` for a failed migration, with its cause and the remedy. */
export function migrationProblem(error: unknown): StartError {
  const problem = (sentence: string) =>
    new StartError(`The database could not be brought to this version, and was not changed: ${sentence}`, {
      cause: error,
    });
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof StartError) return error;
  const sqlite = sqliteCode(error);
  if (sqlite === SQLITE.full || isDatabaseFull(error)) {
    return problem('its disk is full. Please free some space and start again.');
  }
  if (sqlite === SQLITE.ioError) {
    return problem(`its disk is full or broken (${message}). Please check the disk, then start again.`);
  }
  if (sqlite === SQLITE.readOnly || sqlite === SQLITE.cannotOpen) {
    return problem(
      `its file cannot be written to (${message}). Please check its owner and its disk, then start again.`,
    );
  }
  if (isPrivilegeMissing(error)) {
    return problem(
      `the role of DATABASE_URL may not create tables (${message}). Please make it the owner of the database ` +
        '(ALTER DATABASE … OWNER TO …), or grant it CREATE on the database and on its schema public, then run it again.',
    );
  }
  if (sqlite === SQLITE.busy || isLockedByOthers(error)) {
    return problem(
      `another program holds a lock on it (${message}). Please end long-running queries, backups and other migrations, ` +
        'then run it again.',
    );
  }
  if (isDatabaseBusy(error)) return problem(`the connection was lost (${message}). Please run it again.`);
  return problem(`${message}. Please report this together with the versions before and after.`);
}

/**
 * Throws a `StartError` unless exactly the migrations of this version have run. An older process keeps running while a
 * newer one migrates, because a migration only adds; a later version removes.
 */
export async function refuseOtherVersion<Tables>(db: Kysely<Tables>): Promise<void> {
  const run = await migratorOf(db).getMigrations();
  const missing = run.filter(({ executedAt }) => executedAt === undefined);
  if (missing.length > 0) {
    throw new StartError(
      'The database is of an older version of Swingmark. Please run `npm run migrate` once, then start again.',
    );
  }
  if (await isOfNewerVersion(db)) throw new StartError(OTHER_VERSION);
}

/** Whether a file holds an embedded database that this version would migrate. */
export function isOfOlderVersion(file: string): boolean {
  if (!existsSync(file)) return false;
  const database = new DatabaseSync(file);
  try {
    const rows = database.prepare('select name from kysely_migration').all();
    const run = new Set(rows.map(({ name }) => String(name)));
    const known = Object.keys(migrations);
    return known.some((name) => !run.has(name)) && [...run].every((name) => known.includes(name));
  } catch {
    // Without tables, or damaged, which its opening says.
    return false;
  } finally {
    database.close();
  }
}

async function isOfNewerVersion<Tables>(db: Kysely<Tables>): Promise<boolean> {
  const known = new Set(Object.keys(migrations));
  return (await appliedNames(db)).some((name) => !known.has(name));
}

function migratorOf<Tables>(db: Kysely<Tables>, schema?: string): Migrator {
  const provider = { getMigrations: () => Promise.resolve(migrations) };
  return new Migrator({ db, provider, ...(schema !== undefined && { migrationTableSchema: schema }) });
}

async function appliedNames<Tables>(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}
