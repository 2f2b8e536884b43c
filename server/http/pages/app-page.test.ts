// The pages that the build rendered, as visitors get them.
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#tests/server/test-server.ts';
import { TestVisitor } from '#tests/server/test-visitor.ts';
import { AppPages } from './web-app.ts';

const PAGE =
  '<!doctype html><html><head></head><body><a href="{{community-url}}">{{kept-hours}} hours</a></body></html>';
const SETTINGS = {
  communityUrl: 'https://golf.example/?a=1&b="2"',
  uploadHours: 24,
  resultHours: 48,
  google: null,
  provider: null,
  makeVideosOn: 'both',
  maxShareBytes: 0,
} as const;

let server: TestServer;
let webRoot: string;
let visitor: TestVisitor;

beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'swingmark-pages-'));
  await mkdir(join(webRoot, 'pages'));
  await writeFile(join(webRoot, 'index.html'), '<html><head></head><body>bare</body></html>');
  await writeFile(join(webRoot, 'pages/home.html'), PAGE);
  await writeFile(join(webRoot, 'pages/not-found.html'), PAGE.replace('hours', 'lost'));
  await mkdir(join(webRoot, 'assets'));
  for (const form of ['', '.br', '.gz']) await writeFile(join(webRoot, `assets/app-1a2b.js${form}`), 'export {}');
  server = await startTestServer({ webRoot });
  visitor = new TestVisitor(server.url);
});

afterAll(async () => {
  await server.close();
  await rm(webRoot, { recursive: true });
});

test('the operator’s settings are in the text and in the head, escaped, in every encoding', async () => {
  const page = await new AppPages(webRoot, SETTINGS).read('home');
  const text = String(page?.plain);
  expect(text).toContain('<a href="https://golf.example/?a=1&amp;b=&quot;2&quot;">48 hours</a>');
  expect(text).toContain('<meta name="kept-hours" content="48" />');
  expect(text).not.toContain('{{');
  expect(String(brotliDecompressSync(page?.br ?? ''))).toBe(text);
  expect(String(gunzipSync(page?.gzip ?? ''))).toBe(text);
});

test('a page that was built again while the server runs is read again', async () => {
  const pages = new AppPages(webRoot, SETTINGS);
  await writeFile(join(webRoot, 'pages/login.html'), 'old</head>');
  expect(String((await pages.read('login'))?.plain)).toContain('old');
  await writeFile(join(webRoot, 'pages/login.html'), 'new</head>');
  await utimes(join(webRoot, 'pages/login.html'), 2_000_000_000, 2_000_000_000);
  expect(String((await pages.read('login'))?.plain)).toContain('new');
});

test('a screen that was not prerendered starts from index.html', async () => {
  expect(await (await visitor.fetch('/compare', { headers: { accept: 'text/html' } })).text()).toContain('bare');
});

test('an unchanged page is answered with 304, and an unknown address with 404', async () => {
  const first = await visitor.fetch('/', { headers: { accept: 'text/html' } });
  expect(first.headers.get('cache-control')).toBe('no-cache');
  expect(first.headers.get('vary')).toContain('accept-encoding');
  const known = { accept: 'text/html', 'if-none-match': first.headers.get('etag') ?? '' };
  expect((await visitor.fetch('/', { headers: known })).status).toBe(304);
  const lost = await visitor.fetch('/nowhere', { headers: { accept: 'text/html' } });
  expect([lost.status, await lost.text()]).toEqual([404, expect.stringContaining('lost')]);
});

test.each([
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.000, gzip;q=0', null],
  ['br;q=0.1', 'br'],
  ['gzip, deflate, br', 'br'],
])('pages and files for a client that accepts %j are encoded as %j [F22]', async (accepted, encoding) => {
  for (const address of ['/', '/assets/app-1a2b.js']) {
    const headers = { accept: 'text/html', 'accept-encoding': accepted };
    const answer = await visitor.fetch(address, { headers });
    const got = answer.headers.get('content-encoding');
    if (address === '/' || encoding === null) expect([address, got]).toEqual([address, encoding]);
    else expect(got === null || got === encoding).toBe(true);
  }
});

test('the files of the pages, without their settings, are not served', async () => {
  expect((await visitor.fetch('/pages/home.html')).status).toBe(404);
});

test('sharing a clip without a service worker redirects to the first page without reading the body', async () => {
  const body = new FormData();
  body.append('files', new Blob(['clip'], { type: 'video/mp4' }), 'swing.mp4');
  const answer = await visitor.fetch('/share-target', { method: 'POST', body, redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/?shared=nothing']);
});

test('the page of a link is in no cache and no search engine, and tells no other site its address', async () => {
  const visit = async (path: string) => (await fetch(server.url + path, { headers: { accept: 'text/html' } })).headers;
  const link = await visit(`/s/${'0123456789abcdef'.repeat(2)}`);
  expect(link.get('cache-control')).toBe('no-store');
  expect(link.get('x-robots-tag')).toContain('noindex');
  expect(link.get('referrer-policy')).toBe('no-referrer');
  const other = await visit('/login');
  expect([other.get('cache-control'), other.get('x-robots-tag')]).toEqual(['no-cache', null]);
});
