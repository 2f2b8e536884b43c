// Shipped golfers are seeded into the library and stay in step with the content.
import { hash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { GolferCard } from '#contract/golfers.ts';
import { type Database, openDatabase } from '#server/database/open-database.ts';
import { openFolderMediaStore } from '#server/files/media-store.ts';
import { campaignTest, wholeTest } from '#tests/campaign-test.ts';
import { numberedClip } from '#tests/fixtures/numbered-clip.ts';
import { findStrays, startTestServer, type TestServer } from '#tests/server/test-server.ts';
import { TestVisitor } from '#tests/server/test-visitor.ts';
import { GolferStore, idOfSlug } from './golfer-store.ts';

let contentRoot: string;
let server: TestServer;

const golfer = (slug: string, change: object = {}) => ({
  slug,
  name: `Model ${slug}`,
  majorChampionships: 0,
  club: 'Driver',
  height: '6\'1"',
  level: 'Model',
  tag: 'Tempo',
  view: 'face-on',
  hand: 'right',
  restTime: 0.2,
  topTime: 0.6,
  strikeTime: 0.8,
  file: `swings/${slug}.mp4`,
  thumbnail: `swings/${slug}.jpg`,
  ...change,
});
const writeLibrary = (...golfers: object[]) =>
  writeFile(join(contentRoot, 'library.json'), JSON.stringify({ demo: { ...golfer('a'), title: 'Demo' }, golfers }));
const list = async () => (await new TestVisitor(server.url).call<GolferCard[]>('listGolfers')).body;

beforeEach(async () => {
  contentRoot = await mkdtemp(join(tmpdir(), 'swingmark-content-'));
  await mkdir(join(contentRoot, 'swings'));
  const clip = await readFile((await numberedClip({ frames: 30 })).path);
  for (const slug of ['a', 'b']) {
    await writeFile(join(contentRoot, `swings/${slug}.mp4`), clip);
    await writeFile(join(contentRoot, `swings/${slug}.jpg`), 'a picture');
  }
  await writeLibrary(golfer('a'), golfer('b'));
  server = await startTestServer({ contentRoot });
});
afterEach(async () => {
  expect(await findStrays(server.dataDir)).toEqual([]);
  await server.close();
  await rm(contentRoot, { recursive: true });
});

test('seeds the library on the first start, with its pictures, and changes nothing on the next', async () => {
  const first = await list();
  expect(first.map(({ name }) => name)).toEqual(['Model a', 'Model b']);
  const picture = await fetch(server.url + first[0]?.thumbnailUrl);
  expect([picture.headers.get('content-type'), await picture.text()]).toEqual(['image/jpeg', 'a picture']);
  const loop = await fetch(server.url + first[0]?.loopUrl);
  expect([loop.status, loop.headers.get('content-type')]).toEqual([200, 'video/mp4']);
  server = await server.restart();
  expect(await list()).toEqual(first);
});

wholeTest(
  'replaces a changed golfer under its id and gives it its body, deletes a missing one, and adds a new one',
  async () => {
    const [a] = await list();
    expect(a).toMatchObject({ view: 'face-on', hand: 'right', bodyUrl: null });
    await writeFile(join(contentRoot, 'swings/a.body.json'), '"a body"');
    await writeFile(join(contentRoot, 'swings/c.mp4'), await readFile((await numberedClip({ frames: 45 })).path));
    const withBody = { name: 'Renamed', hand: 'left', body: 'swings/a.body.json' };
    await writeLibrary(golfer('a', withBody), golfer('c', { thumbnail: null, body: 'swings/none.json' }));
    server = await server.restart();
    const after = await list();
    expect(after.map(({ name, thumbnailUrl }) => [name, thumbnailUrl === null])).toEqual([
      ['Model c', true],
      ['Renamed', false],
    ]);
    expect(after[0]?.bodyUrl).toBeNull();
    expect(after[1]).toMatchObject({ id: a?.id, view: 'face-on', hand: 'left' });
    const body = await fetch(server.url + after[1]?.bodyUrl);
    expect([body.headers.get('content-type'), await body.json()]).toEqual([
      'application/json; charset=utf-8',
      'a body',
    ]);
  },
);

test('does not seed a golfer again that an administrator removed', async () => {
  const [a] = await list();
  await server.app.server.close();
  const db = await openDatabase(join(server.dataDir, 'swingmark.db'));
  const golfers = new GolferStore(
    db,
    await openFolderMediaStore(join(server.dataDir, 'media'), join(server.dataDir, 'lost')),
  );
  expect([
    await golfers.remove(a?.id ?? 0, 'administrator'),
    await golfers.remove(a?.id ?? 0, 'administrator'),
  ]).toEqual([true, false]);
  await db.destroy();
  server = await startTestServer({ dataDir: server.dataDir, contentRoot });
  expect((await list()).map(({ name }) => name)).toEqual(['Model b']);
});

campaignTest(
  'skips a golfer whose video is broken, keeps one whose video is missing, and lets the server start',
  async () => {
    await rm(join(contentRoot, 'swings/a.mp4'));
    await writeFile(join(contentRoot, 'swings/b.mp4'), 'no video');
    await writeLibrary(golfer('a'), golfer('b', { slug: 'broken' }), golfer('none'));
    server = await server.restart();
    expect((await list()).map(({ name }) => name)).toEqual(['Model a']);
  },
);

test('refuses a folder without a library, and the next valid start has every golfer under its id', async () => {
  const before = await list();
  await server.app.server.close();
  const start = (root: string) => startTestServer({ dataDir: server.dataDir, contentRoot: root });
  await expect(start(join(contentRoot, 'swings'))).rejects.toThrow(
    /^CONTENT_DIR: there is no library\.json in .*swings/,
  );
  await writeFile(join(contentRoot, 'swings/library.json'), '{"golfers": 3}');
  await expect(start(join(contentRoot, 'swings'))).rejects.toThrow(/^CONTENT_DIR: .*library\.json cannot be read/);
  server = await start(contentRoot);
  expect(await list()).toEqual(before);
});

wholeTest('gives a golfer that comes back the id of its slug, even on another site', async () => {
  const before = await list();
  await writeLibrary(golfer('b'));
  server = await server.restart();
  await writeLibrary(golfer('b'), golfer('a'));
  server = await server.restart();
  expect((await list()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect(before.map(({ id }) => id)).toEqual([idOfSlug('a'), idOfSlug('b')]);
});

wholeTest(
  'keeps the id of a golfer of an earlier version, and the body that an administrator stored for a changed entry',
  async () => {
    const inStore = async (task: (golfers: GolferStore, db: Database) => Promise<unknown>) => {
      await server.app.server.close();
      const db = await openDatabase(join(server.dataDir, 'swingmark.db'));
      const media = await openFolderMediaStore(join(server.dataDir, 'media'), join(server.dataDir, 'lost'));
      await task(new GolferStore(db, media), db);
      await db.destroy();
      server = await startTestServer({ dataDir: server.dataDir, contentRoot });
    };
    const seen = { name: `${'ab'.repeat(24)}.json`, sha256: hash('sha256', '"seen"') };
    await inStore(async (golfers, db) => {
      const { id } = (await golfers.listSeeded()).find(({ slug }) => slug === 'a') ?? { id: 0 };
      await writeFile(join(server.dataDir, 'media/bodies', seen.name), '"seen"');
      await golfers.setBody(id, seen, { view: 'face-on', hand: 'right' });
      // As the previous version stored them: counted ids, and only one hash.
      const fingerprint = sql<string>`substr(fingerprint, 1, 64)`;
      await db.updateTable('golfers').set({ id: 7, fingerprint }).where('slug', '=', 'a').execute();
    });
    expect((await list())[0]).toMatchObject({ id: 7, bodyUrl: `/uploads/bodies/${seen.name}` });
    await writeLibrary(golfer('a', { name: 'Model a, renamed' }), golfer('b'));
    server = await server.restart();
    expect((await list())[0]).toMatchObject({
      id: 7,
      name: 'Model a, renamed',
      bodyUrl: `/uploads/bodies/${seen.name}`,
    });
    // The stored body belongs to the old video, so a new video removes it.
    await writeFile(join(contentRoot, 'swings/a.mp4'), await readFile((await numberedClip({ frames: 45 })).path));
    server = await server.restart();
    expect((await list())[0]).toMatchObject({ id: 7, bodyUrl: null });
  },
);
