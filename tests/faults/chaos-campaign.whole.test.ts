// Two web processes and two workers under mixed traffic, while everything below them fails in a seeded order: processes are
// killed, starved or have a clock that is off, disks are full, PostgreSQL and the store restart, hang, are slow, full or
// unavailable. Nothing that was acknowledged is lost, nothing is done twice where it is seen, and nothing is left over.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { readConfig } from '#server/runtime/config.ts';
import { openSite, PROJECT_ROOT } from '#server/site/open-site.ts';
import { siteSweep } from '#server/site/site-sweep.ts';
import { scaled } from '#tests/campaign-scale.ts';
import { type ProxyFault, startFaultyProxy } from '#tests/faults/chaos/faulty-proxy.ts';
import { RandomNumbers, seedOfRun } from '#tests/faults/chaos/random-numbers.ts';
import { quantile } from '#tests/faults/site/load-monitor.ts';
import { siteClip } from '#tests/faults/site/site-swings.ts';
import { makeSmallDisk } from '#tests/faults/site/small-disk.ts';
import { type Answer, cutIntoChunks, TestVisitor } from '#tests/server/test-visitor.ts';
import { startPostgresCluster } from '#tests/stores/postgres-cluster.ts';
import { HAS_S3, NEEDS_S3, newBucketUrl, startS3Server } from '#tests/stores/s3-server.ts';
import { SharedSite, type SiteProcess, type TestRole } from '#tests/stores/shared-site.ts';
import { HAS_POSTGRES, NEEDS_POSTGRES } from '#tests/stores/test-database.ts';

/** How long faults go on; ten minutes in a campaign. */
const FAULTS_FOR_MS = 1000 * Number(process.env.CHAOS_SECONDS ?? scaled(240, 600));
const VISITORS = 4;
const SMALL_DISK_MB = 64;
/** A worker with this in its environment has a clock that is 30 hours ahead. */
const CLOCK_AHEAD = `--import=data:text/javascript,${encodeURIComponent(
  'const now = Date.now; Date.now = () => now() + 30 * 3600e3;',
)}`;
const seed = seedOfRun();
/** What a page tries again: a process or server that is not there at the moment. */
const TRY_AGAIN = [429, 500, 502, 503, 504, 507];
const GIVE_UP_AFTER_MS = 180_000;

/** A merge that was acknowledged. */
interface Done {
  readonly visitor: TestVisitor;
  readonly body: Record<string, unknown>;
  readonly url: string;
}

