// The sweep of a site, with everything that expires in it.
import { dueNow } from '#server/database/database-clock.ts';
import { truncateLog } from '#server/database/open-database.ts';
import { Sweep } from '#server/files/sweep.ts';
import { steadyNow } from '#server/runtime/steady-clock.ts';
import type { Uploads } from '#server/uploads/uploads.ts';
import type { Site } from './open-site.ts';
import { listOwnedChunkFolders, listOwnedFiles } from './owned-files.ts';

/** The sweep; `orphansAfterMs` is how long a file may lack an owner. On a site of several processes, the leader's. */
export function siteSweep(
  site: Site,
  uploads: Pick<Uploads, 'expire'>,
  deleteExpiredAccounts: () => Promise<void>,
  orphansAfterMs?: number,
): Sweep {
  const { config, db, media, chunks, log, instance, results, sessions, jobStore } = site;
  return new Sweep({
    media,
    chunks,
    log,
    isAlone: config.databaseUrl === null,
    ...(orphansAfterMs !== undefined && { orphansAfterMs }),
    now: config.databaseUrl === null ? async () => steadyNow() : () => dueNow(db),
    uploadHours: config.uploadHours,
    resultHours: config.resultHours,
    expireUploads: (silentSince) => uploads.expire(silentSince),
    expireResults: async (madeBefore) => {
      await results.expire(madeBefore);
      await jobStore.deleteEndedBefore(madeBefore);
    },
    deleteExpiredSessions: async () => {
      await sessions.deleteExpired();
      await deleteExpiredAccounts();
    },
    afterwards: async () => {
      await instance.touch();
      await truncateLog(db);
    },
    listOwned: async () => ({
      chunkFolders: await listOwnedChunkFolders(db),
      files: new Set((await listOwnedFiles(db)).map(({ bucket, name }) => `${bucket}/${name}`)),
    }),
  });
}
