// The health checks: liveness and readiness.
import type { FastifyInstance } from 'fastify';
import { isReadyBy, type Readiness } from './readiness.ts';

export interface HealthParts {
  readonly readiness: Readiness;
  /** Whether the process is stopping: load balancers should then stop sending requests. */
  readonly isStopping?: () => boolean;
}

export function healthRoutes(app: FastifyInstance, { readiness, isStopping = () => false }: HealthParts): void {
  const hidden = { schema: { hide: true } };

  app.get('/healthz', hidden, async () => ({ status: 'ok' }));

  app.get('/readyz', hidden, async (_request, reply) => {
    const checks = await readiness();
    const isReady = !isStopping() && isReadyBy(checks);
    return reply.status(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready', checks });
  });
}
