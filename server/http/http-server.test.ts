// Rules for every request: malformed ones, other sites, headers, unknown addresses (hostile cases §6.1, §6.2, §6.5).
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import { findStrays, startTestServer, type TestServer } from '#tests/server/test-server.ts';
import { TestVisitor } from '#tests/server/test-visitor.ts';
import { until } from '#tests/until.ts';

let server: TestServer;
let webRoot: string;
let visitor: TestVisitor;
beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'swingmark-web-'));
  await mkdir(join(webRoot, 'assets'));
  await writeFile(join(webRoot, 'index.html'), '<!doctype html><html><head><title>app</title></head></html>');
  await writeFile(join(webRoot, '.env'), 'SECRET=1');
  await writeFile(join(webRoot, 'assets/app-1a2b.js'), 'export {}');
  await writeFile(join(webRoot, 'assets/app-1a2b.js.map'), '{}');
  await writeFile(join(webRoot, 'assets/app-1a2b.js.br'), brotliCompressSync('export {}'));
  server = await startTestServer({ webRoot });
  visitor = new TestVisitor(server.url);
});
afterAll(async () => {
  await server.close();
  await rm(webRoot, { recursive: true });
});

const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  visitor.fetch('/api/upload-chunk', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
const codeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code;

describe('a body that is not plain JSON', () => {
  const good = JSON.stringify({ chunkIndex: 0, totalChunks: 9, fileName: 'a.mp4', fileId: 'x', chunk: 'AAAA' });
  const malformed: [string, string][] = [
    ['cut off', good.slice(0, -3)],
    ['with a byte order mark', `\ufeff${good}`],
    ['with a name twice', good.replace('{', '{"chunkIndex":1,')],
    ['with an escaped name twice', good.replace('{', '{"chunk\\u0049ndex":1,')],
    ['with a prototype', good.replace('{', '{"__proto__":{"isAdmin":true},')],
    ['100,000 levels deep', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
    ['of a million brackets', '['.repeat(1_048_576)],
    ['of nothing', ' '],
  ];
  test.each(malformed)('%s is answered with 400', async (_, body) => {
    const answer = await post(body);
    expect([answer.status, await codeOf(answer)]).toEqual([400, 'malformed-json']);
  });

  test.each([
    'text/plain',
    'application/json; charset=utf-16',
    'application/json\t; charset=utf-8',
    'application/jsonx',
  ])('of the type %s is answered with 415', async (type) => {
    const answer = await post(good, { 'content-type': type });
    expect([answer.status, await codeOf(answer)]).toEqual([415, 'unsupported-content-type']);
  });

  test('that is compressed is answered with 415', async () => {
    expect((await post(good, { 'content-encoding': 'gzip' })).status).toBe(415);
  });

  test('that is an array or a number is answered with 400', async () => {
    for (const body of ['[]', '7', 'null', '"text"']) expect((await post(body)).status).toBe(400);
  });

  test('that declares 10 GB is answered with 413 before it is sent', async () => {
    const answer = await raw(
      'POST /api/upload-chunk HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10000000000\r\n\r\n{',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer.toLowerCase()).toContain('connection: close');
  });
});

describe('a cross-site request', () => {
  const foreign: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ];
  test.each(foreign)('is refused: %o', async (headers) => {
    for (const [method, path] of [
      ['POST', '/api/upload-chunk'],
      ['DELETE', '/api/my-videos'],
    ] as const) {
      const answer = await visitor.fetch(path, { method, headers });
      expect([answer.status, await codeOf(answer)]).toEqual([403, 'cross-site']);
    }
  });

  test('is accepted from our own pages', async () => {
    for (const headers of [{ 'sec-fetch-site': 'same-origin' }, { origin: server.url }] as Record<string, string>[]) {
      expect((await visitor.fetch('/api/my-videos', { method: 'DELETE', headers })).status).toBe(200);
    }
  });
});

describe('an address', () => {
  test.each(['/', '/compare', '/Admin', '/HOW-TO-USE', '/signup/'])('%s answers with the app', async (path) => {
    const answer = await visitor.fetch(path, { headers: { accept: 'text/html' } });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('<title>app</title>');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
  });

  test('that is not a page answers a visit with the app and 404', async () => {
    const answer = await visitor.fetch('/nowhere', { headers: { accept: 'text/html' } });
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('<title>app</title>');
  });

  test('of a hashed asset may be kept for a year', async () => {
    const answer = await visitor.fetch('/assets/app-1a2b.js');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  test.each([
    ...['/api/nope', '/Api/Pro/List', '/uploads/', '/uploads/thumbnails/', '/.env', '/.git/config', '/media/x.mp4'],
    ...[
      '/assets/app-1a2b.js.map',
      '/content/library.json',
      '/content/%2e%2e/package.json',
      '/media/..;/x',
      '/media//x',
    ],
    ...['/assets/..%2f.env', '/%00', `/api/pro/${'9'.repeat(400)}`],
  ])('%s answers with 404 JSON', async (path) => {
    const answer = await visitor.fetch(path);
    expect(answer.status).toBe(404);
    expect(Object.keys((await answer.json()) as object)).toEqual(['error', 'message', 'code']);
  });

  test.each(['0', '-1', '1e3', '1 OR 1=1', '%31', '..%2fadmin', '99999'])('/api/pro/%s does not exist', async (id) => {
    const answer = await visitor.fetch(`/api/pro/${id}`);
    expect([answer.status, await codeOf(answer)]).toEqual([404, 'golfer-not-found']);
  });

  test.each([
    ['GET', '/api/merge-videos-chunked'],
    ['PUT', '/api/pro/list'],
    ['POST', '/api/pro/1'],
  ])('refuses the wrong method: %s %s', async (method, path) => {
    const answer = await visitor.fetch(path, { method });
    expect([answer.status, await codeOf(answer)]).toEqual([405, 'method-not-allowed']);
  });
});

test('every response has the security headers', async () => {
  for (const path of ['/', '/api/pro/list', '/api/nope', '/media/x.mp4', '/healthz']) {
    const { headers } = await visitor.fetch(path);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
  }
});

test('the session cookie cannot be read by scripts, and a tampered one is not a session', async () => {
  const chunk = { chunkIndex: 0, totalChunks: 2, fileName: 'a.mp4', fileId: 'cookie', chunk: 'AAAA' };
  const fresh = new TestVisitor(server.url);
  const answer = await fresh.sendChunk(chunk);
  expect(answer.headers.get('set-cookie')).toMatch(
    /^swingmark=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  for (const cookie of [
    'swingmark=x',
    `${fresh.cookie}x`,
    `swingmark=${'a'.repeat(8000)}`,
    'swingmark=%00; swingmark=',
  ]) {
    const { status } = await fetch(`${server.url}/api/uploads/cookie`, { headers: { cookie } });
    expect(status).toBe(404);
  }
  await fresh.call('deleteMyVideos');
});

test('behind https the cookie is bound to this host', async () => {
  const secure = await startTestServer({ settings: { PUBLIC_URL: 'https://swing.example' } });
  try {
    const chunk = { chunkIndex: 0, totalChunks: 2, fileName: 'a.mp4', fileId: 'cookie', chunk: 'AAAA' };
    const { headers } = await new TestVisitor(secure.url).sendChunk(chunk);
    expect(headers.get('set-cookie')).toMatch(/^__Host-swingmark=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect(headers.get('strict-transport-security')).toContain('max-age=31536000');
  } finally {
    await secure.close();
  }
});

test('the operator’s routes answer', async () => {
  expect(await (await visitor.fetch('/healthz')).json()).toEqual({ status: 'ok' });
  const ready = await (await visitor.fetch('/readyz')).json();
  expect(ready).toEqual({ status: 'ready', checks: { database: true, disk: true, storage: true, ffmpeg: true } });
  const openapi = (await (await visitor.fetch('/api/openapi.json')).json()) as { paths: object };
  expect(Object.keys(openapi.paths)).toContain('/api/upload-chunk');
});

test('a connection that breaks midway through a chunk leaves nothing of it', async () => {
  const own = new TestVisitor(server.url);
  const chunk = { chunkIndex: 0, totalChunks: 2, fileName: 'a.mp4', fileId: 'broken-off', chunk: 'AAAA' };
  expect((await own.sendChunk(chunk)).status).toBe(200);
  const body = JSON.stringify({ ...chunk, chunkIndex: 1, chunk: Buffer.alloc(300_000).toString('base64') });
  const connected = once(server.app.server.server, 'connection') as Promise<[Socket]>;
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  const head = `POST /api/upload-chunk HTTP/1.1\r\nHost: x\r\nCookie: ${own.cookie}\r\nContent-Type: application/json`;
  const sent = `${head}\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, body.length / 2)}`;
  socket.write(sent);
  const [received] = await connected;
  await until('the server has read all that was sent', () => received.bytesRead >= sent.length);
  socket.destroy();
  await until('the server has closed the connection', () => received.destroyed);
  const { body: known } = await own.call('getUpload', { params: { fileId: 'broken-off' } });
  expect(known).toEqual({ totalChunks: 2, received: [0] });
  expect(await findStrays(server.dataDir)).toEqual([]);
  expect(await chunkFiles()).toEqual(['0']);
  await own.call('deleteMyVideos');
});

/** The names of all files of chunks, whichever upload they are of. */
async function chunkFiles(): Promise<string[]> {
  const entries = await readdir(join(server.dataDir, 'chunks'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** Sends raw bytes and returns the response until the server closes the connection. */
async function raw(text: string): Promise<string> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.write(text);
  return Buffer.concat(await socket.toArray()).toString();
}

describe('the web app', () => {
  test('carries the operator’s settings in its page, on every screen', async () => {
    for (const path of ['/', '/compare', '/nowhere']) {
      const page = await (await visitor.fetch(path, { headers: { accept: 'text/html' } })).text();
      expect(page).toContain('<meta name="community-url" content="https://www.reddit.com/r/GolfSwing/" />');
      expect(page).toContain('<meta name="kept-hours" content="24" />');
    }
  });

  test('sends a script’s compressed version to a browser that accepts it', async () => {
    const answer = await visitor.fetch('/assets/app-1a2b.js', { headers: { 'accept-encoding': 'br' } });
    expect(answer.headers.get('content-encoding')).toBe('br');
    expect(answer.headers.get('content-type')).toMatch(/javascript/);
    expect(await answer.text()).toBe('export {}');
  });
});

test('the calls can be read as a document and as a page', async () => {
  const document = (await (await visitor.fetch('/api/openapi.json')).json()) as { paths: Record<string, unknown> };
  const paths = Object.keys(document.paths);
  for (const { path } of Object.values(calls)) expect(paths).toContain(path.replace(/:(\w+)/g, '{$1}'));
  const page = await visitor.fetch('/api/docs', { headers: { accept: 'text/html' } });
  expect(page.status).toBe(200);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
  const html = await page.text();
  const scripts = [...html.matchAll(/src="([^"]+)"/g)].map(([, address = '']) => new URL(address, page.url).pathname);
  expect(scripts.length).toBeGreaterThan(1);
  for (const address of scripts) {
    const script = await visitor.fetch(address);
    expect([script.status, script.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/javascript/) as unknown,
    ]);
  }
});