describe.skipIf(!HAS_POSTGRES || !HAS_S3)(`many processes${NEEDS_POSTGRES || NEEDS_S3}`, () => {
  test('among failing parts under traffic, lose nothing and do nothing twice', async () => {
    const [cluster, store] = [await startPostgresCluster(), await startS3Server()];
    const proxy = await startFaultyProxy(store.endpoint);
    const s3Url = await newBucketUrl(proxy.endpoint, 'campaign');
    const site = await SharedSite.open(['web', 'web', 'worker', 'worker'], {
      databaseUrl: cluster.urlOf('postgres'),
      s3Url,
    });
    const disk = await makeSmallDisk(SMALL_DISK_MB);
    await site.start('worker', { dataDir: join(disk.path, 'worker') });
    const random = new RandomNumbers(seed);
    const clip = await siteClip();
    const stop = new AbortController();
    const done: Done[] = [];
    const problems: string[] = [];
    const mergeTimes: number[] = [];
    const counts = { uploads: 0, cancels: 0 };
    const faults: Record<string, number> = {};

    /** Sends to one of the web processes, again and again until one answers. */
    const persistently = async (what: string, send: (url: string) => Promise<Answer>): Promise<Answer> => {
      const begunAt = performance.now();
      let last = '';
      for (let index = random.below(2); performance.now() - begunAt < GIVE_UP_AFTER_MS; index += 1) {
        const answer = await send(site.web(index)).catch((error: unknown) => String(error));
        if (typeof answer !== 'string' && !TRY_AGAIN.includes(answer.status)) return answer;
        last = typeof answer === 'string' ? answer : JSON.stringify(answer.body);
        await sleep(200);
      }
      throw new Error(`${what} did not succeed: ${last}`);
    };

    const live = async (number: number) => {
      let visitor = new TestVisitor(site.web(), `192.0.2.${number + 1}`);
      const call = (what: string, send: (moved: TestVisitor) => Promise<Answer>) =>
        persistently(what, async (url) => {
          visitor = visitor.at(url);
          return send(visitor);
        });
      for (let round = 0; !stop.signal.aborted; round += 1) {
        let swing: unknown;
        for (const chunk of cutIntoChunks(
          `swing-${round % 3}-${number}`,
          clip,
          'swing.mp4',
          Math.ceil(clip.length / 3),
        )) {
          const answer = await call('a chunk', (moved) => moved.sendChunk(chunk));
          if (answer.status !== 200) problems.push(`chunk: ${answer.status} ${JSON.stringify(answer.body)}`);
          swing = answer.body.filePath ?? swing;
        }
        counts.uploads += 1;
        const [golfer] = (await call('the library', (moved) => moved.call('listGolfers'))).body as unknown as {
          id: number;
        }[];
        const body = {
          ...{ userVideoPath: swing, proVideoId: golfer?.id, alignmentType: 'strike' },
          ...{
            userRestTime: 0.2,
            userTopTime: 0.8,
            // Another merge each time: the strike is part of the plan.
            userStrikeTime: 1 + (round % 100) / 100,
          },
        };
        const begunAt = performance.now();
        const merged = await call('a merge', (moved) => moved.call('mergeVideos', { body }));
        if (merged.status !== 200) problems.push(`merge: ${merged.status} ${JSON.stringify(merged.body)}`);
        else done.push({ visitor, body, url: String(merged.body.mergedVideoUrl) });
        mergeTimes.push((performance.now() - begunAt) / 1000);
        if (round % 5 === 4) {
          const jobs = await call('the jobs', (moved) => moved.call('listJobs'));
          const [first] = (jobs.body.jobs ?? []) as { id: string }[];
          await call('a cancel', (moved) => moved.call('cancelJob', { params: { id: first?.id ?? 'none' } }));
          counts.cancels += 1;
        }
      }
    };

    try {
      const traffic = Promise.allSettled(Array.from({ length: VISITORS }, (_, number) => live(number)));
      const kill = async (role: TestRole, env: Readonly<Record<string, string>> = {}) => {
        const killed = random.pick(site.processes(role));
        await killed.process.end('SIGKILL');
        await restarted(site, killed, env);
      };
      /** Stands still, as on a starved machine, and goes on. */
      const freeze = async (pids: readonly number[], ms: number) => {
        for (const pid of pids) signal(pid, 'SIGSTOP');
        await sleep(ms);
        for (const pid of pids) signal(pid, 'SIGCONT');
      };
      const storeFault = (fault: ProxyFault) => async () => {
        proxy.fault = fault;
        await sleep(1_000 + random.below(6_000));
        proxy.fault = 'none';
      };
      const FAULTS: Readonly<Record<string, () => Promise<void>>> = {
        'web killed': () => kill('web'),
        'worker killed': () => kill('worker'),
        'worker with a wrong clock': () => kill('worker', { NODE_OPTIONS: CLOCK_AHEAD }),
        'worker starved': () =>
          freeze([random.pick(site.processes('worker')).process.pid], 2_000 + random.below(10_000)),
        'worker without space': async () => {
          const stopFilling = disk.keepFull();
          await sleep(2_000 + random.below(6_000));
          await stopFilling();
          await disk.empty();
        },
        'PostgreSQL restarted': () => cluster.restart(),
        'PostgreSQL hung': async () => freeze(await cluster.pids(), 1_000 + random.below(7_000)),
        'store restarted': () => store.restartGateway(),
        'store unavailable': storeFault('unavailable'),
        'store full': storeFault('full'),
        'store slow': storeFault('slow'),
        'store hung': async () => freeze([await store.gatewayPid()], 1_000 + random.below(7_000)),
      };
      const names = Object.keys(FAULTS);
      const endAt = performance.now() + FAULTS_FOR_MS;
      // Each fault once first, in a seeded order, then whatever chance says.
      const first = random.shuffled(names);
      for (let round = 0; performance.now() < endAt; round += 1) {
        await sleep(200 + random.below(2_000));
        const name = first[round] ?? random.pick(names);
        faults[name] = (faults[name] ?? 0) + 1;
        await FAULTS[name]?.();
      }
      stop.abort();
      for (const outcome of await traffic) {
        if (outcome.status === 'rejected') problems.push(String(outcome.reason));
      }
      for (const { visitor, body, url } of done) {
        const file = await visitor.at(site.web()).fetch(url);
        if (file.status !== 200 || (await file.arrayBuffer()).byteLength < 1000) problems.push(`lost: ${url}`);
        const again = await persistently('the same merge', (web) => visitor.at(web).call('mergeVideos', { body }));
        if (again.body.mergedVideoUrl !== url) problems.push(`done twice: ${url}, ${JSON.stringify(again.body)}`);
      }
      const { db } = await site.rows();
      const unended = await db
        .selectFrom('jobs')
        .select(['kind', 'state'])
        .where('state', 'in', ['queued', 'running'])
        .execute();
      problems.push(...unended.map(({ kind, state }) => `left over: ${kind} ${state}`));
      const before = await site.strays();
      problems.push(...before.filter((line) => line.startsWith('missing')));
      problems.push(...(await sweepNow(site)));
      problems.push(...(await site.strays()));
      console.log(
        `seed ${seed}: ${JSON.stringify(faults)}, ${JSON.stringify(counts)}, ${done.length} merges, ` +
          `${quantile(mergeTimes, 0.5).toFixed(1)} s each in the middle, ${Math.max(...mergeTimes).toFixed(1)} s at most, ` +
          `${before.length} files without a row until the sweep`,
      );
      expect(problems, site.log.slice(-50).join('\n')).toEqual([]);
      expect(done.length).toBeGreaterThan(VISITORS);
    } finally {
      stop.abort();
      proxy.fault = 'none';
      await site.close();
      await disk.remove();
      await proxy.stop();
      await store.stop();
      await cluster.remove();
    }
  }, 3_600_000);
});

/** A process cannot start while PostgreSQL or the store restarts; its supervisor tries again. */
async function restarted(
  site: SharedSite,
  ended: SiteProcess,
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await site.restart(ended, env);
    } catch (error) {
      if (tries === 20) throw error;
      await sleep(500);
    }
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended in the meantime.
  }
}

/** Sweeps as the leading worker does, without waiting for an hour; returns what it logged as an error. */
async function sweepNow(site: SharedSite): Promise<string[]> {
  const problems: string[] = [];
  const config = readConfig({
    ...site.settings,
    ROLE: 'worker',
    DATA_DIR: join(site.root, 'sweep'),
    LOG_LEVEL: 'silent',
  });
  const error = ({ err }: { err?: unknown }, message: string) => problems.push(`${message}: ${String(err)}`);
  const log = { warn: () => undefined, error, info: () => undefined } as never;
  const opened = await openSite({ config, contentRoot: join(PROJECT_ROOT, 'content'), log });
  const sweep = siteSweep(opened, { expire: async () => undefined }, async () => undefined, 0);
  await sweep.run();
  await sweep.run();
  await opened.close();
  return problems;
}
