// Paths and addresses from a client (hostile cases §6.2): only exact values that the server issued to this visitor are
// valid. No other is opened or fetched.
import { mkdir, readdir, rename, rm, symlink } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectDatabase } from '#server/database/open-database.ts';
import { faultySite } from '#tests/faults/site/faulty-site.ts';
import { getRaw, postHead, sendRaw } from '#tests/faults/site/raw-request.ts';
import { type SiteSwings, setUpSwings, siteClip, summary } from '#tests/faults/site/site-swings.ts';
import { listenLocally } from '#tests/server/local-port.ts';
import type { Answer } from '#tests/server/test-visitor.ts';

const UNKNOWN_VIDEO = '404 Video not found. Please upload it again.';
const UNKNOWN_RESULT = '404 This video is no longer available. Please compare again.';
const UNKNOWN_DEMO = '404 Demo video not found';

const site = faultySite({ settings: { PUBLIC_URL: 'http://swing.example' } });
let swings: SiteSwings;
let canary: Server;
let canaryPort = 0;
let canaryHits = 0;
beforeAll(async () => {
  canary = createServer((_request, response) => {
    canaryHits += 1;
    response.end();
  });
  canaryPort = await listenLocally(canary);
  swings = await setUpSwings(site);
});
afterAll(() => canary.close());

/** Each text is unknown as the visitor's video and as the pro's video, and no job is started. */
async function expectUnknownVideos(texts: readonly string[]): Promise<void> {
  const jobs = async () => (await swings.visitor.call<{ jobs: unknown[] }>('listJobs')).body.jobs;
  const before = await jobs();
  for (const text of texts) {
    expect([text, summary(await swings.merge({ userVideoPath: text }))]).toEqual([text, UNKNOWN_VIDEO]);
    const asPro = await swings.merge({ proVideoId: null, proVideoPath: text, proStrikeTime: 1 });
    expect([text, summary(asPro)]).toEqual([text, UNKNOWN_VIDEO]);
  }
  expect(await jobs()).toEqual(before);
}

const drawingOn = (videoUrl: string) => ({
  videoUrl,
  videoWidth: 100,
  videoHeight: 50,
  drawings: [{ from: { x: 1, y: 1 }, to: { x: 9, y: 9 }, color: '#ff0000', width: 3, timestamp: 0 }],
});

/** Each text is unknown as the address of a result, for downloads and drawings. */
async function expectUnknownResults(texts: readonly string[]): Promise<void> {
  for (const videoUrl of texts) {
    const answers: Answer[] = [
      await swings.visitor.call('downloadSpeed', { body: { videoUrl, speed: 0.5 } }),
      await swings.visitor.call('renderDrawings', { body: drawingOn(videoUrl) }),
    ];
    expect([videoUrl, ...answers.map(summary)]).toEqual([videoUrl, UNKNOWN_RESULT, UNKNOWN_RESULT]);
  }
}

async function expectUnknownDemos(texts: readonly string[]): Promise<void> {
  const marks = { userRestTime: '0', userTopTime: '1.2', userStrikeTime: '1.6', alignmentType: 'strike' };
  for (const demoVideoUrl of texts) {
    const body = { ...marks, proGolferId: swings.golferId, demoVideoUrl };
    const answer = await swings.visitor.call('mergeDemo', { body });
    expect([demoVideoUrl, summary(answer)]).toEqual([demoVideoUrl, UNKNOWN_DEMO]);
  }
}

const demoUrl = async () => String((await swings.visitor.call<{ videoUrl: string }[]>('listDemos')).body[0]?.videoUrl);
const merged = async () => String((await swings.merge()).body.mergedVideoUrl);

test('case 36: a path on the machine is not a video', () =>
  expectUnknownVideos(['/etc/passwd', 'C:\\Windows\\win.ini', '//host/share', site.dataDir]));

test('case 37: a path with parent folders is not a video', () =>
  expectUnknownVideos(['../../x', '..%2f', '%2e%2e/', '%252e', '..\\', '....//', 'uploads/../../swingmark.db']));

