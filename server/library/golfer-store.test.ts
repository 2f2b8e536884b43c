// The store of golfers on both databases, and golfers that a version without bodies stored.
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, onTestFinished, test } from 'vitest';
import { migrations } from '#server/database/migrations.ts';
import { connectDatabase, type Database, openDatabase } from '#server/database/open-database.ts';
import { type MediaBucket, openFolderMediaStore } from '#server/files/media-store.ts';
import { describeDatabases } from '#tests/stores/test-database.ts';
import { GolferStore, type NewGolfer } from './golfer-store.ts';

type Names = [string, string, string, string, string];
const NAMES = { old: `${'a'.repeat(48)}.json`, next: `${'b'.repeat(48)}.json` };

async function oldFolder(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'swingmark-old-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const old = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '006-golfer-bodies'));
  const db = connectDatabase(join(root, 'swingmark.db'));
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => old } }).migrateToLatest();
  expect(error).toBeUndefined();
  await sql`insert into golfers (name, major_championships, rest_time, top_time, strike_time, media_name, video_json, created_at)
    values ('Ada', 2, 0.5, 1.2, 1.6, 'ada.mp4', '{}', 1)`.execute(db);
  await db.destroy();
  return root;
}

/** The store; `bodies` lists the stored files. */
async function openStore(db: Database, root: string) {
  const media = await openFolderMediaStore(join(root, 'media'), join(root, 'lost'));
  const put = async (name: string) => {
    await writeFile(join(root, 'made'), name);
    await media.put('bodies', name, join(root, 'made'));
    return { name, sha256: 'unread' };
  };
  return { golfers: new GolferStore(db, media), put, bodies: () => readdir(join(root, 'media/bodies')) };
}

test('golfers of an earlier version are kept, without view, hand and body', async () => {
  const root = await oldFolder();
  const db = await openDatabase(join(root, 'swingmark.db'));
  onTestFinished(() => db.destroy());
  const { golfers } = await openStore(db, root);
  expect(await golfers.list()).toMatchObject([{ name: 'Ada', view: null, hand: null, bodyUrl: null }]);
});

describeDatabases((open) => {
  async function openEmptyStore() {
    const { db, close } = await open();
    const root = await mkdtemp(join(tmpdir(), 'swingmark-golfers-'));
    onTestFinished(async () => {
      await close();
      await rm(root, { recursive: true });
    });
    return openStore(db, root);
  }

  const add = async (golfers: GolferStore, name: string) => {
    const facts = { majorChampionships: 0, club: null, height: null, level: null, tag: null, view: null, hand: null };
    const times = { restTime: 0, topTime: 1, strikeTime: 2, slowMotionFactor: 1 };
    const files = {
      mediaSha256: '',
      contentKey: null,
      thumbnailName: null,
      thumbnailSha256: null,
      loop: null,
      body: null,
      seed: null,
    };
    const golfer = { ...facts, ...times, ...files, name, mediaName: `${name}.mp4`, video: JSON.parse('{}') };
    return (await golfers.add(golfer)).id;
  };

  test('storing a body sets view and hand unless they are set already, and deletes the earlier body', async () => {
    const { golfers, put, bodies } = await openEmptyStore();
    const id = await add(golfers, 'Ada');
    const seen = { view: 'face-on', hand: null } as const;
    expect(await golfers.setBody(id, await put(NAMES.old), seen)).toBe(true);
    expect(await golfers.find(id)).toMatchObject({ ...seen, bodyUrl: `/uploads/bodies/${NAMES.old}` });
    await golfers.setFilmed(id, { view: 'from-behind', hand: null });
    await golfers.setBody(id, await put(NAMES.next), { view: 'face-on', hand: 'left' });
    expect(await golfers.find(id)).toMatchObject({ view: 'from-behind', hand: 'left' });
    expect([
      await bodies(),
      await golfers.owns('body_name', NAMES.old),
      await golfers.owns('body_name', NAMES.next),
    ]).toEqual([[NAMES.next], false, true]);
    await golfers.remove(id, 'administrator');
    expect(await bodies()).toEqual([]);
    expect(await golfers.setBody(id, { name: NAMES.old, sha256: '' }, seen)).toBe(false);
  });

  test('replacing a golfer keeps every file that the new one has as well [F41]', async () => {
    const { db, close } = await open();
    const root = await mkdtemp(join(tmpdir(), 'swingmark-golfers-'));
    onTestFinished(async () => {
      await close();
      await rm(root, { recursive: true });
    });
    const media = await openFolderMediaStore(join(root, 'media'), join(root, 'lost'));
    const put = async (bucket: MediaBucket, name: string) => {
      await writeFile(join(root, 'made'), name);
      await media.put(bucket, name, join(root, 'made'));
    };
    const [video, picture, body, later, loop] = ['a', 'b', 'c', 'd', 'e'].map((letter) => letter.repeat(48)) as Names;
    await put('golfers', `${video}.mp4`);
    await put('thumbnails', `${picture}.jpg`);
    await put('loops', `${loop}.mp4`);
    await put('bodies', `${body}.json`);
    await put('bodies', `${later}.json`);
    const golfer: NewGolfer = {
      ...{
        name: 'Ada',
        majorChampionships: 0,
        club: null,
        height: null,
        level: null,
        tag: null,
        view: null,
        hand: null,
      },
      restTime: 0,
      topTime: 1,
      strikeTime: 2,
      slowMotionFactor: 1,
      video: JSON.parse('{}'),
      seed: null,
      mediaName: `${video}.mp4`,
      mediaSha256: '',
      thumbnailName: `${picture}.jpg`,
      thumbnailSha256: '',
      loop: { name: `${loop}.mp4`, sha256: '' },
      contentKey: null,
      body: { name: `${body}.json`, sha256: '' },
    };
    const golfers = new GolferStore(db, media);
    const { id } = await golfers.add(golfer);
    await golfers.replace(id, { ...golfer, name: 'Ada Lee' });
    const kept = (['golfers', 'thumbnails', 'loops'] as const).map((bucket) => media.list(bucket));
    expect(await Promise.all(kept)).toEqual([[`${video}.mp4`], [`${picture}.jpg`], [`${loop}.mp4`]]);
    await golfers.replace(id, { ...golfer, body: { name: `${later}.json`, sha256: '' } });
    expect(await media.list('bodies')).toEqual([`${later}.json`]);
    await golfers.replace(id, { ...golfer, loop: null });
    expect(await media.list('loops')).toEqual([]);
  });

  test('golfers are listed by name, and impossible ids are not found', async () => {
    const { golfers } = await openEmptyStore();
    for (const name of ['zoe', 'Ann', 'ann', 'Émile', 'Zoe']) await add(golfers, name);
    expect((await golfers.list()).map(({ name }) => name)).toEqual(['Ann', 'Zoe', 'ann', 'zoe', 'Émile']);
    for (const id of [2_147_483_648, 999_999_999_999_999, 1.5, Number.NaN]) {
      expect(await golfers.find(id)).toBeUndefined();
    }
  });
});
