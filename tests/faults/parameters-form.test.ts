// Hostile forms, unknown fields, unsupported methods (hostile cases 104 to 108), and golfers' bodies (case 180).

import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import type { GolferCard, GolferDetail } from '#contract/golfers.ts';
import { MAX_GOLFER_BODY_BYTES } from '#domain/library/golfer-body.ts';
import { scaled } from '#tests/campaign-scale.ts';
import { wholeTest } from '#tests/campaign-test.ts';
import { faultySite } from '#tests/faults/site/faulty-site.ts';
import { type SiteSwings, setUpSwings, siteClip, summary } from '#tests/faults/site/site-swings.ts';
import { drawnGolferBody } from '#tests/fixtures/drawn-body.ts';
import { type FormChange, golferForm, messageOf, sendGolfer, videoFile } from '#tests/server/golfer-upload.ts';
import { TestBrowser } from '#tests/server/test-browser.ts';

const site = faultySite();
let swings: SiteSwings;
let clip: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  clip = new Uint8Array(await siteClip());
  swings = await setUpSwings(site);
});

const UPLOAD = '/api/pro/upload';
const BLANK = '400 Please provide a name and select a video file';
const UNMARKED = '400 Please mark all key positions in the video';
const NO_MAJORS = '400 Major championships is a whole number';
const UNREADABLE = '400 The form could not be read. Please send it again.';

const golfers = async () => (await swings.admin.json('/api/pro/list')) as { name: string }[];
async function formSummary(change: FormChange): Promise<string> {
  const answer = await sendGolfer(swings.admin, golferForm(clip, change));
  return answer.status === 200 ? '200' : `${answer.status} ${await messageOf(answer)}`;
}
/** Sends a raw body; returns the response as one line. */
async function bodySummary(body: string | Buffer, type = 'multipart/form-data; boundary=b'): Promise<string> {
  const answer = await swings.admin.fetch(UPLOAD, {
    method: 'POST',
    headers: { 'content-type': type },
    body: new Uint8Array(Buffer.from(body)),
  });
  return answer.status === 200 ? '200' : `${answer.status} ${await messageOf(answer)}`;
}
const field = (name: string, value: string, boundary = 'b') =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const videoPart = (name = 'video', bytes: Uint8Array = clip) =>
  Buffer.concat([
    Buffer.from(
      `--b\r\nContent-Disposition: form-data; name="${name}"; filename="a.mp4"\r\nContent-Type: video/mp4\r\n\r\n`,
    ),
    bytes,
    Buffer.from('\r\n'),
  ]);
const goodFields = () =>
  Object.entries({ name: 'Parts', restTime: '0.5', topTime: '1', strikeTime: '1.5' })
    .map(([name, value]) => field(name, value))
    .join('');

wholeTest('case 104: an incomplete golfer form is refused with the page’s texts, and stores nothing', async () => {
  const before = await golfers();
  for (const name of ['', '   ', '\t', null]) expect(await formSummary({ name }), String(name)).toBe(BLANK);
  expect(await formSummary({ video: null })).toBe(BLANK);
  for (const mark of ['restTime', 'topTime', 'strikeTime']) {
    for (const value of ['0', '0.0', '', null]) expect(await formSummary({ [mark]: value }), mark).toBe(UNMARKED);
    for (const value of ['abc', '-1', '1e3', 'NaN'])
      expect(await formSummary({ [mark]: value })).toBe(`400 Invalid time (${mark})`);
  }
  for (const majorChampionships of ['abc', '-3', '1e10', '18 OR', '1.5', '99999', '٣']) {
    expect(await formSummary({ majorChampionships })).toBe(NO_MAJORS);
  }
  expect(await formSummary({ strikeTime: '99' })).toBe('422 The marked position is outside the video');
  expect(await golfers()).toEqual(before);
  expect(await formSummary({ name: 'Without majors', majorChampionships: '' })).toBe('200');
  expect(await golfers()).toContainEqual(expect.objectContaining({ name: 'Without majors', majorChampionships: 0 }));
});

const PLAIN_TEXTS = ['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', "Robert'); DROP TABLE golfers;--"];

