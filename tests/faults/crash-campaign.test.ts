// The server is killed at random moments and at every fault point, and loses nothing (hostile case 128).
import { mkdtempSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FAULT_POINTS, type FaultPoint } from '#server/runtime/fault-point.ts';
import { isCampaign, scaled } from '#tests/campaign-scale.ts';
import { wholeTest } from '#tests/campaign-test.ts';
import { ACTIVITY_KINDS, type ActivityKind, CrashActivities } from '#tests/faults/chaos/crash-activities.ts';
import { RandomNumbers, seedOfRun } from '#tests/faults/chaos/random-numbers.ts';
import { inDatabase } from '#tests/faults/site/account-steps.ts';
import { faultySite } from '#tests/faults/site/faulty-site.ts';
import { quantile } from '#tests/faults/site/load-monitor.ts';

const folder = mkdtempSync(join(tmpdir(), 'swingmark-crash-'));
const faultFile = join(folder, 'fault');
const site = faultySite({ settings: { FAULT_POINT_FILE: faultFile } });
let activities: CrashActivities;
beforeAll(async () => {
  activities = await CrashActivities.on(site);
});
afterAll(() => rm(folder, { recursive: true }));

/** Healthy again within five seconds; the short run shares the machine with other tests. */
const RECOVERY_MS = scaled(60_000, 5_000);
const KILLS = scaled(3, 104);
const KILLED_KINDS: readonly ActivityKind[] = isCampaign ? ACTIVITY_KINDS : ['upload', 'merge', 'insert'];
/** One fault point while receiving and one while storing. */
const SOME_POINTS: readonly FaultPoint[] = ['chunk-kept', 'output-renamed'];
const seed = seedOfRun();

/** Restarts the killed server and returns the problems found: none, eventually. */
async function restartAndCheck(
  retry: () => Promise<string | null>,
): Promise<{ problems: string[]; recoveryMs: number }> {
  const begunAt = performance.now();
  await site.start();
  await fetch(`${site.url}/healthz`);
  const recoveryMs = performance.now() - begunAt;
  const problem = await retry();
  const problems = [...(problem === null ? [] : [problem]), ...(await activities.problems())];
  await site.probe();
  return { problems, recoveryMs };
}

wholeTest(
  'case 128: killed at random moments, the server loses nothing, stores nothing partially, and restarts at once',
  async () => {
    const random = new RandomNumbers(seed);
    const recoveries: number[] = [];
    /** How long each kind takes; the server is killed within that time. */
    const durationsMs = new Map<ActivityKind, number>();
    for (const kind of KILLED_KINDS) {
      const { send } = await activities.begin(kind);
      const begunAt = performance.now();
      await send();
      durationsMs.set(kind, performance.now() - begunAt);
    }
    for (let kill = 0; kill < KILLS; kill += 1) {
      const kind = KILLED_KINDS[kill % KILLED_KINDS.length] ?? 'merge';
      const { send, retry } = await activities.begin(kind);
      const outcome = send().catch(() => 'connection lost');
      const afterMs = random.next() * (durationsMs.get(kind) ?? 0) * 1.1;
      await sleep(afterMs);
      await site.stop('SIGKILL');
      await outcome;
      const { problems, recoveryMs } = await restartAndCheck(retry);
      recoveries.push(recoveryMs);
      expect(problems, `kill ${kill} (seed ${seed}): ${kind} after ${Math.round(afterMs)} ms`).toEqual([]);
      if (kill % 20 === 19) await activities.cleanUp();
    }
    const longest = Math.round(Math.max(...recoveries));
    const usual = Math.round(quantile(recoveries, 0.5));
    console.log(`case 128: ${KILLS} kills (seed ${seed}), recovered after ${usual} ms (median), at most ${longest} ms`);
    expect(longest).toBeLessThan(RECOVERY_MS);
  },
  scaled(400_000, 3_600_000),
);

