// Opens what the settings name: PostgreSQL or the embedded database, and for media and chunks an S3-compatible store or
// folders in the data folder.
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { type Database, openDatabase } from '#server/database/open-database.ts';
import type { DataFolder } from '#server/files/data-folder.ts';
import { openFolderMediaStore } from '#server/files/folder-media-store.ts';
import type { MediaStore } from '#server/files/media-store.ts';
import type { Config } from '#server/runtime/config.ts';
import { KeyedLock, type Locks } from '#server/runtime/keyed-lock.ts';
import { steadyNow } from '#server/runtime/steady-clock.ts';
import { FolderChunkStore } from '#server/uploads/chunk-folder.ts';
import type { ChunkStore } from '#server/uploads/chunk-store.ts';
import { DiskReservations, NO_RESERVATIONS, type SpaceReservations } from '#server/uploads/storage-limit.ts';

export interface Stores {
  readonly media: MediaStore;
  readonly chunks: ChunkStore;
  readonly space: SpaceReservations;
}

/** Opens them. Throws a `StartError` when the store cannot be used. */
export async function openStores(parts: {
  readonly config: Pick<Config, 's3' | 'mediaCacheBytes' | 'diskReserveBytes'>;
  readonly db: Database;
  readonly folder: Pick<DataFolder, 'root' | 'mediaRoot' | 'lostRoot' | 'chunksRoot' | 'freeBytes'>;
}): Promise<Stores> {
  const { config, db, folder } = parts;
  const { diskReserveBytes } = config;
  if (config.s3 === null) {
    return {
      media: await openFolderMediaStore(folder.mediaRoot, folder.lostRoot),
      chunks: new FolderChunkStore(folder.chunksRoot, folder.lostRoot),
      space: new DiskReservations({ freeBytes: () => folder.freeBytes(), diskReserveBytes, now: steadyNow }),
    };
  }
  const { openS3Objects } = await import('#server/files/s3-objects.ts');
  const { S3MediaStore } = await import('#server/files/s3-media-store.ts');
  const { S3ChunkStore } = await import('#server/uploads/s3-chunk-store.ts');
  const { ScratchCache } = await import('#server/files/s3-media-store.ts');
  const objects = await openS3Objects(config.s3);
  const cache = await ScratchCache.open(join(folder.root, 'cache'), config.mediaCacheBytes);
  return {
    media: new S3MediaStore(objects, cache),
    chunks: new S3ChunkStore(db, objects),
    space: NO_RESERVATIONS,
  };
}

/** The open database, and locks that hold for all processes on it. */
export interface Rows {
  readonly db: Database;
  readonly locks: Locks;
  close(): Promise<void>;
}

/** Opens it. A process that shares it with others does not migrate it: `npm run migrate` does. */
export async function openRows(parts: {
  readonly config: Config;
  readonly databaseFile: string;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}): Promise<Rows> {
  const { config, databaseFile, log } = parts;
  if (config.databaseUrl === null) {
    const db = await openDatabase(databaseFile);
    return { db, locks: new KeyedLock(), close: () => db.destroy() };
  }
  const { openPostgres } = await import('#server/database/open-postgres.ts');
  return openPostgres({
    url: config.databaseUrl,
    poolSize: config.databaseConnections,
    migrates: config.role === 'all',
    onLostConnection: (err) => log.warn({ err }, 'Connection to the database lost; the next query opens another'),
  });
}
