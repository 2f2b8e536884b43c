// The composition root. main.ts listens on a port; tests may not.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { openAccounts } from '#server/accounts/open-accounts.ts';
import { SessionStore } from '#server/accounts/session-store.ts';
import { drawingsRunner } from '#server/comparisons/drawings-job.ts';
import { mergeRunner } from '#server/comparisons/merge-job.ts';
import { previewRunner } from '#server/comparisons/preview-job.ts';
import { ResultStore } from '#server/comparisons/result-store.ts';
import { truncateLog } from '#server/database/open-database.ts';
import { wasTerminated } from '#server/ffmpeg/process/ffmpeg-error.ts';
import { findMediaTools } from '#server/ffmpeg/process/media-tools.ts';
import { sandbox } from '#server/ffmpeg/process/sandbox.ts';
import { openDataFolder } from '#server/files/data-folder.ts';
import { Sweep } from '#server/files/sweep.ts';
import { GOOGLE_RETURN_PATH } from '#server/http/calls/google-sign-up.ts';
import { createHttpServer } from '#server/http/http-server.ts';
import { publicOriginOf } from '#server/http/identity/public-origin.ts';
import { openJobQueue } from '#server/jobs/in-process-job-queue.ts';
import { JobStore } from '#server/jobs/job-store.ts';
import { AddGolfer } from '#server/library/add-golfer.ts';
import { readContent } from '#server/library/content.ts';
import { DemoSwings } from '#server/library/demo-swings.ts';
import { GolferStore } from '#server/library/golfer-store.ts';
import { seedLibrary } from '#server/library/seed-library.ts';
import type { Config } from '#server/runtime/config.ts';
import { StorageLimit } from '#server/uploads/storage-limit.ts';
import { UploadFinisher } from '#server/uploads/upload-finisher.ts';
import { UploadStore } from '#server/uploads/upload-store.ts';
import { Uploads } from '#server/uploads/uploads.ts';
import { openInstance } from './instance.ts';
import { openRows } from './open-rows.ts';
import { openStores } from './open-stores.ts';
import { sandboxWarnings } from './sandbox-warnings.ts';

/** The inputs of {@link createApp}. */
export interface AppParts {
  readonly config: Config;
  /** The built web app. */
  readonly webRoot?: string;
  /** The folder of the shipped content. */
  readonly contentRoot?: string;
}

/** An app that is not listening yet. Closing `server` shuts down everything that belongs to it. */
export interface App {
  readonly server: FastifyInstance;
  readonly sweep: Sweep;
  /** The administrator's password that was generated on this start, to be shown once; null otherwise. */
  readonly generatedAdminPassword: string | null;
}

/** How long running jobs may take to end when the server stops. The whole shutdown takes at most ten seconds. */
const JOB_GRACE_MS = 7_000;
const UPLOAD_GRACE_MS = 2_000;
const PROJECT_ROOT = join(import.meta.dirname, '..');

/** Opens everything and mounts all calls. Throws when a requirement is missing. */
export async function createApp(parts: AppParts): Promise<App> {
  const { config, webRoot = join(PROJECT_ROOT, 'dist/web'), contentRoot = join(PROJECT_ROOT, 'content') } = parts;
  const { promises } = sandbox(config.ffmpegPath);
  const tools = await findMediaTools({
    ffmpegPath: config.ffmpegPath,
    ffprobePath: config.ffprobePath,
  });
  const content = await readContent(contentRoot);
  const server = createHttpServer({
    logLevel: config.logLevel,
    newRequestId: randomUUID,
    trustedProxies: config.trustedProxies,
    maxConnectionsOfNetwork: config.maxConnectionsOfNetwork,
  });
  const { log } = server.fastify;
  log.info(promises, 'ffmpeg sandbox');
  for (const warning of sandboxWarnings(promises)) log.warn(warning);

  const folder = await openDataFolder(config.dataDir);
  const { db, locks, close: closeDatabase } = await openRows({ config, databaseFile: folder.databaseFile, log });
  const { media, chunks, space } = await openStores({ config, db, folder });
  const instance = await openInstance({ db, folder, media });
  const golfers = new GolferStore(db, media);
  const results = new ResultStore(db, media);
  const sessions = new SessionStore(db);
  const uploadStore = new UploadStore(db);
  const jobStore = new JobStore(db);
  const finisher = new UploadFinisher({ media, folder, tools }, config.maxConcurrentJobs);
  const accounts = await openAccounts({
    ...{ config, db, locks, log, secret: instance.secret, googleReturnPath: GOOGLE_RETURN_PATH },
    origin: () => publicOriginOf(server.fastify, config.publicOrigin),
  });
  const storage = new StorageLimit({ uploads: uploadStore, results, media, maxBytes: config.visitorStorageBytes });
  const uploads = new Uploads({ store: uploadStore, finisher, media, chunks, space, locks, storage });

  const sweep = new Sweep({
    ...{ media, chunks, log, isAlone: true, uploadHours: config.uploadHours, resultHours: config.resultHours },
    expireUploads: (silentSince) => uploads.expire(silentSince),
    expireResults: async (madeBefore) => {
      await results.expire(madeBefore);
      await jobStore.deleteEndedBefore(madeBefore);
    },
    deleteExpiredSessions: async () => {
      await sessions.deleteExpired();
      await accounts.deleteExpired();
    },
    afterwards: async () => {
      await instance.touch();
      await truncateLog(db);
    },
    listOwned: async () => {
      const [upload, library] = [await uploadStore.listOwned(), await golfers.listOwned()];
      return {
        chunkFolders: upload.folders,
        buckets: {
          uploads: upload.mediaNames,
          results: await results.listOwned(),
          golfers: library.videos,
          thumbnails: library.thumbnails,
          bodies: library.bodies,
        },
      };
    },
  });
  await sweep.start();
  await uploads.countOpen();
  if (content.files.size === 0) log.warn(`No library.json in ${contentRoot}: no golfers are seeded`);
  await seedLibrary({ content, golfers, media, folder, tools, log });
  const jobs = await openJobQueue({
    store: jobStore,
    runners: {
      merge: { run: mergeRunner({ media, folder, results, tools, contentRoot }), failure: 'merge-failed' },
      drawings: { run: drawingsRunner({ media, folder, results, tools }), failure: 'render-failed' },
      preview: { run: previewRunner({ media, folder, results, tools }), failure: 'preview-failed' },
    },
    hasResult: (id) => results.has(id),
    checkStorage: (visitorId) => storage.check(visitorId, 1),
    wasTerminated,
    concurrency: config.maxConcurrentJobs,
    timeoutMs: config.jobTimeoutMs,
    log,
  });

  await server.mount({
    ...{ config, webRoot, content, db, folder, tools, sessions, uploads, jobs, results, golfers, media, accounts },
    addGolfer: new AddGolfer({ golfers, media, tools, locks, log }),
    uploadStore,
    sandbox: promises,
    purgeDeleted: () => truncateLog(db),
    demos: new DemoSwings(content, tools),
    beforeClose: () => jobs.close(JOB_GRACE_MS),
    afterClose: async () => {
      await sweep.stop();
      // A disconnected client's upload may still be being assembled in the data folder.
      await uploads.close(UPLOAD_GRACE_MS);
      await accounts.close();
      await media.close();
      await closeDatabase();
      folder.release();
    },
  });
  return { server: server.fastify, sweep, generatedAdminPassword: accounts.generatedAdminPassword };
}
