// The database migrations. A released migration is never changed; add a new one. Column types are limited to those that
// PostgreSQL also has: text, integer, double precision, bigint.
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isPostgres } from './database-kind.ts';

/** Adds to `jobs`, and the tables `chunks`, `admin_passwords` and `probed_content`; the size of each result. */
const manyProcesses: Migration = {
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

const first: Migration = {
  async up(db: Kysely<never>) {
    await db.schema
      .createTable('sessions')
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('visitor_id', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('last_seen_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('uploads')
      .addColumn('visitor_id', 'text', (column) => column.notNull())
      .addColumn('file_id', 'text', (column) => column.notNull())
      .addColumn('folder', 'text', (column) => column.notNull().unique())
      .addColumn('file_name', 'text', (column) => column.notNull())
      .addColumn('total_chunks', 'integer', (column) => column.notNull())
      .addColumn('handle', 'text', (column) => column.unique())
      .addColumn('media_name', 'text', (column) => column.unique())
      .addColumn('video_json', 'text')
      .addColumn('chunk_sizes_json', 'text')
      .addColumn('last_active_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('uploads_key', ['visitor_id', 'file_id'])
      .execute();
    await createWork(db);
    await createLibrary(db);
  },
};

async function createWork(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('jobs')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('visitor_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('input_json', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('error_code', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .execute();
  await db.schema.createIndex('jobs_by_key').on('jobs').column('key').execute();
  await db.schema.createIndex('jobs_by_visitor').on('jobs').columns(['visitor_id', 'created_at']).execute();
  await db.schema
    .createTable('results')
    .addColumn('handle', 'text', (column) => column.primaryKey())
    .addColumn('visitor_id', 'text', (column) => column.notNull())
    .addColumn('media_name', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('results_by_visitor').on('results').column('visitor_id').execute();
}

async function createLibrary(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('golfers')
    .addColumn('id', 'integer', (column) =>
      isPostgres(db) ? column.generatedByDefaultAsIdentity().primaryKey() : column.primaryKey().autoIncrement(),
    )
    .addColumn('slug', 'text', (column) => column.unique())
    .addColumn('fingerprint', 'text')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('major_championships', 'integer', (column) => column.notNull())
    .addColumn('club', 'text')
    .addColumn('height', 'text')
    .addColumn('level', 'text')
    .addColumn('tag', 'text')
    .addColumn('rest_time', 'double precision', (column) => column.notNull())
    .addColumn('top_time', 'double precision', (column) => column.notNull())
    .addColumn('strike_time', 'double precision', (column) => column.notNull())
    .addColumn('media_name', 'text', (column) => column.notNull().unique())
    .addColumn('thumbnail_name', 'text')
    .addColumn('video_json', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('removed_seeds')
    .addColumn('slug', 'text', (column) => column.primaryKey())
    .execute();
}

/** The SHA-256 of each file beside its name, so that corruption is detected. Files stored earlier have none. */
const checksums: Migration = {
  async up(db: Kysely<never>) {
    for (const [table, column] of [
      ['uploads', 'media_sha256'],
      ['results', 'media_sha256'],
      ['golfers', 'media_sha256'],
      ['golfers', 'thumbnail_sha256'],
    ] as const) {
      await db.schema.alterTable(table).addColumn(column, 'text').execute();
    }
  },
};

/** Golfers added earlier count as real time, as they were shown. */
const slowMotion: Migration = {
  async up(db: Kysely<never>) {
    await db.schema
      .alterTable('golfers')
      .addColumn('slow_motion_factor', 'double precision', (column) => column.notNull().defaultTo(1))
      .execute();
  },
};

/** An id, so that a start detects files that belong to another database, and a secret for keyed hashes. */
const instance: Migration = {
  async up(db: Kysely<never>) {
    await db.schema
      .createTable('instance')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('secret', 'text', (column) => column.notNull())
      .addColumn('used_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};

/** Golfers added earlier have none of these until an administrator's browser has analysed them. */
const golferBodies: Migration = {
  async up(db: Kysely<never>) {
    for (const column of ['view', 'hand', 'body_name', 'body_sha256']) {
      await db.schema.alterTable('golfers').addColumn(column, 'text').execute();
    }
  },
};

const accounts: Migration = {
  async up(db: Kysely<never>) {
    await createAccess(db);
    await createUsers(db);
    await db.schema
      .createTable('mails')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('recipient', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('tries', 'integer', (column) => column.notNull())
      .addColumn('next_try_at', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};

async function createAccess(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('attempts')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('caller', 'text', (column) => column.notNull())
    .addColumn('in_a_row', 'integer', (column) => column.notNull())
    .addColumn('in_window', 'integer', (column) => column.notNull())
    .addColumn('window_began_at', 'bigint', (column) => column.notNull())
    .addColumn('blocked_until', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('attempts_key', ['kind', 'caller'])
    .execute();
  await db.schema
    .createTable('sign_ins')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_seen_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('google_visits')
    .addColumn('state_hash', 'text', (column) => column.primaryKey())
    .addColumn('nonce', 'text', (column) => column.notNull())
    .addColumn('code_verifier', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
}

async function createUsers(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('users')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('email_key', 'text', (column) => column.notNull().unique())
    .addColumn('username', 'text', (column) => column.notNull())
    .addColumn('username_key', 'text', (column) => column.notNull().unique())
    .addColumn('password_hash', 'text')
    .addColumn('google_subject', 'text', (column) => column.unique())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('sign_ups')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('visitor_id', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('email_key', 'text', (column) => column.notNull())
    .addColumn('username', 'text', (column) => column.notNull())
    .addColumn('username_key', 'text', (column) => column.notNull())
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('confirmed_at', 'bigint')
    .execute();
  for (const column of ['email_key', 'username_key']) {
    await db.schema.createIndex(`sign_ups_by_${column}`).on('sign_ups').column(column).execute();
  }
}

/** Every migration by name. Each runs once, in the order of the names. */
export const migrations: Record<string, Migration> = {
  '001-first': first,
  '002-accounts': accounts,
  '003-checksums': checksums,
  '004-slow-motion': slowMotion,
  '005-instance': instance,
  '006-golfer-bodies': golferBodies,
  '007-many-processes': manyProcesses,
};
