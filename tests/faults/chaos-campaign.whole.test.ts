// Two web processes and two workers under mixed traffic, while everything below them fails in a seeded order: processes are
// killed, starved, upgraded from older releases or have a clock that is off, disks are full, PostgreSQL and the store restart,
// hang, are slow, full or unavailable. No acknowledged work is lost, nothing is visibly done twice, and nothing is left
// over.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { OLD_RELEASES, oldRelease } from '#scripts/whole-downloads.mjs';
import { checkIntegrity } from '#server/integrity.ts';
import { readConfig } from '#server/runtime/config.ts';
import { openSite, PROJECT_ROOT } from '#server/site/open-site.ts';
import { siteSweep } from '#server/site/site-sweep.ts';
import { scaled } from '#tests/campaign-scale.ts';
import { type ProxyFault, startFaultyProxy } from '#tests/faults/chaos/faulty-proxy.ts';
import { RandomNumbers, seedOfRun } from '#tests/faults/chaos/random-numbers.ts';
import { VisitorTraffic } from '#tests/faults/chaos/visitor-traffic.ts';
import { quantile } from '#tests/faults/site/load-monitor.ts';
import { mediaProgramIds } from '#tests/faults/site/process-info.ts';
import { siteClip } from '#tests/faults/site/site-swings.ts';
import { makeSmallDisk } from '#tests/faults/site/small-disk.ts';
import { startServerProcess } from '#tests/server/server-process.ts';
import { startPostgresCluster } from '#tests/stores/postgres-cluster.ts';
import { HAS_S3, NEEDS_S3, newBucketUrl, startS3Server } from '#tests/stores/s3-server.ts';
import { type LaunchOptions, SharedSite, type SiteProcess, type TestRole } from '#tests/stores/shared-site.ts';
import { HAS_POSTGRES, NEEDS_POSTGRES } from '#tests/stores/test-database.ts';
import { until } from '#tests/until.ts';

/** How long faults go on; ten minutes in a campaign. */
const FAULTS_FOR_MS = 1000 * Number(process.env.CHAOS_SECONDS ?? scaled(150, 600));
const VISITORS = 4;
const SMALL_DISK_MB = 64;
/** A worker with this in its environment has a clock that is 30 hours ahead. */
const CLOCK_AHEAD = `--import=data:text/javascript,${encodeURIComponent(
  'const now = Date.now; Date.now = () => now() + 30 * 3600e3;',
)}`;
const seed = seedOfRun();
const [FIRST_RELEASE, ...LATER_RELEASES] = OLD_RELEASES.map(({ commit }) => commit);
/** The first release of several processes. */
const FIRST_SHARED_RELEASE = LATER_RELEASES[0] ?? '';
/** It has the tables and the stored jobs of this version, so that its processes may come back beside newer ones. */
const LAST_RELEASE = LATER_RELEASES.at(-1) ?? '';

