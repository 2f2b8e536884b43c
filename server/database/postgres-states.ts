// Other states of a site in its PostgreSQL: what is being restored, what was there before, and what did not work, each in a schema of
// its own.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import { StartError } from '#server/runtime/app-error.ts';
import { migrateToLatest } from './migrate.ts';
import type { Database } from './open-database.ts';
import { connectPostgres, type Postgres } from './open-postgres.ts';

export type StateName = 'next' | 'earlier' | 'refused';

/** Connections of a process that has just ended may last a moment longer. */
const OTHERS_GONE_WITHIN_MS = 15_000;
const ASK_EVERY_MS = 100;

function schemaOf(state: StateName): string {
  return `swingmark_${state}`;
}

/** Connects to the tables of a state, as they are; null if there are none. */
export async function openState(url: string, state: StateName): Promise<Postgres | null> {
  const schema = schemaOf(state);
  const opened = await connectPostgres({ url, poolSize: 2, schema });
  const { rows } = await sql<{ name: string | null }>`select current_schema() as name`.execute(opened.db);
  // An address may set its own path: nothing may then be written.
  if (rows[0]?.name === schema && (await tablesIn(opened.db, schema)).includes('instance')) return opened;
  await opened.close();
  return null;
}

/** The same, brought to this version. */
export async function openMigratedState(url: string, state: StateName): Promise<Postgres | null> {
  const opened = await openState(url, state);
  if (opened) await migrateToLatest(opened.db, schemaOf(state));
  return opened;
}

/** Makes the empty tables of a new state, in place of an earlier one. */
export async function newState(url: string, state: StateName): Promise<Postgres> {
  await deleteState(url, state);
  const schema = schemaOf(state);
  const { db, close } = await connectPostgres({ url, poolSize: 2, isPatient: true, schema });
  try {
    await sql.raw(`create schema ${schema}`).execute(db);
    await migrateToLatest(db, schema);
  } finally {
    await close();
  }
  const opened = await openState(url, state);
  if (opened === null)
    throw new StartError('DATABASE_URL: its options name a schema, which a restore cannot go beside');
  return opened;
}

export function deleteState(url: string, state: StateName): Promise<void> {
  return alone(url, (db) => dropSchema(db, schemaOf(state)));
}

/**
 * Puts the tables of one state in the place of the current ones, which become the other state, in one transaction. False when there
 * are none. Throws a `StartError` while another process uses the database.
 */
export function exchangeStates(url: string, from: StateName, away: StateName): Promise<boolean> {
  return alone(url, async (db) => {
    const names = await tablesIn(db, schemaOf(from));
    if (names.length === 0) return false;
    await refuseOthers(db);
    await db.transaction().execute((change) => exchange(change, names, { from: schemaOf(from), away: schemaOf(away) }));
    return true;
  });
}

async function exchange(
  change: Transaction<unknown>,
  names: readonly string[],
  { from, away }: { readonly from: string; readonly away: string },
): Promise<void> {
  const { rows } = await sql<{ home: string }>`select current_schema() as home`.execute(change);
  const home = rows[0]?.home ?? 'public';
  const current = (await tablesIn(change, home)).filter((name) => names.includes(name));
  await dropSchema(change, away);
  await sql.raw(`create schema ${away}`).execute(change);
  const move = (name: string, place: string, to: string) =>
    sql`alter table ${sql.id(place, name)} set schema ${sql.id(to)}`.execute(change);
  for (const name of current) await move(name, home, away);
  for (const name of names) await move(name, from, home);
  await sql.raw(`drop schema ${from}`).execute(change);
}

async function dropSchema(db: Kysely<unknown>, schema: string): Promise<void> {
  const { rows } = await sql`select 1 from pg_namespace where nspname = ${schema}`.execute(db);
  if (rows.length > 0) await sql.raw(`drop schema ${schema} cascade`).execute(db);
}

async function tablesIn(db: Kysely<unknown> | Database, schema: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = ${schema} order by tablename`.execute(db);
  return rows.map(({ name }) => name);
}

async function refuseOthers(db: Kysely<unknown>): Promise<void> {
  for (let waitedMs = 0; waitedMs < OTHERS_GONE_WITHIN_MS; waitedMs += ASK_EVERY_MS) {
    const { rows } = await sql`
      select 1 from pg_stat_activity
      where datname = current_database() and application_name like 'swingmark%' and pid <> pg_backend_pid()`.execute(
      db,
    );
    if (rows.length === 0) return;
    await sleep(ASK_EVERY_MS);
  }
  throw new StartError('Another process of Swingmark uses the database. Please stop it before you restore a backup.');
}

/** Runs a task on one connection without the limits of requests. */
async function alone<Result>(url: string, task: (db: Kysely<unknown>) => Promise<Result>): Promise<Result> {
  const { db, close } = await connectPostgres({ url, poolSize: 1, isPatient: true });
  try {
    return await task(db as unknown as Kysely<unknown>);
  } finally {
    await close();
  }
}
