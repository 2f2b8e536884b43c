import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'content-disposition';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { DOWNLOAD_SPEEDS } from '#domain/video/playback-speed.ts';
import { mergedResult, mergedSiteForTests } from '#tests/fixtures/merged-result.ts';
import { findStrays } from '#tests/server/test-server.ts';
import { TestVisitor } from '#tests/server/test-visitor.ts';

const site = mergedSiteForTests();

async function download(body: unknown, from = site.visitor) {
  const answer = await from.fetch('/api/download-video-speed', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false;
  return { answer, bytes, body: isJson ? (JSON.parse(bytes.toString()) as Record<string, unknown>) : {} };
}

async function durationOf(bytes: Buffer): Promise<number> {
  const path = join(site.folder, `${Math.random()}.mp4`);
  await writeFile(path, bytes);
  const args = ['-v', 'error', '-show_entries', 'stream=duration', '-of', 'csv=p=0', path];
  return Number((await execa('ffprobe', args)).stdout);
}

describe('downloading a merged video', () => {
  it.each(DOWNLOAD_SPEEDS)('at speed %d is a file with the right duration [S7.12]', async (speed) => {
    const { answer, bytes } = await download({
      videoUrl: site.merged.videoUrl,
      speed,
      filename: `swing_${speed}x.mp4`,
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('video/mp4');
    expect(answer.headers.get('content-length')).toBe(String(site.merged.bytes.length));
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('cache-control')).toContain('private');
    const name = `swing_${speed}x.mp4`;
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename=${name}`);
    expect(bytes).toHaveLength(site.merged.bytes.length);
    expect(await durationOf(bytes)).toBeCloseTo((await durationOf(site.merged.bytes)) / speed, 4);
  });

  it('at normal speed is the same file', async () => {
    expect((await download({ videoUrl: site.merged.videoUrl, speed: 1 })).bytes).toEqual(site.merged.bytes);
  });

  it('does not require a file name', async () => {
    const { answer } = await download({ videoUrl: site.merged.videoUrl, speed: 2 });
    expect(answer.headers.get('content-disposition')).toContain('filename=comparison.mp4');
  });

  it.each(['a\r\nX-Evil: 1', '"; filename="evil.exe', 'a/b\\c;d\0', '日本 🏌️', '\u202egpj.exe', 'x'.repeat(5000)])(
    'is safe with the file name %j',
    async (filename) => {
      const { answer } = await download({ videoUrl: site.merged.videoUrl, speed: 2, filename });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('x-evil')).toBeNull();
      const header = answer.headers.get('content-disposition') ?? '';
      expect(parse(header).parameters.filename).toMatch(/^[^"\\/\r\n]+\.mp4$/);
    },
  );

  it('can be aborted midway, and repeated', async () => {
    for (let round = 0; round < 5; round += 1) {
      const stop = new AbortController();
      const answer = await site.visitor.fetch('/api/download-video-speed', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ videoUrl: site.merged.videoUrl, speed: 0.5 }),
        signal: stop.signal,
      });
      stop.abort();
      await expect(answer.arrayBuffer()).rejects.toThrow();
    }
    expect((await download({ videoUrl: site.merged.videoUrl, speed: 0.5 })).answer.status).toBe(200);
  });
});

describe('a download that is refused', () => {
  it.each([0, -1, 0.1, 3, '1.5', null, 0.7500001, undefined])('has the speed %j', async (speed) => {
    const { answer, body } = await download({ videoUrl: site.merged.videoUrl, speed });
    expect(answer.status).toBe(400);
    expect(body).toMatchObject({ error: 'Invalid speed', message: 'Invalid speed' });
  });

  it.each([
    (url: string) => `http://127.0.0.1${url}`,
    (url: string) => `${site.server.url}${url}`,
    (url: string) => `//evil.example${url}`,
    (url: string) => `/\\evil.example${url}`,
    (url: string) => `${url}?x`,
    (url: string) => `${url}#x`,
    (url: string) => ` ${url}`,
    (url: string) => `${url}\n`,
    (url: string) => url.replace('/media/', '/Media/'),
    (url: string) => url.replace('/media/', '/media//'),
    (url: string) => url.replace('/media/', '/media/../media/'),
    (url: string) => url.replace('.mp4', '.MP4'),
    (url: string) => url.replace('.mp4', ''),
    () => 'http://169.254.169.254/latest/meta-data',
    () => 'file:///etc/passwd',
    () => '/etc/passwd',
    () => 'concat:a|b',
    () => '/media/golfers/1.mp4',
    () => '/uploads/thumbnails/x.jpg',
    () => '/api/pro/1',
    () => '/media/.mp4',
    () => `/media/${'a'.repeat(32)}.mp4`,
    () => '__proto__',
    () => '',
  ])('requests another address than the server’s (%#)', async (change) => {
    const { answer, body } = await download({ videoUrl: change(site.merged.videoUrl), speed: 2 });
    expect(answer.status).toBe(404);
    expect(body.error).toBe('This video is no longer available. Please compare again.');
  });

  it('is another visitor’s, whether known to the server or not', async () => {
    const stranger = new TestVisitor(site.server.url);
    const withoutSession = await download({ videoUrl: site.merged.videoUrl, speed: 2 }, stranger);
    await stranger.call('getUpload', { params: { fileId: 'x' } });
    await stranger.sendChunk({ chunkIndex: 0, totalChunks: 2, fileName: 'a.mp4', fileId: 'a', chunk: 'AAAA' });
    const withSession = await download({ videoUrl: site.merged.videoUrl, speed: 2 }, stranger);
    const unknown = await download({ videoUrl: `/media/${'b'.repeat(32)}.mp4`, speed: 2 });
    for (const { answer, body } of [withoutSession, withSession]) {
      expect(answer.status).toBe(404);
      expect(body).toEqual(unknown.body);
    }
  });

  it('is of a result that was deleted', async () => {
    const other = new TestVisitor(site.server.url);
    const result = await mergedResult(other);
    await other.call('deleteMyVideos');
    expect((await download({ videoUrl: result.videoUrl, speed: 2 }, other)).answer.status).toBe(404);
  });

  it('leaves nothing behind', async () => {
    expect((await findStrays(site.server.dataDir)).filter((path) => !path.includes('chunks/'))).toEqual([]);
  });
});
