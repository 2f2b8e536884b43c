// Several workers on one PostgreSQL and one S3 store: merges per hour with 1, 2 and 4 workers, what the queue costs per job,
// and how soon a job starts. Needs PostgreSQL and Ceph's gateway, as the tests do.
// Run alone: node tools/bench/run.ts scale
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Notifications } from '#server/database/notifications.ts';
import { openPostgres } from '#server/database/open-postgres.ts';
import { openBoss } from '#server/jobs/boss.ts';
import { JobWorker } from '#server/jobs/job-worker.ts';
import { SharedJobQueue } from '#server/jobs/shared-job-queue.ts';
import { SharedJobStore } from '#server/jobs/shared-job-store.ts';
import { longClip } from '#tests/faults/site/site-swings.ts';
import { mergeBodyOf } from '#tests/server/merge-body.ts';
import { TestVisitor } from '#tests/server/test-visitor.ts';
import { type PostgresCluster, startPostgresCluster } from '#tests/stores/postgres-cluster.ts';
import { newBucketUrl, startS3Server } from '#tests/stores/s3-server.ts';
import { SharedSite } from '#tests/stores/shared-site.ts';
import { type BenchFigure, type MeasuredTools, measuredTools } from './measured-run.ts';

const WORKERS = [1, 2, 4];
const VISITORS = 6;
const MERGES_OF_VISITOR = 2;
const STARTS = 200;
const MIN_RATIO_PER_CORE = 0.95;
const MAX_OVERHEAD = 0.02;
const MAX_START_P95_MS = 150;
const TICKS_PER_SECOND = 100;
const nothing = (): void => undefined;

export async function run(): Promise<BenchFigure[]> {
  const measured = measuredTools();
  const [cluster, store] = [await startPostgresCluster(), await startS3Server()];
  try {
    const starts = await startTimes(await emptyDatabase(cluster, 'starts'));
    // The server's programs are measured: it finds them by these variables.
    process.env.FFMPEG_PATH = measured.tools.ffmpegPath;
    process.env.FFPROBE_PATH = measured.tools.ffprobePath;
    const rates: Rate[] = [];
    for (const workers of WORKERS) {
      const databaseUrl = await emptyDatabase(cluster, `merges_${workers}`);
      const s3Url = await newBucketUrl(store.endpoint, `bench-${randomBytes(6).toString('hex')}`);
      const site = await SharedSite.open(['web'], { databaseUrl, s3Url });
      try {
        rates.push({ workers, ...(await mergeRate(site, workers, measured)) });
      } finally {
        await site.close();
      }
    }
    return figuresOf(rates, starts);
  } finally {
    await store.stop();
    await cluster.remove();
    measured.remove();
  }
}

/** Merges with a number of workers. */
interface Rate {
  readonly workers: number;
  readonly perHour: number;
  /** The CPU seconds of the programs of one merge. */
  readonly programs: number;
  readonly note: string;
}

/** Short jobs, one after the other. */
interface Starts {
  readonly timesMs: readonly number[];
  /** The CPU time of requesting, running and ending an empty job, in this process and in PostgreSQL, in seconds. */
  readonly cpuSeconds: number;
}

function figuresOf(rates: readonly Rate[], starts: Starts): BenchFigure[] {
  const one = rates[0]?.perHour ?? Number.NaN;
  const scaling = rates.map(({ workers, perHour, note }) => {
    const cores = Math.min(workers, availableParallelism());
    return {
      name: `ideal / measured merges per hour, ${workers} worker${workers === 1 ? '' : 's'}`,
      figure: (one * cores) / perHour,
      limit: 1 / MIN_RATIO_PER_CORE,
      note: `${Math.round(perHour)} merges per hour on ${cores} core${cores === 1 ? '' : 's'}; ${note}`,
    };
  });
  const p95 = quantile(starts.timesMs, 0.95);
  const programs = Math.min(...rates.map((rate) => rate.programs));
  return [
    ...scaling,
    {
      name: 'CPU of the queue per job / CPU of ffmpeg per merge',
      figure: starts.cpuSeconds / programs,
      limit: MAX_OVERHEAD,
      note: `${(starts.cpuSeconds * 1000).toFixed(1)} ms for asking, taking and ending, PostgreSQL included, against ${programs.toFixed(2)} CPU-s`,
    },
    {
      name: 'from asking to starting, p95, ms',
      figure: p95,
      limit: MAX_START_P95_MS,
      note: `${STARTS} jobs one after the other, median ${Math.round(quantile(starts.timesMs, 0.5))} ms`,
    },
  ];
}

async function emptyDatabase(cluster: PostgresCluster, name: string): Promise<string> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: cluster.urlOf('postgres') });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return cluster.urlOf(name);
}

