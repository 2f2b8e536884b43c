// Data migration: from SQLite and folders to PostgreSQL and an S3 store, and back.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { passwordPlace } from '#server/accounts/admin-access.ts';
import { connectPostgres } from '#server/database/open-postgres.ts';
import { openDataFolder } from '#server/files/data-folder.ts';
import { sha256OfFile } from '#server/files/finished-file.ts';
import { readConfig } from '#server/runtime/config.ts';
import { newOpaqueId } from '#server/runtime/opaque-id.ts';
import { HAS_S3, NEEDS_S3 } from '#tests/stores/s3-server.ts';
import { HAS_POSTGRES, NEEDS_POSTGRES, newPostgresUrl } from '#tests/stores/test-database.ts';
import { testBucketUrl } from '#tests/stores/test-servers.ts';
import { type MoveSide, moveSite, NOT_COPIED, TABLES } from './move-site.ts';
import { openRows, openStores } from './open-site.ts';

const nothing = (): void => undefined;

async function openSide(settings: Record<string, string> = {}): Promise<MoveSide> {
  const root = await mkdtemp(join(tmpdir(), 'swingmark-move-'));
  const config = readConfig({ DATA_DIR: root, DISK_RESERVE_MB: '0', ...settings });
  const folder = await openDataFolder(root);
  const { db, close } = await openRows({ config, databaseFile: folder.databaseFile, log: { warn: nothing } });
  const { media, chunks } = await openStores({ config, db, folder });
  onTestFinished(async () => {
    await media.close();
    await close();
    folder.release();
    await rm(root, { recursive: true, force: true });
  });
  return { db, media, chunks, folder, password: passwordPlace(config, db) };
}

async function openShared(): Promise<MoveSide> {
  return openSide({
    DATABASE_URL: await newPostgresUrl(),
    S3_URL: await testBucketUrl(),
    PUBLIC_URL: 'http://swing.example',
  });
}

/** A site with a row and a file of each kind, and an open upload. */
async function fill({ db, media, chunks, folder }: MoveSide): Promise<{ result: string; open: string }> {
  const put = (bucket: 'results' | 'golfers' | 'thumbnails' | 'shares', end: string) =>
    folder.inWorkFolder(async (work) => {
      const [name, path] = [`${newOpaqueId()}${end}`, join(work, 'file')];
      await writeFile(path, `${bucket} ${'é'.repeat(100_000)}`);
      const sha256 = await sha256OfFile(path);
      return { name, sha256, bytes: await media.put(bucket, name, path) };
    });
  const [result, golfer, picture, share] = [
    await put('results', '.mp4'),
    await put('golfers', '.mp4'),
    await put('thumbnails', '.jpg'),
    await put('shares', '.age'),
  ];
  await db.insertInto('instance').values({ id: 'this site', secret: 'secret', used_at: 1_800_000_000_000 }).execute();
  await db
    .insertInto('results')
    .values({
      handle: newOpaqueId(),
      visitor_id: 'ann',
      media_name: result.name,
      media_sha256: result.sha256,
      bytes: result.bytes,
      created_at: 1_800_000_000_001,
    })
    .execute();
  await db
    .insertInto('shares')
    .values({
      id: 'link',
      visitor_id: 'ann',
      secret_hash: 'hash',
      created_at: 1,
      expires_at: 1_800_000_000_002,
      media_name: share.name,
      media_sha256: share.sha256,
      bytes: share.bytes,
    })
    .execute();
  await db
    .insertInto('golfers')
    .values({
      id: 7,
      name: 'Zoë',
      major_championships: 2,
      rest_time: 0.1,
      top_time: 1.25,
      strike_time: 1.5,
      media_name: golfer.name,
      media_sha256: golfer.sha256,
      video_json: '{"é":1}',
      created_at: 1,
      thumbnail_name: picture.name,
      thumbnail_sha256: picture.sha256,
    })
    .execute();
  const jobs = ['done', 'queued'] as const;
  for (const state of jobs) {
    const values = {
      id: newOpaqueId(),
      visitor_id: 'ann',
      kind: 'merge',
      key: state,
      input_json: 'null',
      state,
      created_at: 5,
    };
    await db.insertInto('jobs').values(values).execute();
  }
  const open = newOpaqueId();
  await db
    .insertInto('uploads')
    .values({ visitor_id: 'ann', file_id: 'a', folder: open, file_name: 'a.mp4', total_chunks: 3, last_active_at: 9 })
    .execute();
  const received = await chunks.open(open);
  for (const index of [2, 0]) await received.write(index, Buffer.from(`chunk ${index}`));
  return { result: result.name, open };
}

/** A row of a table, with a value of each column's type. */
async function anyRow({ db }: MoveSide, table: string): Promise<Record<string, unknown>> {
  const { rows } = await sql<{
    name: string;
    type: string;
  }>`select name, type from pragma_table_info(${table})`.execute(db);
  return Object.fromEntries(
    rows.map(({ name, type }) => [name, type.toLowerCase() === 'text' ? `${table} ${name}` : 5]),
  );
}

