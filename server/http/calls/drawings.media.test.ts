import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { mergedResult, mergedSiteForTests } from '#tests/fixtures/merged-result.ts';
import { findStrays } from '#tests/server/test-server.ts';
import { type Answer, TestVisitor } from '#tests/server/test-visitor.ts';

const RED_DOT = { from: { x: 100, y: 50 }, to: { x: 101, y: 50 }, color: '#ff0000', width: 16, timestamp: 0.5 };
const SURFACE = { videoWidth: 320, videoHeight: 120 };

const site = mergedSiteForTests();

function render(change: Record<string, unknown> = {}, from = site.visitor): Promise<Answer> {
  return from.call('renderDrawings', {
    body: { videoUrl: site.merged.videoUrl, drawings: [RED_DOT], ...SURFACE, ...change },
  });
}

/** The first frame on which the dot is red; null when there is none. */
async function firstRedFrame(videoUrl: unknown, from = site.visitor): Promise<number | null> {
  const path = join(site.folder, `${Math.random()}.mp4`);
  await writeFile(path, Buffer.from(await (await from.fetch(String(videoUrl))).arrayBuffer()));
  const filters = ['-vf', 'scale=in_color_matrix=bt709,format=rgb24,crop=2:2:100:50', '-fps_mode', 'passthrough'];
  const { stdout } = await execa('ffmpeg', ['-v', 'error', '-i', path, ...filters, '-f', 'rawvideo', 'pipe:1'], {
    encoding: 'buffer',
    stdin: 'ignore',
  });
  for (let frame = 0; frame < stdout.length / 12; frame += 1) {
    if ((stdout[frame * 12] ?? 0) > 200 && (stdout[frame * 12 + 1] ?? 255) < 60) return frame;
  }
  return null;
}

describe('rendering drawings into a video', () => {
  it('returns the address of a video with them, of this visitor only [S7.13]', async () => {
    const { status, body } = await render();
    expect(status).toBe(200);
    expect(body.videoUrl).toMatch(/^\/media\/[A-Za-z0-9_-]{32,64}\.mp4$/);
    expect(body.videoUrl).not.toBe(site.merged.videoUrl);
    expect(await firstRedFrame(body.videoUrl)).toBe(15);
    expect((await new TestVisitor(site.server.url).fetch(String(body.videoUrl))).status).toBe(404);
  });

  it('returns the same video for the same drawings, and another one for others', async () => {
    const [first, again, both] = [await render(), await render(), await Promise.all([render(), render()])];
    for (const { body } of [again, ...both]) expect(body.videoUrl).toBe(first.body.videoUrl);
    const other = await render({ drawings: [{ ...RED_DOT, timestamp: 0.6 }] });
    expect(other.body.videoUrl).not.toBe(first.body.videoUrl);
  });

  it('returns a video that can be downloaded at another speed and drawn on again', async () => {
    const { body } = await render();
    const speed = await site.visitor.fetch('/api/download-video-speed', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ videoUrl: body.videoUrl, speed: 0.25 }),
    });
    expect(speed.status).toBe(200);
    await speed.arrayBuffer();
    const twice = await render({ videoUrl: body.videoUrl, drawings: [{ ...RED_DOT, timestamp: 0 }] });
    expect(await firstRedFrame(twice.body.videoUrl)).toBe(0);
  });

  it('is listed among the visitor’s jobs', async () => {
    await render();
    const { body } = await site.visitor.call<{ jobs: { kind: string; state: string; percent: number }[] }>('listJobs');
    expect(body.jobs.find(({ kind }) => kind === 'drawings')).toMatchObject({ state: 'done', percent: 100 });
  });

  it('can be cancelled', async () => {
    const own = new TestVisitor(site.server.url);
    const { videoUrl } = await mergedResult(own);
    const rendering = render({ videoUrl }, own);
    const job = await expect
      .poll(async () => {
        const { body } = await own.call<{ jobs: { id: string; kind: string }[] }>('listJobs');
        return body.jobs.find(({ kind }) => kind === 'drawings');
      })
      .toBeDefined()
      .then(async () => {
        const { body } = await own.call<{ jobs: { id: string; kind: string }[] }>('listJobs');
        return body.jobs.find(({ kind }) => kind === 'drawings');
      });
    await own.call('cancelJob', { params: { id: job?.id ?? '' } });
    const { status, body } = await rendering;
    expect([status, body.code]).toEqual([409, 'job-canceled']);
    expect(await findStrays(site.server.dataDir)).toEqual([]);
  });

  it('accepts ten thousand drawings at ten thousand times', async () => {
    const drawings = Array.from({ length: 10_000 }, (_, n) => ({
      from: { x: 100 + Math.sin(n) / 3, y: 50.12345678901234 },
      to: { x: 101.98765432109876, y: 50 + Math.cos(n) / 3 },
      color: '#ff0000',
      width: 16,
      timestamp: 0.2 + n / 10_000,
    }));
    const { status, body } = await render({ drawings });
    expect(status).toBe(200);
    expect(await firstRedFrame(body.videoUrl)).toBe(6);
  });

  it.each([
    ['far off the picture', { from: { x: -1e6, y: -1e6 }, to: { x: 1e6, y: 1e6 } }],
    ['without a length', { to: RED_DOT.from }],
    ['at the end of the video', { timestamp: 2.0 }],
  ])('accepts a drawing %s', async (_, change) => {
    expect((await render({ drawings: [{ ...RED_DOT, ...change }] })).status).toBe(200);
  });

  it('accepts a surface of another size and shape', async () => {
    const { status } = await render({ videoWidth: 1000, videoHeight: 1000 });
    expect(status).toBe(200);
  });
});

