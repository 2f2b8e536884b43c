// Opens what every process of a site uses: folder, ffmpeg, rows, stores, and the site's identity.
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { SessionStore } from '#server/accounts/session-store.ts';
import { ResultStore } from '#server/comparisons/result-store.ts';
import { followDatabaseClock } from '#server/database/database-clock.ts';
import { findMediaTools } from '#server/ffmpeg/find-media-tools.ts';
import type { MediaTools } from '#server/ffmpeg/process/run-ffmpeg.ts';
import { chooseSandbox, type SandboxPromises, sandboxWarnings } from '#server/ffmpeg/process/sandbox.ts';
import { type DataFolder, openDataFolder } from '#server/files/data-folder.ts';
import { JobStore } from '#server/jobs/job-store.ts';
import { type Content, noContent, readContent } from '#server/library/content.ts';
import { GolferStore } from '#server/library/golfer-store.ts';
import type { Config } from '#server/runtime/config.ts';
import { StorageLimit } from '#server/uploads/storage-limit.ts';
import { UploadStore } from '#server/uploads/upload-store.ts';
import { type Instance, openInstance } from './instance.ts';
import { openRows, openStores, type Rows, type Stores } from './open-stores.ts';

export interface Site extends Rows, Stores {
  readonly config: Config;
  readonly content: Content;
  readonly log: FastifyBaseLogger;
  readonly folder: DataFolder;
  /** Null in a web process, which runs no ffmpeg. */
  readonly tools: MediaTools | null;
  /** The guarantees of ffmpeg's sandbox; null in a web process. */
  readonly sandbox: SandboxPromises | null;
  readonly instance: Instance;
  readonly golfers: GolferStore;
  readonly results: ResultStore;
  readonly sessions: SessionStore;
  readonly uploadStore: UploadStore;
  readonly jobStore: JobStore;
  readonly storage: StorageLimit;
  /** Closes the stores and rows, and releases the folder. */
  close(): Promise<void>;
}

/** Opens everything. Throws when a requirement is missing. */
export async function openSite(parts: {
  readonly config: Config;
  /** Null: no content, for tests. */
  readonly contentRoot: string | null;
  readonly log: FastifyBaseLogger;
  /** Tests, which open many sites in one process, open ffmpeg once. */
  readonly openFfmpeg?: typeof openFfmpeg | undefined;
}): Promise<Site> {
  const { config, contentRoot, log, openFfmpeg: open = openFfmpeg } = parts;
  const content = contentRoot === null ? noContent() : await readContent(contentRoot);
  const folder = await openDataFolder(config.dataDir);
  // Before the database is opened: a start that fails because of ffmpeg changes nothing.
  const ffmpeg = config.role === 'web' ? { tools: null, sandbox: null } : await open(config, folder, log);
  const rows = await openRows({ config, databaseFile: folder.databaseFile, log });
  const { db, locks } = rows;
  if (config.databaseUrl !== null) await followDatabaseClock(db);
  const stores = await openStores({ config, db, folder });
  const { media } = stores;
  const instance = await openInstance({ db, folder, media, locks });
  const uploadStore = new UploadStore(db);
  const results = new ResultStore(db, media);
  return {
    config,
    content,
    log,
    folder,
    instance,
    uploadStore,
    results,
    ...ffmpeg,
    ...rows,
    ...stores,
    golfers: new GolferStore(db, media),
    sessions: new SessionStore(db, instance.secret),
    jobStore: new JobStore(db),
    storage: new StorageLimit({ uploads: uploadStore, results, maxBytes: config.visitorStorageBytes }),
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

/** Where the project's own files are. */
export const PROJECT_ROOT = join(import.meta.dirname, '../..');

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
