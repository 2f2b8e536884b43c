// The ChunkStore in an S3-compatible store: one object and one row per chunk. The rows are the record of what was received,
// for all processes.
import { createHash, hash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { Database } from '#server/database/open-database.ts';
import type { Row } from '#server/database/tables.ts';
import type { S3Objects } from '#server/files/s3-objects.ts';
import { AppError } from '#server/runtime/app-error.ts';
import { faultPoint } from '#server/runtime/fault-point.ts';
import { isOpaqueId, newOpaqueId } from '#server/runtime/opaque-id.ts';
import { steadyNow } from '#server/runtime/steady-clock.ts';
import type { ChunkStore, ReceivedChunks } from './chunk-store.ts';

const CHUNKS = 'chunks/';
/** How many chunks are read ahead of the one that is being written. */
const AHEAD = 4;

type StoredChunk = Pick<Row<'chunks'>, 'chunk_index' | 'object_name' | 'bytes' | 'sha256'>;

export class S3ChunkStore implements ChunkStore {
  readonly #db: Database;
  readonly #objects: S3Objects;

  constructor(db: Database, objects: S3Objects) {
    this.#db = db;
    this.#objects = objects;
  }

  async open(folder: string): Promise<ReceivedChunks> {
    const chunks = new S3Chunks(this.#db, this.#objects, folder);
    await chunks.refresh();
    return chunks;
  }

  async bytesIn(folder: string): Promise<number> {
    return (await this.open(folder)).totalBytes;
  }

  async list(): Promise<string[]> {
    const rows = await this.#db.selectFrom('chunks').select('folder').distinct().execute();
    const folders = new Set(rows.map((row) => row.folder));
    for await (const { key } of this.#objects.list(CHUNKS)) folders.add(key.split('/')[1] ?? '');
    return [...folders].filter(isOpaqueId);
  }

  /** These uploads cannot be resumed, so their chunks are not kept. */
  async setAside(folder: string): Promise<void> {
    await (await this.open(folder)).remove();
  }
}

class S3Chunks implements ReceivedChunks {
  readonly #db: Database;
  readonly #objects: S3Objects;
  readonly #folder: string;
  #rows: readonly StoredChunk[] = [];

  constructor(db: Database, objects: S3Objects, folder: string) {
    this.#db = db;
    this.#objects = objects;
    this.#folder = folder;
  }

  async refresh(): Promise<void> {
    this.#rows = await this.#db
      .selectFrom('chunks')
      .select(['chunk_index', 'object_name', 'bytes', 'sha256'])
      .where('folder', '=', this.#folder)
      .orderBy('chunk_index')
      .execute();
  }

  get count(): number {
    return this.#rows.length;
  }

  get totalBytes(): number {
    return this.sizes.reduce((sum, bytes) => sum + bytes, 0);
  }

  get indexes(): number[] {
    return this.#rows.map((row) => row.chunk_index);
  }

  get sizes(): number[] {
    return this.#rows.map(({ bytes }) => bytes);
  }

  has(index: number): boolean {
    return this.#row(index) !== undefined;
  }

  async holds(index: number, bytes: Buffer): Promise<boolean> {
    return this.#row(index)?.sha256 === hash('sha256', bytes);
  }

  read(index: number): Promise<Buffer> {
    return this.#bytesOf(this.#row(index));
  }

  /** A unique object name, so that a chunk that arrives twice at once cannot change the bytes that the row describes. */
  async write(index: number, bytes: Buffer): Promise<boolean> {
    const objectName = newOpaqueId();
    await this.#objects.putBytes(this.#key(objectName), bytes);
    faultPoint('chunk-written');
    const added = await this.#db
      .insertInto('chunks')
      .values({
        folder: this.#folder,
        chunk_index: index,
        object_name: objectName,
        bytes: bytes.length,
        sha256: hash('sha256', bytes),
        created_at: steadyNow(),
      })
      .onConflict((conflict) => conflict.columns(['folder', 'chunk_index']).doNothing())
      .returning('chunk_index')
      .executeTakeFirst();
    faultPoint('chunk-kept');
    if (!added) await this.#objects.delete(this.#key(objectName));
    // The process that stores the last chunk sees all of them.
    await this.refresh();
    return this.holds(index, bytes);
  }

  async assemble(toPath: string): Promise<string> {
    const hasher = createHash('sha256');
    const whole = await open(toPath, 'wx', 0o600);
    const ahead: Promise<Buffer>[] = [];
    try {
      const rows = [...this.#rows];
      while (ahead.length > 0 || rows.length > 0) {
        while (ahead.length < AHEAD && rows.length > 0) {
          const bytes = this.#bytesOf(rows.shift());
          // It may fail before its turn to be awaited, which would count as an unhandled rejection.
          bytes.catch(() => undefined);
          ahead.push(bytes);
        }
        const bytes = (await ahead.shift()) ?? Buffer.alloc(0);
        hasher.update(bytes);
        await whole.appendFile(bytes);
      }
    } finally {
      await whole.close();
      await Promise.allSettled(ahead);
    }
    return hasher.digest('hex');
  }

  /** Includes objects without a row, which a process that died may have left. */
  async remove(): Promise<void> {
    await this.#objects.deleteAll(this.#key(''));
    await this.#db.deleteFrom('chunks').where('folder', '=', this.#folder).execute();
    this.#rows = [];
  }

  async #bytesOf(row: StoredChunk | undefined): Promise<Buffer> {
    const bytes = row && (await this.#objects.read(this.#key(row.object_name)));
    if (!bytes || hash('sha256', bytes) !== row.sha256) throw new AppError('storage-failed');
    return bytes;
  }

  #row(index: number): StoredChunk | undefined {
    return this.#rows.find((row) => row.chunk_index === index);
  }

  #key(objectName: string): string {
    return `${CHUNKS}${this.#folder}/${objectName}`;
  }
}
