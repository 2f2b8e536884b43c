// A site of several processes whose PostgreSQL stops and starts, and whose store answers 503: no process ends, and no upload is
// lost.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { siteClip } from '#tests/faults/site/site-swings.ts';
import { cutIntoChunks, TestVisitor } from '#tests/server/test-visitor.ts';
import { type PostgresCluster, startPostgresCluster } from '#tests/stores/postgres-cluster.ts';
import { HAS_S3, NEEDS_S3 } from '#tests/stores/s3-server.ts';
import { SharedSite } from '#tests/stores/shared-site.ts';
import { openStoreProxy, type StoreProxy } from '#tests/stores/store-proxy.ts';
import { HAS_POSTGRES, NEEDS_POSTGRES } from '#tests/stores/test-database.ts';
import { testBucketUrl } from '#tests/stores/test-servers.ts';
import { until } from '#tests/until.ts';

describe.skipIf(!HAS_POSTGRES || !HAS_S3)(`stores that fail for a while${NEEDS_POSTGRES || NEEDS_S3}`, () => {
  let cluster: PostgresCluster;
  let proxy: StoreProxy;
  let site: SharedSite;
  beforeAll(async () => {
    cluster = await startPostgresCluster();
    proxy = await openStoreProxy(await testBucketUrl());
    site = await SharedSite.open(['web', 'web', 'worker'], {
      databaseUrl: cluster.urlOf('postgres'),
      s3Url: proxy.url,
    });
  });
  afterAll(async () => {
    await site.close();
    proxy.server.close();
    await cluster.remove();
  });

  const pids = () => [...site.processes('web'), ...site.processes('worker')].map((each) => each.process.pid);
  const isAlive = (pid: number) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };

  test('a store that answers 503 while an upload is put together costs nothing of it', async () => {
    const visitor = new TestVisitor(site.web());
    const clip = await siteClip();
    const chunks = cutIntoChunks('kept', clip, 'swing.mp4', Math.ceil(clip.length / 4));
    for (const chunk of chunks.slice(0, -1)) expect((await visitor.sendChunk(chunk)).status).toBe(200);
    proxy.fault = 'unavailable';
    const refused = await visitor.sendChunk(chunks.at(-1));
    expect([refused.status, refused.body.code]).toEqual([503, 'storage-failed']);
    const status = () => visitor.at(site.web(1)).call('getUpload', { params: { fileId: 'kept' } });
    expect((await status()).status).toBe(503);
    proxy.fault = 'none';
    const { status: code, body } = await status();
    expect([code, body.received, typeof body.filePath]).toEqual([200, [0, 1, 2, 3], 'string']);
  });

  test('a PostgreSQL that stops and starts under sixteen visitors ends no process', async () => {
    const before = pids();
    let isOver = false;
    const statuses = new Set<number>();
    const polling = Array.from({ length: 16 }, async (_, index) => {
      const visitor = new TestVisitor(site.web(index));
      while (!isOver) {
        const chunk = { chunkIndex: 0, totalChunks: 2, fileName: 'a.mp4', fileId: 'polled', chunk: 'AAAA' };
        for (const answer of [await visitor.call('listGolfers'), await visitor.sendChunk(chunk)])
          statuses.add(answer.status);
      }
    });
    for (let round = 0; round < 4; round += 1) {
      await sleep(500);
      await cluster.stop();
      await sleep(1_000);
      await cluster.start();
    }
    isOver = true;
    await Promise.all(polling);
    expect([...statuses].filter((status) => ![200, 503].includes(status))).toEqual([]);
    expect([pids(), before.every(isAlive)]).toEqual([before, true]);
    for (const each of [...site.processes('web'), ...site.processes('worker')]) {
      await until(`${each.name} is ready`, async () => (await fetch(`${each.process.url}/readyz`)).status === 200);
    }
    const clip = await siteClip();
    await until(
      'uploads are checked again',
      async () => (await new TestVisitor(site.web()).upload('after', clip)).status === 200,
    );
  });
});
