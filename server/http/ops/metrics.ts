// Prometheus metrics, protected by a token.
import { createHash, timingSafeEqual } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { Counter, Gauge, Registry } from 'prom-client';
import type { Database } from '#server/database/open-database.ts';
import type { SandboxPromises } from '#server/ffmpeg/process/sandbox.ts';
import { MEDIA_BUCKETS, type MediaStore } from '#server/files/media-store.ts';
import { AppError } from '#server/runtime/app-error.ts';
import { steadyNow } from '#server/runtime/steady-clock.ts';

export interface MetricsParts {
  /** Null: the route does not exist. */
  readonly metricsToken: string | null;
  readonly db: Database;
  readonly media: MediaStore;
  /** Which promises of the ffmpeg sandbox hold on this machine; null in a process that runs no ffmpeg. */
  readonly sandbox: SandboxPromises | null;
  /** Offset of the machine's clock ahead of the database's, in milliseconds; null in a site of one process. */
  readonly clockOffset: (() => Promise<number>) | null;
}

/** Summing the sizes of all files is expensive. */
const BYTES_CACHE_MS = 60_000;
const MS_PER_SECOND = 1000;
const NANOSECONDS = 1e9;

/** Mounts GET /metrics and counts requests. */
export function metricsRoutes(
  app: FastifyInstance,
  { metricsToken, db, media, sandbox, clockOffset }: MetricsParts,
): void {
  if (metricsToken === null) return;
  const registry = new Registry();
  const requests = new Counter({
    name: 'swingmark_requests_total',
    help: 'Answered requests by status.',
    labelNames: ['status'],
    registers: [registry],
  });
  app.addHook('onResponse', async (_request, reply) => requests.inc({ status: String(reply.statusCode) }));
  measureJobs(registry, db);
  measureBytes(registry, media);
  measureProcess(registry, app);
  if (sandbox) measureSandbox(registry, sandbox);
  if (clockOffset) measureClock(registry, clockOffset);

  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!isBearer(request.headers.authorization, metricsToken)) {
      reply.header('www-authenticate', 'Bearer');
      throw new AppError('wrong-token');
    }
    const text = await registry.metrics();
    return reply.headers({ 'content-type': registry.contentType, 'cache-control': 'no-store' }).send(text);
  });
}

/** Compares in constant time, so that timing reveals nothing about the token. */
function isBearer(header: string | undefined, token: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(header ?? ''), hash(`Bearer ${token}`));
}

function measureJobs(registry: Registry, db: Database): void {
  const registers = [registry];
  new Gauge({
    name: 'swingmark_jobs',
    help: 'Known jobs by kind and state.',
    labelNames: ['kind', 'state'],
    registers,
    async collect() {
      this.reset();
      const rows = await db
        .selectFrom('jobs')
        .select(['kind', 'state', sql<number>`count(*)`.as('amount')])
        .groupBy(['kind', 'state'])
        .execute();
      for (const { kind, state, amount } of rows) this.set({ kind, state }, amount);
    },
  });
  new Gauge({
    name: 'swingmark_queue_length',
    help: 'Jobs that wait.',
    registers,
    async collect() {
      const rows = db.selectFrom('jobs').select(sql<number>`count(*)`.as('amount')).where('state', '=', 'queued');
      this.set((await rows.executeTakeFirstOrThrow()).amount);
    },
  });
  new Gauge({
    name: 'swingmark_queue_age_seconds',
    help: 'How long the oldest job that waits has waited.',
    registers,
    async collect() {
      const rows = db
        .selectFrom('jobs')
        .select(sql<number | null>`min(created_at)`.as('oldest'))
        .where('state', '=', 'queued');
      const { oldest } = await rows.executeTakeFirstOrThrow();
      this.set(oldest === null ? 0 : Math.max(0, steadyNow() - oldest) / MS_PER_SECOND);
    },
  });
  new Gauge({
    name: 'swingmark_job_mean_seconds',
    help: 'Mean seconds from request to end, waiting included, of the finished jobs that are still kept.',
    labelNames: ['kind'],
    registers,
    async collect() {
      this.reset();
      const rows = await db
        .selectFrom('jobs')
        .select(['kind', sql<number>`cast(avg(ended_at - created_at) as double precision)`.as('meanMs')])
        .where('state', '=', 'done')
        .groupBy('kind')
        .execute();
      for (const { kind, meanMs } of rows) this.set({ kind }, meanMs / MS_PER_SECOND);
    },
  });
}

function measureBytes(registry: Registry, media: MediaStore): void {
  let measuredAt = Number.NEGATIVE_INFINITY;
  new Gauge({
    name: 'swingmark_stored_bytes',
    help: 'Bytes of stored videos and pictures.',
    labelNames: ['bucket'],
    registers: [registry],
    async collect() {
      if (steadyNow() - measuredAt <= BYTES_CACHE_MS) return;
      measuredAt = steadyNow();
      for (const bucket of MEDIA_BUCKETS) {
        this.set({ bucket }, await media.bytesIn(bucket));
      }
    },
  });
}

function measureProcess(registry: Registry, app: FastifyInstance): void {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  app.addHook('onClose', async () => void delay.disable());
  new Gauge({
    name: 'swingmark_event_loop_delay_seconds',
    help: 'Event loop delay since the start.',
    labelNames: ['quantile'],
    registers: [registry],
    collect() {
      for (const quantile of [0.5, 0.99]) {
        this.set({ quantile: String(quantile) }, delay.percentile(quantile * 100) / NANOSECONDS);
      }
      this.set({ quantile: '1' }, delay.max / NANOSECONDS);
    },
  });
  new Gauge({
    name: 'swingmark_process_resident_bytes',
    help: 'Resident memory of the server process.',
    registers: [registry],
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
}

function measureSandbox(registry: Registry, promises: SandboxPromises): void {
  const gauge = new Gauge({
    name: 'swingmark_ffmpeg_sandbox',
    help: 'Whether a promise of the ffmpeg sandbox holds on this machine (1) or not (0).',
    labelNames: ['promise'],
    registers: [registry],
  });
  for (const [promise, holds] of Object.entries(promises)) gauge.set({ promise }, holds ? 1 : 0);
}

function measureClock(registry: Registry, clockOffset: () => Promise<number>): void {
  new Gauge({
    name: 'swingmark_clock_offset_seconds',
    help: "How far this machine's clock is ahead of the database's.",
    registers: [registry],
    async collect() {
      this.set((await clockOffset()) / MS_PER_SECOND);
    },
  });
}
