// What the operator's monitoring reads: Prometheus text (exposition format 0.0.4). Nobody else sees it.
import { createHash, timingSafeEqual } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import { MEDIA_ROOMS, type MediaStore } from '#server/files/media-store.ts';
import { AppError } from '#server/runtime/app-error.ts';
import { steadyNow } from '#server/runtime/steady-clock.ts';
import { type Metric, prometheusText } from './prometheus-text.ts';

/** What is measured. */
export interface MetricsParts {
  /** Null: there is nothing at this address. */
  readonly metricsToken: string | null;
  readonly db: Database;
  readonly media: MediaStore;
}

/** Adding up the sizes of all files is work of its own. */
const BYTES_LAST_MS = 60_000;
const PER_SECOND = 1000;
const NANOSECONDS = 1e9;

/** Mounts the address, and counts requests for it. */
export function metricsRoutes(app: FastifyInstance, { metricsToken, db, media }: MetricsParts): void {
  if (metricsToken === null) return;
  const answered = new Map<number, number>();
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  app.addHook('onClose', async () => void delay.disable());
  app.addHook('onResponse', async (_request, reply) => {
    answered.set(reply.statusCode, (answered.get(reply.statusCode) ?? 0) + 1);
  });
  let bytes = { at: Number.NEGATIVE_INFINITY, metric: bytesMetric([]) };

  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!isBearer(request.headers.authorization, metricsToken)) {
      reply.header('www-authenticate', 'Bearer');
      throw new AppError('wrong-token');
    }
    if (steadyNow() - bytes.at > BYTES_LAST_MS) bytes = { at: steadyNow(), metric: await measureBytes(media) };
    const metrics = [...(await jobMetrics(db)), bytes.metric, ...delayMetrics(delay), requestMetric(answered)];
    reply.headers({ 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' });
    return reply.send(prometheusText(metrics));
  });
}

/** Equal in a time that does not tell how much of the token was right. */
function isBearer(header: string | undefined, token: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(header ?? ''), hash(`Bearer ${token}`));
}

async function jobMetrics(db: Database): Promise<Metric[]> {
  const states = await db
    .selectFrom('jobs')
    .select(['kind', 'state', sql<number>`count(*)`.as('amount')])
    .groupBy(['kind', 'state'])
    .execute();
  const ended = await db
    .selectFrom('jobs')
    .select(['kind', sql<number>`count(*)`.as('amount'), sql<number>`sum(ended_at - created_at)`.as('sumMs')])
    .where('state', '=', 'done')
    .groupBy('kind')
    .execute();
  const waiting = states.filter(({ state }) => state === 'queued').reduce((sum, { amount }) => sum + amount, 0);
  return [
    {
      name: 'swingmark_jobs',
      type: 'gauge',
      help: 'Pieces of work that are known, by kind and state.',
      values: states.map(({ kind, state, amount }) => ({ labels: { kind, state }, value: amount })),
    },
    {
      name: 'swingmark_queue_length',
      type: 'gauge',
      help: 'Pieces of work that wait.',
      values: [{ value: waiting }],
    },
    {
      name: 'swingmark_job_seconds',
      type: 'summary',
      help: 'Seconds from asking for a piece of work to its end, waiting included, for kept work that was done.',
      values: ended.flatMap(({ kind, amount, sumMs }) => [
        { suffix: '_sum', labels: { kind }, value: sumMs / PER_SECOND },
        { suffix: '_count', labels: { kind }, value: amount },
      ]),
    },
  ];
}

async function measureBytes(media: MediaStore): Promise<Metric> {
  const rooms: { room: string; bytes: number }[] = [];
  for (const room of MEDIA_ROOMS) {
    let bytes = 0;
    for (const name of await media.list(room)) bytes += (await media.sizeOf(room, name)) ?? 0;
    rooms.push({ room, bytes });
  }
  return bytesMetric(rooms);
}

function bytesMetric(rooms: readonly { room: string; bytes: number }[]): Metric {
  return {
    name: 'swingmark_stored_bytes',
    type: 'gauge',
    help: 'Bytes of kept videos and pictures.',
    values: rooms.map(({ room, bytes }) => ({ labels: { room }, value: bytes })),
  };
}

function delayMetrics(delay: ReturnType<typeof monitorEventLoopDelay>): Metric[] {
  const quantiles = [0.5, 0.99].map((quantile) => ({
    labels: { quantile: String(quantile) },
    value: delay.percentile(quantile * 100) / NANOSECONDS,
  }));
  return [
    {
      name: 'swingmark_event_loop_delay_seconds',
      type: 'gauge',
      help: 'How late the event loop is, since the start.',
      values: [...quantiles, { labels: { quantile: '1' }, value: delay.max / NANOSECONDS }],
    },
    {
      name: 'swingmark_process_resident_bytes',
      type: 'gauge',
      help: 'Memory of the server process.',
      values: [{ value: process.memoryUsage.rss() }],
    },
  ];
}

function requestMetric(answered: ReadonlyMap<number, number>): Metric {
  return {
    name: 'swingmark_requests_total',
    type: 'counter',
    help: 'Answered requests by status.',
    values: [...answered].map(([status, value]) => ({ labels: { status: String(status) }, value })),
  };
}
