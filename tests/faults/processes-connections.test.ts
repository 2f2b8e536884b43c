// Clients that repeat requests, disconnect, stop reading or are behind a proxy with short timeouts; clock jumps (hostile
// cases 134 to 137 and 140).

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { execa } from 'execa';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { isCampaign } from '#tests/campaign-scale.ts';
import { wholeTest } from '#tests/campaign-test.ts';
import { faultySite } from '#tests/faults/site/faulty-site.ts';
import { ffmpegIds, openFiles } from '#tests/faults/site/process-info.ts';
import {
  addGolfer,
  longClip,
  type SiteSwings,
  selfMergeBody,
  setUpSwings,
  summary,
} from '#tests/faults/site/site-swings.ts';
import { listenLocally } from '#tests/server/local-port.ts';
import { startTestServer } from '#tests/server/test-server.ts';
import { TestVisitor } from '#tests/server/test-visitor.ts';
import { until } from '#tests/until.ts';

const site = faultySite();
let swings: SiteSwings;
let long: string;
beforeAll(async () => {
  swings = await setUpSwings(site);
  long = String((await swings.visitor.upload('long', await longClip())).body.filePath);
});
afterEach(() => vi.useRealTimers());

type Jobs = { jobs: { id: string; state: string }[] };
const jobs = async (visitor = swings.visitor) => (await visitor.call<Jobs>('listJobs')).body.jobs;
const isWorking = async () => (await ffmpegIds(site.pid)).length > 0;

wholeTest('case 134: the same merge requested twice is one job with one result', async () => {
  const before = (await jobs()).length;
  const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => swings.merge()));
  expect(answers.map(summary)).toEqual(Array(6).fill('200'));
  expect(new Set(answers.map(({ body }) => body.mergedVideoUrl)).size).toBe(1);
  expect((await swings.merge()).body).toEqual(answers[0]?.body);
  expect((await jobs()).length - before).toBe(1);
});

// Decision 021: the job continues, because a phone that loses its connection reconnects; canceling takes a call.
test('case 135: a client that disconnects finds its merge when it returns; one that cancels stops it within five seconds', async () => {
  const before = (await jobs()).length;
  const leaving = new AbortController();
  const left = swings.visitor
    .call('mergeVideos', { body: selfMergeBody(long, 3.1), signal: leaving.signal })
    .catch(() => 'left');
  await until('the merge runs', isWorking);
  leaving.abort();
  expect(await left).toBe('left');
  expect(summary(await swings.visitor.call('mergeVideos', { body: selfMergeBody(long, 3.1) }))).toBe('200');
  expect((await jobs()).length - before).toBe(1);

  const cancelled = swings.visitor.call('mergeVideos', { body: selfMergeBody(long, 3.2) });
  await until('the merge runs', isWorking);
  const [running] = (await jobs()).filter(({ state }) => state === 'running');
  expect((await swings.visitor.call('cancelJob', { params: { id: running?.id ?? '' } })).status).toBe(200);
  const canceledAt = performance.now();
  await until('the merge has stopped', async () => !(await isWorking()));
  expect(performance.now() - canceledAt).toBeLessThan(5_000);
  expect(summary(await cancelled)).toBe('409 The work was cancelled');

  // A queued job is canceled at once.
  const first = swings.visitor.call('mergeVideos', { body: selfMergeBody(long, 3.3) });
  const second = swings.visitor.call('mergeVideos', { body: selfMergeBody(long, 3.4) });
  await until('a job is queued', async () => (await jobs()).some(({ state }) => state === 'queued'));
  await swings.visitor.call('deleteMyVideos');
  expect([summary(await first), summary(await second)]).toEqual(Array(2).fill('409 The work was cancelled'));
});

/** A golfer whose video is larger than the socket buffers. */
async function largeGolfer(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'swingmark-'));
  try {
    const path = join(folder, 'large.mp4');
    const noise = ['-f', 'lavfi', '-i', 'color=gray:s=640x480:r=30:d=3', '-vf', 'noise=alls=100:allf=t'];
    const encoding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '18', '-pix_fmt', 'yuv420p'];
    await execa('ffmpeg', ['-v', 'error', ...noise, ...encoding, path]);
    return `/media/golfers/${await addGolfer(swings.admin, await readFile(path))}.mp4`;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Starts a download and stops reading. */
