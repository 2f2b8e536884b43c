// A copy of a site's database and files in a new folder, each file checked after it was written. Media never change under their
// names, so that copies on one disk share them by hard links.
import { constants, createWriteStream } from 'node:fs';
import { copyFile, link, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { passwordFile, passwordRow } from '#server/accounts/admin-access.ts';
import { type Database, openDatabase } from '#server/database/open-database.ts';
import { dataFolderPaths, MARKER_NAME } from '#server/files/data-folder.ts';
import { freeBytesAt } from '#server/files/disk-reserve.ts';
import { isErrno, nullIfMissing } from '#server/files/errno.ts';
import { sha256OfFile, syncFile, syncFolder } from '#server/files/finished-file.ts';
import { MEDIA_BUCKETS, type MediaStore } from '#server/files/media-store.ts';
import { AppError } from '#server/runtime/app-error.ts';
import { faultPoint } from '#server/runtime/fault-point.ts';
import { SETTINGS_NAME } from '#server/runtime/stored-settings.ts';
import { moveAllRows, moveChunks, movePassword } from '#server/site/move-site.ts';
import { listOwnedFiles, type OwnedFile } from '#server/site/owned-files.ts';
import { type ChunkStore, FolderChunkStore } from '#server/uploads/chunk-store.ts';

export const PASSWORD_NAME = 'admin-password.json';
export const DATABASE_NAME = 'swingmark.db';
/** Beside the files of a copy: what it consists of. */
export const MANIFEST_NAME = 'backup.json';

const Manifest = z.object({
  format: z.literal(1),
  /** Milliseconds since 1970. */
  createdAt: z.number(),
  bytes: z.number(),
  files: z.number(),
  /** Media that were missing or changed in the site itself, as `bucket/name`. */
  damaged: z.array(z.string()),
  /** The hashes of the files that no row of the database describes, by name. */
  sha256: z
    .record(z.string().regex(/^[\w-]+\.(db|json)$/), z.string())
    .refine((hashes) => DATABASE_NAME in hashes && MARKER_NAME in hashes),
});

export type Manifest = z.output<typeof Manifest>;

/** The manifest of a copy; null for a folder without a readable one. */
export async function readManifest(folder: string): Promise<Manifest | null> {
  const text = await readFile(join(folder, MANIFEST_NAME), 'utf8').catch(nullIfMissing);
  try {
    return text === null ? null : Manifest.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/**
 * What a copy holds: `all`, or only what `lasts`: without the visitors' videos and links, which the site promises to delete, and
 * mails on their way.
 */
export type CopyScope = 'all' | 'lasts';

/** What of a site is not in its data folder; null for what is. */
export interface SourceElsewhere {
  readonly db: Database | null;
  readonly media: MediaStore | null;
  readonly chunks: ChunkStore | null;
}

interface CopyOptions {
  readonly from: string;
  readonly elsewhere?: SourceElsewhere | null;
  /** A new folder. */
  readonly to: string;
  readonly scope: CopyScope;
  /** An earlier copy, whose files are shared where they are intact; null for none. */
  readonly sharedWith?: string | null;
  readonly now: number;
  /** Free space that has to remain. */
  readonly reserveBytes: number;
  readonly signal: AbortSignal;
  readonly onFile: (done: number, total: number) => void;
}

/** Names that no copy takes over: what a new server makes again, and what the copy makes itself. */
const NOT_COPIED =
  /^(server\.lock.*|swingmark\.(db|json).*|spare-space|work|lost|cache|media|backups|restore|(admin-password|settings|backup)\.json)$/;

/** Makes the copy. Throws the signal's reason when it is aborted; the caller deletes the folder after any failure. */
export async function copySite(options: CopyOptions): Promise<Manifest> {
  const { from, to, scope, elsewhere = null, signal, onFile } = options;
  await mkdir(to, { recursive: true, mode: 0o700 });
  await refuseFullDisk(to, options, await bytesOf(join(from, DATABASE_NAME)));
  // The marker first: a server refuses to start with a database older than the marker.
  const names = [DATABASE_NAME];
  const take = async (name: string) => {
    if ((await copyFile(join(from, name), join(to, name)).catch(nullIfMissing)) !== null) names.push(name);
  };
  await take(MARKER_NAME);
  await copySnapshot(options);
  if (elsewhere?.db && (await movePassword(passwordRow(elsewhere.db), passwordFile(join(to, PASSWORD_NAME))))) {
    names.push(PASSWORD_NAME);
  } else await take(PASSWORD_NAME);
  await take(SETTINGS_NAME);
  signal.throwIfAborted();
  const files = await ownedIn(join(to, DATABASE_NAME), to);
  const places = await placesOf(options);
  if (!places.areShared) await refuseFullDisk(to, options, await bytesToCopy(files, places));
  const unsure: string[] = [];
  let bytes = 0;
  for (const bucket of MEDIA_BUCKETS) await mkdir(join(to, 'media', bucket), { recursive: true, mode: 0o700 });
  for (const [index, file] of files.entries()) {
    signal.throwIfAborted();
    onFile(index, files.length);
    const placed = await placeFile(file, join(to, 'media', file.bucket, file.name), places);
    if (!placed.isIntact) unsure.push(`${file.bucket}/${file.name}`);
    bytes += placed.bytes;
    faultPoint('backup-file-added');
  }
  onFile(files.length, files.length);
  if (scope === 'all') await copyOthers(from, to);
  if (scope === 'all' && elsewhere?.chunks) await copyChunks(elsewhere, to);
  for (const bucket of ['', ...MEDIA_BUCKETS]) await syncFolder(join(to, 'media', bucket));
  const sha256: Record<string, string> = {};
  for (const name of names) {
    await syncFile(join(to, name));
    sha256[name] = await sha256OfFile(join(to, name));
    bytes += await bytesOf(join(to, name));
  }
  const ownedNow = () => (elsewhere?.db ? listOwnedFiles(elsewhere.db) : ownedIn(join(from, DATABASE_NAME), to));
  const owned = unsure.length === 0 ? [] : await ownedNow();
  const damaged = unsure.filter((file) => owned.some(({ bucket, name }) => file === `${bucket}/${name}`));
  if (scope === 'lasts' && damaged.length < unsure.length) {
    // A golfer was deleted meanwhile, and would come back without a video.
    await rm(to, { recursive: true });
    return copySite(options);
  }
  const manifest: Manifest = { format: 1, createdAt: options.now, bytes, files: files.length, damaged, sha256 };
  await writeFile(join(to, MANIFEST_NAME), `${JSON.stringify(manifest)}\n`, { mode: 0o600 });
  await syncFile(join(to, MANIFEST_NAME));
  await syncFolder(to);
  return manifest;
}

/** The database as it is now, in one file that passes SQLite's own check. */
async function copySnapshot({ from, to, scope, elsewhere }: CopyOptions): Promise<void> {
  const path = join(to, DATABASE_NAME);
  if (elsewhere?.db) await copyRows(elsewhere.db, path, scope);
  else await snapshot(join(from, DATABASE_NAME), path);
  const copy = new DatabaseSync(path);
  try {
    // One file: its reader writes nothing beside it.
    copy.exec('pragma journal_mode = delete');
    forgetStore(copy);
    if (scope === 'lasts') deletePassing(copy);
    const [row] = copy.prepare('pragma integrity_check(1)').all();
    if (row?.integrity_check !== 'ok') throw new AppError('backup-unreadable');
  } finally {
    copy.close();
  }
}

/** The rows of PostgreSQL at one moment, as a file. */
async function copyRows(db: Database, path: string, scope: CopyScope): Promise<void> {
  await inDatabase(path, (copy) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (moment) => {
        const except = scope === 'lasts' ? PASSING : [];
        await moveAllRows(moment, copy, { objectPrefix: null, except });
      }),
  );
}

/** A copy of a site does not say where in a store its objects were: they are files beside it. */
function forgetStore(copy: DatabaseSync): void {
  if (has(copy, 'instance', 'object_prefix')) copy.exec('update instance set object_prefix = null');
  if (has(copy, 'chunks', 'folder')) copy.exec('delete from chunks');
}

/** The tables of what a site promises to delete, and of what is on its way. */
const PASSING = ['uploads', 'results', 'shares', 'jobs', 'mails'] as const;

function deletePassing(copy: DatabaseSync): void {
  copy.exec('pragma secure_delete = on');
  for (const table of PASSING.filter((name) => has(copy, name, 'created_at') || has(copy, name, 'file_id'))) {
    copy.exec(`delete from ${table}`);
  }
}

/** The database may be of an older version: it is copied as it is. */
function has(copy: DatabaseSync, table: string, column: string): boolean {
  return copy.prepare('select 1 from pragma_table_info(?) where name = ?').get(table, column) !== undefined;
}

/** What the rows of a database own. A second copy is read, brought to this version: throws when the first is of a newer one. */
async function ownedIn(database: string, to: string): Promise<OwnedFile[]> {
  const path = join(to, 'read.db');
  await snapshot(database, path);
  try {
    return await inDatabase(path, listOwnedFiles);
  } finally {
    await rm(path, { force: true });
  }
}

async function snapshot(from: string, to: string): Promise<void> {
  const source = new DatabaseSync(from, { timeout: 5_000 });
  try {
    await backup(source, to);
  } finally {
    source.close();
  }
}

async function inDatabase<Result>(path: string, task: (db: Database) => Promise<Result>): Promise<Result> {
  const db = await openDatabase(path);
  try {
    return await task(db);
  } finally {
    await db.destroy();
  }
}

/** The chunks of open uploads, written mails, and what else is there. Files deleted meanwhile are skipped. */
async function copyOthers(
  from: string,
  to: string,
  isWanted = (name: string) => !NOT_COPIED.test(name),
): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of (await readdir(from, { withFileTypes: true }).catch(nullIfMissing)) ?? []) {
    const [source, copy] = [join(from, entry.name), join(to, entry.name)];
    if (!isWanted(entry.name)) continue;
    if (entry.isDirectory()) await copyOthers(source, copy, () => true);
    else if (entry.isFile()) await copyFile(source, copy).catch(nullIfMissing);
  }
}

