// Opens what every process of a site uses: folder, ffmpeg, rows and stores as the settings name them. Checks before anything is
// swept that the database and the files beside it belong together.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { SessionStore } from '#server/accounts/session-store.ts';
import { stateElsewhere } from '#server/backup/state-elsewhere.ts';
import { ResultStore } from '#server/comparisons/result-store.ts';
import { followDatabaseClock } from '#server/database/database-clock.ts';
import { type Database, openDatabase } from '#server/database/open-database.ts';
import type { InstanceTable } from '#server/database/tables.ts';
import { findMediaTools } from '#server/ffmpeg/find-media-tools.ts';
import type { MediaTools } from '#server/ffmpeg/process/run-ffmpeg.ts';
import { chooseSandbox, type SandboxPromises, sandboxWarnings } from '#server/ffmpeg/process/sandbox.ts';
import { type DataFolder, MARKER_NAME, openDataFolder, writeMarker } from '#server/files/data-folder.ts';
import { diskReserveOf } from '#server/files/disk-reserve.ts';
import { MEDIA_BUCKETS, type MediaStore, openFolderMediaStore } from '#server/files/media-store.ts';
import { JobStore } from '#server/jobs/job-store.ts';
import { type Content, noContent, readContent } from '#server/library/content.ts';
import { GolferStore } from '#server/library/golfer-store.ts';
import { StartError } from '#server/runtime/app-error.ts';
import type { Config } from '#server/runtime/config.ts';
import { KeyedLock, type Locks } from '#server/runtime/keyed-lock.ts';
import { newOpaqueId } from '#server/runtime/opaque-id.ts';
import { steadyNow } from '#server/runtime/steady-clock.ts';
import {
  changeStoredSettings,
  readStoredSettings,
  type StoredSettings,
  withStored,
} from '#server/runtime/stored-settings.ts';
import { ShareStore } from '#server/shares/share-store.ts';
import { type ChunkStore, FolderChunkStore } from '#server/uploads/chunk-store.ts';
import { DiskReservations, StorageLimit } from '#server/uploads/storage-limit.ts';
import { UploadStore } from '#server/uploads/upload-store.ts';

export type Site = Awaited<ReturnType<typeof openSite>>;

interface SiteParts {
  readonly config: Config;
  /** Null: no content, for tests. */
  readonly contentRoot: string | null;
  readonly log: FastifyBaseLogger;
  /** Called before an embedded database may be migrated. */
  readonly beforeMigration?: (config: Config, log: FastifyBaseLogger) => Promise<void>;
  /** Tests, which open many sites in one process, open ffmpeg once. */
  readonly openFfmpeg?: typeof openFfmpeg | undefined;
}

/** Opens everything. Throws when a requirement is missing; the folder is then free again. */
export async function openSite(parts: SiteParts) {
  const { contentRoot } = parts;
  const content = contentRoot === null ? noContent() : await readContent(contentRoot);
  const folder = await openDataFolder(parts.config.dataDir, stateElsewhere(parts.config));
  try {
    return await openIn(folder, content, parts);
  } catch (error) {
    folder.release();
    throw error;
  }
}

