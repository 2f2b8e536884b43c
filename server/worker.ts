// The composition root of a worker: it runs ffmpeg for the site; one of the workers also sweeps. It answers only the
// operators' calls.
import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { metricsRoutes } from '#server/http/ops/metrics.ts';
import { healthRoutes } from '#server/http/ops/readiness.ts';
import { answerError } from '#server/http/route/route.ts';
import { StartError } from '#server/runtime/app-error.ts';
import type { Config } from '#server/runtime/config.ts';
import { logOptions } from '#server/runtime/log-options.ts';
import { contentRootOf, openSite } from '#server/site/open-site.ts';
import { JOB_GRACE_MS, openServices } from './app.ts';

/** Opens a worker that is not listening yet. Closing it finishes its jobs or gives them back. */
export async function createWorker(config: Config): Promise<FastifyInstance> {
  if (config.databaseUrl === null) throw new StartError('DATABASE_URL: has to be set for a worker');
  const server = Fastify({
    logger: logOptions(config),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
  });
  server.setErrorHandler(answerError);
  const { log } = server;
  const site = await openSite({ config, contentRoot: contentRootOf(config), log });
  const services = await openServices(site, () => config.publicOrigin ?? '');
  const { accounts, clockOffset, readiness, shared, sweep } = services;
  const lead = services.lead();
  let isStopping = false;
  healthRoutes(server, readiness, () => isStopping);
  metricsRoutes(server, config.metricsToken, { ...site, clockOffset });
  server.addHook('preClose', async () => {
    isStopping = true;
    await shared?.close(JOB_GRACE_MS);
  });
  server.addHook('onClose', async () => {
    await lead?.close();
    await sweep.stop();
    await accounts.close();
    await site.close();
  });
  return server;
}
