// The MediaStore in an S3-compatible store: one object per file. Names are never reused: no object is overwritten.
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { steadyNow } from '#server/runtime/steady-clock.ts';
import { LOST_DAYS } from './lost-files.ts';
import { type ByteRange, isMediaName, type MediaBucket, type MediaStore } from './media-store.ts';
import type { S3Objects } from './s3-objects.ts';
import type { ScratchCache } from './scratch-cache.ts';

const LOST = 'lost/';
const DAY_MS = 24 * 3600_000;

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
    return this.#cache.linkInto(folder, name, async () => this.#objects.open(keyOf(bucket, name)));
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