async function openIn(folder: DataFolder, content: Content, parts: SiteParts) {
  const { log, openFfmpeg: open = openFfmpeg } = parts;
  const stored = await readStoredSettings(folder.root);
  const config = { ...withStored(parts.config, stored), diskReserveBytes: await diskReserveOf(parts.config, log) };
  // Before the database is opened: a start that fails because of ffmpeg changes nothing.
  const ffmpeg = config.role === 'web' ? null : await open(config, folder, log);
  await parts.beforeMigration?.(config, log);
  const rows = await openRows({ config, databaseFile: folder.databaseFile, log });
  const { db, locks } = rows;
  if (config.databaseUrl !== null) await followDatabaseClock(db);
  const stores = await openStores({ config, db, folder });
  const { media } = stores;
  const instance = await openInstance({ db, folder, media, locks }).catch(async (error: unknown) => {
    await rows.close();
    throw error;
  });
  const uploadStore = new UploadStore(db);
  const results = new ResultStore(db, media);
  const shareStore = new ShareStore(db);
  return {
    config,
    /** What the administrator has entered, and the settings of the environment alone. */
    settings: { stored: await withVersion(folder, stored, instance), environment: parts.config, version: VERSION },
    content,
    log,
    folder,
    instance,
    uploadStore,
    results,
    shareStore,
    /** Null in a web process, which runs no ffmpeg, as is `sandbox`. */
    tools: ffmpeg?.tools ?? null,
    sandbox: ffmpeg?.sandbox ?? null,
    ...rows,
    ...stores,
    golfers: new GolferStore(db, media),
    sessions: new SessionStore(db, instance.secret),
    jobStore: new JobStore(db),
    storage: new StorageLimit({
      uploads: uploadStore,
      results,
      shares: shareStore,
      maxBytes: config.visitorStorageBytes,
      maxShareBytes: config.maxShareBytes,
      maxSharesBytes: config.maxSharesBytes,
    }),
    /** Closes the stores and rows, and releases the folder. */
    close: async () => {
      await media.close();
      await rows.close();
      folder.release();
    },
  };
}

/** The programs of a process that runs them. Throws for a web process. */
export function toolsOf({ tools }: Pick<Site, 'tools'>): MediaTools {
  if (tools === null) throw new Error('A web process runs no ffmpeg');
  return tools;
}

export const PROJECT_ROOT = join(import.meta.dirname, '../..');

const { version: VERSION } = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')) as {
  version: string;
};

/** The folder of the shipped library: the project's own unless the settings name another. */
export function contentRootOf({ contentDir }: Pick<Config, 'contentDir'>): string {
  return contentDir ?? join(PROJECT_ROOT, 'content');
}

/** Tests the sandbox on the data folder's disk and ffmpeg in it, and logs what the sandbox guarantees. */
export async function openFfmpeg(
  { ffmpegPath, ffprobePath, ffmpegSandbox }: Pick<Config, 'ffmpegPath' | 'ffprobePath' | 'ffmpegSandbox'>,
  { workRoot }: Pick<DataFolder, 'workRoot'>,
  log: FastifyBaseLogger,
): Promise<{ readonly tools: MediaTools; readonly sandbox: SandboxPromises }> {
  const options = { choice: ffmpegSandbox, program: ffprobePath, folder: workRoot };
  const { promises, isolation } = await chooseSandbox(options);
  // An isolation is chosen only if the program ran in it.
  const tools = await findMediaTools({ ffmpegPath, ffprobePath }, { hasProbeRun: isolation !== null });
  log.info({ ...promises, isolation }, 'ffmpeg sandbox');
  for (const warning of sandboxWarnings(promises)) log.warn(warning);
  return { tools, sandbox: promises };
}

/** A new site has no version before. */
async function withVersion({ root }: DataFolder, stored: StoredSettings, { isNew }: Instance): Promise<StoredSettings> {
  if (!isNew || stored.seenVersion !== null) return stored;
  return changeStoredSettings(root, (before) => ({ ...before, seenVersion: VERSION }));
}

/** The id and secret of this site's data. */
interface Instance {
  /** It was made by this opening. */
  readonly isNew: boolean;
  /** The key of hashes that must resist brute force. */
  readonly secret: string;
  /** Records in the database and in the marker that both are in use together now. */
  touch(): Promise<void>;
  /** When it last did, by the clock of then. */
  usedAt(): Promise<number>;
}

interface InstanceParts {
  readonly db: Database;
  readonly folder: DataFolder;
  readonly media: MediaStore;
  readonly locks: Locks;
}