test('case 38: a folder whose name begins like that of the uploads is not the uploads', async () => {
  const sibling = join(site.dataDir, 'media/uploads-private');
  await mkdir(sibling);
  await expectUnknownVideos(['uploads-private/x', '../uploads-private/x', sibling]);
  await rm(sibling, { recursive: true });
});

test('case 39: another visitor’s video gets the same answer as an unknown one', async () => {
  const stranger = site.visitor();
  await stranger.upload('own', await siteClip());
  const ask = (userVideoPath: string) => stranger.call('mergeVideos', { body: swings.mergeBody({ userVideoPath }) });
  const foreign = await ask(swings.swing);
  const unknown = await ask('0123456789abcdef'.repeat(3));
  expect(summary(foreign)).toBe(UNKNOWN_VIDEO);
  expect(foreign.body).toEqual(unknown.body);
  const headers = (answer: Answer) => [...answer.headers.keys()].sort();
  expect(headers(foreign)).toEqual(headers(unknown));
});

test('case 40: an incomplete upload has no handle to compare it by', async () => {
  const chunk = { chunkIndex: 0, totalChunks: 2, fileName: 'a.mp4', fileId: 'half', chunk: 'AAAA' };
  expect((await swings.visitor.sendChunk(chunk)).body.filePath).toBeUndefined();
  const folders = await readdir(join(site.dataDir, 'chunks'));
  await expectUnknownVideos(['half', ...folders]);
});

test('case 41: what ffmpeg would treat as a protocol or an option is not a video', () =>
  expectUnknownVideos([
    ...['file:///etc/passwd', 'concat:a|b', 'subfile,,start,0,end,0,,:/etc/passwd', 'pipe:0'],
    ...['data:video/mp4;base64,AAAA', 'lavfi', '-i', '-f lavfi', `http://127.0.0.1:${canaryPort}/x.mp4`],
  ]));

test('case 42: a symlink or a pipe in place of a video is not a video, and nothing waits for it', async () => {
  const folder = join(site.dataDir, 'media/uploads');
  const [name = ''] = await readdir(folder);
  await rename(join(folder, name), join(site.dataDir, 'aside'));
  await symlink('/etc/passwd', join(folder, name));
  expect(summary(await swings.merge())).toBe(UNKNOWN_VIDEO);
  await rm(join(folder, name));
  await execa('mkfifo', [join(folder, name)]);
  expect(summary(await swings.merge({ userRestTime: 0.3 }))).toBe(UNKNOWN_VIDEO);
  await rm(join(folder, name));
  await rename(join(site.dataDir, 'aside'), join(folder, name));
  expect((await swings.merge()).status).toBe(200);
});

test('case 43: a demo swing is found only by its exact address', async () => {
  const url = await demoUrl();
  const others = ['', `${url}?x`, `${url}#x`, url.toUpperCase(), `${url}.`, `/${url}`, url.replace('/content/', '')];
  await expectUnknownDemos(others);
});

test('case 44: an address of another machine, or of this one, is never fetched', async () => {
  const hosts = ['169.254.169.254', `127.0.0.1:${canaryPort}`, `[::1]:${canaryPort}`, '2130706433', '0x7f.1'];
  const addresses = [...hosts, '127。0。0。1'].map((host) => `http://${host}/x.mp4`);
  await expectUnknownDemos(addresses);
  await expectUnknownResults(addresses);
  expect(canaryHits).toBe(0);
});

test('case 45: an address that only looks like ours is not ours', async () => {
  const own = await merged();
  const looks = [
    '//evil.example/x.mp4',
    '/\\evil.example',
    'https://swing.example@evil.example/',
    'https://evil.example#',
  ];
  const addresses = [...looks, `//evil.example${own}`, `${site.url}${own}`, `http://127.0.0.1:${canaryPort}${own}`];
  await expectUnknownDemos(addresses);
  await expectUnknownResults(addresses);
  expect(canaryHits).toBe(0);
});

