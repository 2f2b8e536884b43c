// One network uses excessive resources; the effect on others (hostile cases 159, 161 to 164, 166 and 175).
import { stat, statfs } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHUNK_BYTES } from '#domain/video/video-file.ts';
import { isWhole, scaled } from '#tests/campaign-scale.ts';
import { wholeTest } from '#tests/campaign-test.ts';
import { inDatabase } from '#tests/faults/site/account-steps.ts';
import { faultySite } from '#tests/faults/site/faulty-site.ts';
import { ffmpegIds, memoryMiB, openFiles, openHandles } from '#tests/faults/site/process-info.ts';
import { addGolfer, longClip, setUpSwings, siteClip, summary } from '#tests/faults/site/site-swings.ts';
import { makeSmallDisk, mayMountDisks, type SmallDisk } from '#tests/faults/site/small-disk.ts';
import { chunkOf } from '#tests/faults/site/upload-steps.ts';
import type { TestVisitor } from '#tests/server/test-visitor.ts';
import { until } from '#tests/until.ts';

const NETWORK_BUSY = '429 Too many requests come from your network. Please try again in a minute.';
const NO_SPACE = '507 The server is out of space. Please try again later.';
const fullChunk = Buffer.alloc(CHUNK_BYTES).toString('base64');
type Jobs = { jobs: { id: string; state: string }[] };
const jobsOf = async (visitor: TestVisitor) => (await visitor.call<Jobs>('listJobs')).body.jobs;

describe.runIf(isWhole)('a site that trusts its proxies', () => {
  const MAX_NEW_VISITORS = 150;
  const site = faultySite({
    settings: {
      TRUSTED_PROXIES: 'loopback',
      MAX_CONCURRENT_JOBS: '2',
      MAX_NEW_VISITORS_PER_NETWORK: String(MAX_NEW_VISITORS),
    },
  });
  const ATTACKER = '203.0.113.1';

  /** The body of a demo merge, which needs no upload. */
  async function demoMerge() {
    const [demo] = (await site.visitor().call<{ videoUrl: string }[]>('listDemos')).body;
    const [golfer] = (await site.visitor().call<{ id: number }[]>('listGolfers')).body;
    const times = { userRestTime: '0', userTopTime: '1.2', userStrikeTime: '1.6' };
    return { ...times, demoVideoUrl: demo?.videoUrl, proGolferId: golfer?.id, alignmentType: 'strike' };
  }

  wholeTest('case 159: other networks do not wait behind a flood of one network’s merges', async () => {
    const body = await demoMerge();
    const visitors = Array.from({ length: 110 }, () => site.visitor(ATTACKER));
    // Each needs its cookie first: without one it could not cancel its job.
    for (const visitor of visitors) await visitor.call('listJobs');
    const outcomes: string[] = [];
    const flood = visitors.map(async (visitor) => {
      const answer = await visitor.call('mergeDemo', { body });
      outcomes.push(`${summary(answer)} ${answer.headers.get('retry-after') ?? ''}`.trim());
    });
    await expect.poll(() => outcomes.filter((line) => line === `${NETWORK_BUSY} 60`).length).toBeGreaterThan(40);
    const done = () => outcomes.filter((line) => line === '200').length;
    const before = done();
    expect(summary(await site.visitor('203.0.113.2').call('mergeDemo', { body }))).toBe('200');
    expect(done() - before).toBeLessThanOrEqual(4);
    // Meanwhile, each of twenty visitors of a club behind one address gets a place in the queue.
    const club = Array.from({ length: 20 }, () => site.visitor('203.0.113.3'));
    for (const visitor of club) await visitor.call('listJobs');
    const merges = club.map((visitor) => visitor.call('mergeDemo', { body }).then(summary));
    await expect.poll(async () => (await Promise.all(club.map(jobsOf))).flat().length).toBe(20);
    await Promise.all([...visitors, ...club].map((visitor) => visitor.call('deleteMyVideos')));
    await Promise.all(flood);
    expect((await Promise.all(merges)).filter((line) => !/^(200|409 The work was cancelled)$/.test(line))).toEqual([]);
  });

  wholeTest('case 164: drawings that are requested and cancelled leave nothing', async () => {
    const swings = await setUpSwings(site);
    const { mergedVideoUrl: videoUrl } = (await swings.merge()).body;
    const drawing = (n: number) => ({
      from: { x: 0.123456789 + n, y: 1 / 3 },
      to: { x: 320 - 1 / 3, y: 119 + 1 / 7 },
      color: '#00ff00',
      width: 20,
      timestamp: 0.123456789,
    });
    const body = (n: number) => ({
      videoUrl,
      videoWidth: 320,
      videoHeight: 120,
      drawings: Array.from({ length: 9_000 }, (_, index) => drawing((n + index) % 300)),
    });
    const sizeBefore = (await stat(join(site.dataDir, 'swingmark.db'))).size;
    const rounds = scaled(8, 40);
    for (let round = 0; round < rounds; round += 1) {
      const asked = swings.visitor.call('renderDrawings', { body: body(round) });
      const open = async () =>
        (await jobsOf(swings.visitor)).find(({ state }) => state === 'queued' || state === 'running');
      await expect.poll(open, { interval: 10 }).toBeDefined();
      await swings.visitor.call('cancelJob', { params: { id: (await open())?.id ?? '' } });
      expect(summary(await asked)).toMatch(/^(200|409 The work was cancelled)$/);
    }
    const inputs = await inDatabase(site, (db) => db.selectFrom('jobs').select('input_json').execute());
    expect(inputs.reduce((sum, row) => sum + row.input_json.length, 0)).toBeLessThan(1_000);
    const grown = (await stat(join(site.dataDir, 'swingmark.db'))).size - sizeBefore;
    console.log(
      `case 164: ${rounds} times a megabyte of drawings, the database grew by ${Math.round(grown / 1000)} kB`,
    );
    expect(grown).toBeLessThan(8_000_000);
  });

  wholeTest(
    'case 175: requests without a cookie store no session, and a network’s new visitors are limited',
    async () => {
      const sessions = () => inDatabase(site, (db) => db.selectFrom('sessions').selectAll().execute());
      const before = (await sessions()).length;
      for (let sent = 0; sent < scaled(200, 4_000); sent += 20) {
        await Promise.all(
          Array.from({ length: 20 }, async () => {
            const answer = await fetch(`${site.url}/api/jobs`);
            expect([answer.status, await answer.json()]).toEqual([200, { jobs: [] }]);
          }),
        );
      }
      expect((await sessions()).length).toBe(before);
      const chunk = (address: string) => site.visitor(address).sendChunk(chunkOf());
      const answers: Awaited<ReturnType<typeof chunk>>[] = [];
      for (let index = 0; index < MAX_NEW_VISITORS + 10; index += 1) answers.push(await chunk('203.0.113.4'));
      const refused = answers.slice(-5);
      expect(refused.map((answer) => [summary(answer), answer.headers.get('retry-after')])).toEqual(
        Array(5).fill([NETWORK_BUSY, '60']),
      );
      expect((await sessions()).length - before).toBeLessThanOrEqual(MAX_NEW_VISITORS + 5);
      expect((await chunk('203.0.113.5')).status).toBe(200);
      // The cookie set with the list of jobs stays valid: the first merge is found with it.
      const visitor = site.visitor('203.0.113.6');
      await visitor.call('listJobs');
      const { cookie } = visitor;
      expect(summary(await visitor.call('mergeDemo', { body: await demoMerge() }))).toBe('200');
      expect([visitor.cookie, (await jobsOf(visitor)).length]).toEqual([cookie, 1]);
    },
  );
});

