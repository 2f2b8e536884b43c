import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '#server/database/open-database.ts';
import { golferLibraryForTests } from '#tests/server/golfer-library.ts';
import { sendGolfer } from '#tests/server/golfer-upload.ts';
import { startServer } from '#tests/server/running-server.ts';

const library = golferLibraryForTests();
const { form, upload, list, expectNoStrays } = library;

describe('removing a golfer', () => {
  const add = async (name: string) => (await (await upload(form({ name }))).json()) as { id: number; videoUrl: string };
  const remove = (id: number | string, browser = library.admin) =>
    browser.fetch(`/api/pro/${id}`, { method: 'DELETE' });

  it('deletes the entry, the video and the picture', async () => {
    const { id, videoUrl } = await add('Gone');
    const answer = await remove(id);
    expect(await answer.json()).toEqual({ success: true });
    expect((await library.server.newBrowser().fetch(`/api/pro/${id}`)).status).toBe(404);
    expect((await library.server.newBrowser().fetch(videoUrl)).status).toBe(404);
    await expectNoStrays();
  });

  it('147: twice, or of an unknown one, is refused', async () => {
    const { id } = await add('Twice gone');
    expect((await remove(id)).status).toBe(200);
    expect((await remove(id)).status).toBe(404);
    for (const other of ['99999', '0', '-1', '1e3', '1%20OR%201=1']) expect((await remove(other)).status).toBe(404);
  });

  it('147: by two administrators at once succeeds for one', async () => {
    const { id } = await add('Contested');
    const other = await library.server.newAdmin();
    const answers = await Promise.all([remove(id), remove(id, other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  it('148: deletes the entry even if its file is missing or cannot be removed', async () => {
    const first = await add('File gone');
    await rm(join(library.server.dataDir, 'media/golfers', await mediaName(first.id)));
    expect((await remove(first.id)).status).toBe(200);

    const second = await add('File stuck');
    const bucket = join(library.server.dataDir, 'media/golfers');
    const name = await mediaName(second.id);
    // A folder that is not empty in the file's place cannot be deleted as a file, not even by root.
    await rm(join(bucket, name));
    await mkdir(join(bucket, name));
    await writeFile(join(bucket, name, 'x'), '');
    expect((await remove(second.id)).status).toBe(200);
    expect((await list()).some(({ name: shown }) => shown === 'File stuck')).toBe(false);
    await rm(join(bucket, name), { recursive: true });
  });

  it('is refused to visitors', async () => {
    const { id } = await add('Safe');
    expect((await remove(id, library.server.newBrowser())).status).toBe(401);
    expect((await list()).some(({ name }) => name === 'Safe')).toBe(true);
  });

  async function mediaName(id: number): Promise<string> {
    const db = await openDatabase(join(library.server.dataDir, 'swingmark.db'));
    const row = await db.selectFrom('golfers').select('media_name').where('id', '=', id).executeTakeFirstOrThrow();
    await db.destroy();
    return row.media_name;
  }
});

describe('a server that died while a golfer was added', () => {
  it('145: has no orphan file after the next start, and accepts the same golfer again', async () => {
    const first = await startServer();
    for (const name of [`golfers/${'0a'.repeat(24)}.mp4`, `thumbnails/${'0b'.repeat(24)}.jpg`]) {
      await writeFile(join(first.dataDir, 'media', name), 'left behind');
    }
    const unfinished = join(first.dataDir, 'work', '0c'.repeat(24));
    await mkdir(unfinished);
    await writeFile(join(unfinished, 'upload'), 'half a video');
    const second = await first.restart();
    expect(await second.strays()).toEqual([]);
    expect((await sendGolfer(await second.newAdmin(), form())).status).toBe(200);
    expect(await second.strays()).toEqual([]);
    await second.stop();
  });
});
