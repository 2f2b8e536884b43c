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
  readonly db: Database;
  readonly media: MediaStore;
  /** Which guarantees of the ffmpeg sandbox hold on this machine; null in a process that runs no ffmpeg. */
  readonly sandbox: SandboxPromises | null;
  /** Milliseconds by which this machine's clock is ahead of the database's; null in a site of one process. */
  readonly clockOffset: (() => Promise<number>) | null;
}

/** Summing the sizes of all files is expensive. */
const BYTES_CACHE_MS = 60_000;
const MS_PER_SECOND = 1000;
const NANOSECONDS = 1e9;

/** Mounts GET /metrics, unless its token is null, and counts requests. */
export function metricsRoutes(app: FastifyInstance, metricsToken: string | null, parts: MetricsParts): void {
  if (metricsToken === null) return;
  const registry = new Registry();
  const requests = new Counter({
    name: 'swingmark_requests_total',
    help: 'Answered requests by status.',
    labelNames: ['status'],
    registers: [registry],
  });
  app.addHook('onResponse', async (_request, reply) => requests.inc({ status: String(reply.statusCode) }));
  /** Adds a gauge whose values `collect` sets at each reading. */
  const gauge: AddGauge = (name, help, labelNames, collect) =>
    new Gauge({
      name: `swingmark_${name}`,
      help,
      labelNames,
      registers: [registry],
      collect() {
        return collect(this);
      },
    });
  measureJobs(gauge, parts);
  measureMails(gauge, parts);
  measureBytes(gauge, parts);
  measureProcess(gauge, app);
  const { sandbox, clockOffset } = parts;
  if (sandbox) {
    gauge(
      'ffmpeg_sandbox',
      'Whether a promise of the ffmpeg sandbox holds on this machine (1) or not (0).',
      ['promise'],
      (it) => {
        for (const [promise, holds] of Object.entries(sandbox)) it.set({ promise }, holds ? 1 : 0);
      },
    );
  }
  if (clockOffset) {
    gauge('clock_offset_seconds', "How far this machine's clock is ahead of the database's.", [], async (it) =>
      it.set((await clockOffset()) / MS_PER_SECOND),
    );
  }

  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!isBearer(request.headers.authorization, metricsToken)) {
      reply.header('www-authenticate', 'Bearer');
      throw new AppError('wrong-token');
    }
    const text = await registry.metrics();
    return reply.headers({ 'content-type': registry.contentType, 'cache-control': 'no-store' }).send(text);
  });
}

type AddGauge = (name: string, help: string, labels: string[], collect: (it: Gauge) => void | Promise<void>) => void;

/** Compares in constant time, so that timing reveals nothing about the token. */
function isBearer(header: string | undefined, token: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(header ?? ''), hash(`Bearer ${token}`));
}

function measureJobs(gauge: AddGauge, { db }: MetricsParts): void {
  const waiting = db.selectFrom('jobs').where('state', '=', 'queued');
  gauge('jobs', 'Known jobs by kind and state.', ['kind', 'state'], async (it) => {
    it.reset();
    const rows = db
      .selectFrom('jobs')
      .select(['kind', 'state', sql<number>`count(*)`.as('amount')])
      .groupBy(['kind', 'state']);
    for (const { kind, state, amount } of await rows.execute()) it.set({ kind, state }, amount);
  });
  gauge('queue_length', 'Jobs that wait.', [], async (it) => {
    it.set((await waiting.select(sql<number>`count(*)`.as('amount')).executeTakeFirstOrThrow()).amount);
  });
  gauge('queue_age_seconds', 'How long the oldest job that waits has waited.', [], async (it) => {
    const first = waiting.select(sql<number | null>`min(created_at)`.as('oldest'));
    const { oldest } = await first.executeTakeFirstOrThrow();
    it.set(oldest === null ? 0 : Math.max(0, steadyNow() - oldest) / MS_PER_SECOND);
  });
  const meaning = 'Mean seconds from request to end, waiting included, of the finished jobs that are still kept.';
  gauge('job_mean_seconds', meaning, ['kind'], async (it) => {
    it.reset();
    const rows = db
      .selectFrom('jobs')
      .select(['kind', sql<number>`cast(avg(ended_at - created_at) as double precision)`.as('meanMs')])
      .where('state', '=', 'done')
      .groupBy('kind');
    for (const { kind, meanMs } of await rows.execute()) it.set({ kind }, meanMs / MS_PER_SECOND);
  });
}

function measureMails(gauge: AddGauge, { db }: MetricsParts): void {
  gauge('mails_waiting', 'Mails that wait, by why the last try failed.', ['failure'], async (it) => {
    it.reset();
    it.set({ failure: 'none' }, 0);
    const rows = db
      .selectFrom('mails')
      .select(['failure', sql<number>`count(*)`.as('amount')])
      .groupBy('failure');
    for (const { failure, amount } of await rows.execute()) it.set({ failure: failure ?? 'none' }, amount);
  });
}

function measureBytes(gauge: AddGauge, { media }: MetricsParts): void {
  let measuredAt = Number.NEGATIVE_INFINITY;
  gauge('stored_bytes', 'Bytes of stored videos and pictures.', ['bucket'], async (it) => {
    if (steadyNow() - measuredAt <= BYTES_CACHE_MS) return;
    for (const bucket of MEDIA_BUCKETS) it.set({ bucket }, await media.bytesIn(bucket));
    measuredAt = steadyNow();
  });
}

function measureProcess(gauge: AddGauge, app: FastifyInstance): void {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  app.addHook('onClose', async () => void delay.disable());
  gauge('event_loop_delay_seconds', 'Event loop delay since the start.', ['quantile'], (it) => {
    for (const quantile of [0.5, 0.99]) {
      it.set({ quantile: String(quantile) }, delay.percentile(quantile * 100) / NANOSECONDS);
    }
    it.set({ quantile: '1' }, delay.max / NANOSECONDS);
  });
  gauge('process_resident_bytes', 'Resident memory of the server process.', [], (it) =>
    it.set(process.memoryUsage.rss()),
  );
}
