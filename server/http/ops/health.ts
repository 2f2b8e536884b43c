// The health checks: liveness and readiness.
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import { findMediaTools, type MediaTools } from '#server/ffmpeg/process/media-tools.ts';
import type { DataFolder } from '#server/files/data-folder.ts';
import { steadyNow } from '#server/runtime/steady-clock.ts';

/** The dependencies of the checks. */
export interface HealthParts {
  readonly db: Database;
  readonly folder: DataFolder;
  readonly tools: MediaTools;
  readonly diskReserveBytes: number;
}

/** Starting programs for every check would be too expensive. */
const TOOLS_CHECK_CACHE_MS = 60_000;

/** Mounts the routes. */
export function healthRoutes(app: FastifyInstance, { db, folder, tools, diskReserveBytes }: HealthParts): void {
  const hidden = { schema: { hide: true } };
  let toolsCheck = { at: Number.NEGATIVE_INFINITY, succeeds: Promise.resolve(true) };

  app.get('/healthz', hidden, async () => ({ status: 'ok' }));

  app.get('/readyz', hidden, async (_request, reply) => {
    if (steadyNow() - toolsCheck.at > TOOLS_CHECK_CACHE_MS) {
      toolsCheck = { at: steadyNow(), succeeds: succeeds(findMediaTools(tools)) };
    }
    const checks = {
      database: await succeeds(sql`select 1`.execute(db)),
      disk: await succeeds(folder.freeBytes().then((free) => free >= diskReserveBytes || Promise.reject(free))),
      storage: await succeeds(folder.tryWriting()),
      ffmpeg: await toolsCheck.succeeds,
    };
    const isReady = Object.values(checks).every(Boolean);
    return reply.status(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready', checks });
  });
}

function succeeds(check: Promise<unknown>): Promise<boolean> {
  return check.then(
    () => true,
    () => false,
  );
}