describe.skipIf(!HAS_POSTGRES || !HAS_S3)(`many processes${NEEDS_POSTGRES || NEEDS_S3}`, () => {
  test('among failing parts under traffic, lose nothing and do nothing twice', async () => {
    const [cluster, store] = [await startPostgresCluster(), await startS3Server()];
    const proxy = await startFaultyProxy(store.endpoint);
    const s3Url = await newBucketUrl(proxy.endpoint, 'campaign');
    const servers = { databaseUrl: cluster.urlOf('postgres'), s3Url };
    const site = await SharedSite.open(['web', 'web', 'worker', 'worker'], servers, oldRelease(FIRST_SHARED_RELEASE));
    const disk = await makeSmallDisk(SMALL_DISK_MB);
    const random = new RandomNumbers(seed);
    const traffic = new VisitorTraffic((index) => site.web(index), await siteClip(), random);
    const faults: Record<string, number> = {};
    const kills = { processes: 0, programs: 0, PostgreSQL: 0, store: 0 };

    const end = async (each: SiteProcess, signalName: NodeJS.Signals) => {
      if (signalName === 'SIGKILL') kills.processes += 1;
      await each.process.end(signalName);
    };
    const kill = async (role: TestRole, env: Readonly<Record<string, string>> = {}) => {
      const killed = random.pick(site.processes(role));
      await end(killed, 'SIGKILL');
      await restarted(site, killed, { env });
    };
    const anySignal = () => random.pick(['SIGKILL', 'SIGTERM'] as const);
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
    /** One process of the last release works beside newer ones for a while, and is replaced. */
    const upgrade = async (role: TestRole) => {
      const replaced = random.pick(site.processes(role));
      const beside = async () => {
        await end(replaced, anySignal());
        await restarted(site, replaced, { releaseFolder: oldRelease(LAST_RELEASE) });
        await sleep(2_000 + random.below(6_000));
        await end(replaced, anySignal());
      };
      await (role === 'web' ? traffic.besideOlderWeb(beside) : beside());
      if (role === 'worker') traffic.afterOlderWorker();
      await restarted(site, replaced);
    };
    const KILLS: Readonly<Record<string, () => Promise<void>>> = {
      'web killed': () => kill('web'),
      'worker killed': () => kill('worker'),
      'ffmpeg killed': async () => {
        const { pid } = random.pick(site.processes('worker')).process;
        const running = () => mediaProgramIds(pid);
        const [program] = await until('a worker runs a program', running, { limitMs: 5_000 }).catch(() => []);
        if (program === undefined) return;
        kills.programs += 1;
        signal(program, 'SIGKILL');
      },
      'PostgreSQL restarted': async () => {
        kills.PostgreSQL += 1;
        await cluster.restart();
      },
      'store restarted': async () => {
        kills.store += 1;
        await store.restartGateway();
      },
    };
    const FAULTS: Readonly<Record<string, () => Promise<void>>> = {
      ...KILLS,
      'web upgraded': () => upgrade('web'),
      'worker upgraded': () => upgrade('worker'),
      'worker with a wrong clock': () => kill('worker', { NODE_OPTIONS: CLOCK_AHEAD }),
      'worker starved': () => freeze([random.pick(site.processes('worker')).process.pid], 2_000 + random.below(10_000)),
      'worker without space': async () => {
        const stopFilling = disk.keepFull();
        await sleep(2_000 + random.below(6_000));
        await stopFilling();
        await disk.empty();
      },
      'PostgreSQL hung': async () => freeze(await cluster.pids(), 1_000 + random.below(7_000)),
      'store unavailable': storeFault('unavailable'),
      'store full': storeFault('full'),
      'store slow': storeFault('slow'),
      'store hung': async () => freeze([await store.gatewayPid()], 1_000 + random.below(7_000)),
    };

    try {
      traffic.isOfOldRelease = true;
      traffic.begin(VISITORS);
      await traffic.merges(VISITORS);
      // Nothing else fails meanwhile, because this release exits when PostgreSQL restarts, deletes uploads that the
      // store did not return in time, and answers 500 to transient failures.
      await site.migrate();
      for (const each of [...site.processes('web'), ...site.processes('worker')]) {
        await end(each, anySignal());
        await restarted(site, each);
        if (each.role === 'worker') await traffic.merges(1);
      }
      // By now, waiting calls to an old process have been repeated.
      await traffic.merges(VISITORS);
      traffic.isOfOldRelease = false;

      await site.start('worker', { dataDir: join(disk.path, 'worker') });
      const names = Object.keys(FAULTS);
      const endAt = performance.now() + FAULTS_FOR_MS;
      // First each fault once in a seeded order, then random ones. Three of four are kills, and PostgreSQL and the
      // store, on which everything depends, are killed twice as often as the others.
      const first = random.shuffled(names);
      const killNames = [...Object.keys(KILLS), 'PostgreSQL restarted', 'store restarted'];
      for (let round = 0; performance.now() < endAt; round += 1) {
        await sleep(200 + random.below(2_000));
        const name = first[round] ?? random.pick(random.below(4) === 0 ? names : killNames);
        faults[name] = (faults[name] ?? 0) + 1;
        await FAULTS[name]?.();
      }
      await traffic.end();
      await traffic.check();
      const { problems, done, mergeTimes, counts } = traffic;
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
        `seed ${seed}: kills ${JSON.stringify(kills)}, faults ${JSON.stringify(faults)}, ${JSON.stringify(counts)}, ` +
          `${quantile(mergeTimes, 0.5).toFixed(1)} s a merge in the median, ${Math.max(...mergeTimes).toFixed(1)} s at most, ` +
          `${before.length} files without a row until the sweep`,
      );
      expect(problems, site.log.slice(-50).join('\n')).toEqual([]);
      expect(done.length).toBeGreaterThan(VISITORS);
    } finally {
      proxy.fault = 'none';
      await traffic.end();
      await site.close();
      await disk.remove();
      await proxy.stop();
      await store.stop();
      await cluster.remove();
    }
  }, 3_600_000);
});

test('a site on one machine is upgraded through the last three releases while it works, and loses nothing', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'swingmark-upgraded-'));
  const random = new RandomNumbers(seed);
  // As on a host's machine: each release has its own library, and visitors come through a proxy.
  const settings = { CONTENT_DIR: '', TRUSTED_PROXIES: 'loopback', ADMIN_PASSWORD: 'the greens are upgraded today' };
  const log: string[] = [];
  const start = (releaseFolder?: string) =>
    startServerProcess(dataDir, {
      settings: { ...settings, LOG_LEVEL: 'info' },
      releaseFolder,
      onLine: (line) => log.push(line),
    });
  let server = await start(oldRelease(FIRST_RELEASE ?? ''));
  const traffic = new VisitorTraffic(() => server.url, await siteClip(), random);
  try {
    traffic.isOfOldRelease = true;
    traffic.begin(2);
    for (const next of [...LATER_RELEASES.map(oldRelease), undefined]) {
      await traffic.merges(2);
      await until('a job runs', () => mediaProgramIds(server.pid), { limitMs: 60_000 });
      await server.end(random.pick(['SIGKILL', 'SIGTERM']));
      server = await start(next);
    }
    await traffic.merges(2);
    traffic.isOfOldRelease = false;
    await traffic.merges(2);
    await traffic.end();
    await traffic.check();
    expect(traffic.problems, log.slice(-50).join('\n')).toEqual([]);
    await server.end('SIGTERM');
    // The last start swept the leftovers of the killed processes.
    expect(await checkIntegrity(dataDir, { isIdle: true })).toMatchObject({
      orphanFiles: [],
      missingFiles: [],
      checksumMismatches: [],
    });
  } finally {
    await traffic.end();
    await server.end('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  }
}, 600_000);

/** A process cannot start while PostgreSQL or the store restarts; its supervisor tries again. */
async function restarted(site: SharedSite, ended: SiteProcess, options: LaunchOptions = {}): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await site.restart(ended, options);
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
  const nothingEnds = { expire: async () => undefined };
  const sweep = siteSweep(opened, nothingEnds, nothingEnds, async () => undefined, 0);
  await sweep.run();
  await sweep.run();
  await opened.close();
  return problems;
}
