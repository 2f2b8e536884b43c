// Killed at every moment of a backup and of a restore, and at random ones: the site has its old or its new data, whole, and half a
// backup is never listed.
import { mkdtempSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { checkIntegrity } from '#server/integrity.ts';
import type { FaultPoint } from '#server/runtime/fault-point.ts';
import { scaled } from '#tests/campaign-scale.ts';
import { RandomNumbers, seedOfRun } from '#tests/faults/chaos/random-numbers.ts';
import {
  addGolfer,
  backUp,
  backupState,
  download,
  golferNames,
  removeGolfer,
  reopened,
  sendArchive,
} from '#tests/faults/site/backup-steps.ts';
import { faultySite } from '#tests/faults/site/faulty-site.ts';

const folder = mkdtempSync(join(tmpdir(), 'swingmark-backup-kills-'));
const faultFile = join(folder, 'fault');
const site = faultySite({ settings: { FAULT_POINT_FILE: faultFile } });
afterAll(() => rm(folder, { recursive: true }));
const seed = seedOfRun();
/** At random moments; with those at fault points they are more than twenty. */
const KILLS = scaled(8, 40);

/** Everything that is wrong with the backups that are listed. */
async function wrongBackups(): Promise<string[]> {
  const root = join(site.dataDir, 'backups');
  const wrong: string[] = [];
  for (const { name } of (await backupState(await site.admin())).backups) {
    const path = name === 'before-restore' ? join(site.dataDir, 'restore/earlier') : join(root, name);
    const { orphanFiles, missingFiles, checksumMismatches } = await checkIntegrity(path);
    wrong.push(...[...orphanFiles, ...missingFiles, ...checksumMismatches].map((file) => `${name}: ${file}`));
  }
  return wrong;
}

test.each<FaultPoint>(['backup-file-added', 'backup-written', 'backup-kept'])(
  'killed at %s, a backup is whole or not there [F61]',
  async (point) => {
    await backUp(await site.admin());
    const admin = await site.admin();
    const names = await golferNames(admin);
    await writeFile(faultFile, point);
    await admin.post('/api/admin/backups', {}).catch(() => null);
    await site.killed();
    await writeFile(faultFile, '');
    await site.restart('SIGKILL');
    expect(await golferNames(await site.admin())).toEqual(names);
    expect(await wrongBackups()).toEqual([]);
    await backUp(await site.admin());
    expect((await readdir(join(site.dataDir, 'backups'))).filter((name) => !/^\d/.test(name))).toEqual([]);
  },
);

/** The library as it is, and as it is in the backup; one backup of the latter. */
async function twoStates() {
  const admin = await site.admin();
  await addGolfer(admin, 'Old');
  const name = await backUp(admin);
  const before = await golferNames(admin);
  await removeGolfer(admin, 'Old');
  await addGolfer(admin, 'New');
  const now = await golferNames(admin);
  return { name, before, now };
}

/** Removes what `twoStates` added. */
async function tidy(): Promise<void> {
  const admin = await site.admin();
  for (const name of ['Old', 'New']) {
    if ((await golferNames(admin)).includes(name)) await removeGolfer(admin, name);
  }
}

async function expectOldOrNew(states: Awaited<ReturnType<typeof twoStates>>, when: string): Promise<string[]> {
  await site.start();
  const names = await golferNames(await site.admin());
  expect([states.before, states.now], when).toContainEqual(names);
  expect(await wrongBackups(), when).toEqual([]);
  await site.probe();
  return names;
}

test('killed at every point of a restore, the site has its old or its new data [F61]', async () => {
  for (const point of ['restore-file-added', 'restore-prepared', 'restore-moved', 'restore-on-trial'] as const) {
    const states = await twoStates();
    const admin = await site.admin();
    const archive = await download(admin, states.name);
    await writeFile(faultFile, point);
    await sendArchive(admin, archive).catch(() => null);
    await site.killed();
    await site.stop('SIGKILL');
    await writeFile(faultFile, '');
    const names = await expectOldOrNew(states, point);
    // Only a decided switch goes on; one on trial is taken back.
    expect(names, point).toEqual(point === 'restore-moved' ? states.before : states.now);
    await tidy();
  }
});

test('killed again and again while it moves the data, the site arrives at one whole state [F61]', async () => {
  const states = await twoStates();
  const admin = await site.admin();
  await writeFile(faultFile, 'restore-moved');
  await admin.post(`/api/admin/backups/${states.name}/restore`, {});
  await site.killed();
  await site.stop('SIGKILL');
  let kills = 1;
  // Each start moves one more part and is killed.
  while (
    await site.start().then(
      () => false,
      () => true,
    )
  )
    kills += 1;
  await writeFile(faultFile, '');
  await site.stop('SIGKILL');
  await expectOldOrNew(states, `after ${kills} kills`);
  expect(kills).toBeGreaterThan(5);
  console.log(`killed ${kills} times while the data moved`);
  await tidy();
});

test(
  'killed at random moments of a restore, the site has its old or its new data [F61]',
  async () => {
    const random = new RandomNumbers(seed);
    const ends = { old: 0, new: 0 };
    let lastsMs = 0;
    for (let kill = 0; kill <= KILLS; kill += 1) {
      const states = await twoStates();
      const admin = await site.admin();
      const begunAt = performance.now();
      const { restored } = await backupState(admin);
      await admin.post(`/api/admin/backups/${states.name}/restore`, {});
      if (kill === 0) {
        // Once to its end, to know how long it takes.
        expect(await reopened(site, restored)).toBe(true);
        lastsMs = performance.now() - begunAt;
      } else await sleep(random.next() * lastsMs);
      await site.stop('SIGKILL');
      const names = await expectOldOrNew(states, `kill ${kill} (seed ${seed})`);
      ends[names.includes('Old') ? 'new' : 'old'] += 1;
      await tidy();
    }
    console.log(`${KILLS} kills (seed ${seed}) within ${Math.round(lastsMs)} ms: ${ends.old} old, ${ends.new} new`);
  },
  scaled(600_000, 3_600_000),
);