describe('drawings that are refused', () => {
  it.each([
    ['no drawings', { drawings: [] }],
    ['null for drawings', { drawings: null }],
    ['nothing for drawings', { drawings: undefined }],
    ['no video', { videoUrl: '' }],
    ['nothing for a video', { videoUrl: undefined }],
  ])('are refused with %s in the specification’s words', async (_, change) => {
    const { status, body } = await render(change);
    expect([status, body.error]).toEqual([400, 'No video or drawings to render']);
  });

  it.each([
    [{ color: 'red:x=0' }, 'Invalid colour'],
    [{ color: 'red,movie=/etc/passwd' }, 'Invalid colour'],
    [{ color: "#fff'" }, 'Invalid colour'],
    [{ color: 'url(x)' }, 'Invalid colour'],
    [{ color: '#FF0000\n' }, 'Invalid colour'],
    [{ width: 0 }, 'Invalid drawing width'],
    [{ width: 21 }, 'Invalid drawing width'],
    [{ width: 1.5 }, 'Invalid drawing width'],
    [{ width: '3' }, 'Invalid drawing width'],
    [{ from: { x: 1e308, y: 0 } }, 'Invalid point (drawings.0.from.x)'],
    [{ from: { x: null, y: 0 } }, 'Invalid point (drawings.0.from.x)'],
    [{ from: undefined }, 'Invalid point (drawings.0.from)'],
    [{ timestamp: -1 }, 'Invalid time (drawings.0.timestamp)'],
    [{ timestamp: null }, 'Invalid time (drawings.0.timestamp)'],
    [{ timestamp: 9999 }, 'Invalid time (drawings.0.timestamp)'],
    [{ timestamp: 2.2 }, 'Invalid time (drawings.0.timestamp)'],
  ])('have %j', async (change, words) => {
    const { status, body } = await render({ drawings: [{ ...RED_DOT, ...change }] });
    expect([status, body.error]).toEqual([400, words]);
  });

  it.each([0, -1, 0.5, 1e9, '320', null])('were drawn on a surface %j pixels wide', async (videoWidth) => {
    const { status, body } = await render({ videoWidth });
    expect([status, body.error]).toEqual([400, 'Invalid video size']);
  });

  it('are more than ten thousand', async () => {
    const small = { from: { x: 1, y: 1 }, to: { x: 2, y: 2 }, color: '#ff0000', width: 3, timestamp: 0 };
    const { status, body } = await render({ drawings: Array.from({ length: 10_001 }, () => small) });
    expect([status, body.code]).toEqual([413, 'too-many-drawings']);
  });

  it('are more than two megabytes', async () => {
    const { status, body } = await render({ padding: 'x'.repeat(2 * 1024 * 1024) });
    expect([status, body.code]).toEqual([413, 'body-too-large']);
  });

  it('are for another visitor’s video, an unknown one, or another address', async () => {
    const stranger = new TestVisitor(site.server.url);
    await stranger.sendChunk({ chunkIndex: 0, totalChunks: 2, fileName: 'a.mp4', fileId: 'a', chunk: 'AAAA' });
    const answers = [
      await render({}, stranger),
      await render({ videoUrl: `/media/${'c'.repeat(32)}.mp4` }),
      await render({ videoUrl: `${site.server.url}${site.merged.videoUrl}` }),
      await render({ videoUrl: '/media/golfers/1.mp4' }),
    ];
    for (const { status, body } of answers) {
      expect([status, body.error]).toEqual([404, 'This video is no longer available. Please compare again.']);
    }
  });
});