/** How soon a job starts on an idle worker, and what it costs. */
async function startTimes(url: string): Promise<Starts> {
  const log = { error: nothing, warn: nothing, info: nothing };
  const { db, close } = await openPostgres({ url, migrates: true });
  const notifications = new Notifications(url);
  await notifications.open();
  const store = new SharedJobStore(db);
  const carrier = await openBoss({ url, works: true, migrates: true, log });
  const started = { at: 0 };
  const run = async () => {
    started.at = performance.now();
  };
  const worker = new JobWorker({
    carrier,
    store,
    notifications,
    log,
    timeoutMs: 10_000,
    isReady: async () => true,
    wasTerminated: () => false,
    runners: { merge: { run, failure: 'merge-failed' } },
    slots: { work: 1, probe: 1 },
  });
  await worker.open();
  const queue = new SharedJobQueue({
    carrier,
    store,
    notifications,
    secret: 'bench',
    hasResult: async () => true,
    checkStorage: async () => undefined,
  });
  const timesMs: number[] = [];
  const before = await cpuSeconds([process.pid]);
  for (let index = 0; index < STARTS; index += 1) {
    const asked = performance.now();
    await queue.run({ visitorId: `v${index}`, kind: 'merge', key: `k${index}`, input: {} }, `n${index}`);
    timesMs.push(started.at - asked);
  }
  const after = await cpuSeconds([process.pid]);
  await queue.close();
  await worker.close(0);
  await notifications.close();
  await close();
  const spent = after.own - before.own + after.postgres - before.postgres;
  return { timesMs, cpuSeconds: spent / STARTS };
}

/** Merges per hour, and what they cost. */
async function mergeRate(site: SharedSite, workers: number, measured: MeasuredTools): Promise<Omit<Rate, 'workers'>> {
  const cores = availableParallelism();
  const started = [];
  for (let index = 0; index < workers; index += 1) {
    started.push(await site.start('worker', { startedBy: ['taskset', '-c', String(index % cores)] }));
  }
  const clip = await longClip();
  const visitors = [];
  for (let index = 0; index < VISITORS; index += 1) {
    // Each visitor comes from another network, like real ones.
    const visitor = new TestVisitor(site.web(), `192.0.2.${index + 1}`);
    visitors.push({ visitor, swing: String((await visitor.upload('swing', clip)).body.filePath) });
  }
  const pids = started.map(({ process }) => process.pid);
  const [golfer] = (await visitors[0]?.visitor.call<{ id: number }[]>('listGolfers'))?.body ?? [];
  measured.take();
  const before = await cpuSeconds(pids);
  const beganAt = performance.now();
  await Promise.all(
    visitors.map(async ({ visitor, swing }) => {
      for (let round = 0; round < MERGES_OF_VISITOR; round += 1) {
        const body = mergeBodyOf(swing, golfer?.id, { userStrikeTime: 1.2 + round / 10 });
        const answer = await visitor.call('mergeVideos', { body });
        if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      }
    }),
  );
  const seconds = (performance.now() - beganAt) / 1000;
  await sleep(100);
  const after = await cpuSeconds(pids);
  const merges = VISITORS * MERGES_OF_VISITOR;
  const { cpuSeconds: programs, peakMb } = measured.take();
  const others = after.own - before.own + after.postgres - before.postgres;
  const memoryMb = Math.max(...(await Promise.all(pids.map(residentMb))));
  return {
    perHour: (merges / seconds) * 3600,
    programs: programs / merges,
    note:
      `per merge ${(programs / merges).toFixed(2)} CPU-s in ffmpeg, ${((others / merges) * 1000).toFixed(0)} ms in worker and PostgreSQL; ` +
      `worker ${Math.round(memoryMb)} MB, ffmpeg ${Math.round(peakMb)} MB, web ${Math.round(await residentMb(site.processes('web')[0]?.process.pid ?? 0))} MB; ` +
      `load average ${execFileSync('cut', ['-d', ' ', '-f1', '/proc/loadavg'], { encoding: 'utf8' }).trim()}`,
  };
}

/** The CPU of these processes, and of all PostgreSQL processes. */
async function cpuSeconds(pids: readonly number[]): Promise<{ own: number; postgres: number }> {
  const sum = { own: 0, postgres: 0 };
  for (const name of (await readdir('/proc')).filter((each) => /^\d+$/.test(each))) {
    const text = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    const [, program = '', rest = ''] = /^\d+ \((.*)\) (.*)$/s.exec(text) ?? [];
    const [utime = 0, stime = 0] = rest.split(' ').slice(11, 13).map(Number);
    if (pids.includes(Number(name))) sum.own += (utime + stime) / TICKS_PER_SECOND;
    else if (program === 'postgres') sum.postgres += (utime + stime) / TICKS_PER_SECOND;
  }
  return sum;
}

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return (Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024) / 1e6;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