/** The activities in which the server passes each fault point. */
const ACTIVITIES_AT: Readonly<Record<FaultPoint, readonly ActivityKind[] | 'start'>> = {
  'upload-begun': ['upload'],
  'chunk-written': ['upload'],
  'chunk-kept': ['upload'],
  'upload-assembled': ['probe'],
  'upload-probed': ['probe'],
  'upload-stored': ['probe'],
  'upload-completed': ['probe'],
  'upload-chunks-removed': ['probe'],
  'job-added': ['merge', 'render'],
  'job-begun': ['merge', 'render', 'preview'],
  'output-written': ['merge', 'render', 'insert'],
  'output-renamed': ['merge', 'render', 'preview'],
  'result-stored': ['merge', 'render'],
  'result-kept': ['merge', 'render', 'preview'],
  'job-ended': ['merge', 'render'],
  'download-begun': ['speed'],
  'golfer-received': ['insert'],
  'golfer-probed': ['insert'],
  'golfer-video-stored': ['insert'],
  'golfer-picture-stored': ['insert'],
  'golfer-added': ['insert'],
  'golfer-published-stored': 'start',
  'golfer-published': 'start',
  'golfer-body-stored': ['body'],
  'golfer-body-kept': ['body'],
  'share-stored': ['share'],
  'share-added': ['share'],
  'golfer-row-removed': ['delete'],
  'golfer-video-removed': ['delete'],
  'upload-file-removed': ['cancel'],
  'result-file-removed': ['delete-videos'],
  'share-ended': ['withdraw'],
  'share-file-removed': ['withdraw'],
  'sweep-expired': 'start',
  'sweep-orphan-removed': 'start',
  // Killed there in backup-kills.whole.test.ts and backups-stored.whole.test.ts.
  'backup-file-added': [],
  'backup-written': [],
  'backup-kept': [],
  'backup-sent': [],
  'restore-file-added': [],
  'restore-prepared': [],
  'restore-moved': [],
  'restore-on-trial': [],
};

test('killed at every fault point, the server loses nothing', async () => {
  const recoveries: number[] = [];
  for (const point of scaled(SOME_POINTS, FAULT_POINTS)) {
    const kinds = ACTIVITIES_AT[point];
    if (kinds === 'start') {
      recoveries.push(await crashAtStart(point));
      continue;
    }
    for (const kind of kinds.slice(0, scaled(1, kinds.length))) {
      const { send, retry } = await activities.begin(kind);
      await writeFile(faultFile, point);
      const outcome = await send().catch(() => 'connection lost');
      const lastLines = site.log.slice(-10).map(({ msg, url }) => [msg, url].join(' '));
      expect([point, kind, outcome], lastLines.join('\n')).toEqual([point, kind, 'connection lost']);
      await site.stop('SIGKILL');
      await writeFile(faultFile, '');
      const { problems, recoveryMs } = await restartAndCheck(retry);
      recoveries.push(recoveryMs);
      expect(problems, `${kind} at ${point}`).toEqual([]);
    }
  }
  const longest = Math.round(Math.max(...recoveries));
  console.log(`fault points: ${recoveries.length} crashes, recovered within ${longest} ms`);
  expect(longest).toBeLessThan(RECOVERY_MS);
}, 600_000);

/** Before the server listens it sweeps, here an orphan file, and publishes golfers that earlier versions stored. */
async function crashAtStart(point: FaultPoint): Promise<number> {
  await site.stop('SIGKILL');
  await writeFile(join(site.dataDir, 'media/results', `${'0'.repeat(48)}.mp4`), 'orphan');
  await inDatabase(site, (db) =>
    db.updateTable('golfers').set({ is_published: 0 }).where('slug', 'is', null).execute(),
  );
  await writeFile(faultFile, point);
  await expect(site.start(), point).rejects.toThrow('The server did not start');
  await writeFile(faultFile, '');
  const { problems, recoveryMs } = await restartAndCheck(async () => null);
  expect(problems, point).toEqual([]);
  return recoveryMs;
}
