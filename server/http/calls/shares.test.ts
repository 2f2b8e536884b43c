// Links over real HTTP: what is kept, counted, refused and deleted.
import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { MAX_OPENINGS, SEALED_BEGINNING, SEALED_NAME } from '#contract/shares.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { checkIntegrity } from '#server/integrity.ts';
import { findStrays, startTestServer, type TestServer } from '#tests/server/test-server.ts';
import { cutIntoChunks, TestVisitor } from '#tests/server/test-visitor.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ settings: { LINK_MB: '3', LINKS_MB: '8' } });
});
afterAll(() => server.close());
afterEach(async () => {
  expect(await findStrays(server.dataDir)).toEqual([]);
});

const hex = (bytes: number) => randomBytes(bytes).toString('hex');
const sealed = (bytes = 1_500_000) => Buffer.concat([Buffer.from(SEALED_BEGINNING), randomBytes(bytes)]);

interface Sent {
  readonly id: string;
  readonly secret: string;
  readonly file: Buffer;
}

async function send(visitor: TestVisitor, file = sealed(), days: unknown = 7) {
  const [id, secret] = [hex(16), hex(32)];
  const uploaded = await visitor.upload(id, file, SEALED_NAME);
  const answer = await visitor.call('createShare', { body: { id, days, secret } });
  return { id, secret, file, uploaded, answer };
}