/** The chunks of open uploads in a store. */
async function copyChunks({ chunks, db }: SourceElsewhere, to: string): Promise<void> {
  if (chunks === null) return;
  const target = { chunks: new FolderChunkStore(join(to, 'chunks'), join(to, 'lost')) };
  if (db) await moveChunks({ db, chunks }, target);
  else await inDatabase(join(to, DATABASE_NAME), (copy) => moveChunks({ db: copy, chunks }, target));
}

interface Places {
  /** A folder, or a store elsewhere. */
  readonly live: string | MediaStore;
  readonly earlier: string | null;
  /** Whether hard links can be expected to work. */
  readonly areShared: boolean;
}

async function placesOf({ from, to, elsewhere, sharedWith = null }: CopyOptions): Promise<Places> {
  const earlier = sharedWith === null ? null : join(sharedWith, 'media');
  if (elsewhere?.media) return { live: elsewhere.media, earlier, areShared: false };
  const live = dataFolderPaths(from).mediaRoot;
  return { live, earlier, areShared: (await stat(live)).dev === (await stat(to)).dev };
}

/** The size of the files that are not in the earlier copy. */
async function bytesToCopy(files: readonly OwnedFile[], { live, earlier }: Places): Promise<number> {
  let bytes = 0;
  for (const { bucket, name } of files) {
    const isShared = earlier !== null && (await bytesOf(join(earlier, bucket, name))) > 0;
    if (isShared) continue;
    bytes +=
      typeof live === 'string' ? await bytesOf(join(live, bucket, name)) : ((await live.sizeOf(bucket, name)) ?? 0);
  }
  return bytes;
}