describe('a site that clients reach directly', () => {
  const site = faultySite();
  const ATTACKER = '127.0.0.2';
  let path = '';
  beforeAll(async () => {
    const rest = Buffer.alloc(8 * 1024 * 1024);
    rest.writeUInt32BE(rest.length, 0);
    rest.write('free', 4, 'latin1');
    path = `/media/golfers/${await addGolfer(await site.admin(), Buffer.concat([await siteClip(), rest]))}.mp4`;
  });

  /** Sends ten requests from another address and returns their statuses. */
  async function served(): Promise<number[]> {
    const statuses: number[] = [];
    for (let turn = 0; turn < 10; turn += 1) {
      const answer = await fetch(`${site.url}/api/pro/list`, { signal: AbortSignal.timeout(20_000) });
      await answer.arrayBuffer();
      statuses.push(answer.status);
    }
    return statuses;
  }

  test('case 161: pipelined requests without reading responses close the connection and do not affect the site', async () => {
    const memoryBefore = await memoryMiB(site.pid);
    const get = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`;
    const amount = scaled(200, 400);
    const attack = await openManyConnections(site.url, {
      amount,
      localAddress: ATTACKER,
      readsResponses: false,
      request: get.repeat(20),
    });
    const connections = async () => (await openFiles(site.pid)).filter((name) => name.startsWith('socket:')).length;
    const [statuses, handles] = [await served(), await openHandles(site.pid)];
    const memory = (await memoryMiB(site.pid)) - memoryBefore;
    console.log(`case 161: ${handles} handles, ${Math.round(memory)} MiB more, ${await connections()} connections`);
    expect(new Set(statuses)).toEqual(new Set([200]));
    await expect.poll(connections, { timeout: 10_000 }).toBeLessThan(amount / 2);
    expect(handles).toBeLessThan(700);
    expect(memory).toBeLessThan(200);
    attack.close();
  });

  test('case 162: a network’s idle connections do not block other networks', async () => {
    const attack = await openManyConnections(site.url, {
      amount: 2_100,
      localAddress: ATTACKER,
      readsResponses: true,
      request: 'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n',
    });
    expect(new Set(await served())).toEqual(new Set([200]));
    await expect.poll(attack.ended, { timeout: 10_000 }).toBeGreaterThanOrEqual(1_900);
    attack.close();
  });
});

const disk: SmallDisk | null = isWhole && (await mayMountDisks()) ? await makeSmallDisk(160) : null;

describe.runIf(disk)('a site on a small disk (needs an account that may mount one)', () => {
  const RESERVE_MB = 60;
  beforeAll(() => disk?.empty());
  const site = faultySite({
    parentFolder: () => disk?.path ?? '',
    settings: { DISK_RESERVE_MB: String(RESERVE_MB), TRUSTED_PROXIES: 'loopback' },
  });
  afterAll(() => disk?.remove());
  const freeMB = async () => {
    const { bavail, bsize } = await statfs(site.dataDir);
    return (bavail * bsize) / 1024 / 1024;
  };

  wholeTest('case 163: concurrent uploads leave the disk reserve free, and merges continue', async () => {
    const swings = await setUpSwings(site);
    const chunks = 15;
    const names = Array.from({ length: 4 }, (_, index) => `upload${index}`);
    const visitors = ['203.0.113.1', '203.0.113.1', '203.0.113.1', '203.0.113.2'].map((at) => site.visitor(at));
    const send = (visitor: TestVisitor, fileId: string, chunkIndex: number) =>
      visitor.sendChunk(chunkOf({ fileId, chunkIndex, totalChunks: chunks, chunk: fullChunk }));
    // All start before any continues.
    const begun: { visitor: TestVisitor; fileId: string }[] = [];
    const refused = new Set<string>();
    for (const visitor of visitors) {
      for (const fileId of names) {
        const answer = await send(visitor, fileId, 0);
        if (answer.status === 200) begun.push({ visitor, fileId });
        else refused.add(`${summary(answer)} ${answer.headers.get('retry-after')}`);
      }
    }
    expect([...refused]).toEqual([`${NO_SPACE} 300`]);
    // One network cannot reserve everything.
    expect(begun.some(({ visitor }) => visitor === visitors[3])).toBe(true);
    for (const { visitor, fileId } of begun) {
      for (let index = 1; index < chunks - 1; index += 1) await send(visitor, fileId, index);
    }
    console.log(`case 163: ${begun.length} of 16 uploads began, ${(await freeMB()).toFixed(1)} MB are left`);
    expect(await freeMB()).toBeGreaterThanOrEqual(RESERVE_MB - 1);
    expect(summary(await swings.merge())).toBe('200');
    await disk?.fill(RESERVE_MB * 1024 * 1024 - 1_000_000);
    const [open] = begun;
    if (open) expect(summary(await send(open.visitor, open.fileId, chunks - 1))).toBe(NO_SPACE);
    await disk?.empty();
  });

  wholeTest(
    'case 166: a merge that ran out of disk space is failed in the list of jobs and in the database',
    async () => {
      const swings = await setUpSwings(site);
      const long = String((await swings.visitor.upload('long', await longClip())).body.filePath);
      const merging = swings.visitor.call('mergeVideos', {
        body: {
          userVideoPath: long,
          proVideoPath: long,
          alignmentType: 'strike',
          userRestTime: 1,
          userTopTime: 2,
          userStrikeTime: 3.1,
          proRestTime: 1,
          proTopTime: 2,
          proStrikeTime: 3,
        },
      });
      // ffmpeg stands still while the disk fills: otherwise it could end before.
      const ffmpeg = await until('ffmpeg starts', async () => (await ffmpegIds(site.pid))[0]);
      process.kill(ffmpeg, 'SIGSTOP');
      await disk?.fill(0);
      const stop = disk?.keepFull();
      process.kill(ffmpeg, 'SIGCONT');
      expect(summary(await merging)).toBe(NO_SPACE);
      expect((await jobsOf(swings.visitor)).map(({ state }) => state)).toEqual(['failed']);
      console.log(`case 166: ${site.log.filter(({ msg }) => msg.includes('could not be stored')).length} ends refused`);
      await stop?.();
      await disk?.empty();
      const states = async () =>
        (
          await inDatabase(site, (db) => db.selectFrom('jobs').select('state').where('state', '!=', 'done').execute())
        ).map(({ state }) => state);
      await expect.poll(states, { timeout: 20_000, interval: 500 }).toEqual(['failed']);
      expect(summary(await swings.merge())).toBe('200');
    },
  );
});

/** Open connections. */
interface ManyConnections {
  /** How many the server has ended. */
  readonly ended: () => number;
  close(): void;
}

/** Opens connections, a hundred at a time; each sends `request`. Without `readsResponses` no response is read. */
async function openManyConnections(
  url: string,
  options: { amount: number; localAddress: string; request: string; readsResponses: boolean },
): Promise<ManyConnections> {
  const { amount, localAddress, request, readsResponses } = options;
  const { hostname, port } = new URL(url);
  const sockets: Socket[] = [];
  let ended = 0;
  const open = () =>
    new Promise<void>((resolve) => {
      const socket = connect({ host: hostname, port: Number(port), localAddress });
      sockets.push(socket);
      socket
        .on('error', () => undefined)
        .once('close', () => {
          ended += 1;
          resolve();
        });
      socket.once('connect', () => socket.write(request, () => resolve()));
      if (readsResponses) socket.resume();
      else socket.pause();
    });
  for (let opened = 0; opened < amount; opened += 100) {
    await Promise.all(Array.from({ length: Math.min(100, amount - opened) }, open));
  }
  return {
    ended: () => ended,
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}
