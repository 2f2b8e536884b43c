// The migration that adds accounts, sign-ins, attempt counts and pending mails. Never changed once released.
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the tables of `account-tables.ts`. */
export const accountMigration: Migration = {
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
