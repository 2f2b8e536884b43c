// Starts the servers that several processes of a site share, each on its first use, and stops them after the last test.
// Runs in vitest's main process.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import type { TestProject } from 'vitest/node';
import { migrateToLatest } from '#server/database/migrate.ts';
import { connectPostgres } from '#server/database/open-postgres.ts';
import { smallLibrary } from '#tests/fixtures/small-library.ts';
import { startPostgresCluster } from './postgres-cluster.ts';
import { startS3Server } from './s3-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where test workers request the address of a server: see shared-store.ts. */
    sharedStores: string;
  }
}

/** The database that every test's own is a copy of. */
export const TEMPLATE = 'swingmark_template';

interface Running {
  readonly address: string;
  readonly stop: () => Promise<void>;
}

const START: Readonly<Record<string, () => Promise<Running>>> = {
  '/postgres': startPostgres,
  '/s3': async () => {
    const { endpoint, stop } = await startS3Server();
    return { address: endpoint, stop };
  },
};

/** The maintenance database of a cluster with the template; `TEST_DATABASE_URL` where that is set. */
async function startPostgres(): Promise<Running> {
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

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  // Once, before several workers want it.
  await smallLibrary();
  const running = new Map<string, Promise<Running>>();
  const server = createServer((request, response) => {
    const name = request.url ?? '';
    const started = running.get(name) ?? START[name]?.() ?? Promise.reject(new Error(`There is no ${name}`));
    running.set(name, started);
    started.then(
      ({ address }) => response.end(address),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  project.provide('sharedStores', `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return async () => {
    server.close();
    const started = await Promise.allSettled(running.values());
    await Promise.all(started.flatMap((each) => (each.status === 'fulfilled' ? [each.value.stop()] : [])));
  };
}