test('case 46: another visitor’s result is unknown', async () => {
  const theirs = await merged();
  const stranger = site.visitor();
  await stranger.sendChunk({ chunkIndex: 0, totalChunks: 2, fileName: 'a.mp4', fileId: 'a', chunk: 'AAAA' });
  expect(summary(await stranger.call('downloadSpeed', { body: { videoUrl: theirs, speed: 0.5 } }))).toBe(
    UNKNOWN_RESULT,
  );
  expect(summary(await stranger.call('renderDrawings', { body: drawingOn(theirs) }))).toBe(UNKNOWN_RESULT);
});

test('case 47: an expired result is not found', async () => {
  const url = await merged();
  await site.stop();
  const db = connectDatabase(join(site.dataDir, 'swingmark.db'));
  await db
    .updateTable('results')
    .set({ created_at: Date.now() - 25 * 3_600_000 })
    .execute();
  await db.destroy();
  await site.start();
  const visitor = swings.visitor.at(site.url);
  swings = { ...swings, visitor, merge: (change) => visitor.call('mergeVideos', { body: swings.mergeBody(change) }) };
  await expectUnknownResults([url]);
  expect((await swings.visitor.fetch(url)).status).toBe(404);
});

test('case 48: only results can be drawn on or downloaded', async () => {
  const [golfer] = (await swings.visitor.call<{ thumbnailUrl: string }[]>('listGolfers')).body;
  const library = [
    `/media/golfers/${swings.golferId}.mp4`,
    String(golfer?.thumbnailUrl),
    `/api/pro/${swings.golferId}`,
  ];
  await expectUnknownResults([...library, '/', '/index.html', '/compare', await demoUrl(), swings.swing]);
});

test('case 49: another spelling of a media address is not found', async () => {
  const own = await merged();
  const name = own.slice('/media/'.length);
  const spellings = [
    ...[`/media/%2e%2e/${name}`, `/media%2F${name}`, `/media/${name}%00`, `/media/..;/${name}`, `/media//${name}`],
    ...[`/media\\${name}`, `/MEDIA/${name}`, `/media/${name.toUpperCase()}`, `/media/x/../${name}`, '/media/../media/'],
    ...[`/media/%2e%2e%2f%2e%2e%2fswingmark.db`, '/media/golfers/%2e%2e/1.mp4', '/media/golfers/1.mp4/'],
  ];
  for (const path of spellings) {
    const answer = await getRaw(site.url, path, { cookie: swings.visitor.cookie });
    expect([path, answer.status]).toEqual([path, 404]);
  }
  expect((await swings.visitor.fetch(own)).status).toBe(200);
});

test('case 50: a result cannot be seen without its visitor’s cookie', async () => {
  const url = await merged();
  const own = await swings.visitor.fetch(url);
  expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
  const foreign = await site.visitor().fetch(url);
  const unknown = await site.visitor().fetch(`/media/${'0'.repeat(48)}.mp4`);
  expect([foreign.status, await foreign.text()]).toEqual([404, await unknown.text()]);
});

test('case 51: no folder is listed, and no hidden file is served', async () => {
  const folders = [
    '/uploads/thumbnails/',
    '/uploads/loops/',
    '/uploads/',
    '/media/',
    '/media/golfers/',
    '/content/',
    '/assets/',
  ];
  const hidden = ['/.env', '/.git/config', '/package.json', '/server/main.ts', '/swingmark.db', '/data/swingmark.db'];
  const maps = (await readdir('dist/web/assets').catch(() => [])).map((name) => `/assets/${name}.map`);
  for (const path of [...folders, ...hidden, ...maps]) {
    const answer = await getRaw(site.url, path);
    expect([path, answer.status]).toEqual([path, 404]);
    expect(answer.body).not.toMatch(/mp4|jpg/);
  }
});

