// Opens the database that the settings name: PostgreSQL, or the embedded one in the data folder.
import type { FastifyBaseLogger } from 'fastify';
import { type Database, openDatabase } from '#server/database/open-database.ts';
import type { Config } from '#server/runtime/config.ts';
import { KeyedLock, type Locks } from '#server/runtime/keyed-lock.ts';

/** The open database, and locks that hold for all processes on it. */
export interface Rows {
  readonly db: Database;
  readonly locks: Locks;
  close(): Promise<void>;
}

/** Opens it. A process that shares it with others does not migrate it: `npm run migrate` does. */
export async function openRows(parts: {
  readonly config: Config;
  readonly databaseFile: string;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}): Promise<Rows> {
  const { config, databaseFile, log } = parts;
  if (config.databaseUrl === null) {
    const db = await openDatabase(databaseFile);
    return { db, locks: new KeyedLock(), close: () => db.destroy() };
  }
  const { openPostgres } = await import('#server/database/open-postgres.ts');
  return openPostgres({
    url: config.databaseUrl,
    poolSize: config.databaseConnections,
    migrates: config.role === 'all',
    onLostConnection: (err) => log.warn({ err }, 'Connection to the database lost; the next query opens another'),
  });
}
