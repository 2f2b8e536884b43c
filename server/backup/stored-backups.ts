// Backups in an S3 store, so that they outlive the site's disk: each is the whole archive that a download gives, so that it needs no
// other. Beside it is its SHA-256, written when the archive was read back; without that it is not listed. Several sites can use one
// bucket: each deletes only its own.
import { createHash } from 'node:crypto';
import { addAbortSignal, Readable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import type { BackupState } from '#contract/backups.ts';
import { sha256OfStream } from '#server/files/finished-file.ts';
import { openS3Objects, type S3Objects } from '#server/files/s3-objects.ts';
import { AppError } from '#server/runtime/app-error.ts';
import type { S3Settings } from '#server/runtime/config.ts';
import { faultPoint } from '#server/runtime/fault-point.ts';
import { steadyNow } from '#server/runtime/steady-clock.ts';
import type { archiveOf } from './archive.ts';
import { isBackupName, timeOf } from './backup-name.ts';
import { keptBackups } from './kept-backups.ts';

/** What the keys begin with, so that a site may keep its backups in the bucket of its media. */
const FOLDER = 'backups/';
const KEY = /^([\w-]+)\/([\w-]+)\.tar$/;
const DIGEST = '.sha256';
const LOOK_EVERY_MS = 60_000;
/** For a part of an archive, over a slow line. */
const PART_TIMEOUT_MS = 5 * 60_000;
const RANGE_BYTES = 4 * 1024 * 1024;

export interface StoredBackup {
  /** The site that made it. */
  readonly siteId: string;
  readonly name: string;
  readonly atMs: number;
  readonly bytes: number;
}

interface Sending {
  readonly signal: AbortSignal;
  /** How much has passed, to the store and back. */
  readonly onBytes: (done: number, total: number) => void;
}

type Archive = Awaited<ReturnType<typeof archiveOf>>;

export class StoredBackups {
  readonly #settings: S3Settings;
  readonly #log: Pick<FastifyBaseLogger, 'error'>;
  #objects: Promise<S3Objects> | null = null;
  #seen: readonly StoredBackup[] = [];
  #state: Exclude<BackupState['store'], 'none'> = 'looking';
  #looking: Promise<void> | null = null;
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(settings: S3Settings, log: Pick<FastifyBaseLogger, 'error'>) {
    this.#settings = settings;
    this.#log = log;
  }

  /** What the last look found, the latest first. */
  get seen(): readonly StoredBackup[] {
    return this.#seen;
  }

  get state(): Exclude<BackupState['store'], 'none'> {
    return this.#state;
  }

  /** Looks again in the background if the last look was a minute ago: a store that does not answer must not delay the page. */
  lookSoon(): void {
    if (steadyNow() - this.#lookedAt > LOOK_EVERY_MS) void this.look();
  }

  /** Looks what is there. Never throws: `state` says whether it worked. */
  look(): Promise<void> {
    this.#looking ??= this.#list()
      .then(
        (seen) => {
          this.#seen = seen;
          this.#state = 'ready';
        },
        (err: unknown) => {
          this.#state = 'away';
          this.#log.error({ err }, 'The S3 store of the backups cannot be used');
        },
      )
      .finally(() => {
        this.#lookedAt = steadyNow();
        this.#looking = null;
      });
    return this.#looking;
  }

  /** Looks after a change: a look that is under way may have been too early. */
  async lookAfresh(): Promise<void> {
    await this.#looking;
    await this.look();
  }

  /** Stores an archive and reads it back. Throws when the store does not return what it was sent. */
  async send(siteId: string, name: string, { bytes, stream }: Archive, { signal, onBytes }: Sending): Promise<void> {
    const objects = await this.#open();
    await this.#deleteUnfinished(objects, siteId);
    let passed = 0;
    const onPiece = (piece: Buffer) => {
      passed += piece.length;
      onBytes(passed, bytes * 2);
    };
    const hash = createHash('sha256');
    const sent = passing(stream, (piece) => {
      hash.update(piece);
      onPiece(piece);
    });
    const key = keyOf({ siteId, name });
    await objects.putStream(key, sent, signal);
    const sha256 = hash.digest('hex');
    const isWhole = (await objects.sizeOf(key)) === bytes;
    const returned = passing(addAbortSignal(signal, rangesOf(objects, key, bytes)), onPiece);
    if (!isWhole || (await sha256OfStream(returned)) !== sha256) {
      await objects.delete(key);
      throw new Error(`The store did not return the archive ${key} as it was sent`);
    }
    faultPoint('backup-sent');
    // As sha256sum reads it.
    await objects.putBytes(key + DIGEST, Buffer.from(`${sha256}  ${name}.tar\n`));
  }

  /** Deletes those of a site that are not kept any longer. */
  async deleteOld(siteId: string): Promise<void> {
    const objects = await this.#open();
    const own = (await this.#list()).filter((backup) => backup.siteId === siteId);
    const kept = keptBackups(
      own.map(({ atMs }) => atMs),
      steadyNow(),
    );
    for (const backup of own.filter(({ atMs }) => !kept.has(atMs))) {
      // The digest first: half a deletion is not listed.
      await objects.delete(keyOf(backup) + DIGEST);
      await objects.delete(keyOf(backup));
    }
  }

  async archive(backup: StoredBackup): Promise<Archive> {
    const [objects, key] = [await this.#open(), keyOf(backup)];
    const bytes = await objects.sizeOf(key);
    if (bytes === null) throw new AppError('backup-not-found');
    return { bytes, stream: passing(rangesOf(objects, key, bytes), () => undefined) };
  }

  close(): void {
    this.#objects?.then(
      (objects) => objects.close(),
      () => undefined,
    );
  }

  async #list(): Promise<StoredBackup[]> {
    const sizes = await sizesIn(await this.#open(), '');
    const backups = [...sizes].flatMap(([key, bytes]) => {
      const [, siteId = '', name = ''] = KEY.exec(key) ?? [];
      return isBackupName(name) && sizes.has(key + DIGEST) ? [{ siteId, name, atMs: timeOf(name), bytes }] : [];
    });
    return backups.sort((a, b) => b.atMs - a.atMs);
  }

  /** What a killed process has left of a site's archives. */
  async #deleteUnfinished(objects: S3Objects, siteId: string): Promise<void> {
    // Not every store can list them.
    await objects.deleteUnfinished(`${siteId}/`).catch(() => undefined);
    const sizes = await sizesIn(objects, `${siteId}/`);
    for (const key of sizes.keys()) if (KEY.test(key) && !sizes.has(key + DIGEST)) await objects.delete(key);
  }

  #open(): Promise<S3Objects> {
    this.#objects ??= openS3Objects(this.#settings, PART_TIMEOUT_MS, 'BACKUP_S3_URL').then(
      (objects) => objects.within(FOLDER),
      (cause: unknown) => {
        // The next call tries again.
        this.#objects = null;
        throw new AppError('storage-failed', { cause });
      },
    );
    return this.#objects;
  }
}