test('case 52: valid ranges of a video are served, invalid ones refused, and a thousand ranges get the whole file', async () => {
  const url = await merged();
  const size = Number((await swings.visitor.fetch(url)).headers.get('content-length'));
  const ask = async (range: string) => {
    const answer = await swings.visitor.fetch(url, { headers: { range } });
    return [answer.status, (await answer.arrayBuffer()).byteLength];
  };
  expect(await ask('bytes=0-')).toEqual([206, size]);
  expect(await ask('bytes=-1')).toEqual([206, 1]);
  expect((await ask('bytes=5-2'))[0]).toBe(416);
  expect((await ask(`bytes=${size}-`))[0]).toBe(416);
  expect((await ask(`bytes=${'9'.repeat(14)}-`))[0]).toBe(416);
  const many = Array.from({ length: 1000 }, (_, index) => `${index}-${index}`).join(',');
  expect(await ask(`bytes=${many}`)).toEqual([200, size]);
});

test('case 53: a request’s Host header is in no address that the server writes', async () => {
  const evil = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
  const page = await getRaw(site.url, '/', { ...evil, accept: 'text/html' });
  expect([page.status, `${page.head}${page.body}`.includes('evil.example')]).toEqual([200, false]);
  const mergeBody = JSON.stringify(swings.mergeBody());
  const headers = { ...evil, 'content-length': mergeBody.length, cookie: swings.visitor.cookie };
  // Where something would be changed, a foreign name is refused (case 177).
  expect((await sendRaw(site.url, [postHead('/api/merge-videos-chunked', headers), mergeBody])).status).toBe(403);
  const own = { host: 'swing.example', 'x-forwarded-host': 'swing.example' };
  const answer = await sendRaw(site.url, [postHead('/api/merge-videos-chunked', { ...headers, ...own }), mergeBody]);
  expect(JSON.parse(answer.body)).toEqual({ mergedVideoUrl: expect.stringMatching(/^\/media\/[0-9a-f]{48}\.mp4$/) });
  const [email, password] = ['host@swing.example', 'a long walk on grass'];
  const form = JSON.stringify({ email, username: 'hosted', password, confirmPassword: password });
  await sendRaw(site.url, [postHead('/api/auth/signup', { ...own, 'content-length': form.length }), form]);
  await expect.poll(async () => (await mails()).length, { timeout: 5_000 }).toBe(1);
  expect((await mails()).join()).toMatch(/^(?!.*evil\.example).*http:\/\/swing\.example\//s);
});

async function mails(): Promise<string[]> {
  const folder = join(site.dataDir, 'outbox');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  return Promise.all(names.map(async (name) => (await execa('cat', [join(folder, name)])).stdout));
}

test('case 54: a screen is found in any case, and no other spelling of a call passes its guard', async () => {
  for (const path of ['/ADMIN', '/Compare', '/How-To-Use']) {
    expect((await getRaw(site.url, path, { accept: 'text/html' })).status).toBe(200);
  }
  const stranger = site.visitor();
  for (const path of ['/Api/Pro/List', '/API/PRO/LIST', '/api/PRO/list', '/api/pro/list/', '//api/pro/list']) {
    expect([path, (await getRaw(site.url, path)).status]).toEqual([path, 404]);
  }
  for (const path of [`/Api/Pro/${swings.golferId}`, `/API/pro/${swings.golferId}`, `/api/pro/${swings.golferId}/`]) {
    expect((await stranger.fetch(path, { method: 'DELETE' })).status).toBe(404);
  }
  expect((await stranger.fetch(`/api/pro/${swings.golferId}`, { method: 'DELETE' })).status).toBe(401);
  expect((await stranger.fetch(`/api/pro/${swings.golferId}`)).status).toBe(200);
});

test('case 55: a golfer is found only by the plain number', async () => {
  const ids = [
    '0',
    '-1',
    '1e3',
    '1%20OR%201=1',
    '1'.repeat(400),
    '%31',
    '..%2fadmin',
    '../admin',
    '1;DROP',
    '%D9%A3',
    '1.0',
  ];
  for (const id of ids) {
    const answer = await getRaw(site.url, `/api/pro/${id}`);
    expect([id.slice(0, 20), answer.status]).toEqual([id.slice(0, 20), 404]);
  }
  expect((await swings.visitor.fetch(`/api/pro/${swings.golferId}`)).status).toBe(200);
});
