// The tasks that one process of a site does for all: the sweep, and failing jobs that no worker will take.
import type { Leadership } from '#server/database/leadership.ts';
import type { Sweep } from '#server/files/sweep.ts';
import type { Site } from './open-site.ts';

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
