// The step that keeps how many times slower than life a golfer's video plays. Those of before count as real time, which is
// what they were shown as. Never changed once it is released.
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
