// The PostgreSQL cluster of the tests, with a migrated template that every test's database is a copy of.
import { sql } from 'kysely';
import { migrateToLatest } from '#server/database/migrate.ts';
import { connectPostgres } from '#server/database/open-postgres.ts';
import { startPostgresCluster } from './postgres-cluster.ts';

/** The database that every test's own is a copy of. */
export const TEMPLATE = 'swingmark_template';

/** Starts a cluster, or uses that of `TEST_DATABASE_URL`. `address` is its maintenance database. */
export async function startTestPostgres(): Promise<{ address: string; stop: () => Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL;
  const cluster = given ? null : await startPostgresCluster();
  const address = cluster?.urlOf('postgres') ?? given ?? '';
  const maintenance = await connectPostgres({ url: address, poolSize: 1 });
  await sql.raw(`drop database if exists ${TEMPLATE}`).execute(maintenance.db);
  await sql.raw(`create database ${TEMPLATE}`).execute(maintenance.db);
  await maintenance.close();
  const template = await connectPostgres({ url: databaseUrl(address, TEMPLATE) });
  await migrateToLatest(template.db);
  await template.close();
  return { address, stop: async () => cluster?.remove() };
}

/** The address of another database of the same cluster. */
export function databaseUrl(address: string, name: string): string {
  return address.replace(/\/[^/?]*(\?|$)/, `/${name}$1`);
}
