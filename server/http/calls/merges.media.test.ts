// Comparisons over real HTTP with real videos: the result, how it is served, what survives (hostile cases §6.2, §6.6).
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { comparedClipsForTests } from '#tests/fixtures/compared-clips.ts';
import { numberedClip } from '#tests/fixtures/numbered-clip.ts';
import { TestVisitor } from '#tests/server/test-visitor.ts';
import { until } from '#tests/until.ts';

const compared = comparedClipsForTests();
const { mergeBody, merge } = compared;
const proMarks = { proRestTime: 0.3, proTopTime: 0.9, proStrikeTime: 1.3 };

async function probe(bytes: Buffer) {
  const args = [
    '-v',
    'error',
    '-count_frames',
    '-show_entries',
    'stream=width,height,nb_read_frames',
    '-of',
    'json',
    '-',
  ];
  const { stdout } = await execa('ffprobe', args, { input: bytes });
  return JSON.parse(stdout).streams;
}

describe('a comparison', () => {
  test('with a golfer of the library becomes one video that only its visitor can see [S7.10]', async () => {
    const { status, body } = await merge();
    expect([status, Object.keys(body)]).toEqual([200, ['mergedVideoUrl']]);
    const url = String(body.mergedVideoUrl);
    const answer = await compared.visitor.fetch(url);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('video/mp4');
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    // The visitor's 1.2 s and the library's 1.4 s to the strike meet at 1.4 s; the library's 2.5 s end it at 2.467 s.
    expect(await probe(Buffer.from(await answer.arrayBuffer()))).toMatchObject([
      { width: 320, height: 120, nb_read_frames: '75' },
    ]);
    for (const stranger of [new TestVisitor(compared.server.url), await visitorWithUpload()]) {
      const foreign = await stranger.fetch(url);
      expect([foreign.status, ((await foreign.json()) as { code: string }).code]).toEqual([404, 'result-not-found']);
    }
  });

  const visitorWithUpload = async () => {
    const other = new TestVisitor(compared.server.url);
    await other.sendChunk({ chunkIndex: 0, totalChunks: 2, fileName: 'a.mp4', fileId: 'x', chunk: 'AAAA' });
    return other;
  };

  test('uses the library’s marks, whatever marks the client sends', async () => {
    const [first, second] = [await merge(), await merge({ proRestTime: 9, proTopTime: 0, proStrikeTime: 999 })];
    expect(second.body.mergedVideoUrl).toBe(first.body.mergedVideoUrl);
  });

  test('requested twice concurrently is made once', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => merge({ alignmentType: 'top' })));
    expect(new Set(answers.map(({ body }) => body.mergedVideoUrl)).size).toBe(1);
    expect(await readdir(join(compared.server.dataDir, 'media/results'))).toHaveLength(2);
  });

  test('with an uploaded pro, and with itself, is made', async () => {
    const answer = await merge({ proVideoId: null, proVideoPath: compared.swing, ...proMarks, proRestTime: null });
    expect(answer.status).toBe(200);
  });

  test('of the demo swing is made', async () => {
    const body = {
      userRestTime: '0',
      userTopTime: '1.2',
      userStrikeTime: '1.6',
      proGolferId: String(compared.golferId),
      demoVideoUrl: '/content/swings/demo.mp4',
      alignmentType: 'strike',
    };
    expect((await compared.visitor.call('mergeDemo', { body })).status).toBe(200);
    for (const [change, status, code] of [
      [{ demoVideoUrl: '/content/swings/demo.mp4?x' }, 404, 'demo-not-found'],
      [{ demoVideoUrl: 'http://169.254.169.254/' }, 404, 'demo-not-found'],
      [{ proGolferId: 4711 }, 404, 'golfer-not-found'],
      [{ userStrikeTime: '' }, 422, 'positions-missing'],
      [{ userStrikeTime: ' ' }, 400, 'invalid-request'],
    ] as const) {
      const answer = await compared.visitor.call('mergeDemo', { body: { ...body, ...change } });
      expect([answer.status, answer.body.code]).toEqual([status, code]);
    }
  });
});

