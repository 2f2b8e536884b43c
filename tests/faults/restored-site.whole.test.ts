// A site of several processes that was lost, restored from a backup as docs/running-it-for-many.md says.
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, onTestFinished, test } from 'vitest';
import { siteClip } from '#tests/faults/site/site-swings.ts';
import { golferForm, sendGolfer } from '#tests/server/golfer-upload.ts';
import { mergeBodyOf } from '#tests/server/merge-body.ts';
import { TestVisitor } from '#tests/server/test-visitor.ts';
import { SharedSite } from '#tests/stores/shared-site.ts';
import { testServers } from '#tests/stores/test-servers.ts';

/** Runs a command as an operator does, and returns its output. */
async function operate(env: Readonly<Record<string, string>>, ...command: string[]): Promise<string> {
  const end = await execa('node', ['scripts/run.mjs', ...command], { env, all: true, reject: false });
  expect(end.exitCode, end.all).toBe(0);
  return end.all;
}

async function opened(servers: Awaited<ReturnType<typeof testServers>>) {
  const site = await SharedSite.open(['web', 'worker'], servers);
  onTestFinished(() => site.close());
  return site;
}

test('a site is restored into an empty database and bucket with every file, and goes on [F18]', async () => {
  const lost = await opened(await testServers());
  await sendGolfer(await lost.admin(), golferForm(new Uint8Array(await siteClip()), { name: 'Ada' }));
  const visitor = new TestVisitor(lost.web());
  const swing = String((await visitor.upload('swing', await siteClip())).body.filePath);
  const golfers = (await visitor.call<{ id: number; name: string }[]>('listGolfers')).body;
  const body = mergeBodyOf(swing, golfers.find(({ name }) => name === 'Ada')?.id);
  const merged = String((await visitor.call('mergeVideos', { body })).body.mergedVideoUrl);
  const video = Buffer.from(await (await visitor.fetch(merged)).arrayBuffer());
  const backup = join(lost.root, 'backup');
  await operate({ ...lost.settings, DATA_DIR: join(lost.root, 'scratch') }, 'backup', backup);

  const servers = await testServers();
  const settings = { ...lost.settings, DATABASE_URL: servers.databaseUrl, S3_URL: servers.s3Url };
  await operate({ ...settings, DATA_DIR: backup }, 'move', '--to');
  const restored = await opened(servers);
  expect(await operate({ ...settings, DATA_DIR: join(restored.root, 'scratch') }, 'integrity')).toContain(
    'orphan_file 0, missing_file 0, checksum_mismatch 0',
  );
  const returned = visitor.at(restored.web());
  expect((await returned.call('listGolfers')).body).toEqual(golfers);
  const again = await returned.fetch(merged);
  expect([again.status, Buffer.from(await again.arrayBuffer()).equals(video)]).toEqual([200, true]);
  expect((await returned.call('mergeVideos', { body: { ...body, alignmentType: 'top' } })).status).toBe(200);
});
