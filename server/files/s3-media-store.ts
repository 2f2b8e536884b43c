// The MediaStore in an S3-compatible store: one object per file. Names are never reused: no object is overwritten, and no copy in
// the bounded cache on this process's disk is stale. Programs read library videos from that cache, because they are needed
// repeatedly. Visitors' files are never in it: another process deletes them and could not reach the copies.
import { constants, createWriteStream } from 'node:fs';
import { copyFile, link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '#server/runtime/app-error.ts';
import { KeyedLock } from '#server/runtime/keyed-lock.ts';
import { newOpaqueId } from '#server/runtime/opaque-id.ts';
import { steadyNow } from '#server/runtime/steady-clock.ts';
import { isErrno } from './errno.ts';
import { type ByteRange, isMediaName, LOST_DAYS, type MediaBucket, type MediaStore } from './media-store.ts';
import type { S3Objects } from './s3-objects.ts';

const LOST = 'lost/';
const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
/** A golfer deleted by another process is gone from every cache after this long. */
const CACHED_FOR_MS = HOUR_MS;
/** The buckets of the library. */
const CACHED_BUCKETS: readonly MediaBucket[] = ['golfers', 'thumbnails', 'loops', 'bodies'];

/** A media store on objects. Programs read local copies, which `cache` holds. */
export class S3MediaStore implements MediaStore {
  readonly #objects: S3Objects;
  readonly #cache: ScratchCache;

  constructor(objects: S3Objects, cache: ScratchCache) {
    this.#objects = objects;
    this.#cache = cache;
  }

  async put(bucket: MediaBucket, name: string, fromPath: string): Promise<number> {
    if (!isMediaName(name)) throw new RangeError(`Not a media name: ${name}`);
    const bytes = await this.#objects.putFile(keyOf(bucket, name), fromPath);
    await rm(fromPath, { force: true });
    return bytes;
  }

  async sizeOf(bucket: MediaBucket, name: string): Promise<number | null> {
    return isMediaName(name) ? this.#objects.sizeOf(keyOf(bucket, name)) : null;
  }

  async open(bucket: MediaBucket, name: string, range?: ByteRange): Promise<Readable | null> {
    if (!isMediaName(name)) return null;
    return (await this.#objects.open(keyOf(bucket, name), range))?.stream ?? null;
  }

  async copyToScratch(bucket: MediaBucket, name: string, folder: string): Promise<string | null> {
    if (!isMediaName(name)) return null;
    const isCached = CACHED_BUCKETS.includes(bucket);
    return this.#cache.linkInto(folder, name, async () => this.#objects.open(keyOf(bucket, name)), isCached);
  }

  async delete(bucket: MediaBucket, name: string): Promise<void> {
    if (!isMediaName(name)) return;
    await this.#objects.delete(keyOf(bucket, name));
    await this.#cache.delete(name);
  }

  /** The key names the file, and the object's own time says when it was moved; the reason is in the sweep's log. */
  async setAside(bucket: MediaBucket, name: string, _reason: string): Promise<void> {
    if (isMediaName(name)) await this.#objects.move(keyOf(bucket, name), `${LOST}${keyOf(bucket, name)}`);
  }

  async list(bucket: MediaBucket): Promise<string[]> {
    const names: string[] = [];
    for await (const { key } of this.#objects.list(keyOf(bucket, ''))) names.push(key.slice(keyOf(bucket, '').length));
    return names;
  }

  async bytesIn(bucket: MediaBucket): Promise<number> {
    let sum = 0;
    for await (const { bytes } of this.#objects.list(keyOf(bucket, ''))) sum += bytes;
    return sum;
  }

  async expireLost(): Promise<void> {
    for await (const { key, storedAt } of this.#objects.list(LOST)) {
      if (storedAt < steadyNow() - LOST_DAYS * DAY_MS) await this.#objects.delete(key);
    }
  }

  async check(): Promise<void> {
    await this.#objects.check();
  }

  async close(): Promise<void> {
    this.#objects.close();
  }
}

function keyOf(bucket: MediaBucket, name: string): string {
  return `media/${bucket}/${name}`;
}

/** Opens a file of the store; null if it does not exist. */
export type OpenStored = () => Promise<{ readonly stream: Readable; readonly bytes: number } | null>;

/** The cached files, least recently used first. */
export class ScratchCache {
  readonly #folder: string;
  readonly #maxBytes: number;
  readonly #cachedForMs: number;
  readonly #sizes = new Map<string, number>();
  readonly #downloads = new KeyedLock();
  #expectedBytes = 0;

  private constructor(folder: string, maxBytes: number, cachedForMs: number) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
    this.#cachedForMs = cachedForMs;
  }

  /** Opens the folder and empties it: what an earlier process has cached may have been deleted from the store since. */
  static async open(folder: string, maxBytes: number, cachedForMs = CACHED_FOR_MS): Promise<ScratchCache> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const cached = (await readdir(folder)).filter((name) => isMediaName(name) || name.endsWith('.part'));
    for (const name of cached) await rm(join(folder, name), { force: true });
    return new ScratchCache(folder, maxBytes, cachedForMs);
  }

  get bytes(): number {
    return [...this.#sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
  }

  /**
   * Links a file into a folder and returns its path; null when the store has none. The link outlives the cached file.
   * A file that is not to be cached is in that folder only.
   */
  linkInto(folder: string, name: string, open: OpenStored, isCached = true): Promise<string | null> {
    const to = join(folder, name);
    return this.#downloads.run(name, async () => {
      if (this.#sizes.has(name) && (await this.#linkKept(name, to))) return to;
      return (await this.#download(name, to, { open, isCached })) ? to : null;
    });
  }

  /** False when another download has just evicted the cached file. */
  async #linkKept(name: string, to: string): Promise<boolean> {
    this.#touch(name);
    try {
      await linkOrCopy(join(this.#folder, name), to);
      return true;
    } catch (error) {
      if (!isErrno(error, 'ENOENT')) throw error;
      this.#sizes.delete(name);
      return false;
    }
  }

  /** Removes a file that was deleted from the store, or cached for long enough. */
  async delete(name: string): Promise<void> {
    if (this.#sizes.delete(name)) await rm(join(this.#folder, name), { force: true });
  }

  async #download(
    name: string,
    to: string,
    { open, isCached }: { readonly open: OpenStored; readonly isCached: boolean },
  ): Promise<boolean> {
    const stored = await open();
    if (!stored) return false;
    const part = join(this.#folder, `${newOpaqueId()}.part`);
    const isKept = isCached && stored.bytes <= this.#maxBytes;
    if (isKept) this.#expectedBytes += stored.bytes;
    try {
      if (isKept) await this.#makeRoom();
      await pipeline(stored.stream, createWriteStream(part, { flags: 'wx', mode: 0o600 }));
      const { size } = await stat(part);
      if (size !== stored.bytes) throw new AppError('storage-failed');
      if (!isKept) {
        await rename(part, to);
        return true;
      }
      // Linked for the caller first: the cached file may be evicted at once.
      await linkOrCopy(part, to);
      await rename(part, join(this.#folder, name));
      this.#sizes.set(name, size);
      setTimeout(() => void this.delete(name).catch(() => undefined), this.#cachedForMs).unref();
      return true;
    } catch (cause) {
      stored.stream.destroy();
      await rm(part, { force: true });
      throw isStreamError(cause) ? new AppError('storage-failed', { cause }) : cause;
    } finally {
      if (isKept) this.#expectedBytes -= stored.bytes;
    }
  }

  /** Evicts the least recently used files until the rest and the downloads in progress are within the limit. */
  async #makeRoom(): Promise<void> {
    for (const name of [...this.#sizes.keys()]) {
      if (this.bytes + this.#expectedBytes <= this.#maxBytes) return;
      this.#sizes.delete(name);
      await rm(join(this.#folder, name), { force: true });
    }
  }

  #touch(name: string): void {
    const bytes = this.#sizes.get(name) ?? 0;
    this.#sizes.delete(name);
    this.#sizes.set(name, bytes);
  }
}

/** A hard link costs nothing; some disks refuse it. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return;
    if (isErrno(error, 'ENOENT')) throw error;
    await copyFile(from, to, constants.COPYFILE_FICLONE);
  }
}

/** The connection to the store ended early. */
function isStreamError(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ETIMEDOUT'].includes(String(code));
}