test('a migration copies every table of the schema, and the administrator’s password', async () => {
  const [first, last] = [await openSide(), await openSide()];
  await fill(first);
  const schema = (await first.db.introspection.getTables())
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('kysely_'));
  expect([...Object.keys(TABLES), ...Object.keys(NOT_COPIED)].sort()).toEqual(schema.sort());
  const anyOf = ({ db }: MoveSide) => db as unknown as Kysely<Record<string, Record<string, unknown>>>;
  const rowsOf = (side: MoveSide, table: string) => anyOf(side).selectFrom(table).selectAll().execute();
  for (const table of Object.keys(TABLES)) {
    if ((await rowsOf(first, table)).length === 0) {
      await anyOf(first)
        .insertInto(table)
        .values(await anyRow(first, table))
        .execute();
    }
  }
  await first.password.write({ hash: '$argon2id$made', from: 'made' });
  await moveSite(first, last, nothing);
  for (const table of Object.keys(TABLES)) {
    const before = (await rowsOf(first, table)).filter((row) => table !== 'jobs' || row.state === 'done');
    expect(before.length, table).toBeGreaterThan(0);
    expect(await rowsOf(last, table), table).toEqual(before);
  }
  expect(await last.password.read()).toEqual({ hash: '$argon2id$made', from: 'made' });
});

test.skipIf(!HAS_POSTGRES)(`a generated password comes along to PostgreSQL and back${NEEDS_POSTGRES}`, async () => {
  const config = { databaseUrl: await newPostgresUrl(), dataDir: await mkdtemp(join(tmpdir(), 'swingmark-password-')) };
  const { db, close } = await connectPostgres({ url: config.databaseUrl, poolSize: 1 });
  const [row, file] = [passwordPlace(config, db), passwordPlace({ ...config, databaseUrl: null }, db)];
  await row.write({ hash: '$argon2id$made', from: 'made' });
  const moved = await row.read();
  if (moved) await file.write(moved);
  expect(await file.read()).toEqual({ hash: '$argon2id$made', from: 'made' });
  await close();
  await rm(config.dataDir, { recursive: true });
});

describe.skipIf(!HAS_POSTGRES || !HAS_S3)(`moving${NEEDS_POSTGRES || NEEDS_S3}`, () => {
  test('copies every row, file and chunk in both directions, and resumes after an interruption', async () => {
    const [first, shared, last] = [await openSide(), await openShared(), await openSide()];
    const { result, open } = await fill(first);
    const moved = await moveSite(first, shared, nothing);
    expect(moved).toMatchObject({
      files: 4,
      filesBefore: 0,
      chunks: 2,
      rows: { golfers: 1, results: 1, jobs: 1, uploads: 1 },
    });
    expect(await moveSite(first, shared, nothing)).toMatchObject({ files: 4, filesBefore: 4, chunks: 2 });
    // The next golfer gets a new id.
    const { id } = await shared.db
      .insertInto('golfers')
      .values({
        name: 'Ann',
        major_championships: 0,
        rest_time: 0,
        top_time: 1,
        strike_time: 2,
        media_name: 'none',
        video_json: '{}',
        created_at: 2,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(id).toBe(8);
    await shared.db.deleteFrom('golfers').where('id', '=', 8).execute();

    await moveSite(shared, last, nothing);
    for (const table of ['instance', 'results', 'golfers', 'uploads'] as const) {
      const [before, after] = await Promise.all(
        [first, last].map(({ db }) => db.selectFrom(table).selectAll().execute()),
      );
      expect(after).toEqual(before);
    }
    const bytes = async ({ media }: MoveSide) =>
      Buffer.concat((await (await media.open('results', result))?.toArray()) ?? []);
    expect((await bytes(last)).equals(await bytes(first))).toBe(true);
    expect((await (await last.chunks.open(open)).read(2)).toString()).toBe('chunk 2');
  });

  test('is refused onto another site, for a damaged file, and when a row differs afterwards', async () => {
    const [first, shared] = [await openSide(), await openShared()];
    await expect(moveSite(first, shared, nothing)).rejects.toThrow('nothing to move');
    const { result } = await fill(first);
    await shared.db.insertInto('instance').values({ id: 'another', secret: '', used_at: 1 }).execute();
    await expect(moveSite(first, shared, nothing)).rejects.toThrow('another site');
    await shared.db.deleteFrom('instance').execute();
    await shared.db
      .insertInto('sessions')
      .values({ token_hash: 't', visitor_id: 'b', created_at: 1, last_seen_at: 1 })
      .execute();
    await first.db
      .insertInto('sessions')
      .values({ token_hash: 't', visitor_id: 'a', created_at: 1, last_seen_at: 1 })
      .execute();
    await expect(moveSite(first, shared, nothing)).rejects.toThrow('1 rows of sessions differ');
    await first.media.delete('results', result);
    await expect(moveSite(first, shared, nothing)).rejects.toThrow('npm run integrity');
  });
});
