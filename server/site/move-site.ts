// Data migration: copies every row, every file, and the chunks of open uploads from one pair of database and store to
// another. Equal data is not copied again, so an interrupted migration can be resumed. Nothing is deleted from the
// source.
import { hash } from 'node:crypto';
import { createWriteStream, rmSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Kysely, sql } from 'kysely';
import { type PasswordPlace, passwordPlace } from '#server/accounts/admin-access.ts';
import { isPostgres } from '#server/database/migrations.ts';
import type { Database } from '#server/database/open-database.ts';
import { type DataFolder, openDataFolder } from '#server/files/data-folder.ts';
import { sha256OfFile, sha256OfStream } from '#server/files/finished-file.ts';
import type { MediaBucket, MediaStore } from '#server/files/media-store.ts';
import { StartError } from '#server/runtime/app-error.ts';
import type { Config } from '#server/runtime/config.ts';
import type { ChunkStore } from '#server/uploads/chunk-store.ts';
import { openRows, openStores } from './open-site.ts';
import { listOwnedFiles, type OwnedFile } from './owned-files.ts';

/** One side of a migration. No server may be running on it. */
export interface MoveSide {
  readonly db: Database;
  readonly media: MediaStore;
  readonly chunks: ChunkStore;
  readonly folder: Pick<DataFolder, 'inWorkFolder'>;
  /** Where the administrator's password is kept: in a file beside the embedded database, and otherwise in a row. */
  readonly password: PasswordPlace;
}

interface MoveReport {
  /** How many rows each table has. */
  readonly rows: Readonly<Record<string, number>>;
  readonly files: number;
  /** Files that already existed. */
  readonly filesBefore: number;
  readonly bytes: number;
  readonly chunks: number;
}

/** Tables that are not copied row by row. */
export const NOT_COPIED: Readonly<Record<string, string>> = {
  chunks: 'they describe objects of one store, and are made again with the chunks',
  admin_passwords: 'a data folder keeps the password in a file',
};

/**
 * Every other table with its key columns. Jobs of pg-boss belong to a queue, so unfinished jobs are not copied: the
 * page requests them again.
 */
export const TABLES = {
  instance: ['id'],
  sessions: ['token_hash'],
  uploads: ['visitor_id', 'file_id'],
  results: ['handle'],
  shares: ['id'],
  golfers: ['id'],
  removed_seeds: ['slug'],
  attempts: ['kind', 'caller'],
  sign_ins: ['token_hash'],
  users: ['id'],
  sign_ups: ['id'],
  mails: ['id'],
  google_visits: ['state_hash'],
  probed_content: ['file'],
  jobs: ['id'],
  failures: ['day', 'code'],
} as const;

type Row = Record<string, unknown>;
/** The same statements for every table. */
type AnyTables = Record<string, Row>;
const ROWS_AT_ONCE = 200;

/**
 * Copies everything from one side to the other and verifies it, row by row and byte by byte. Throws a `StartError` when
 * the target holds the data of another site, or differs after the copy.
 */
export async function moveSite(from: MoveSide, to: MoveSide, say: (line: string) => void): Promise<MoveReport> {
  await refuseOtherSite(from.db, to.db);
  // Files first, as everywhere: a file without a row is swept, but a row without a file could not be shown.
  const files = { files: 0, filesBefore: 0, bytes: 0 };
  for (const file of await listOwnedFiles(from.db)) {
    const { isNew, bytes } = await moveFile(from, to, file);
    files.files += 1;
    files.filesBefore += isNew ? 0 : 1;
    files.bytes += bytes;
    if (files.files % 100 === 0) say(`${files.files} files`);
  }
  const chunks = await moveChunks(from, to);
  const { object_prefix: objectPrefix = null } =
    (await to.db.selectFrom('instance').select('object_prefix').executeTakeFirst()) ?? {};
  const rows = await moveAllRows(from.db, to.db, { objectPrefix, say });
  rows.admin_passwords = await movePassword(from.password, to.password);
  return { rows, ...files, chunks };
}

