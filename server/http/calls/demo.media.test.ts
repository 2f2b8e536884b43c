import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningServer, startServer } from '#tests/server/running-server.ts';
import type { TestBrowser } from '#tests/server/test-browser.ts';

const run = promisify(execFile);
let contentRoot: string;
let server: RunningServer;
let golferId: number;

beforeAll(async () => {
  contentRoot = await mkdtemp(join(tmpdir(), 'swingmark-content-'));
  await mkdir(join(contentRoot, 'swings'));
  for (const [name, size] of [
    ['demo', '160x90'],
    ['pro', '160x90'],
  ] as const) {
    const source = ['-v', 'error', '-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=30:duration=2.2`];
    await run('ffmpeg', [
      ...source,
      '-pix_fmt',
      'yuv420p',
      '-preset',
      'ultrafast',
      join(contentRoot, `swings/${name}.mp4`),
    ]);
  }
  const swing = { club: 'Driver', level: 'Amateur', tag: 'Amateur swing', topTime: 1.2, strikeTime: 1.6 };
  const demo = { ...swing, slug: 'demo', title: 'A demo', file: 'swings/demo.mp4', restTime: 0 };
  const pro = { ...swing, slug: 'pro', name: 'Pro', majorChampionships: 0, file: 'swings/pro.mp4', restTime: 0.4 };
  await writeFile(join(contentRoot, 'library.json'), JSON.stringify({ demo, golfers: [pro] }));
  server = await startServer({}, { contentRoot });
  const [golfer] = (await server.newBrowser().json('/api/pro/list')) as { id: number }[];
  golferId = golfer?.id ?? 0;
});
afterAll(async () => {
  await server.stop();
  await rm(contentRoot, { recursive: true });
});

const DEMO_URL = '/content/swings/demo.mp4';
const mergeBody = (change: Record<string, unknown> = {}) => ({
  userRestTime: '0',
  userTopTime: '1.2',
  userStrikeTime: '1.6',
  alignmentType: 'strike',
  proGolferId: golferId,
  demoVideoUrl: DEMO_URL,
  ...change,
});
const merge = (change: Record<string, unknown> = {}, browser: TestBrowser = server.newBrowser()) =>
  browser.post('/api/merge-videos-demo', mergeBody(change));

describe('comparing the demo swing', () => {
  it('returns a video that only this visitor can see, and the same one for the same request [S7.11]', async () => {
    const browser = server.newBrowser();
    const answer = await merge({}, browser);
    expect(answer.status).toBe(200);
    const { mergedVideoUrl } = (await answer.json()) as { mergedVideoUrl: string };
    const seen = await browser.fetch(mergedVideoUrl);
    expect([seen.status, seen.headers.get('content-type')]).toEqual([200, 'video/mp4']);
    expect((await server.newBrowser().fetch(mergedVideoUrl)).status).toBe(404);
    expect(await (await merge({}, browser)).json()).toEqual({ mergedVideoUrl });

    // Another visitor's comparison belongs to that visitor.
    const other = server.newBrowser();
    const theirs = (await (await merge({}, other)).json()) as { mergedVideoUrl: string };
    expect(theirs.mergedVideoUrl).not.toBe(mergedVideoUrl);
    expect((await other.fetch(theirs.mergedVideoUrl)).status).toBe(200);
    expect((await other.fetch(mergedVideoUrl)).status).toBe(404);
  });

  it('writes names and tempos on the video', async () => {
    const browser = server.newBrowser();
    const lettering = { widthPx: 2, heightPx: 2, cover: 'ffff' };
    const written = { user: lettering, pro: lettering };
    const sizeOf = async (change: Record<string, unknown>) => {
      const answer = await merge(change, browser);
      expect(answer.status).toBe(200);
      const { mergedVideoUrl } = (await answer.json()) as { mergedVideoUrl: string };
      const file = join(contentRoot, 'merged.mp4');
      await writeFile(file, Buffer.from(await (await browser.fetch(mergedVideoUrl)).arrayBuffer()));
      const entries = ['-select_streams', 'v', '-show_entries', 'stream=width,height', '-of', 'csv=p=0'];
      const { stdout } = await run('ffprobe', ['-v', 'error', ...entries, file]);
      return stdout.trim().split(',').map(Number);
    };
    const [width = 0, height = 0] = await sizeOf({});
    expect(await sizeOf({ names: written })).toEqual([width, height]);
    // The strip with the tempos is below the pictures.
    const [, withStrip = 0] = await sizeOf({ names: written, tempos: written });
    expect(withStrip).toBeGreaterThan(height);
    expect((await merge({ names: { user: { ...lettering, cover: 'f' } } })).status).toBe(400);
  });

  it('aligns at the top, and also accepts the golfer’s id as text', async () => {
    expect((await merge({ alignmentType: 'top', proGolferId: String(golferId) })).status).toBe(200);
  });

  it.each(['', 'demo.mp4', `${DEMO_URL}?x`, `${DEMO_URL}#x`, DEMO_URL.toUpperCase(), `${DEMO_URL}.`, `/${DEMO_URL}`])(
    '43: the demo %j is not found',
    async (demoVideoUrl) => {
      const answer = await merge({ demoVideoUrl });
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ error: 'Demo video not found', code: 'demo-not-found' });
    },
  );

  it.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://127.0.0.1:1/x.mp4',
    '//evil.example/x.mp4',
    'file:///etc/passwd',
    '/content/../server/config.ts',
    'concat:a|b',
  ])('44: the address %j is not fetched', async (demoVideoUrl) => {
    expect((await merge({ demoVideoUrl })).status).toBe(404);
  });

  it.each([' ', '1e3', '0x10', '1,5', '1.2abc', '-1', 'NaN', 'Infinity', 1.6, null, true, ['1']])(
    '83: the time %j is refused and names its field',
    async (userStrikeTime) => {
      const answer = await merge({ userStrikeTime });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ error: 'Invalid time (userStrikeTime)' });
    },
  );

  it('88: an empty time means not marked, never the first frame [S3.8]', async () => {
    const strike = await merge({ userStrikeTime: '' });
    expect(strike.status).toBe(422);
    expect(await strike.json()).toMatchObject({ error: 'Please upload a video and mark all positions' });
    expect((await merge({ alignmentType: 'top', userTopTime: '' })).status).toBe(422);
  });

  it('85, 86: marks in another order or outside of the video are refused', async () => {
    expect((await merge({ userTopTime: '1.7' })).status).toBe(422);
    expect((await merge({ userStrikeTime: '9999' })).status).toBe(422);
  });

  it('89: another alignment is refused', async () => {
    const answer = await merge({ alignmentType: 'strike -vf x' });
    expect([answer.status, (await answer.json()) as unknown]).toMatchObject([400, { error: 'Invalid alignment type' }]);
  });

  it('92: a golfer who is unknown, or was just removed, is not found', async () => {
    const missing = await merge({ proGolferId: 999_999 });
    expect([missing.status, (await missing.json()) as unknown]).toMatchObject([404, { code: 'golfer-not-found' }]);
    expect((await merge({ proGolferId: '1 OR 1=1' })).status).toBe(400);
  });

  it('146: removing the golfer during the comparison ends in a video or in 404', async () => {
    const browser = server.newBrowser();
    const pending = merge({ userRestTime: '0.1' }, browser);
    const removed = await (await server.newAdmin()).fetch(`/api/pro/${golferId}`, { method: 'DELETE' });
    expect(removed.status).toBe(200);
    expect([200, 404]).toContain((await pending).status);
    expect(await server.strays()).toEqual([]);
    expect((await merge({}, browser)).status).toBe(404);
  });
});
