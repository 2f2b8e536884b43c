// The migration that gives the database an id, so that a start detects files that belong to another database, and a
// secret for keyed hashes. Never changed once released.
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the table; the row is inserted at the first start. */
export const instanceMigration: Migration = {
  async up(db: Kysely<never>) {
    await db.schema
      .createTable('instance')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('secret', 'text', (column) => column.notNull())
      .addColumn('used_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};
