// The golfers that ship with the product come into the library and stay in step with the content.

import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { GolferCard } from '#contract/golfers.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { openFolderMediaStore } from '#server/files/folder-media-store.ts';
import { campaignTest } from '#tests/campaign-test.ts';
import { numberedClip } from '#tests/fixtures/numbered-clip.ts';
import { findStrays, startTestServer, type TestServer } from '#tests/server/test-server.ts';
import { TestVisitor } from '#tests/server/test-visitor.ts';
import { GolferStore } from './golfer-store.ts';

let contentRoot: string;
let server: TestServer;

const golfer = (slug: string, change: object = {}) => ({
  ...{
    slug,
    name: `Model ${slug}`,
    majorChampionships: 0,
    club: 'Driver',
    height: '6\'1"',
    level: 'Model',
    tag: 'Tempo',
  },
  ...{ view: 'face-on', hand: 'right', restTime: 0.2, topTime: 0.6, strikeTime: 0.8 },
  ...{ file: `swings/${slug}.mp4`, thumbnail: `swings/${slug}.jpg` },
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

test('they are there on the first start, with their pictures, and the same on the next', async () => {
  const first = await list();
  expect(first.map(({ name }) => name)).toEqual(['Model a', 'Model b']);
  const picture = await fetch(server.url + first[0]?.thumbnailUrl);
  expect([picture.headers.get('content-type'), await picture.text()]).toEqual(['image/jpeg', 'a picture']);
  server = await server.restart();
  expect(await list()).toEqual(first);
});

test('a changed one is replaced under its id and gets its body, a missing one is deleted, a new one is added', async () => {
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
  expect([body.headers.get('content-type'), await body.json()]).toEqual(['application/json; charset=utf-8', 'a body']);
});

test('one that an administrator removed is not seeded again', async () => {
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

campaignTest('one whose video is missing or broken is skipped, and the server starts', async () => {
  await rm(join(contentRoot, 'swings/a.mp4'));
  await writeFile(join(contentRoot, 'swings/b.mp4'), 'no video');
  await writeLibrary(golfer('a'), golfer('b', { slug: 'broken' }));
  server = await server.restart();
  expect(await list()).toEqual([]);
});
