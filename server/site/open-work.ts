// Opens the work of a site: in this process, or shared by all processes on one PostgreSQL.
import { drawingsRunner, mergeRunner, previewRunner } from '#server/comparisons/result-jobs.ts';
import { wasTerminated } from '#server/ffmpeg/process/ffmpeg-error.ts';
import type { MediaTools } from '#server/ffmpeg/process/run-ffmpeg.ts';
import { openJobQueue } from '#server/jobs/in-process-job-queue.ts';
import type { JobQueue } from '#server/jobs/job-queue.ts';
import { type GolferMaker, localGolferMaker } from '#server/library/add-golfer.ts';
import type { Finisher } from '#server/uploads/upload-finisher.ts';
import type { Site } from './open-site.ts';

export interface Work {
  readonly jobs: JobQueue;
  readonly makeGolfer: GolferMaker;
  /** Takes no more work and waits briefly for running work in this process. */
  close(graceMs: number): Promise<void>;
}

/** Probing needs memory and little time; with a single slot, one slow file would block all others. */
const MIN_PROBE_SLOTS = 2;

function videoRunners(site: Site, tools: MediaTools) {
  const { media, folder, results, content } = site;
  const parts = { media, folder, results, tools };
  return {
    merge: { run: mergeRunner({ ...parts, contentRoot: content.root }), failure: 'merge-failed' },
    drawings: { run: drawingsRunner(parts), failure: 'render-failed' },
    preview: { run: previewRunner(parts), failure: 'preview-failed' },
  } as const;
}

/** Opens the work of a site's only process. */
export async function openOwnWork(site: Site, tools: MediaTools): Promise<Work> {
  const { config, results, storage, jobStore, log } = site;
  const jobs = await openJobQueue({
    store: jobStore,
    runners: videoRunners(site, tools),
    wasTerminated,
    log,
    hasResult: (id) => results.has(id),
    checkStorage: (visitorId) => storage.check(visitorId, 1),
    concurrency: config.maxConcurrentJobs,
    timeoutMs: config.jobTimeoutMs,
  });
  return { jobs, makeGolfer: localGolferMaker({ tools, log }), close: (graceMs) => jobs.close(graceMs) };
}

/** Opens the shared work. `taking`: this process takes jobs while it is ready; null: it only adds jobs. */
export async function openSharedWork(
  site: Site,
  url: string,
  taking: { readonly tools: MediaTools; readonly isReady: () => Promise<boolean> } | null,
): Promise<Work & { readonly finisher: Finisher }> {
  const [{ openBoss }, { Notifications }, { SharedJobStore }, { SharedJobQueue }, probeJobs] = await Promise.all([
    import('#server/jobs/boss.ts'),
    import('#server/database/notifications.ts'),
    import('#server/jobs/shared-job-store.ts'),
    import('#server/jobs/shared-job-queue.ts'),
    import('#server/comparisons/probe-jobs.ts'),
  ]);
  const { db, media, results, storage, instance, config, log } = site;
  const carrier = await openBoss({ url, works: taking !== null, migrates: config.role === 'all', log });
  const notifications = new Notifications(url);
  await notifications.open();
  const store = new SharedJobStore(db);
  const jobs = new SharedJobQueue({
    carrier,
    store,
    notifications,
    secret: instance.secret,
    hasResult: (id) => results.has(id),
    checkStorage: (visitorId) => storage.check(visitorId, 1),
  });
  const worker =
    taking && (await openWorker(site, taking.tools, { carrier, store, notifications, isReady: taking.isReady }));
  return {
    jobs,
    finisher: new probeJobs.QueuedFinisher({ jobs, media }),
    makeGolfer: probeJobs.queuedGolferMaker({ jobs, media }),
    close: async (graceMs) => {
      await jobs.close();
      if (worker) await worker.close(graceMs);
      else await carrier.close();
      await notifications.close();
    },
  };
}

/** The parts that workers share with requesting processes. */
type WorkerLinks = Pick<
  import('#server/jobs/job-worker.ts').JobWorkerParts,
  'carrier' | 'store' | 'notifications' | 'isReady'
>;

async function openWorker(site: Site, tools: MediaTools, links: WorkerLinks) {
  const { JobWorker } = await import('#server/jobs/job-worker.ts');
  const { finishRunner, golferRunner } = await import('#server/comparisons/probe-jobs.ts');
  const { config, media, folder, chunks, log } = site;
  const slots = config.maxConcurrentJobs;
  const worker = new JobWorker({
    ...links,
    wasTerminated,
    log,
    timeoutMs: config.jobTimeoutMs,
    slots: { work: slots, probe: Math.max(MIN_PROBE_SLOTS, slots) },
    runners: {
      ...videoRunners(site, tools),
      finish: { run: finishRunner({ media, folder, tools, chunks }), failure: 'internal' },
      golfer: { run: golferRunner({ media, folder, make: localGolferMaker({ tools, log }) }), failure: 'internal' },
    },
  });
  await worker.open();
  return worker;
}