const content = (id: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/api/shares/${id}/content`, { headers });
const state = ({ id, secret }: Sent, visitor = new TestVisitor(server.url)) =>
  visitor.call('shareState', { params: { id }, body: { secret } });
const withdraw = ({ id, secret }: Sent, visitor = new TestVisitor(server.url)) =>
  visitor.call('withdrawShare', { params: { id }, body: { secret } });

async function admin() {
  const visitor = new TestVisitor(server.url);
  await visitor.call('adminLogin', { body: { password: 'correct horse battery staple' } });
  return visitor;
}

const GONE = { status: 404, code: 'share-gone' };
const outcome = async (answer: Response) => ({
  status: answer.status,
  code: ((await answer.json()) as { code: string }).code,
});

describe('a link', () => {
  test('is opened with the sent bytes by anyone, and counted for its sender only', async () => {
    const sent = await send(new TestVisitor(server.url));
    expect(sent.uploaded.body).toEqual({ receivedChunks: 2, totalChunks: 2 });
    expect(sent.answer.status).toBe(200);
    expect((await state(sent)).body.openings).toBe(0);
    const opened = await content(sent.id);
    expect(Buffer.from(await opened.arrayBuffer()).equals(sent.file)).toBe(true);
    expect(opened.headers.get('cache-control')).toBe('no-store');
    expect(opened.headers.get('referrer-policy')).toBe('no-referrer');
    expect(opened.headers.get('x-robots-tag')).toContain('noindex');
    const rest = await content(sent.id, { range: 'bytes=1000000-' });
    expect(Buffer.from(await rest.arrayBuffer()).equals(sent.file.subarray(1_000_000))).toBe(true);
    const { openings, expiresAtMs } = (await state(sent)).body;
    expect(openings).toBe(1);
    expect(Math.abs(Number(expiresAtMs) - Date.now() - 7 * 24 * 3600_000)).toBeLessThan(60_000);
    expect((await state({ ...sent, secret: hex(32) })).body.code).toBe('share-gone');
    await withdraw(sent);
  });

  test('is made once, however often its sender asks, and by nobody else', async () => {
    const visitor = new TestVisitor(server.url);
    const sent = await send(visitor);
    const body = { id: sent.id, days: 30, secret: sent.secret };
    expect((await visitor.call('createShare', { body })).body).toEqual(sent.answer.body);
    // A browser that is killed may lose its cookie, and still has the secret.
    const withoutCookie = new TestVisitor(server.url);
    expect((await withoutCookie.call('createShare', { body })).body).toEqual(sent.answer.body);
    const stolen = await visitor.call('createShare', { body: { ...body, secret: hex(32) } });
    expect(stolen.body.code).toBe('upload-changed');
    expect((await visitor.call('getUpload', { params: { fileId: sent.id } })).status).toBe(404);
    await withdraw(sent);
  });

  test('is made once by two requests at the same time', async () => {
    const visitor = new TestVisitor(server.url);
    const [id, secret, file] = [hex(16), hex(32), sealed()];
    await visitor.upload(id, file, SEALED_NAME);
    const body = { id, days: 7, secret } as const;
    const answers = await Promise.all([1, 2, 3].map(() => visitor.call('createShare', { body })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await withdraw({ id, secret, file });
  });

  test('that is unknown, withdrawn, ended or taken down gets one answer', async () => {
    const [withdrawn, ended, takenDown] = [
      await send(new TestVisitor(server.url)),
      await send(new TestVisitor(server.url)),
      await send(new TestVisitor(server.url)),
    ];
    expect((await withdraw({ ...withdrawn, secret: hex(32) })).body.code).toBe('share-gone');
    expect((await withdraw(withdrawn)).status).toBe(200);
    const db = await openDatabase(join(server.dataDir, 'swingmark.db'));
    await db.updateTable('shares').set({ expires_at: Date.now() }).where('id', '=', ended.id).execute();
    await db.destroy();
    expect((await new TestVisitor(server.url).call('takeDownShare', { params: { id: takenDown.id } })).status).toBe(
      401,
    );
    expect((await (await admin()).call('takeDownShare', { params: { id: takenDown.id } })).status).toBe(200);
    for (const { id } of [withdrawn, ended, takenDown, { id: hex(16) }]) {
      expect(await outcome(await content(id))).toEqual(GONE);
    }
    await server.app.sweep.run();
    expect(await readdir(join(server.dataDir, 'media/shares'))).toEqual([]);
  });

  test('is sent out a limited number of times, whatever parts of it are asked for', async () => {
    const sent = await send(new TestVisitor(server.url), sealed(1000));
    for (let times = 1; times < MAX_OPENINGS; times += 1) await (await content(sent.id)).arrayBuffer();
    await (await content(sent.id, { range: 'bytes=1-' })).arrayBuffer();
    expect(await outcome(await content(sent.id))).toEqual(GONE);
    expect((await state(sent)).body.openings).toBe(MAX_OPENINGS - 1);
    await withdraw(sent);
  });

  test('survives a restart, is intact in the integrity check and part of a copy of the data', async () => {
    const sent = await send(new TestVisitor(server.url));
    server = await server.restart();
    const report = await checkIntegrity(server.dataDir);
    expect(report).toMatchObject({ orphanFiles: [], missingFiles: [], checksumMismatches: [], checkedFiles: 1 });
    const copy = await mkdtemp(join(tmpdir(), 'swingmark-copy-'));
    await cp(server.dataDir, copy, { recursive: true });
    const names = await readdir(join(copy, 'media/shares'));
    expect((await readFile(join(copy, 'media/shares', names[0] ?? ''))).equals(sent.file)).toBe(true);
    await rm(copy, { recursive: true });
    expect(await (await admin()).call('shareTotals')).toMatchObject({
      body: { links: 1, bytes: sent.file.length, openings: 0, maxBytes: 3 * 1024 * 1024 },
    });
    await withdraw(sent);
  });

  test('goes when its sender deletes their videos', async () => {
    const visitor = new TestVisitor(server.url);
    const sent = await send(visitor);
    expect((await visitor.call('deleteMyVideos')).status).toBe(200);
    expect(await outcome(await content(sent.id))).toEqual(GONE);
  });
});

describe('no link is made of', () => {
  test('a file that is not encrypted', async () => {
    const visitor = new TestVisitor(server.url);
    const { answer, id } = await send(visitor, randomBytes(5000));
    expect([answer.status, answer.body.error]).toEqual([400, 'The file is not encrypted']);
    await visitor.call('cancelUpload', { params: { fileId: id } });
  });

  test('an upload that is not complete, another visitor’s, or a video', async () => {
    const visitor = new TestVisitor(server.url);
    const [id, secret] = [hex(16), hex(32)];
    await visitor.sendChunk(cutIntoChunks(id, sealed(), SEALED_NAME)[1]);
    const body = { id, days: 1, secret };
    expect((await visitor.call('createShare', { body })).body.error).toBe('The upload is not complete');
    expect((await new TestVisitor(server.url).call('createShare', { body })).body.code).toBe('upload-not-found');
    const video = hex(16);
    await visitor.sendChunk(cutIntoChunks(video, sealed(), 'swing.mp4')[0]);
    expect((await visitor.call('createShare', { body: { ...body, id: video } })).body.code).toBe('upload-not-found');
    await visitor.call('deleteMyVideos');
  });

  test('a file larger than the limit, or more than all links may take up', async () => {
    const large = await send(new TestVisitor(server.url), sealed(3.5 * 1024 * 1024));
    expect([large.uploaded.status, large.uploaded.body.code]).toEqual([413, 'share-too-large']);
    const sent = [];
    for (let at = 0; at < 2; at += 1) sent.push(await send(new TestVisitor(server.url), sealed(2.5 * 1024 * 1024)));
    expect(sent.map(({ uploaded }) => uploaded.status)).toEqual([200, 200]);
    const more = await send(new TestVisitor(server.url), sealed(2.9 * 1024 * 1024));
    expect([more.uploaded.status, more.uploaded.body.code]).toEqual([429, 'too-many-shares']);
    for (const one of sent) await withdraw(one);
  });

  test.each([
    ['an id that is none', { id: '../x' }],
    ['a number of days that is none', { days: 365 }],
    ['a short secret', { secret: 'abc' }],
  ])('%s', async (_, change) => {
    const body = { id: hex(16), days: 1, secret: hex(32), ...change };
    expect((await new TestVisitor(server.url).call('createShare', { body })).status).toBe(400);
  });
});

test('a site without links makes and opens none', async () => {
  const without = await startTestServer({ settings: { LINK_MB: '0' } });
  try {
    const visitor = new TestVisitor(without.url);
    expect((await visitor.upload(hex(16), sealed(), SEALED_NAME)).body.code).toBe('not-available');
    expect((await fetch(`${without.url}/api/shares/${hex(16)}/content`)).status).toBe(501);
  } finally {
    await without.close();
  }
});

test('a network makes forty links a day', async () => {
  const busy = await startTestServer();
  try {
    const visitor = new TestVisitor(busy.url);
    for (let at = 0; at < 40; at += 1) expect((await send(visitor, sealed(100))).answer.status).toBe(200);
    expect((await send(new TestVisitor(busy.url), sealed(100))).answer.status).toBe(429);
  } finally {
    await busy.close();
  }
});
