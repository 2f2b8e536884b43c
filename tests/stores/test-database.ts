// Databases for tests: the embedded one, and PostgreSQL where it is available.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe } from 'vitest';
import { findPostgres } from '#scripts/find-stores.mjs';
import { type Database, openDatabase } from '#server/database/open-database.ts';
import { connectPostgres } from '#server/database/open-postgres.ts';
import { KeyedLock, type Locks } from '#server/runtime/keyed-lock.ts';
import { sharedResource } from '#tests/shared/shared-resource.ts';
import { databaseUrl, TEMPLATE } from './test-postgres.ts';

/** An empty, migrated database of one test. */
export interface TestDatabase {
  readonly db: Database;
  readonly locks: Locks;
  /** Another connection to the same rows, as of another process or after a restart. The caller closes it. */
  connect(): Promise<{ db: Database; locks: Locks; close(): Promise<void> }>;
  /** Closes the connection of `db`. */
  close(): Promise<void>;
}

/** Opens an empty database. */
export type OpenTestDatabase = () => Promise<TestDatabase>;

/** Whether tests can use PostgreSQL here. */
export const HAS_POSTGRES = Boolean(process.env.TEST_DATABASE_URL) || findPostgres() !== null;
/** Added to the titles of tests that are skipped without it. */
export const NEEDS_POSTGRES = HAS_POSTGRES
  ? ''
  : ' (needs PostgreSQL, which npm test fetches on Debian; or set TEST_DATABASE_URL)';

/** Defines the same tests for each database. */
export function describeDatabases(define: (open: OpenTestDatabase, kind: 'sqlite' | 'postgres') => void): void {
  describe('on SQLite', () => define(openTestSqlite, 'sqlite'));
  describe.skipIf(!HAS_POSTGRES)(`on PostgreSQL${NEEDS_POSTGRES}`, () => define(openTestPostgres, 'postgres'));
}

export async function openTestSqlite(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'swingmark-sqlite-'));
  const locks = new KeyedLock();
  const connect = async () => {
    const db = await openDatabase(join(folder, 'test.db'));
    return { db, locks, close: () => db.destroy() };
  };
  const first = await connect();
  return {
    db: first.db,
    locks,
    connect,
    close: async () => {
      await first.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The address of a new, migrated PostgreSQL database. The cluster is thrown away with all of them. */
export async function newPostgresUrl(template: string | null = TEMPLATE): Promise<string> {
  const address = await sharedResource('postgres');
  const name = `test_${randomBytes(8).toString('hex')}`;
  const maintenance = await connectPostgres({ url: address, poolSize: 1 });
  try {
    const copy = template === null ? '' : ` template ${template}`;
    await sql.raw(`create database ${name}${copy}`).execute(maintenance.db);
  } finally {
    await maintenance.close();
  }
  return databaseUrl(address, name);
}

export async function openTestPostgres(): Promise<TestDatabase> {
  const url = await newPostgresUrl();
  const connect = () => connectPostgres({ url, poolSize: 4 });
  const { db, locks, close } = await connect();
  return { db, locks, connect, close };
}
