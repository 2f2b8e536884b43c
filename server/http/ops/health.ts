// The health checks: liveness and readiness.
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import { findMediaTools } from '#server/ffmpeg/find-media-tools.ts';
import type { MediaTools } from '#server/ffmpeg/process/media-tools.ts';
import type { DataFolder } from '#server/files/data-folder.ts';
import type { MediaStore } from '#server/files/media-store.ts';
import { steadyNow } from '#server/runtime/steady-clock.ts';

/** The dependencies of the checks. */
export interface HealthParts {
  readonly db: Database;
  readonly folder: DataFolder;
  /** The store that several processes share; null where media are in this process's folder. */
  readonly store: Pick<MediaStore, 'check'> | null;
  /** Null: this process runs no ffmpeg. */
  readonly tools: MediaTools | null;
  /** Whether the process stops: then no more requests should be sent to it. */
  readonly isStopping?: () => boolean;
  readonly diskReserveBytes: number;
}

/** Starting programs for every check would be too expensive. */
const TOOLS_CHECK_CACHE_MS = 60_000;
/** The store may be a paid service. */
const STORE_CHECK_CACHE_MS = 5_000;

/** Mounts the routes. */
export function healthRoutes(
  app: FastifyInstance,
  { db, folder, store, tools, diskReserveBytes, isStopping = () => false }: HealthParts,
): void {
  const hidden = { schema: { hide: true } };
  const toolsSucceed = cached(TOOLS_CHECK_CACHE_MS, async () => tools === null || succeeds(findMediaTools(tools)));
  const storeSucceeds = cached(STORE_CHECK_CACHE_MS, async () => store === null || succeeds(store.check()));

  app.get('/healthz', hidden, async () => ({ status: 'ok' }));

  app.get('/readyz', hidden, async (_request, reply) => {
    const checks = {
      database: await succeeds(sql`select 1`.execute(db)),
      disk: await succeeds(folder.freeBytes().then((free) => free >= diskReserveBytes || Promise.reject(free))),
      storage: await succeeds(folder.tryWriting()),
      ...(store && { store: await storeSucceeds() }),
      ...(tools && { ffmpeg: await toolsSucceed() }),
    };
    const isReady = !isStopping() && Object.values(checks).every(Boolean);
    return reply.status(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready', checks });
  });
}

function succeeds(check: Promise<unknown>): Promise<boolean> {
  return check.then(
    () => true,
    () => false,
  );
}

/** Repeats a check only when its last outcome is old. */
function cached(forMs: number, check: () => Promise<boolean>): () => Promise<boolean> {
  let last = { at: Number.NEGATIVE_INFINITY, outcome: Promise.resolve(true) };
  return () => {
    if (steadyNow() - last.at > forMs) last = { at: steadyNow(), outcome: check() };
    return last.outcome;
  };
}