/** Copies the rows of all tables, or of all but some. `objectPrefix`: where the objects of the target are. */
export async function moveAllRows(
  from: Database,
  to: Database,
  options: {
    readonly objectPrefix: string | null;
    readonly except?: readonly string[];
    readonly say?: (line: string) => void;
  },
): Promise<Record<string, number>> {
  const { objectPrefix, except = [], say } = options;
  const rows: Record<string, number> = {};
  for (const [table, key] of Object.entries(TABLES)) {
    if (except.includes(table)) continue;
    rows[table] = await moveRows(any(from), any(to), { table, key, objectPrefix });
    say?.(`${table}: ${rows[table]} rows`);
  }
  await nextGolferId(to);
  return rows;
}

export async function movePassword(from: PasswordPlace, to: PasswordPlace): Promise<number> {
  const stored = await from.read();
  if (stored) await to.write(stored);
  return stored ? 1 : 0;
}

function any(db: Database): Kysely<AnyTables> {
  return db as unknown as Kysely<AnyTables>;
}

async function refuseOtherSite(from: Database, to: Database): Promise<void> {
  const [own] = await from.selectFrom('instance').select('id').execute();
  const [other] = await to.selectFrom('instance').select('id').execute();
  if (!own) throw new StartError('There is nothing to move: the site has never been started.');
  if (other && other.id !== own.id) {
    throw new StartError(
      'The target holds the data of another site. Please name an empty database and an empty bucket.',
    );
  }
}

/** Copies one file unless it exists, and compares the copy's bytes with the row's SHA-256. */
export async function moveFile(
  from: Pick<MoveSide, 'media'>,
  to: Pick<MoveSide, 'media' | 'folder'>,
  { bucket, name, sha256 }: OwnedFile,
): Promise<{ isNew: boolean; bytes: number }> {
  const sizeBytes = await from.media.sizeOf(bucket, name);
  if (sizeBytes === null) throw new StartError(`${bucket}/${name} is missing. Please run npm run integrity first.`);
  const isThere = (await to.media.sizeOf(bucket, name)) === sizeBytes;
  if (isThere && (await sha256In(to.media, bucket, name)) === (sha256 ?? (await sha256In(from.media, bucket, name)))) {
    return { isNew: false, bytes: sizeBytes };
  }
  await to.folder.inWorkFolder(async (work) => {
    const path = join(work, 'moved');
    const stream = await from.media.open(bucket, name);
    if (!stream) throw new StartError(`${bucket}/${name} is missing. Please run npm run integrity first.`);
    await pipeline(stream, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    const expected = sha256 ?? (await sha256OfFile(path));
    if ((await sha256OfFile(path)) !== expected || (await stat(path)).size !== sizeBytes) {
      throw new StartError(`${bucket}/${name} has changed. Please run npm run integrity first.`);
    }
    await to.media.put(bucket, name, path);
    if ((await sha256In(to.media, bucket, name)) !== expected) {
      throw new StartError(`${bucket}/${name} was not stored as it was sent. Please check the store and move again.`);
    }
  });
  return { isNew: true, bytes: sizeBytes };
}

async function sha256In(media: MediaStore, bucket: MediaBucket, name: string): Promise<string | null> {
  const stream = await media.open(bucket, name);
  return stream && sha256OfStream(stream);
}

/** Copies the chunks of open uploads one by one, so that visitors can resume. */
export async function moveChunks(from: Pick<MoveSide, 'db' | 'chunks'>, to: Pick<MoveSide, 'chunks'>): Promise<number> {
  const open = await from.db.selectFrom('uploads').select('folder').where('handle', 'is', null).execute();
  let count = 0;
  for (const { folder } of open) {
    const [source, target] = [await from.chunks.open(folder), await to.chunks.open(folder)];
    for (const index of source.indexes) {
      const bytes = await source.read(index);
      const isKept = target.has(index) ? await target.holds(index, bytes) : await target.write(index, bytes);
      if (!isKept)
        throw new StartError(`A chunk of the upload ${folder} differs at the target. Please empty the target.`);
      count += 1;
    }
  }
  return count;
}

interface MovedTable {
  readonly table: string;
  readonly key: readonly string[];
  readonly objectPrefix: string | null;
}

/** Copies the rows of a table and compares each with its copy. */
async function moveRows(from: Kysely<AnyTables>, to: Kysely<AnyTables>, moved: MovedTable): Promise<number> {
  const { table, key } = moved;
  const keyOf = (row: Row) => JSON.stringify(key.map((column) => row[column]));
  let [count, different] = [0, 0];
  for await (const page of pagesOf(from, moved)) {
    const rows = page.map((row) => prepared(moved, row)).filter((row) => row !== null);
    if (rows.length === 0) continue;
    await to
      .insertInto(table)
      .values(rows)
      .onConflict((conflict) => conflict.columns([...key]).doNothing())
      .execute();
    const copies = await to
      .selectFrom(table)
      .selectAll()
      .where(({ eb, or, and }) => or(rows.map((row) => and(key.map((column) => eb(column, '=', row[column]))))))
      .execute();
    const digests = new Map(copies.map((row) => [keyOf(row), digestOf(row)]));
    different += rows.filter((row) => digests.get(keyOf(row)) !== digestOf(row)).length;
    count += rows.length;
  }
  if (different > 0) {
    throw new StartError(
      `${different} rows of ${table} differ at the target. Please stop every server of this site, empty the ` +
        'target, and move again.',
    );
  }
  return count;
}

/** The rows by their key, a few at once. */
async function* pagesOf(from: Kysely<AnyTables>, { table, key }: MovedTable): AsyncGenerator<Row[]> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  let last: Row | undefined;
  for (;;) {
    let query = from.selectFrom(table).selectAll().limit(ROWS_AT_ONCE);
    for (const column of key) query = query.orderBy(column);
    const after = last;
    if (after !== undefined) {
      query = query.where(sql<boolean>`(${columns}) > (${sql.join(key.map((column) => after[column]))})`);
    }
    const page = await query.execute();
    if (page.length > 0) yield page;
    if (page.length < ROWS_AT_ONCE) return;
    last = page.at(-1);
  }
}

