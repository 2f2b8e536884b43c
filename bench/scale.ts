// Several workers on one PostgreSQL and one S3 store: merges per hour with 1, 2 and 4 workers, what everything around ffmpeg
// costs, and how soon a job starts. Needs PostgreSQL and Ceph's gateway, as the tests do.
// Run alone: node bench/run.ts scale
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { News } from '#server/database/news.ts';
import { openPostgres } from '#server/database/open-postgres.ts';
import { openBoss } from '#server/jobs/boss.ts';
import { JobWorker } from '#server/jobs/job-worker.ts';
import { SharedJobQueue } from '#server/jobs/shared-job-queue.ts';
import { SharedJobStore } from '#server/jobs/shared-job-store.ts';
import { longClip } from '#tests/faults/site/site-swings.ts';
import { TestVisitor } from '#tests/server/test-visitor.ts';
import { type PostgresCluster, startPostgresCluster } from '#tests/stores/postgres-cluster.ts';
import { newBucketUrl, startS3Server } from '#tests/stores/s3-server.ts';
import { SharedSite } from '#tests/stores/shared-site.ts';
import type { BenchFigure } from './bench-figure.ts';

const WORKERS = [1, 2, 4];
const VISITORS = 6;
const MERGES_OF_VISITOR = 2;
const STARTS = 200;
const MIN_RATIO_PER_CORE = 0.95;
const MAX_OVERHEAD = 0.02;
const MAX_START_P95_MS = 150;
const TICKS_PER_SECOND = 100;
const nothing = (): void => undefined;

/** Measures on servers of its own. */
export async function run(): Promise<BenchFigure[]> {
  const [cluster, store] = [await startPostgresCluster(), await startS3Server()];
  try {
    const starts = await startTimes(await emptyDatabase(cluster, 'starts'));
    const rates: { workers: number; perHour: number; overhead: number; note: string }[] = [];
    for (const workers of WORKERS) {
      const databaseUrl = await emptyDatabase(cluster, `merges_${workers}`);
      const s3Url = await newBucketUrl(store.endpoint, `bench-${randomBytes(6).toString('hex')}`);
      const site = await SharedSite.open(['web'], { databaseUrl, s3Url });
      try {
        rates.push({ workers, ...(await mergeRate(site, workers)) });
      } finally {
        await site.close();
      }
    }
    return figuresOf(rates, starts);
  } finally {
    await store.stop();
    await cluster.remove();
  }
}

