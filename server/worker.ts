// The composition root of a worker: it runs ffmpeg, sends mails, sweeps if it leads, and answers operators' calls.
import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { openAccounts } from '#server/accounts/open-accounts.ts';
import { clockOffset } from '#server/database/database-clock.ts';
import { GOOGLE_RETURN_PATH } from '#server/http/calls/accounts.ts';
import { metricsRoutes } from '#server/http/ops/metrics.ts';
import { healthRoutes, isReadyBy, readinessOf } from '#server/http/ops/readiness.ts';
import { answerError } from '#server/http/route/route.ts';
import { StartError } from '#server/runtime/app-error.ts';
import type { Config } from '#server/runtime/config.ts';
import { contentRootOf, openSite, toolsOf } from '#server/site/open-site.ts';
import { openSharedWork } from '#server/site/open-work.ts';
import { leadSite, siteSweep } from '#server/site/site-sweep.ts';
import { Uploads } from '#server/uploads/uploads.ts';
import { JOB_GRACE_MS } from './app.ts';

/** Opens a worker that is not listening yet. Closing it finishes its jobs or gives them back. */
export async function createWorker(config: Config): Promise<FastifyInstance> {
  const { databaseUrl } = config;
  if (databaseUrl === null) throw new StartError('DATABASE_URL: has to be set for a worker');
  const server = Fastify({
    logger: { level: config.logLevel },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
  });
  server.setErrorHandler(answerError);
  const { log } = server;
  const site = await openSite({ config, contentRoot: contentRootOf(config), log });
  const { db, locks, folder, media, chunks, space, instance, storage, uploadStore } = site;
  const tools = toolsOf(site);
  const accounts = await openAccounts({
    config,
    db,
    locks,
    log,
    secret: instance.secret,
    googleReturnPath: GOOGLE_RETURN_PATH,
    origin: () => config.publicOrigin ?? '',
  });
  const { diskReserveBytes, metricsToken } = config;
  const clock = () => clockOffset(db);
  const readiness = readinessOf({ db, folder, store: media, tools, diskReserveBytes, clockOffset: clock });
  const isReady = async () => isReadyBy(await readiness());
  const work = await openSharedWork(site, databaseUrl, { tools, isReady });
  const uploads = new Uploads({ store: uploadStore, finisher: work.finisher, media, chunks, space, locks, storage });
  const sweep = siteSweep(site, uploads, () => accounts.deleteExpired());
  const lead = leadSite(site, databaseUrl, sweep);
  let isStopping = false;
  healthRoutes(server, readiness, () => isStopping);
  metricsRoutes(server, metricsToken, { db, media, sandbox: site.sandbox, clockOffset: clock });
  server.addHook('preClose', async () => {
    isStopping = true;
    await work.close(JOB_GRACE_MS);
  });
  server.addHook('onClose', async () => {
    await lead.close();
    await sweep.stop();
    await accounts.close();
    await site.close();
  });
  return server;
}