function keyOf({ siteId, name }: Pick<StoredBackup, 'siteId' | 'name'>): string {
  return `${siteId}/${name}.tar`;
}

async function sizesIn(objects: S3Objects, prefix: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for await (const { key, bytes } of objects.list(prefix)) sizes.set(key, bytes);
  return sizes;
}

/** An object, range by range: of one that is read in one go, Node gives the memory back too late. */
function rangesOf(objects: S3Objects, key: string, bytes: number): Readable {
  async function* pieces() {
    for (let from = 0; from < bytes; from += RANGE_BYTES) {
      const range = await objects.open(key, { from, to: Math.min(from + RANGE_BYTES, bytes) - 1 });
      if (range === null) throw new AppError('backup-not-found');
      yield* range.stream as AsyncIterable<Buffer>;
    }
  }
  return Readable.from(pieces(), { objectMode: false });
}

/** The stream, with a look at each piece. A connection that ends early is the store's failure, not the archive's. */
export function passing(stream: Readable, onPiece: (piece: Buffer) => void): Readable {
  async function* pieces() {
    try {
      for await (const piece of stream as AsyncIterable<Buffer>) {
        onPiece(piece);
        yield piece;
      }
    } catch (cause) {
      throw cause instanceof AppError ? cause : new AppError('storage-failed', { cause });
    }
  }
  // Also where nothing was read of it.
  return Readable.from(pieces(), { objectMode: false }).once('close', () => stream.destroy());
}
