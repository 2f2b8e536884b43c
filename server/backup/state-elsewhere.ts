// What a state of a site has outside of the data folder: its tables in PostgreSQL, and its objects in a store. The tables of a state
// name the prefix of its objects, so that both change together.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import type { StateElsewhere } from '#server/files/switch-state.ts';
import type { Config } from '#server/runtime/config.ts';

type Places = Pick<Config, 'databaseUrl' | 's3' | 'role'>;
type StateName = 'next' | 'earlier' | 'refused';

/** What the keys of a site's objects begin with where they have no prefix. */
const TOP_LEVEL = ['media/', 'chunks/', 'lost/'];

/** Null for a site with all data in its folder, and for one of several processes, which is never restored while it runs. */
export function stateElsewhere({ databaseUrl, s3, role }: Places): StateElsewhere | null {
  if ((databaseUrl === null && s3 === null) || role !== 'all') return null;
  const prefixOf = (state: StateName | 'current', folder: string) =>
    databaseUrl === null ? prefixInFile(folder) : prefixInTables(databaseUrl, state);
  return {
    exchange: async (from, away) => {
      if (databaseUrl === null) return false;
      const { exchangeStates } = await import('#server/database/postgres-states.ts');
      return exchangeStates(databaseUrl, from, away);
    },
    delete: async (state, folder) => {
      if (s3 !== null) {
        const prefix = await prefixOf(state, folder);
        // Its folder is DATA_DIR/restore/… Rather too many objects stay than one of the current state is deleted.
        const current = await prefixOf('current', dirname(dirname(folder)));
        const isKnown = prefix !== undefined && current !== undefined && prefix !== current;
        if (isKnown && (prefix !== null || state === 'earlier')) await deleteObjects(s3, prefix);
      }
      if (databaseUrl !== null) {
        const { deleteState } = await import('#server/database/postgres-states.ts');
        await deleteState(databaseUrl, state);
      }
    },
  };
}

/** Null: at the top of the bucket; undefined: not known. */
type Prefix = string | null | undefined;

function prefixInFile(folder: string): Prefix {
  const file = join(folder, 'swingmark.db');
  if (!existsSync(file)) return undefined;
  const database = new DatabaseSync(file);
  try {
    return database.prepare('select object_prefix from instance').get()?.object_prefix as Prefix;
  } catch {
    // Of a version without it.
    return undefined;
  } finally {
    database.close();
  }
}

async function prefixInTables(url: string, state: StateName | 'current'): Promise<Prefix> {
  const { openState } = await import('#server/database/postgres-states.ts');
  const { connectPostgres } = await import('#server/database/open-postgres.ts');
  const opened = state === 'current' ? await connectPostgres({ url, poolSize: 1 }) : await openState(url, state);
  if (opened === null) return undefined;
  try {
    const { rows } = await sql<{ prefix: string | null }>`select object_prefix as prefix from instance`.execute(
      opened.db,
    );
    return rows[0]?.prefix;
  } finally {
    await opened.close();
  }
}

async function deleteObjects(s3: NonNullable<Config['s3']>, prefix: string | null): Promise<void> {
  const { openS3Objects } = await import('#server/files/s3-objects.ts');
  const objects = await openS3Objects(s3);
  try {
    for (const start of prefix === null ? TOP_LEVEL : [prefix]) await objects.deleteAll(start);
  } finally {
    objects.close();
  }
}
