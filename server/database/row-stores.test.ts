// The stores of sessions, sign-ins, users, uploads and results on both databases. The stores of golfers, mails, limits
// and jobs have their own suites.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SESSION_IDLE_MS, SessionStore, SIGN_IN_LIVES, SignInStore } from '#server/accounts/session-store.ts';
import { SIGN_UP_LIFE_MS, UserStore } from '#server/accounts/user-store.ts';
import { ResultStore } from '#server/comparisons/result-store.ts';
import type { ProbedVideo } from '#server/ffmpeg/probe/probe.ts';
import { type MediaStore, openFolderMediaStore } from '#server/files/media-store.ts';
import { listOwnedChunkFolders, listOwnedFiles } from '#server/site/owned-files.ts';
import { UploadStore } from '#server/uploads/upload-store.ts';
import { describeDatabases, type TestDatabase } from '#tests/stores/test-database.ts';

const VIDEO = {} as ProbedVideo;

describeDatabases((open, kind) => {
  let database: TestDatabase;
  let folder: string;
  let media: MediaStore;

  beforeEach(async () => {
    database = await open();
    folder = await mkdtemp(join(tmpdir(), 'swingmark-rows-'));
    media = await openFolderMediaStore(join(folder, 'media'), join(folder, 'lost'));
  });
  afterEach(async () => {
    await database.close();
    await media.close();
    await rm(folder, { recursive: true, force: true });
  });

  const fileOf = async (text: string) => {
    const path = join(folder, 'made');
    await writeFile(path, text);
    return path;
  };

  test('a session is found by its token until it has been idle for too long', async () => {
    const { db } = database;
    const sessions = new SessionStore(db, 'a secret');
    const offer = sessions.offer();
    const [one, other] = await Promise.all([sessions.begin(offer), sessions.begin(offer)]);
    expect(one).toEqual(other);
    expect([await sessions.findVisitor(one.token), await sessions.findVisitor('x'.repeat(43))]).toEqual([
      one.visitorId,
      null,
    ]);
    await db
      .updateTable('sessions')
      .set({ last_seen_at: Date.now() - SESSION_IDLE_MS - 1000 })
      .execute();
    expect(await sessions.findVisitor(one.token)).toBeNull();
    await sessions.deleteExpired();
    expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([]);
  });

  test('a sign-in is found by its token and role until it ends', async () => {
    const { db } = database;
    const signIns = new SignInStore(db);
    const [admin, user] = [await signIns.begin('admin'), await signIns.begin('user', 'someone')];
    expect(await signIns.find('user', user)).toMatchObject({ role: 'user', user_id: 'someone' });
    expect([await signIns.find('admin', user), await signIns.find('user', undefined)]).toEqual([undefined, undefined]);
    await signIns.endAll('admin');
    expect(await signIns.find('admin', admin)).toBeUndefined();
    await db
      .updateTable('sign_ins')
      .set({ created_at: Date.now() - SIGN_IN_LIVES.user.maxMs - 1000 })
      .execute();
    expect(await signIns.find('user', user)).toBeUndefined();
    await signIns.deleteExpired();
    expect(await db.selectFrom('sign_ins').selectAll().execute()).toEqual([]);
  });

  test('a user has one address and one name, whatever their case', async () => {
    const { db } = database;
    const users = new UserStore(db);
    const account = { email: 'Ann@Example.org', username: 'Ann', passwordHash: 'hash', visitorId: 'A' };
    await users.addSignUp('token', account);
    expect(await users.findPending('ann@example.org', 'ANN')).toMatchObject({ email: 'Ann@Example.org' });
    expect([
      await users.isUsernameTaken('ann', 'ANN@example.org'),
      await users.isUsernameTaken('ann', 'bob@example.org'),
    ]).toEqual([false, true]);
    const signUp = await users.findSignUp('token');
    await users.markConfirmed(signUp?.id ?? '');
    const user = await users.addUser({ email: account.email, username: account.username, google_subject: 'g1' });
    expect([await users.findByEmail('ANN@EXAMPLE.ORG'), await users.findByIdentity({ google_subject: 'g1' })]).toEqual([
      user,
      user,
    ]);
    await expect(users.addUser({ email: 'ann@example.org', username: 'Other' })).rejects.toThrow(/unique/i);
    await expect(users.addUser({ email: 'other@example.org', username: 'aNN' })).rejects.toThrow(/unique/i);
    await db
      .updateTable('sign_ups')
      .set({ created_at: Date.now() - SIGN_UP_LIFE_MS - 1000 })
      .execute();
    expect(await users.findSignUp('token')).toBeUndefined();
    await users.deleteExpired();
    expect(await db.selectFrom('sign_ups').selectAll().execute()).toEqual([]);
  });

  test('an upload is completed once, and owns its chunk folder before and its file afterwards', async () => {
    const { db } = database;
    const uploads = new UploadStore(db);
    const key = { visitorId: 'A', fileId: 'f1' };
    await uploads.begin(key, 'chunks-of-f1', 'swing.mp4', 2);
    expect([await listOwnedFiles(db), await listOwnedChunkFolders(db)]).toEqual([[], new Set(['chunks-of-f1'])]);
    const whole = (handle: string) => ({ handle, mediaName: `${handle}.vid`, sha256: handle, video: VIDEO });
    const ends = [await uploads.complete(key, whole('h1'), [2, 1]), await uploads.complete(key, whole('h2'), [2, 1])];
    expect(ends.map((end) => end?.handle)).toEqual(['h1', 'h1']);
    expect(await uploads.findAndTouch('A', 'h1')).toMatchObject({ mediaName: 'h1.vid' });
    await expect(uploads.findAndTouch('B', 'h1')).rejects.toMatchObject({ code: 'video-not-found' });
    expect([await listOwnedFiles(db), await listOwnedChunkFolders(db)]).toEqual([
      [{ bucket: 'uploads', name: 'h1.vid', sha256: 'h1' }],
      new Set(),
    ]);
    expect([await uploads.listOpen(), await uploads.listIdleSince(1), (await uploads.listOf('A')).length]).toEqual([
      [],
      [],
      1,
    ]);
    await uploads.delete(key);
    expect(await uploads.find(key)).toBeUndefined();
  });

  test('a result belongs to its visitor and to the newest attempt, and expires with its file', async () => {
    const { db } = database;
    const results = new ResultStore(db, media);
    const job = { id: 'j1', visitorId: 'A' };
    await results.store(job, await fileOf('first'));
    await results.store(job, await fileOf('second'));
    const found = await results.find('A', 'j1');
    expect([found?.bytes, await results.find('B', 'j1'), await results.bytesOf('A')]).toEqual([6, undefined, 6]);
    expect(await listOwnedFiles(db)).toMatchObject([{ bucket: 'results', name: found?.mediaName }]);
    expect(await media.list('results')).toEqual([found?.mediaName]);
    // Only jobs that several processes share have attempts.
    if (kind === 'postgres') {
      await expect(results.store({ ...job, attempt: 1 }, await fileOf('late'))).rejects.toMatchObject({
        code: 'job-canceled',
      });
    }
    expect(await media.list('results')).toEqual([found?.mediaName]);
    await results.expire(Date.now() + 1000);
    expect([await results.has('j1'), await media.list('results'), await listOwnedFiles(db)]).toEqual([false, [], []]);
  });
});