function figuresOf(
  rates: readonly { workers: number; perHour: number; overhead: number; note: string }[],
  starts: readonly number[],
): BenchFigure[] {
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
  const p95 = quantile(starts, 0.95);
  return [
    ...scaling,
    {
      name: 'CPU beside ffmpeg / CPU of ffmpeg, per merge',
      figure: Math.min(...rates.map(({ overhead }) => overhead)),
      limit: MAX_OVERHEAD,
      note: 'worker and PostgreSQL, hashing and sending the files included; the lowest of all rounds',
    },
    {
      name: 'from asking to starting, p95, ms',
      figure: p95,
      limit: MAX_START_P95_MS,
      note: `${STARTS} jobs one after the other, median ${Math.round(quantile(starts, 0.5))} ms`,
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

/** Milliseconds from asking for a job to its start on an idle worker. */
async function startTimes(url: string): Promise<number[]> {
  const log = { error: nothing, warn: nothing, info: nothing };
  const { db, close } = await openPostgres({ url, migrates: true });
  const news = new News(url);
  await news.open();
  const store = new SharedJobStore(db);
  const boss = await openBoss({ url, works: true, migrates: true, log });
  const started = { at: 0 };
  const run = async () => {
    started.at = performance.now();
  };
  const worker = new JobWorker({
    ...{ boss, store, news, log, timeoutMs: 10_000, wasTerminated: () => false },
    runners: { merge: { run, failure: 'merge-failed' } },
    slots: { work: 1, probe: 1 },
  });
  await worker.open();
  const queue = new SharedJobQueue({
    ...{ boss, store, news, secret: 'bench' },
    hasResult: async () => true,
    checkStorage: async () => undefined,
  });
  const times: number[] = [];
  for (let index = 0; index < STARTS; index += 1) {
    const asked = performance.now();
    await queue.run({ visitorId: `v${index}`, kind: 'merge', key: `k${index}`, input: null }, `n${index}`);
    times.push(started.at - asked);
  }
  await queue.close();
  await worker.close(0);
  await news.close();
  await close();
  return times;
}

/** Merges per hour, and the CPU of everything but ffmpeg in relation to ffmpeg's. */
async function mergeRate(site: SharedSite, workers: number) {
  const cores = availableParallelism();
  const started = [];
  for (let index = 0; index < workers; index += 1) {
    started.push(await site.start('worker', ['taskset', '-c', String(index % cores)]));
  }
  const clip = await longClip();
  const visitors = [];
  for (let index = 0; index < VISITORS; index += 1) {
    // Each of another network, as real visitors are.
    const visitor = new TestVisitor(site.web(), `192.0.2.${index + 1}`);
    visitors.push({ visitor, swing: String((await visitor.upload('swing', clip)).body.filePath) });
  }
  const pids = started.map(({ process }) => process.pid);
  const [golfer] = (await visitors[0]?.visitor.call<{ id: number }[]>('listGolfers'))?.body ?? [];
  const before = await cpuSeconds(pids);
  const beganAt = performance.now();
  await Promise.all(
    visitors.map(async ({ visitor, swing }) => {
      for (let round = 0; round < MERGES_OF_VISITOR; round += 1) {
        const body = {
          ...{ userVideoPath: swing, proVideoId: golfer?.id, alignmentType: 'strike' },
          ...{ userRestTime: 0.2, userTopTime: 0.8, userStrikeTime: 1.2 + round / 10 },
        };
        const answer = await visitor.call('mergeVideos', { body });
        if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      }
    }),
  );
  const seconds = (performance.now() - beganAt) / 1000;
  await sleep(100);
  const after = await cpuSeconds(pids);
  const merges = VISITORS * MERGES_OF_VISITOR;
  const programs = after.programs - before.programs;
  const others = after.own - before.own + after.postgres - before.postgres;
  const memoryMb = Math.max(...(await Promise.all(pids.map(residentMb))));
  return {
    perHour: (merges / seconds) * 3600,
    overhead: others / programs,
    note:
      `per merge ${(programs / merges).toFixed(2)} CPU-s in programs, ${((others / merges) * 1000).toFixed(0)} ms beside them; ` +
      `worker ${Math.round(memoryMb)} MB, web ${Math.round(await residentMb(site.processes('web')[0]?.process.pid ?? 0))} MB; ` +
      `load average ${execFileSync('cut', ['-d', ' ', '-f1', '/proc/loadavg'], { encoding: 'utf8' }).trim()}`,
  };
}

/** The CPU of workers, of the programs that they have waited for, and of all PostgreSQL processes. */
async function cpuSeconds(pids: readonly number[]): Promise<{ own: number; programs: number; postgres: number }> {
  const sum = { own: 0, programs: 0, postgres: 0 };
  for (const name of (await readdir('/proc')).filter((each) => /^\d+$/.test(each))) {
    const text = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    const [, program = '', rest = ''] = /^\d+ \((.*)\) (.*)$/s.exec(text) ?? [];
    const [utime = 0, stime = 0, cutime = 0, cstime = 0] = rest.split(' ').slice(11, 15).map(Number);
    if (pids.includes(Number(name))) {
      sum.own += (utime + stime) / TICKS_PER_SECOND;
      sum.programs += (cutime + cstime) / TICKS_PER_SECOND;
    } else if (program === 'postgres') sum.postgres += (utime + stime) / TICKS_PER_SECOND;
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
