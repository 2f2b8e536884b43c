// The server is killed and restarted: no stored data is lost, and nothing is left over (hostile case 128; cases 34 and
// 129 are in tests/faults).
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isCampaign } from '#tests/campaign-scale.ts';
import { campaignTest } from '#tests/campaign-test.ts';
import { selfMergeBody } from '#tests/faults/site/site-swings.ts';
import { numberedClip } from '#tests/fixtures/numbered-clip.ts';
import { findMediaProcesses, type ServerProcess, startServerProcess } from '#tests/server/server-process.ts';
import { findStrays } from '#tests/server/test-server.ts';
import { TestVisitor } from '#tests/server/test-visitor.ts';
import { until } from '#tests/until.ts';

let dataDir: string;
let server: ServerProcess;
let visitor: TestVisitor;
let handle: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'swingmark-restart-'));
  server = await startServerProcess(dataDir);
  visitor = new TestVisitor(server.url);
  // Large and long in the campaign, so that a merge takes a few seconds.
  const size = isCampaign ? { widthPx: 1280, heightPx: 720 } : {};
  const clip = await readFile((await numberedClip({ frames: 360, fps: [60, 1], ...size })).path);
  handle = String((await visitor.upload('long', clip)).body.filePath);
});
afterAll(async () => {
  await server.end('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

async function restartServer(signal: NodeJS.Signals): Promise<number | null> {
  const exitCode = await server.end(signal);
  server = await startServerProcess(dataDir);
  visitor = visitor.at(server.url);
  return exitCode;
}

const merge = (userStrikeTime: number) => visitor.call('mergeVideos', { body: selfMergeBody(handle, userStrikeTime) });
const jobs = async () => (await visitor.call<{ jobs: { state: string }[] }>('listJobs')).body.jobs;

/** Requests a merge and waits until ffmpeg is working on it. The response arrives later. */
async function runningMerge(userStrikeTime: number): Promise<{ answer: Promise<number | string> }> {
  const answer = merge(userStrikeTime).then(
    ({ status }) => status,
    () => 'connection lost',
  );
  // Not just its sandbox: a program that is only being started may miss the death of the server.
  await until('ffmpeg works on the merge', async () =>
    (await findMediaProcesses(dataDir)).some((line) => /^\S*ffmpeg\0/.test(line)),
  );
  return { answer };
}

async function nothingIsLeft(): Promise<void> {
  expect(await findStrays(dataDir)).toEqual([]);
  expect(await findMediaProcesses(dataDir)).toEqual([]);
}

campaignTest('a merge that was running when the server was killed is made by the next one', async () => {
  const lost = await runningMerge(3.1);
  await server.end('SIGKILL');
  await until('the programs die with the server', async () => (await findMediaProcesses(dataDir)).length === 0);
  server = await startServerProcess(dataDir);
  visitor = visitor.at(server.url);
  expect(await lost.answer).toBe('connection lost');
  expect((await jobs()).map(({ state }) => state)).not.toContain('failed');
  const found = await merge(3.1);
  expect(found.status).toBe(200);
  expect((await visitor.fetch(String(found.body.mergedVideoUrl))).status).toBe(200);
  expect((await jobs()).map(({ state }) => state)).toEqual(['done']);
  await nothingIsLeft();
});

test('a finished result outlives the server', async () => {
  const { mergedVideoUrl } = (await merge(3.1)).body;
  const before = Buffer.from(await (await visitor.fetch(String(mergedVideoUrl))).arrayBuffer());
  await restartServer('SIGKILL');
  const after = Buffer.from(await (await visitor.fetch(String(mergedVideoUrl))).arrayBuffer());
  expect(after.equals(before)).toBe(true);
  expect((await merge(3.1)).body.mergedVideoUrl).toBe(mergedVideoUrl);
});

test('a second server on the same folder does not start', async () => {
  await expect(startServerProcess(dataDir)).rejects.toThrow('Another Swingmark server is using the folder');
  expect((await visitor.fetch('/healthz')).status).toBe(200);
});
