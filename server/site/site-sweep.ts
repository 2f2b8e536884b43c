// The tasks that one process of a site does for all: the sweep, with everything that expires in it, and failing jobs that
// no worker will take.
import { dueNow } from '#server/database/database-clock.ts';
import type { Leadership } from '#server/database/leadership.ts';
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

const CHECK_JOBS_EVERY_MS = 10_000;

/** Leads the site whenever no other process does, until it is closed. */
export function leadSite(site: Site, url: string, sweep: Sweep): { close(): Promise<void> } {
  const opened = open(site, url, sweep);
  return { close: async () => (await opened).close() };
}

async function open({ db, log }: Site, url: string, sweep: Sweep): Promise<Leadership> {
  const { Leadership } = await import('#server/database/leadership.ts');
  const { SharedJobStore } = await import('#server/jobs/shared-job-store.ts');
  const store = new SharedJobStore(db);
  const checkJobs = async () => {
    const ids = await store.failAbandoned();
    if (ids.length > 0) log.error({ ids }, 'Jobs failed because no worker could end them');
  };
  let timer: NodeJS.Timeout | undefined;
  const leading = {
    begin: () => {
      log.info('This process sweeps now');
      sweep.start().catch((err: unknown) => log.error({ err }, 'The first sweep failed; it is repeated'));
      timer = setInterval(() => {
        checkJobs().catch((err: unknown) => log.error({ err }, 'Jobs could not be checked'));
      }, CHECK_JOBS_EVERY_MS).unref();
    },
    end: async () => {
      clearInterval(timer);
      await sweep.stop();
      log.info('This process no longer sweeps');
    },
  };
  const leadership = new Leadership(url, leading, log);
  leadership.open();
  return leadership;
}
