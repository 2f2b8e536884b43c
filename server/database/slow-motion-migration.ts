// The migration that adds the slow-motion factor of a golfer's video. Existing golfers count as real time, as they were
// shown. Never changed once released.
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the column. */
export const slowMotionMigration: Migration = {
  async up(db: Kysely<never>) {
    await db.schema
      .alterTable('golfers')
      .addColumn('slow_motion_factor', 'double precision', (column) => column.notNull().defaultTo(1))
      .execute();
  },
};
