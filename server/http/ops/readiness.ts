// Whether a process can do its work: the answers of /healthz and /readyz, and a worker's condition for taking jobs.
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { MAX_CLOCK_OFFSET_MS } from '#server/database/database-clock.ts';
import type { Database } from '#server/database/open-database.ts';
import { findMediaTools } from '#server/ffmpeg/find-media-tools.ts';
import type { MediaTools } from '#server/ffmpeg/process/run-ffmpeg.ts';
import type { DataFolder } from '#server/files/data-folder.ts';
import type { MediaStore } from '#server/files/media-store.ts';
import { steadyNow } from '#server/runtime/steady-clock.ts';

export interface ReadinessParts {
  readonly db: Database;
  readonly folder: Pick<DataFolder, 'freeBytes' | 'tryWriting'>;
  /** The store that several processes share; null where media are in this process's folder. */
  readonly store: Pick<MediaStore, 'check'> | null;
  /** Null: this process runs no ffmpeg. */
  readonly tools: MediaTools | null;
  readonly diskReserveBytes: number;
  /** Why mails do not leave; null on a site that writes them to files. */
  readonly mailFailure?: (() => Promise<string | null>) | null;
  /** Offset of the machine's clock ahead of the database's, in milliseconds; null in a site of one process. */
  readonly clockOffset: (() => Promise<number>) | null;
}

type Checks = Readonly<Record<string, boolean>>;
export type Readiness = () => Promise<Checks>;

/** Whether the process can do its work. An offset of its clock prevents only that it leads; mails wait. */
export function isReadyBy({ clock: _clock, mail: _mail, ...checks }: Checks): boolean {
  return Object.values(checks).every(Boolean);
}

/** Starting programs for every check would be too expensive. */
const TOOLS_CHECK_CACHE_MS = 60_000;
/** The store may be a paid service. */
const STORE_CHECK_CACHE_MS = 5_000;
/** Time limit of a check. Whatever hangs, the answer comes within two seconds. */
const CHECK_WITHIN_MS = 1_500;
/** On a busy machine programs start slowly: until then the last outcome counts. */
const TOOLS_CHECK_WITHIN_MS = 15_000;

/** The checks of a process. They run concurrently, each with its own time limit. */
export function readinessOf(parts: ReadinessParts): Readiness {
  const { db, folder, store, tools, diskReserveBytes, clockOffset, mailFailure } = parts;
  const checks: Record<string, () => Promise<boolean>> = {
    database: check(() => sql`select 1`.execute(db)),
    disk: check(async () => {
      const free = await folder.freeBytes();
      if (free < diskReserveBytes) throw new Error(`Only ${free} bytes are free`);
    }),
    storage: check(() => folder.tryWriting()),
    ...(store && { store: check(() => store.check(), { cacheMs: STORE_CHECK_CACHE_MS }) }),
    ...(mailFailure && {
      mail: check(async () => {
        const failure = await mailFailure();
        if (failure !== null) throw new Error(`Mails are not leaving: ${failure}`);
      }),
    }),
    ...(clockOffset && {
      clock: check(async () => {
        const offsetMs = await clockOffset();
        if (Math.abs(offsetMs) > MAX_CLOCK_OFFSET_MS) throw new Error(`The clock is off by ${offsetMs} ms`);
      }),
    }),
    ...(tools && {
      ffmpeg: check(() => findMediaTools(tools), { cacheMs: TOOLS_CHECK_CACHE_MS, slowMs: TOOLS_CHECK_WITHIN_MS }),
    }),
  };
  return async () => {
    const outcomes = Object.entries(checks).map(async ([name, run]) => [name, await run()] as const);
    return Object.fromEntries(await Promise.all(outcomes));
  };
}

/**
 * A check that answers in time. It is not repeated while its previous run hangs. `cacheMs`: how long an outcome is
 * valid; `slowMs`: how long the last outcome stays valid while the next one is awaited.
 */
function check(run: () => Promise<unknown>, { cacheMs = 0, slowMs = 0 } = {}): () => Promise<boolean> {
  let last: { readonly endedAt: number; readonly outcome: boolean } | null = null;
  let running: { readonly beganAt: number; readonly outcome: Promise<boolean> } | null = null;
  const begin = () => {
    const outcome = Promise.resolve()
      .then(run)
      .then(
        () => true,
        () => false,
      )
      .then((succeeded) => {
        last = { endedAt: steadyNow(), outcome: succeeded };
        running = null;
        return succeeded;
      });
    return { beganAt: steadyNow(), outcome };
  };
  return async () => {
    if (last && steadyNow() - last.endedAt < cacheMs) return last.outcome;
    running ??= begin();
    const { beganAt, outcome } = running;
    const patience = new AbortController();
    const late = sleep(CHECK_WITHIN_MS, null, { signal: patience.signal, ref: false }).catch(() => null);
    const inTime = await Promise.race([outcome, late]);
    patience.abort();
    return inTime ?? (steadyNow() - beganAt < slowMs && (last?.outcome ?? true));
  };
}

/** `isStopping`: load balancers should then stop sending requests. */
export function healthRoutes(app: FastifyInstance, readiness: Readiness, isStopping = () => false): void {
  const hidden = { schema: { hide: true } };

  app.get('/healthz', hidden, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'ok' };
  });

  app.get('/readyz', hidden, async (_request, reply) => {
    const checks = await readiness();
    const isReady = !isStopping() && isReadyBy(checks);
    reply.header('cache-control', 'no-store');
    return reply.status(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready', checks });
  });
}
