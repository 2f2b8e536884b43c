// Starts the servers that several processes of a site share, each on its first use, and stops them after the last test.
// Runs in vitest's main process.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { migrateToLatest } from '#server/database/migrate.ts';
import { connectPostgres } from '#server/database/open-postgres.ts';
import { startPostgresCluster } from './postgres-cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where test workers request the address of a store: see test-database.ts. */
    sharedStores: string;
  }
}

/** The database that every test's own is a copy of. */
export const TEMPLATE = 'swingmark_template';

/** The address of the maintenance database of a cluster with the template; `TEST_DATABASE_URL` where that is set. */
async function startPostgres(): Promise<{ address: string; stop: () => Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL;
  const cluster = given ? null : await startPostgresCluster();
  const address = cluster?.urlOf('postgres') ?? given ?? '';
  const { sql } = await import('kysely');
  const maintenance = await connectPostgres({ url: address });
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

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  let postgres: ReturnType<typeof startPostgres> | undefined;
  const server = createServer((_request, response) => {
    postgres ??= startPostgres();
    postgres.then(
      ({ address }) => response.end(address),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  project.provide('sharedStores', `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return async () => {
    server.close();
    await (await postgres?.catch(() => undefined))?.stop();
  };
}