/** Links or copies a file and compares it with its row. What was damaged before is kept as it is. */
async function placeFile(
  file: OwnedFile,
  to: string,
  { live, earlier }: Places,
): Promise<{ isIntact: boolean; bytes: number }> {
  const { bucket, name, sha256 } = file;
  const fetch = (links: boolean) =>
    typeof live === 'string' ? linkOrCopy(join(live, bucket, name), to, { links }) : download(live, file, to);
  const sources = [
    ...(earlier === null ? [] : [() => linkOrCopy(join(earlier, bucket, name), to, { links: true })]),
    () => fetch(true),
  ];
  for (const source of sources) {
    if (!(await source())) continue;
    if (sha256 === null || (await sha256OfFile(to)) === sha256) return { isIntact: true, bytes: await bytesOf(to) };
    await rm(to);
  }
  return { isIntact: false, bytes: (await fetch(false)) ? await bytesOf(to) : 0 };
}

/** False if the store has no such file. */
async function download(media: MediaStore, { bucket, name }: OwnedFile, to: string): Promise<boolean> {
  const stream = await media.open(bucket, name);
  if (stream === null) return false;
  await pipeline(stream, createWriteStream(to, { flags: 'wx', mode: 0o600 }));
  await syncFile(to);
  return true;
}

/** False if the file does not exist. */
async function linkOrCopy(from: string, to: string, { links }: { readonly links: boolean }): Promise<boolean> {
  try {
    if (links) {
      await link(from, to);
      await syncFile(to);
      return true;
    }
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return false;
    // Another disk, one without links, or too many links to one file.
    if (!isErrno(error, 'EXDEV', 'EPERM', 'EMLINK', 'ENOSYS', 'EOPNOTSUPP', 'ENOTSUP')) throw error;
  }
  if ((await copyFile(from, to, constants.COPYFILE_FICLONE).catch(nullIfMissing)) === null) return false;
  await syncFile(to);
  return true;
}

async function refuseFullDisk(
  folder: string,
  { reserveBytes }: Pick<CopyOptions, 'reserveBytes'>,
  neededBytes: number,
): Promise<void> {
  const missing = neededBytes + reserveBytes - (await freeBytesAt(folder));
  if (missing > 0) throw new AppError('backup-no-space', { values: { megabytes: Math.ceil(missing / 1e6) } });
}

/** The size of a file; 0 if it does not exist. */
async function bytesOf(path: string): Promise<number> {
  return (await stat(path).catch(nullIfMissing))?.size ?? 0;
}

/** The names of a copy's files, relative to its folder, those that describe it first. */
export async function namesOfCopy(folder: string): Promise<string[]> {
  const top = (await readdir(folder)).filter((name) => name !== 'media').sort();
  const media = await Promise.all(
    MEDIA_BUCKETS.map(async (bucket) => {
      const names = await readdir(join(folder, 'media', bucket)).catch(nullIfMissing);
      return (names ?? []).map((name) => `media/${bucket}/${name}`);
    }),
  );
  return [...top, ...media.flat()];
}
