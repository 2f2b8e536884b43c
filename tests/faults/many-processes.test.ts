// Several web processes and workers on one PostgreSQL and one S3 store.

import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { SEALED_NAME } from '#contract/shares.ts';
import { checkIntegrity, isClean } from '#server/integrity.ts';
import { scaled } from '#tests/campaign-scale.ts';
import { campaignTest } from '#tests/campaign-test.ts';
import { createLink, newLink, openedFile, withdrawLink } from '#tests/faults/site/link-steps.ts';
import { longClip, siteClip } from '#tests/faults/site/site-swings.ts';
import { golferForm, sendGolfer } from '#tests/server/golfer-upload.ts';
import { mergeBodyOf } from '#tests/server/merge-body.ts';
import { findMediaProcesses } from '#tests/server/server-process.ts';
import { startedForTests } from '#tests/server/started-for-tests.ts';
import { cutIntoChunks, TestVisitor } from '#tests/server/test-visitor.ts';
import { HAS_S3, NEEDS_S3 } from '#tests/stores/s3-server.ts';
import { SharedSite, type TestRole } from '#tests/stores/shared-site.ts';
import { HAS_POSTGRES, NEEDS_POSTGRES } from '#tests/stores/test-database.ts';
import { testServers } from '#tests/stores/test-servers.ts';
import { until } from '#tests/until.ts';

const run = promisify(execFile);
/** In the campaign another worker takes over. */
const ROLES: readonly TestRole[] = ['web', 'web', 'worker', ...scaled<readonly TestRole[]>([], ['worker'])];
/** Longer than a takeover may take. */
const PATIENCE = { limitMs: 120_000, pauseMs: 50 };