test('case 105: a name is plain text; an invisible one is blank, and an overlong one is refused', async () => {
  for (const name of ['\u200b\u200d\ufeff', '\u0000', '\u2028\u2060']) expect(await formSummary({ name })).toBe(BLANK);
  for (const name of ['x'.repeat(201), 'x'.repeat(10_000)])
    expect(await formSummary({ name })).toBe('400 Please use a shorter name');
  for (const name of scaled(PLAIN_TEXTS.slice(0, 1), PLAIN_TEXTS)) {
    expect(await formSummary({ name })).toBe('200');
    expect(await golfers()).toContainEqual(expect.objectContaining({ name }));
  }
  const { headers } = await site.visitor().fetch('/api/pro/list');
  expect(headers.get('content-type')).toContain('application/json');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

wholeTest('case 106: a malformed form is refused, and nothing of it is stored', async () => {
  const before = await golfers();
  const end = '--b--\r\n';
  const good = [goodFields(), videoPart(), end].map((part) => Buffer.from(part));
  expect(await bodySummary(Buffer.concat(good), 'multipart/form-data')).toBe('415 Please send this as JSON');
  const long = 'b'.repeat(252);
  const longForm = Buffer.concat(good).toString('latin1').replaceAll('--b', `--${long}`);
  expect(await bodySummary(Buffer.from(longForm, 'latin1'), `multipart/form-data; boundary=${long}`)).toBe('200');
  const refused: [string, (string | Uint8Array)[], string][] = [
    ['truncated', [goodFields(), videoPart().subarray(0, 500)], UNREADABLE],
    ['without an end', [goodFields(), videoPart()], UNREADABLE],
    [
      'of 10,000 parts',
      [...Array.from({ length: 10_000 }, (_, n) => field(`f${n}`, 'x')), end],
      '400 The form has too many fields',
    ],
    ['with two videos', [goodFields(), videoPart(), videoPart(), end], '400 Please send one video only'],
    [
      'with a video elsewhere',
      [goodFields(), videoPart('other'), end],
      '400 Please send the video in the field "video", and nothing else as a file',
    ],
    ['with a video as text', [goodFields(), field('video', 'not a file'), end], BLANK],
    [
      'with a file in a text field',
      [field('restTime', '0.5'), videoPart('name'), end],
      '400 Please send the video in the field "video", and nothing else as a file',
    ],
    [
      'with a field twice',
      [goodFields(), field('name', 'Again'), videoPart(), end],
      '400 Please send each field once, as text',
    ],
    [
      'nested',
      [goodFields(), '--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\n\r\nx\r\n--c--\r\n', end],
      BLANK,
    ],
    ['of nothing', [end], BLANK],
    ['of noise', ['noise'], UNREADABLE],
    ['with an endless field', [field('name', 'x'.repeat(100_000)), end], '400 The field name is too long'],
  ];
  for (const [kind, parts, sentence] of refused) {
    expect(await bodySummary(Buffer.concat(parts.map((part) => Buffer.from(part)))), kind).toBe(sentence);
  }
  expect(await bodySummary(Buffer.concat([Buffer.from(field('', 'x')), ...good]))).toMatch(/^(200|400 .*)$/);
  expect(await formSummary({ video: videoFile(clip.slice(0, 0), 'empty.mp4') })).toMatch(/^4(00|22) /);
  expect(await sendTooMuch(10, Buffer.concat(good))).toMatch(/^HTTP\/1\.1 4\d\d/);
  const names = (await golfers()).map(({ name }) => name).filter((name) => name !== 'Parts');
  expect(names).toEqual(before.map(({ name }) => name));
});

/** Sends more bytes than declared, on a raw socket; returns the first line of the response. */
async function sendTooMuch(length: number, body: Buffer): Promise<string> {
  const socket = connect(Number(new URL(site.url).port), '127.0.0.1');
  const cookie = `swingmark-admin=${swings.admin.cookie('swingmark-admin')}`;
  const head = ['POST /api/pro/upload HTTP/1.1', 'Host: x', `Cookie: ${cookie}`, `Content-Length: ${length}`];
  socket.write(`${[...head, 'Content-Type: multipart/form-data; boundary=b'].join('\r\n')}\r\n\r\n`);
  socket.write(body);
  const answer = await new Promise<string>((resolve, reject) => {
    socket.once('data', (piece) => resolve(String(piece)));
    socket.once('error', reject);
  });
  socket.destroy();
  return answer.split('\r\n')[0] ?? '';
}

wholeTest('case 107: unknown fields are not stored', async () => {
  const extra = {
    id: '4711',
    isAdmin: 'true',
    thumbnailUrl: '/etc/passwd',
    path: '/etc/passwd',
    level: 'x',
    slug: 'x',
  };
  expect(await formSummary({ name: 'Extra', ...extra })).toBe('200');
  const golfer = (await golfers()).find(({ name }) => name === 'Extra') as Record<string, unknown>;
  expect(golfer).toMatchObject({
    level: null,
    thumbnailUrl: expect.stringMatching(/^\/uploads\/thumbnails\/[0-9a-f]{48}\.jpg$/),
  });
  expect(golfer.id).not.toBe(4711);
  expect(golfer).not.toHaveProperty('path');
  const asked = await swings.visitor.call('mergeVideos', {
    body: { ...swings.mergeBody({ userRestTime: 0.4 }), ...extra, visitor_id: 'x' },
  });
  expect(Object.keys(asked.body)).toEqual(['mergedVideoUrl']);
  const stranger = site.visitor();
  const chunk = { chunkIndex: 0, totalChunks: 9, fileName: 'a.mp4', fileId: 'extra', chunk: 'AAAA' };
  expect(Object.keys((await stranger.call('uploadChunk', { body: { ...chunk, ...extra, handle: 'x' } })).body)).toEqual(
    ['receivedChunks', 'totalChunks'],
  );
  expect(summary(await stranger.call('adminLogin', { body: { password: 'wrong', isAdmin: true } }))).toBe(
    '401 Invalid password',
  );
  expect((await stranger.call('adminCheck')).body).toEqual({ isAdmin: false });
  const form = {
    email: 'extra@club.example',
    username: 'extra',
    password: 'a long enough one',
    confirmPassword: 'a long enough one',
  };
  expect((await stranger.call('signUp', { body: { ...form, ...extra, confirmed_at: 1 } })).body).toEqual({
    success: true,
  });
  expect((await stranger.call('currentUser')).body).toBeNull();
});

test('case 108: unsupported methods and unknown addresses get JSON and never the page', async () => {
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];
  for (const path of new Set(Object.values(calls).map((call) => call.path.replace(/:\w+/, '1')))) {
    const known = methodsOf(path);
    for (const method of methods.filter((name) => !known.includes(name))) {
      const { status, type } = await ask(method, path);
      expect(`${method} ${path} ${status}`).toMatch(/ 40[45]$/);
      expect(`${method} ${path} ${type}`).toContain('application/json');
    }
  }
  const nowhere = [
    '/api/',
    '/api/nope',
    '/api/pro',
    '/api/pro/1/2',
    '/api//pro/list',
    '/media/',
    '/uploads/x',
    '/healthz/x',
  ];
  for (const path of nowhere) {
    expect(await ask('GET', path), path).toMatchObject({ status: 404, type: 'application/json; charset=utf-8' });
  }
  const refused = await ask('GET', '/api/merge-videos-chunked');
  expect(refused).toMatchObject({ status: 405, allow: 'POST' });
});

/** The methods that an address supports. */
function methodsOf(address: string): string[] {
  const rows = Object.values(calls).filter(({ path }) =>
    new RegExp(`^${path.replace(/:\w+/, '[^/]+')}$`).test(address),
  );
  return rows.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
}

/** A request for a page, as a browser sends it. */
function ask(method: string, path: string): Promise<{ status: number; type: string; allow: string | undefined }> {
  return new Promise((resolve, reject) => {
    const onResponse = (answer: IncomingMessage) => {
      answer.resume().on('end', () => {
        const { 'content-type': type = '', allow } = answer.headers;
        resolve({ status: answer.statusCode ?? 0, type, allow });
      });
    };
    request(site.url + path, { method, headers: { accept: 'text/html' } }, onResponse)
      .on('error', reject)
      .end();
  });
}

test('case 180: a golfer’s body is taken from the administrator only, in its form and of its video [S6.4]', async () => {
  const visitor = site.visitor();
  const { golferId } = swings;
  const { clip: of } = (await visitor.call<GolferDetail>('getGolfer', { params: { id: String(golferId) } })).body;
  const body = drawnGolferBody(of);
  const tooLarge = `${' '.repeat(MAX_GOLFER_BODY_BYTES)}{}`;
  const put = async (sent: unknown, { by = swings.admin, id = String(golferId), headers = {} } = {}) => {
    const answer = await by.fetch(`/api/pro/${id}/body`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof sent === 'string' ? sent : JSON.stringify(sent),
    });
    return answer.status === 200 ? '200' : `${answer.status} ${await messageOf(answer)}`;
  };
  const listed = async () => (await visitor.call<GolferCard[]>('listGolfers')).body;
  const before = await listed();
  const unlogged = '401 Please log in as an administrator';
  const unreadable = '400 The golfer’s body could not be read. Please look for it again.';
  const others = '400 This body is not of the golfer’s video. Please reload the page and look for it again.';
  const by = new TestBrowser(site.url);
  expect([await put(body, { by }), await put(tooLarge, { by })]).toEqual([unlogged, unlogged]);
  expect(await put(body, { headers: { 'sec-fetch-site': 'cross-site' } })).toMatch(/^403 /);
  for (const id of ['999999', '1e3', '-1']) expect(await put(body, { id })).toBe('404 Professional golfer not found');
  expect(await put(tooLarge)).toBe('413 The request is too large');
  expect(await put('{"version":1,"version":1}')).toBe('400 Malformed JSON');
  for (const wrong of [{ ...body, extra: 1 }, { ...body, track: { version: 1 } }, [], { ...body, outlines: {} }]) {
    expect(await put(wrong)).toMatch(/^400 \w/);
  }
  expect(await put({ ...body, version: 2 })).toBe(unreadable);
  expect(await put({ ...body, outlines: { ...body.outlines, widthPx: of.widthPx + 1 } })).toBe(unreadable);
  expect(await put(drawnGolferBody({ ...of, widthPx: of.widthPx + 2 }))).toBe(others);
  expect(await put(drawnGolferBody({ ...of, frameTimes: of.frameTimes.map((time) => time + 0.01) }))).toBe(others);
  expect(await listed()).toEqual(before);
  expect(await put(body)).toBe('200');
});