/** The row for the target; null for one that is not copied. */
function prepared({ table, objectPrefix }: MovedTable, row: Row): Row | null {
  if (table === 'instance') return { ...row, object_prefix: objectPrefix };
  if (table !== 'jobs') return row;
  return row.state === 'queued' || row.state === 'running' ? null : { ...row, live_key: null, queue_id: null };
}

function digestOf(row: Row): string {
  const sorted = Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify(sorted));
}

/** Without this, PostgreSQL would give the next golfer the id of a copied one. */
async function nextGolferId(db: Database): Promise<void> {
  if (!isPostgres(db)) return;
  await sql`select setval(pg_get_serial_sequence('golfers', 'id'), greatest(1, (select coalesce(max(id), 1) from golfers)))`.execute(
    db,
  );
}

interface OpenSide {
  readonly side: MoveSide;
  close(): Promise<void>;
}

/** Opens the site of these settings. Its data folder is locked meanwhile. */
export async function openSide(config: Config): Promise<OpenSide> {
  const folder = await openDataFolder(config.dataDir);
  const log = { warn: () => undefined };
  const { db, close } = await openRows({ config, databaseFile: folder.databaseFile, log });
  const { media, chunks } = await openStores({ config, db, folder });
  return {
    side: { db, media, chunks, folder, password: passwordPlace(config, db) },
    close: async () => {
      await media.close();
      await close();
      folder.release();
    },
  };
}

/** Opens a site on PostgreSQL and a store, with its own scratch folder. */
export async function openSharedSide(config: Config): Promise<OpenSide> {
  const scratch = await mkdtemp(join(tmpdir(), 'swingmark-side-'));
  // Also runs when the command is stopped.
  process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));
  const { side, close } = await openSide({ ...config, dataDir: scratch });
  return {
    side,
    close: async () => {
      await close();
      await rm(scratch, { recursive: true, force: true });
    },
  };
}
