// The server is stopped, ffmpeg is killed, the disk fills up, single steps fail (hostile cases 129 to 131 and 142).
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scaled } from '#tests/campaign-scale.ts';
import { campaignTest, wholeTest } from '#tests/campaign-test.ts';
import { FaultySite, faultySite } from '#tests/faults/site/faulty-site.ts';
import { ffmpegIds, openFiles, processTree } from '#tests/faults/site/process-info.ts';
import { openConnection, postHead } from '#tests/faults/site/raw-request.ts';
import {
  longClip,
  type SiteSwings,
  selfMergeBody,
  setUpSwings,
  siteClip,
  summary,
} from '#tests/faults/site/site-swings.ts';
import { makeSmallDisk, mayMountDisks } from '#tests/faults/site/small-disk.ts';
import { golferForm, sendGolfer } from '#tests/server/golfer-upload.ts';
import { startServerProcess } from '#tests/server/server-process.ts';
import type { Answer } from '#tests/server/test-visitor.ts';

let folder: string;
let faults: string;
const site = faultySite();
let swings: SiteSwings;
let long: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swingmark-stops-'));
  faults = join(folder, 'fault');
  swings = await setUpSwings(site);
  // Large enough that a merge takes seconds.
  long = String((await swings.visitor.upload('long', await longClip())).body.filePath);
});
afterAll(() => rm(folder, { recursive: true }));

let visitor: SiteSwings['visitor'];
const here = () => {
  visitor = swings.visitor.at(site.url);
  return visitor;
};
let mergeCount = 0;
/** The body of a small merge that differs each time, because the strike is on another frame. */
const freshMergeBody = () => {
  mergeCount += 1;
  return swings.mergeBody({ userStrikeTime: 0.9 + mergeCount / 30 });
};
/** Requests a merge and waits until ffmpeg is running. */
async function runningMerge(
  userStrikeTime: number,
): Promise<{ answer: Promise<Answer | 'connection lost'>; ffmpeg: number }> {
  const answer = here()
    .call('mergeVideos', { body: selfMergeBody(long, userStrikeTime) })
    .catch(() => 'connection lost' as const);
  for (let tries = 0; tries < 1500; tries += 1) {
    const [ffmpeg] = await ffmpegIds(site.pid);
    if (ffmpeg !== undefined) return { answer, ffmpeg };
    await sleep(5);
  }
  throw new Error('ffmpeg did not start');
}
const jobStates = async () =>
  (await here().call<{ jobs: { state: string }[] }>('listJobs')).body.jobs.map(({ state }) => state);

test('case 129: a server that is asked to stop ends within ten seconds with an upload and a merge in progress, and loses neither', async () => {
  const { answer } = await runningMerge(3.1);
  const socket = await openConnection(site.url);
  socket.on('error', () => undefined);
  socket.write(postHead('/api/upload-chunk', { cookie: here().cookie, 'content-length': 1000 }));
  socket.write('{"chunkIndex":0,');
  const programs = await processTree(site.pid);
  const begunAt = performance.now();
  const stopping = site.stop('SIGTERM');
  await sleep(100);
  const late = await here()
    .call('listGolfers')
    .then(
      ({ status }) => status,
      () => 'connection refused',
    );
  expect([503, 'connection refused']).toContain(late);
  expect(await stopping).toBe(0);
  expect(performance.now() - begunAt).toBeLessThan(11_000);
  const left = await Promise.all(programs.map((id) => processTree(id)));
  expect(left.flat().filter((id) => !programs.includes(id))).toEqual([]);
  const response = await answer;
  expect([200, 503, 'connection lost']).toContain(response === 'connection lost' ? response : response.status);
  await site.start();
  expect((await here().call('mergeVideos', { body: selfMergeBody(long, 3.1) })).status).toBe(200);
  expect(await jobStates()).toEqual(['done']);
});

wholeTest(
  'case 130: an ffmpeg that hangs or crashes fails only its own job, and one that is killed is started again',
  async () => {
    // Only a merge that hangs has to run into the timeout, which the short run leaves out.
    await site.restart('SIGTERM', { JOB_TIMEOUT_SECONDS: scaled('60', '20'), MAX_CONCURRENT_JOBS: '1' });
    site.expectErrors('merge-failed');
    const failures: [NodeJS.Signals, string][] = [
      ['SIGSTOP', '504 Creating the video took too long'],
      ['SIGKILL', '200'],
      ['SIGSEGV', '500 Failed to merge videos'],
    ];
    for (const [index, [signal, sentence]] of scaled(failures.slice(1, 2), failures).entries()) {
      const { answer, ffmpeg } = await runningMerge(3.2 + index / 100);
      process.kill(ffmpeg, signal);
      const response = await answer;
      expect(response === 'connection lost' ? response : summary(response), signal).toBe(sentence);
      // There is one slot: the next job runs only if the slot was released.
      expect(summary(await here().call('mergeVideos', { body: freshMergeBody() })), signal).toBe('200');
    }
    await site.restart();
  },
  180_000,
);