function pausedDownload(path: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(`${site.url}${path}`, { agent: false }, (answer) => resolve(answer.pause())).on('error', reject);
  });
}

wholeTest(
  'case 136: a download that is aborted or no longer read frees its resources soon',
  async () => {
    const path = await largeGolfer();
    const opened = async () => (await openFiles(site.pid)).filter((name) => name.includes('/media/golfers/')).length;
    const downloads = await Promise.all(Array.from({ length: 20 }, () => pausedDownload(path)));
    await until('20 files are open', async () => (await opened()) === 20);
    for (const download of downloads.slice(0, 15)) download.destroy();
    await until('5 files are open', async () => (await opened()) === 5);
    // A pause does not end the download: browsers stop reading when a video is paused.
    await sleep(1_000);
    const [first, ...others] = downloads.slice(15);
    let bytes = 0;
    for await (const piece of first ?? []) bytes += (piece as Buffer).length;
    expect(bytes).toBe(Number(first?.headers['content-length']));
    // The last byte arrives a moment before the server closes the file.
    await until('4 files are open', async () => (await opened()) === 4);
    // The limit is five minutes, so only the campaign waits for it. slow-requests.test.ts uses a shorter limit.
    if (isCampaign) await until('no file is open', async () => (await opened()) === 0, { limitMs: 420_000 });
    for (const download of others) download.destroy();
    await until('no file is open', async () => (await opened()) === 0);
  },
  600_000,
);

/** Forwards connections and cuts each after a while, like a proxy with a short timeout. */
async function cuttingProxy(afterMs: number): Promise<{ url: string; close: () => void }> {
  const server = createServer((socket) => {
    const upstream = connect(Number(new URL(site.url).port), '127.0.0.1');
    socket.pipe(upstream).pipe(socket);
    const cut = () => {
      socket.destroy();
      upstream.destroy();
    };
    setTimeout(cut, afterMs).unref();
    for (const side of [socket, upstream]) side.on('error', cut).on('close', cut);
  });
  const port = await listenLocally(server);
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => server.close(),
  };
}

wholeTest(
  'case 137: behind a proxy that cuts long responses the result is found in the job list, and is made once',
  async () => {
    const { body } = await swings.visitor.upload('behind-proxy', await longClip());
    const proxy = await cuttingProxy(400);
    const visitor = swings.visitor.at(proxy.url);
    const mergeBody = { ...selfMergeBody(long, 3.5), userVideoPath: body.filePath, proVideoPath: body.filePath };
    const before = (await jobs(visitor)).length;
    const ask = () => visitor.call('mergeVideos', { body: mergeBody }).catch(() => null);
    expect(await ask()).toBeNull();
    const isDone = async () => (await jobs(visitor).catch(() => []))[0]?.state === 'done';
    await until('the job is done', isDone, { limitMs: 60_000, pauseMs: 20 });
    const found = await ask();
    expect(found?.status).toBe(200);
    expect((await jobs(visitor)).length - before).toBe(1);
    proxy.close();
  },
  90_000,
);

// In this process, because a test can only change its own clock.
test('case 140: a clock that jumps by days ends no upload, no session and no lockout', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const server = await startTestServer({ settings: { TRUSTED_PROXIES: 'loopback' } });
  try {
    const visitor = new TestVisitor(server.url);
    const chunk = { chunkIndex: 0, totalChunks: 2, fileName: 'a.mp4', fileId: 'jump', chunk: 'AAAA' };
    const guess = async () => {
      const headers = { 'content-type': 'application/json' };
      const answer = await visitor.fetch('/api/admin/login', { method: 'POST', headers, body: '{"password":"guess"}' });
      return [answer.status, Number(answer.headers.get('retry-after') ?? 0) > 800];
    };
    await visitor.sendChunk(chunk);
    for (let tries = 0; tries < 10; tries += 1) await guess();
    const now = Date.now();
    for (const days of [1, -1, 40, -40]) {
      vi.setSystemTime(now + days * 24 * 3600_000);
      await server.app.sweep.run();
      const { status, body } = await visitor.call('getUpload', { params: { fileId: 'jump' } });
      expect([days, status, body.received]).toEqual([days, 200, [0]]);
      expect(await guess()).toEqual([429, true]);
    }
  } finally {
    await server.close();
  }
});
