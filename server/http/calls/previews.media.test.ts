import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JobStatus } from '#contract/merges.ts';
import type { PreviewResponse } from '#contract/uploads.ts';
import { campaignTest } from '#tests/campaign-test.ts';
import { numberedClip } from '#tests/fixtures/numbered-clip.ts';
import { findStrays, startTestServer, type TestServer } from '#tests/server/test-server.ts';
import { TestVisitor } from '#tests/server/test-visitor.ts';

let server: TestServer;
let bytes: Buffer;

beforeAll(async () => {
  server = await startTestServer();
  const { path } = await numberedClip({ codec: 'mpeg4', container: 'avi', frames: 60 });
  bytes = await readFile(path);
});

afterAll(async () => {
  await server.close();
});

async function uploaded(file = bytes, fileName = 'swing.avi'): Promise<{ visitor: TestVisitor; filePath: string }> {
  const visitor = new TestVisitor(server.url);
  const { body } = await visitor.upload('swing', file, fileName);
  return { visitor, filePath: String(body.filePath) };
}

describe('a preview', () => {
  it('is an MP4 with the original’s frame times, and the same job does not run twice', async () => {
    const { visitor, filePath } = await uploaded();
    const ask = () => visitor.call<PreviewResponse>('makePreview', { body: { filePath } });
    const [first, second] = await Promise.all([ask(), ask()]);
    expect(first.status).toBe(200);
    expect(first.body.clip.frameTimes).toHaveLength(60);
    expect(first.body.clip.frameTimes[30]).toBeCloseTo(1, 5);
    expect([second.body.previewUrl, (await ask()).body.previewUrl]).toEqual(Array(2).fill(first.body.previewUrl));
    const { body } = await visitor.call<{ jobs: JobStatus[] }>('listJobs');
    expect(body.jobs).toMatchObject([{ kind: 'preview', state: 'done', percent: 100 }]);
    const file = await visitor.fetch(first.body.previewUrl, { headers: { range: 'bytes=0-11' } });
    expect([file.status, file.headers.get('content-type')]).toEqual([206, 'video/mp4']);
    expect(await findStrays(server.dataDir)).toEqual([]);
  });

  it('can be seen and requested by its own visitor only', async () => {
    const { visitor, filePath } = await uploaded();
    const { body } = await visitor.call<PreviewResponse>('makePreview', { body: { filePath } });
    const { visitor: stranger } = await uploaded();
    const asked = await stranger.call('makePreview', { body: { filePath } });
    expect([asked.status, asked.body.code]).toEqual([404, 'video-not-found']);
    expect((await stranger.fetch(body.previewUrl)).status).toBe(404);
    const nobody = await new TestVisitor(server.url).call('makePreview', { body: { filePath } });
    expect([nobody.status, nobody.body.code]).toEqual([404, 'video-not-found']);
  });

  it('is gone with the visitor’s videos', async () => {
    const { visitor, filePath } = await uploaded();
    const { body } = await visitor.call<PreviewResponse>('makePreview', { body: { filePath } });
    await visitor.call('deleteMyVideos');
    expect((await visitor.fetch(body.previewUrl)).status).toBe(404);
    expect((await visitor.call('makePreview', { body: { filePath } })).body.code).toBe('video-not-found');
  });

  campaignTest('can be cancelled while it is made', async () => {
    const { path } = await numberedClip({
      codec: 'mpeg4',
      container: 'avi',
      frames: 1000,
      widthPx: 640,
      heightPx: 480,
    });
    const { visitor, filePath } = await uploaded(await readFile(path));
    const asking = visitor.call('makePreview', { body: { filePath } });
    const job = await runningJob(visitor);
    expect(job.kind).toBe('preview');
    await visitor.call('cancelJob', { params: { id: job.id } });
    expect((await asking).body.code).toBe('job-canceled');
    expect(await findStrays(server.dataDir)).toEqual([]);
  });
});

async function runningJob(visitor: TestVisitor): Promise<JobStatus> {
  for (;;) {
    const { body } = await visitor.call<{ jobs: JobStatus[] }>('listJobs');
    const running = body.jobs.find(({ state }) => state === 'running');
    if (running) return running;
    if (body.jobs.some(({ state }) => state === 'done')) throw new Error('It was done before it could be cancelled');
  }
}
