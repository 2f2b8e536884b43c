// The migration that lets several processes share the database: it adds columns and tables for state that one process
// kept in memory or in its folder. Never changed once released.
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds to `jobs`, and the tables `chunks`, `admin_passwords` and `probed_content`; the size of each result. */
export const manyProcesses: Migration = {
  async up(db: Kysely<never>) {
    await extendJobs(db);
    await db.schema.alterTable('results').addColumn('bytes', 'bigint').execute();
    await db.schema
      .createTable('chunks')
      .addColumn('folder', 'text', (column) => column.notNull())
      .addColumn('chunk_index', 'integer', (column) => column.notNull())
      .addColumn('object_name', 'text', (column) => column.notNull())
      .addColumn('bytes', 'integer', (column) => column.notNull())
      .addColumn('sha256', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('chunks_key', ['folder', 'chunk_index'])
      .execute();
    await db.schema
      .createTable('admin_passwords')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('origin', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('probed_content')
      .addColumn('file', 'text', (column) => column.primaryKey())
      .addColumn('sha256', 'text', (column) => column.notNull())
      .addColumn('video_json', 'text', (column) => column.notNull())
      .execute();
  },
};

async function extendJobs(db: Kysely<never>): Promise<void> {
  for (const column of ['live_key', 'network', 'queue_id', 'output_json']) {
    await db.schema.alterTable('jobs').addColumn(column, 'text').execute();
  }
  for (const column of ['turn', 'percent', 'attempt', 'stop_asked']) {
    await db.schema
      .alterTable('jobs')
      .addColumn(column, 'integer', (definition) => definition.notNull().defaultTo(0))
      .execute();
  }
  await db.schema.createIndex('jobs_live_key').unique().on('jobs').column('live_key').execute();
  await db.schema.createIndex('jobs_by_state').on('jobs').columns(['state', 'turn', 'created_at']).execute();
}