describe.skipIf(!HAS_POSTGRES || !HAS_S3)(`several processes${NEEDS_POSTGRES || NEEDS_S3}`, () => {
  const opened = startedForTests(
    async () => SharedSite.open(ROLES, await testServers()),
    (site) => site.close(),
  );

  /** A visitor whose swing is there, sent to both web processes in turn. */
  async function visitorWithSwing(clip: Buffer) {
    const site = opened();
    let visitor = new TestVisitor(site.web(0));
    const chunks = cutIntoChunks('swing', clip, 'swing.mp4', Math.ceil(clip.length / 5));
    const answers = [];
    const [first, ...others] = chunks;
    answers.push(await visitor.sendChunk(first));
    // In another order, and one of them twice.
    for (const [index, chunk] of [...others.reverse(), others[0], first].entries()) {
      visitor = visitor.at(site.web(index));
      answers.push(await visitor.sendChunk(chunk));
    }
    const filePath = answers.map(({ body }) => body.filePath).find((path) => path !== undefined);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    return { visitor, swing: String(filePath) };
  }

  test('take the chunks of one upload in any order, and identical work is done once', async () => {
    const site = opened();
    const { visitor, swing } = await visitorWithSwing(await siteClip());
    const golfers = (await visitor.call<{ id: number }[]>('listGolfers')).body;
    expect(golfers.length).toBeGreaterThan(0);
    const body = mergeBodyOf(swing, golfers[0]?.id);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => visitor.at(site.web(index)).call('mergeVideos', { body })),
    );
    expect(
      new Set(answers.map(({ body: { mergedVideoUrl } }) => mergedVideoUrl)).size,
      JSON.stringify(answers[0]?.body),
    ).toBe(1);
    const { db } = await site.rows();
    const jobs = await db.selectFrom('jobs').select(['kind', 'state', 'attempt']).orderBy('kind').execute();
    expect(jobs).toEqual([
      { kind: 'finish', state: 'done', attempt: 1 },
      { kind: 'merge', state: 'done', attempt: 1 },
    ]);
    const url = String(answers[0]?.body.mergedVideoUrl);
    const part = await visitor.at(site.web(1)).fetch(url, { headers: { range: 'bytes=4-7' } });
    expect([part.status, await part.text()]).toEqual([206, 'ftyp']);
    expect((await new TestVisitor(site.web(1)).fetch(url)).status).toBe(404);
    expect(await site.keys('chunks/')).toEqual([]);
    expect(await site.strays()).toEqual([]);
  });

  test('leave nothing of a visitor’s deleted videos on the disk of any process [F1]', async () => {
    const site = opened();
    const { visitor, swing } = await visitorWithSwing(await siteClip());
    const golfers = (await visitor.call<{ id: number }[]>('listGolfers')).body;
    const merged = await visitor.call('mergeVideos', { body: mergeBodyOf(swing, golfers[0]?.id) });
    expect(merged.status).toBe(200);
    expect((await visitor.call('deleteMyVideos')).status).toBe(200);
    const { db } = await site.rows();
    const golferFiles = (await db.selectFrom('golfers').select('media_name').execute()).map((row) => row.media_name);
    for (const { dataDir } of [...site.processes('web'), ...site.processes('worker')]) {
      const files = (await readdir(dataDir, { recursive: true })).filter((path) => /\.(mp4|mov|vid|part)$/.test(path));
      expect(files.filter((path) => !golferFiles.includes(basename(path)))).toEqual([]);
    }
  });

  test('keep a link as it was sent, open it anywhere, and leave nothing of it when it is withdrawn', async () => {
    const site = opened();
    const file = Buffer.alloc(2_500_000, 'ftyp moov ');
    const link = await newLink(new Blob([file]), 'fore');
    const [sender, other] = [new TestVisitor(site.web(0)), new TestVisitor(site.web(1))];
    for (const [index, chunk] of cutIntoChunks(link.id, link.sealed, SEALED_NAME).entries()) {
      // The first answer sets the sender's cookie.
      const answer = await (index === 0 ? sender : sender.at(site.web(index))).sendChunk(chunk);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    }
    expect((await createLink(sender.at(site.web(1)), link)).status).toBe(200);
    expect(await site.keys('chunks/')).toEqual([]);
    expect(await site.keys('media/shares/')).toHaveLength(1);
    for (const visitor of [sender, other]) expect((await openedFile(visitor, link))?.equals(file)).toBe(true);
    const part = await other.fetch(`/api/shares/${link.id}/content`, { headers: { range: 'bytes=2000000-' } });
    expect(Buffer.from(await part.arrayBuffer()).equals(link.sealed.subarray(2_000_000))).toBe(true);
    expect(await site.strays()).toEqual([]);
    expect((await withdrawLink(other, link)).status).toBe(200);
    expect(await openedFile(sender, link)).toBeNull();
    expect(await site.keys('media/shares/')).toEqual([]);
    expect(await site.strays()).toEqual([]);
  });

  test('add a golfer whose video a worker has probed', async () => {
    const site = opened();
    const answer = await sendGolfer(await site.admin(), golferForm(new Uint8Array(await siteClip()), { name: 'Ada' }));
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      { name: 'Ada', thumbnailUrl: expect.any(String) },
    ]);
    const listed = (await new TestVisitor(site.web()).call<{ name: string; loopUrl: string }[]>('listGolfers')).body;
    const loop = await fetch(site.web() + listed.find(({ name }) => name === 'Ada')?.loopUrl);
    expect([loop.status, loop.headers.get('content-type')]).toEqual([200, 'video/mp4']);
    expect(await site.strays()).toEqual([]);
  });

  campaignTest('finish a job whose worker is killed, and cancel one wherever it runs', async () => {
    const site = opened();
    const { visitor, swing } = await visitorWithSwing(await longClip());
    const golfers = (await visitor.call<{ id: number }[]>('listGolfers')).body;
    const body = mergeBodyOf(swing, golfers[0]?.id);
    const listed = async () =>
      (await visitor.at(site.web(1)).call<{ jobs: { id: string; state: string }[] }>('listJobs')).body.jobs;
    const runner = async () => {
      for (const each of site.processes('worker')) if ((await findMediaProcesses(each.dataDir)).length > 0) return each;
      return null;
    };

    const merged = visitor.call('mergeVideos', { body });
    const worker = await until('a worker merges', runner, PATIENCE);
    await worker.process.end('SIGKILL');
    expect((await merged).status, site.log.slice(-20).join('\n')).toBe(200);
    const { db } = await site.rows();
    const job = await db
      .selectFrom('jobs')
      .select(['state', 'attempt'])
      .where('kind', '=', 'merge')
      .where('attempt', '>', 1)
      .execute();
    expect(job).toEqual([{ state: 'done', attempt: 2 }]);
    expect(await site.strays()).toEqual([]);
    await site.restart(worker);

    const canceled = visitor.call('mergeVideos', { body: { ...body, userStrikeTime: 1.4 } });
    await until('a worker merges again', runner, PATIENCE);
    const [live] = (await listed()).filter(({ state }) => state === 'running');
    await visitor.at(site.web(1)).call('cancelJob', { params: { id: live?.id ?? '' } });
    expect(await runner()).toBeNull();
    expect((await canceled).body).toMatchObject({ code: 'job-canceled' });

    const handedBack = visitor.call('mergeVideos', { body: { ...body, userStrikeTime: 1.5 } });
    const stopped = await until('a worker merges once more', runner, PATIENCE);
    expect(await stopped.process.end('SIGTERM')).toBe(0);
    expect((await handedBack).status).toBe(200);
    expect(await site.strays()).toEqual([]);
    await site.restart(stopped);
  });

  test('run no ffmpeg in web processes, and report when they are ready', async () => {
    const site = opened();
    for (const each of [...site.processes('web'), ...site.processes('worker')]) {
      const ready = await fetch(`${each.process.url}/readyz`);
      const { checks } = (await ready.json()) as { checks: Record<string, boolean> };
      expect([each.name, ready.status, 'ffmpeg' in checks]).toEqual([each.name, 200, each.role === 'worker']);
      const metrics = await fetch(`${each.process.url}/metrics`, { headers: { authorization: 'Bearer token' } });
      expect(await metrics.text()).toContain('swingmark_queue_length');
    }
  });

  campaignTest('are checked and backed up in their database and file store', async () => {
    const site = opened();
    const folder = await mkdtemp(join(tmpdir(), 'swingmark-backup-'));
    const env = { ...process.env, ...site.settings, DATA_DIR: join(folder, 'unused') };
    const script = (name: string, ...args: string[]) =>
      run(process.execPath, ['--disable-warning=ExperimentalWarning', `scripts/${name}.ts`, ...args], { env });
    expect((await script('integrity')).stdout).toMatch(/orphan_file 0, missing_file 0, checksum_mismatch 0/);
    await script('backup', join(folder, 'copy'));
    const copy = await checkIntegrity(join(folder, 'copy'), { isIdle: true });
    expect([isClean(copy), copy.checkedFiles > 0]).toEqual([true, true]);
    await rm(folder, { recursive: true });
  });
});
