// The port for finished videos, pictures and golfers' bodies: buckets of named files; and its implementation in folders on a local
// disk. There, files without a row in the database are set aside instead of being deleted, because the database may be at fault: in
// one folder per day, deleted after a week.
import { constants, type Stats } from 'node:fs';
import {
  appendFile,
  copyFile,
  type FileHandle,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { steadyNow } from '#server/runtime/steady-clock.ts';
import { isErrno, namesIn, nullIfMissing } from './errno.ts';
import { syncFile, syncFolder } from './finished-file.ts';

/** The purpose of a file. Each bucket belongs to one table. */
export const MEDIA_BUCKETS = ['uploads', 'results', 'golfers', 'thumbnails', 'loops', 'bodies', 'shares'] as const;

export type MediaBucket = (typeof MEDIA_BUCKETS)[number];

/** A byte range, both ends inclusive, as in HTTP. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/** The port. Only names made by the server refer to files (see {@link isMediaName}). */
export interface MediaStore {
  /** Moves a finished local file into a bucket, atomically and durably, and returns its size in bytes. */
  put(bucket: MediaBucket, name: string, fromPath: string): Promise<number>;
  /** The size of a file in bytes, or null when there is none. */
  sizeOf(bucket: MediaBucket, name: string): Promise<number | null>;
  /** Reads a file or a range of it; null when there is no such file. */
  open(bucket: MediaBucket, name: string, range?: ByteRange): Promise<Readable | null>;
  /**
   * Copies a file into a local folder for a program to read and returns the path, or null when there is no such file.
   * The copy outlives the original; the caller deletes the folder.
   */
  copyToScratch(bucket: MediaBucket, name: string, folder: string): Promise<string | null>;
  /** Deletes a file, if it exists. */
  delete(bucket: MediaBucket, name: string): Promise<void>;
  /** Moves a file to the lost files, if it exists, and logs the reason. */
  setAside(bucket: MediaBucket, name: string, reason: string): Promise<void>;
  list(bucket: MediaBucket): Promise<string[]>;
  bytesIn(bucket: MediaBucket): Promise<number>;
  /** Deletes what was set aside more than a week ago. */
  expireLost(): Promise<void>;
  /** Throws when the store cannot be used at the moment. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** How long files that were set aside are kept, in days. */
export const LOST_DAYS = 7;

const MEDIA_NAME = /^[0-9a-f]{48}\.[a-z0-9]{2,4}$/;

/** Whether a text has the form of the server's media names: never a path, an option or a dot file. */
export function isMediaName(name: string): boolean {
  return MEDIA_NAME.test(name);
}

/** Creates the buckets below `root`. Files set aside go below `lostRoot`, on the same disk. */
export async function openFolderMediaStore(root: string, lostRoot: string): Promise<MediaStore> {
  for (const bucket of MEDIA_BUCKETS) await mkdir(join(root, bucket), { recursive: true, mode: 0o700 });
  return new FolderMediaStore(root, lostRoot);
}

class FolderMediaStore implements MediaStore {
  readonly #root: string;
  readonly #lostRoot: string;

  constructor(root: string, lostRoot: string) {
    this.#root = root;
    this.#lostRoot = lostRoot;
  }

  async put(bucket: MediaBucket, name: string, fromPath: string): Promise<number> {
    if (!isMediaName(name)) throw new RangeError(`Not a media name: ${name}`);
    await syncFile(fromPath);
    const { size } = await stat(fromPath);
    await rename(fromPath, join(this.#root, bucket, name));
    await syncFolder(join(this.#root, bucket));
    return size;
  }

  async sizeOf(bucket: MediaBucket, name: string): Promise<number | null> {
    return (await this.#stat(bucket, name))?.size ?? null;
  }

  async open(bucket: MediaBucket, name: string, range?: ByteRange): Promise<Readable | null> {
    if (!(await this.#stat(bucket, name))) return null;
    const file = await this.#openFile(bucket, name);
    return file?.createReadStream({ start: range?.from ?? 0, ...(range ? { end: range.to } : {}) }) ?? null;
  }

  async copyToScratch(bucket: MediaBucket, name: string, folder: string): Promise<string | null> {
    if (!(await this.#stat(bucket, name))) return null;
    const from = join(this.#root, bucket, name);
    const to = join(folder, name);
    try {
      // A hard link costs nothing and outlives the original name.
      await link(from, to);
    } catch (error) {
      if (isErrno(error, 'EEXIST')) return to;
      if (isErrno(error, 'ENOENT')) return null;
      await copyFile(from, to, constants.COPYFILE_FICLONE);
    }
    return to;
  }

  async delete(bucket: MediaBucket, name: string): Promise<void> {
    if (isMediaName(name)) await rm(join(this.#root, bucket, name), { force: true });
  }

  async setAside(bucket: MediaBucket, name: string, reason: string): Promise<void> {
    if (!isMediaName(name)) return;
    await setAside(this.#lostRoot, join(this.#root, bucket, name), join('media', bucket, name), reason);
  }

  list(bucket: MediaBucket): Promise<string[]> {
    return readdir(join(this.#root, bucket));
  }

  async bytesIn(bucket: MediaBucket): Promise<number> {
    let sum = 0;
    for (const name of await this.list(bucket)) sum += (await this.sizeOf(bucket, name)) ?? 0;
    return sum;
  }

  expireLost(): Promise<void> {
    return expireLost(this.#lostRoot);
  }

  async check(): Promise<void> {
    await readdir(this.#root);
  }

  async close(): Promise<void> {}

  async #stat(bucket: MediaBucket, name: string): Promise<Stats | null> {
    if (!isMediaName(name)) return null;
    // lstat and isFile: a symlink or a pipe there is not ours.
    const stats = await lstat(join(this.#root, bucket, name)).catch(nullIfMissing);
    return stats?.isFile() ? stats : null;
  }

  async #openFile(bucket: MediaBucket, name: string): Promise<FileHandle | null> {
    try {
      return await open(join(this.#root, bucket, name), constants.O_RDONLY | constants.O_NOFOLLOW);
    } catch (error) {
      if (isErrno(error, 'ENOENT', 'ELOOP')) return null;
      throw error;
    }
  }
}

const DAY_MS = 24 * 3600_000;
const DAY_NAME = /^\d{4}-\d{2}-\d{2}$/;

/** Moves a file or folder below `lostRoot` under its relative name and logs the reason. A missing one is ignored. */
export async function setAside(lostRoot: string, path: string, relativeName: string, reason: string): Promise<void> {
  const day = join(lostRoot, dayOf(steadyNow()));
  const target = join(day, relativeName);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  if ((await rename(path, target).catch(nullIfMissing)) === null) return;
  await appendFile(join(day, 'reasons.log'), `${new Date(steadyNow()).toISOString()} ${relativeName}: ${reason}\n`);
}

async function expireLost(lostRoot: string): Promise<void> {
  const oldest = dayOf(steadyNow() - LOST_DAYS * DAY_MS);
  const days = await namesIn(lostRoot);
  for (const day of days.filter((name) => DAY_NAME.test(name) && name < oldest)) {
    await rm(join(lostRoot, day), { recursive: true, force: true });
  }
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