campaignTest(
  'an ffmpeg that disappears fails only its job; a missing or too old one prevents the start',
  async () => {
    site.expectErrors('merge-failed');
    const tool = join(folder, 'ffmpeg');
    const useTool = async (script: string) => {
      await writeFile(tool, `#!/bin/sh\n${script}\n`);
      await chmod(tool, 0o755);
    };
    await useTool('exec ffmpeg "$@"');
    await site.restart('SIGTERM', { FFMPEG_PATH: tool });
    await rm(tool);
    const gone = await here().call('mergeVideos', { body: freshMergeBody() });
    expect(summary(gone)).toBe('500 Failed to merge videos');
    const start = (settings: Record<string, string>) => startServerProcess(join(folder, 'other'), { settings });
    await expect(start({ FFMPEG_PATH: tool })).rejects.toThrow('could not be started. Please install ffmpeg');
    await expect(start({ FFPROBE_PATH: '/nowhere/ffprobe' })).rejects.toThrow('/nowhere/ffprobe could not be started');
    await useTool('echo "ffmpeg version 4.2.7 Copyright (c)"');
    await expect(start({ FFMPEG_PATH: tool })).rejects.toThrow('ffmpeg 4.2.7 at');
    await site.restart();
  },
  180_000,
);

test('case 131: without a database or file handles the response reports it, nothing partial stays, and the rest is served', async () => {
  const held = new DatabaseSync(join(site.dataDir, 'swingmark.db'));
  held.exec('begin immediate');
  const busy = await here().call('mergeVideos', { body: freshMergeBody() });
  expect(summary(busy)).toBe('503 The server is busy. Please try again in a minute.');
  expect(busy.headers.get('retry-after')).toBe('60');
  expect((await here().call('listGolfers')).status).toBe(200);
  held.exec('rollback');
  held.close();
  expect(summary(await here().call('mergeVideos', { body: freshMergeBody() }))).toBe('200');
  const limit = (max: number) => execa('prlimit', ['--pid', String(site.pid), `--nofile=${max}:20000`]);
  const chunk = { chunkIndex: 0, totalChunks: 2, fileName: 'a.mp4', fileId: 'handles', chunk: 'AAAA' };
  expect((await here().call('uploadChunk', { body: chunk })).status).toBe(200);
  await limit((await openFiles(site.pid)).length);
  const noHandle = await visitor.call('uploadChunk', { body: { ...chunk, chunkIndex: 1 } });
  expect([503, 507]).toContain(noHandle.status);
  expect((await visitor.call('listGolfers')).status).toBe(200);
  await limit(20_000);
  expect((await visitor.call('uploadChunk', { body: { ...chunk, fileId: 'handles-2' } })).status).toBe(200);
}, 120_000);

const canMount = await mayMountDisks();

test.runIf(canMount)(
  'on a full disk the response reports it, nothing partial stays, and the rest is served (needs an account that may mount a disk)',
  async () => {
    const disk = await makeSmallDisk(64);
    const small = new FaultySite({ parentFolder: () => disk.path });
    try {
      await small.open();
      small.beginTest();
      const there = await setUpSwings(small);
      await disk.fill(24 * 1024);
      const full = '507 The server is out of space. Please try again later.';
      expect(summary(await there.merge())).toBe(full);
      const golfer = await sendGolfer(there.admin, golferForm(new Uint8Array(await siteClip())));
      expect(golfer.status).toBe(507);
      expect((await there.visitor.call('listGolfers')).status).toBe(200);
      expect((await there.visitor.fetch(`/media/golfers/${there.golferId}.mp4`)).status).toBe(200);
      await disk.empty();
      expect(summary(await there.merge())).toBe('200');
      await small.probe();
    } finally {
      await small.close();
      await disk.remove();
    }
  },
  120_000,
);

wholeTest('case 142: a step that fails in any call gives a plain error, and the server keeps running', async () => {
  await site.restart('SIGTERM', { FAULT_POINT_FILE: faults });
  const videoUrl = String((await here().call('mergeVideos', { body: swings.mergeBody() })).body.mergedVideoUrl);
  const chunk = { chunkIndex: 0, totalChunks: 2, fileName: 'a.mp4', fileId: 'thrown', chunk: 'AAAA' };
  const admin = await site.admin();
  const steps: [string, () => Promise<{ status: number; body: Record<string, unknown> }>, string][] = [
    ['chunk-kept', () => visitor.call('uploadChunk', { body: chunk }), 'internal'],
    ['upload-file-removed', () => visitor.call('cancelUpload', { params: { fileId: 'thrown' } }), 'internal'],
    ['job-added', () => visitor.call('mergeVideos', { body: freshMergeBody() }), 'internal'],
    ['output-written', () => visitor.call('mergeVideos', { body: freshMergeBody() }), 'merge-failed'],
    ['download-begun', () => visitor.call('downloadSpeed', { body: { videoUrl, speed: 1 } }), 'internal'],
    [
      'golfer-probed',
      async () => {
        const answer = await sendGolfer(admin, golferForm(new Uint8Array(await siteClip())));
        return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
      },
      'internal',
    ],
  ];
  for (const [point, call, code] of steps) {
    site.expectErrors(code);
    await writeFile(faults, `${point} throw`);
    const { status, body } = await call();
    expect([point, status, body.code]).toEqual([point, 500, code]);
    expect(Object.keys(body).sort()).toEqual(['code', 'error', 'message']);
    expect(String(body.message)).not.toMatch(/fault|\/|Error:/);
    expect((await visitor.fetch('/healthz')).status).toBe(200);
  }
  await writeFile(faults, 'download-begun reject');
  const { pid } = site;
  const answer = await visitor.fetch('/api/download-video-speed', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ videoUrl, speed: 1 }),
  });
  expect(answer.status).toBe(200);
  await answer.arrayBuffer();
  await sleep(200);
  expect(site.pid).toBe(pid);
  expect((await visitor.fetch('/healthz')).status).toBe(200);
  expect(site.log.some(({ msg }) => msg === 'Unhandled rejection')).toBe(true);
  await writeFile(faults, '');
  // The next start, at the latest, cleans up after a failed step.
  await site.restart('SIGKILL');
});
