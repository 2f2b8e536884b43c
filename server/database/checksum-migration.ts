// The step that keeps the SHA-256 of each stored file beside its name, so that a changed byte is noticed. Files that were
// stored before have none. Never changed once it is released.
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
