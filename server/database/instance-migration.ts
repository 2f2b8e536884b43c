// The step that gives the database an identity, so that a start notices when the files beside it belong to another one,
// and a secret for keyed hashes. Never changed once it is released.
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the table; the row is made at the first start. */
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