/** Reads the instance, creating it at the first start. Throws a `StartError` when database and files do not match. */
async function openInstance(parts: InstanceParts): Promise<Instance> {
  const { db, folder, locks } = parts;
  const { isNew, ...instance } = await locks.run('instance', () => findOrCreate(parts));
  const touch = async () => {
    // The database first: a crash in between leaves it newer than the marker, which is not a mismatch.
    const usedAt = steadyNow();
    // Another process's clock may be ahead.
    await db.updateTable('instance').set({ used_at: usedAt }).where('used_at', '<', usedAt).execute();
    await writeMarker(folder.root, { format: 1, databaseId: instance.id, usedAt });
  };
  await touch();
  const usedAt = async () => (await db.selectFrom('instance').select('used_at').executeTakeFirstOrThrow()).used_at;
  return { isNew, secret: instance.secret, touch, usedAt };
}

async function findOrCreate(parts: InstanceParts): Promise<InstanceTable & { readonly isNew: boolean }> {
  const stored = await parts.db.selectFrom('instance').selectAll().executeTakeFirst();
  await refuseMismatch(stored, parts);
  const instance = stored ?? { id: newOpaqueId(), secret: newOpaqueId(), used_at: steadyNow(), object_prefix: null };
  if (!stored) await parts.db.insertInto('instance').values(instance).execute();
  return { ...instance, isNew: !stored };
}

async function refuseMismatch(stored: InstanceTable | undefined, { db, folder, media }: InstanceParts): Promise<void> {
  const { databaseId, usedAt } = folder.marker;
  const isOther = databaseId !== null && databaseId !== stored?.id;
  if (!stored && (await hasFiles(media)) && (await isEmpty(db))) {
    throw new StartError(
      `The database in ${folder.root} is empty, but videos are stored beside it. Nothing was changed. Please restore ` +
        `the database that belongs to them, or move ${folder.mediaRoot} away to start with an empty library.`,
    );
  }
  if (!isOther && usedAt <= (stored?.used_at ?? 0)) return;
  if (databaseId === null) return;
  throw new StartError(
    `The database in ${folder.root} ${isOther ? 'belongs to other files' : 'is older than the files beside it'}. ` +
      'Nothing was changed. Please restore the database and the files of one backup together. To keep this ' +
      `database, delete ${MARKER_NAME} in that folder: files that the database does not know are then moved to ` +
      `${folder.lostRoot} and kept there for a week.`,
  );
}

async function hasFiles(media: MediaStore): Promise<boolean> {
  const names = await Promise.all(MEDIA_BUCKETS.map((bucket) => media.list(bucket)));
  return names.flat().length > 0;
}

async function isEmpty(db: Database): Promise<boolean> {
  for (const table of ['golfers', 'uploads', 'results', 'shares', 'removed_seeds'] as const) {
    if (
      await db
        .selectFrom(table)
        .select((row) => row.lit(1).as('one'))
        .limit(1)
        .executeTakeFirst()
    )
      return false;
  }
  return true;
}

export interface Stores {
  readonly media: MediaStore;
  readonly chunks: ChunkStore;
  readonly space: DiskReservations | null;
}

/** Opens them. Throws a `StartError` when the store cannot be used. */
export async function openStores(parts: {
  readonly config: Pick<Config, 's3' | 'mediaCacheBytes' | 'diskReserveBytes'>;
  readonly db: Database;
  readonly folder: Pick<DataFolder, 'cacheRoot' | 'mediaRoot' | 'lostRoot' | 'chunksRoot' | 'freeBytes'>;
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
  const { object_prefix: objectPrefix } =
    (await db.selectFrom('instance').select('object_prefix').executeTakeFirst()) ?? {};
  const { openS3Objects } = await import('#server/files/s3-objects.ts');
  const { S3ChunkStore } = await import('#server/uploads/s3-chunk-store.ts');
  const { S3MediaStore, ScratchCache } = await import('#server/files/s3-media-store.ts');
  const bucket = await openS3Objects(config.s3);
  const objects = bucket.within(objectPrefix ?? '');
  const cache = await ScratchCache.open(folder.cacheRoot, config.mediaCacheBytes);
  return { media: new S3MediaStore(objects, cache), chunks: new S3ChunkStore(db, objects), space: null };
}

/** The open database, and locks shared by all processes that use it. */
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