describe('a video is served', () => {
  test('whole, in part, and not again', async () => {
    const url = String((await merge()).body.mergedVideoUrl);
    const whole = Buffer.from(await (await compared.visitor.fetch(url)).arrayBuffer());
    for (const [range, status, expected] of [
      ['bytes=0-9', 206, whole.subarray(0, 10)],
      ['bytes=5-', 206, whole.subarray(5)],
      ['bytes=-7', 206, whole.subarray(-7)],
      ['bytes=0-999999999', 206, whole],
      ['bytes=0-0,5-6', 200, whole],
      ['lines=1-2', 200, whole],
      ['bytes=5-2', 416, Buffer.alloc(0)],
      ['bytes=-0', 416, Buffer.alloc(0)],
      [`bytes=${whole.length}-`, 416, Buffer.alloc(0)],
    ] as const) {
      const answer = await compared.visitor.fetch(url, { headers: { range } });
      expect([range, answer.status]).toEqual([range, status]);
      expect(Buffer.from(await answer.arrayBuffer()).equals(expected)).toBe(true);
    }
    const { headers } = await compared.visitor.fetch(url, { method: 'HEAD' });
    expect(headers.get('content-length')).toBe(String(whole.length));
    const again = await compared.visitor.fetch(url, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
  });

  test('to everyone when it is the library’s', async () => {
    const stranger = new TestVisitor(compared.server.url);
    const detail = await stranger.call('getGolfer', { params: { id: String(compared.golferId) } });
    expect(detail.body).toMatchObject({ name: 'Model', restTime: 0.4, topTime: 1, strikeTime: 1.4 });
    const video = await stranger.fetch(String(detail.body.videoUrl), { headers: { range: 'bytes=0-3' } });
    expect([video.status, video.headers.get('content-type')]).toEqual([206, 'video/mp4']);
    const [demo] = (await stranger.call<{ videoUrl: string }[]>('listDemos')).body;
    expect((await stranger.fetch(demo?.videoUrl ?? '')).status).toBe(200);
  });

  test('not under any other spelling of its address', async () => {
    const url = String((await merge()).body.mergedVideoUrl);
    for (const other of [
      url.replace('.mp4', ''),
      url.toUpperCase(),
      `${url}%00`,
      url.replace('/media/', '/media/..%2fresults%2f'),
    ]) {
      expect((await compared.visitor.fetch(other)).status).toBe(404);
    }
  });
});

describe('a job continues', () => {
  const slow = { userStrikeTime: 1.9 };
  const unfinished = async () => {
    const { body } = await compared.visitor.call<{ jobs: { id: string; state: string }[] }>('listJobs');
    return body.jobs.filter(({ state }) => state === 'running' || state === 'queued');
  };

  test('when the client disconnects, and the same request joins it', async () => {
    const leaving = new AbortController();
    const left = compared.visitor
      .call('mergeVideos', { body: mergeBody(slow), signal: leaving.signal })
      .catch(() => 'left');
    await until('the merge has been taken on', async () => (await unfinished()).length > 0);
    leaving.abort();
    expect(await left).toBe('left');
    expect((await merge(slow)).status).toBe(200);
    const { body } = await compared.visitor.call<{ jobs: { state: string }[] }>('listJobs');
    expect(body.jobs.filter(({ state }) => state !== 'done')).toEqual([]);
  });

  test('until it is cancelled, and then leaves nothing', async () => {
    const running = merge({ userStrikeTime: 1.7 });
    const { id } = await until('the merge has been taken on', async () => (await unfinished())[0]);
    const stranger = await new TestVisitor(compared.server.url).call('cancelJob', { params: { id } });
    expect([stranger.status, stranger.body.code]).toEqual([404, 'job-not-found']);
    expect((await compared.visitor.call('cancelJob', { params: { id } })).status).toBe(200);
    const answer = await running;
    expect([answer.status, answer.body.code]).toEqual([409, 'job-canceled']);
    expect(await readdir(join(compared.server.dataDir, 'work'))).toEqual([]);
  });

  test('until the visitor deletes everything', async () => {
    const other = new TestVisitor(compared.server.url);
    const uploaded = await other.upload('swing', await readFile((await numberedClip({ frames: 60 })).path));
    const body = mergeBody({ userVideoPath: uploaded.body.filePath, proVideoId: compared.golferId });
    const { mergedVideoUrl } = (await other.call('mergeVideos', { body })).body;
    await other.call('deleteMyVideos');
    expect((await other.fetch(String(mergedVideoUrl))).status).toBe(404);
    expect((await other.call('mergeVideos', { body })).body.code).toBe('video-not-found');
    expect((await other.call('listJobs')).body).toEqual({ jobs: [] });
  });
});
