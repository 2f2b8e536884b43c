// The migration that stores the SHA-256 of each file beside its name, so that corruption is detected. Files stored
// earlier have none. Never changed once released.
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const COLUMNS = [
  ['uploads', 'media_sha256'],
  ['results', 'media_sha256'],
  ['golfers', 'media_sha256'],
  ['golfers', 'thumbnail_sha256'],
] as const;

/** Adds the columns. */
export const checksumMigration: Migration = {
  async up(db: Kysely<never>) {
    for (const [table, column] of COLUMNS) await db.schema.alterTable(table).addColumn(column, 'text').execute();
  },
};
