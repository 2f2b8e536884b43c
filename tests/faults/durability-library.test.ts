// Golfers that an administrator has added are kept, and removed ones are deleted, whatever fails (hostile cases §6.7).
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectDatabase } from '#server/database/open-database.ts';
import { scaled } from '#tests/campaign-scale.ts';
import { wholeTest } from '#tests/campaign-test.ts';
import { faultySite } from '#tests/faults/site/faulty-site.ts';
import { addGolfer, setUpSwings, siteClip, summary } from '#tests/faults/site/site-swings.ts';
import { golferForm, sendGolfer } from '#tests/server/golfer-upload.ts';
import type { TestBrowser } from '#tests/server/test-browser.ts';

const armed = join(tmpdir(), `swingmark-fault-point-${process.pid}`);
afterAll(() => rm(armed, { force: true }));

interface ListedGolfer {
  readonly id: number;
  readonly name: string;
  readonly thumbnailUrl: string | null;
}

describe('a library', () => {
  const site = faultySite({ settings: { FAULT_POINT_FILE: armed } });
  let admin: TestBrowser;
  let clip: Buffer;
  beforeAll(async () => {
    clip = await siteClip();
  });
  beforeEach(async () => {
    await rm(armed, { force: true });
    admin = await site.admin();
  });
  const list = async () => (await admin.json('/api/pro/list')) as ListedGolfer[];
  const remove = async (id: number, browser = admin) =>
    (await browser.fetch(`/api/pro/${id}`, { method: 'DELETE' })).status;
  const videoOf = async (id: number) => {
    const db = connectDatabase(join(site.dataDir, 'swingmark.db'));
    const row = await db.selectFrom('golfers').select('media_name').where('id', '=', id).executeTakeFirstOrThrow();
    await db.destroy();
    return join(site.dataDir, 'media/golfers', row.media_name);
  };

  wholeTest(
    'case 145: a server that crashes while storing a golfer has all of it or nothing, and a retry stores one',
    async () => {
      const points = ['golfer-video-stored', 'golfer-picture-stored', 'golfer-added'];
      for (const point of scaled(points.slice(-1), points)) {
        const form = { name: `Crash at ${point}`, majorChampionships: '1' };
        await writeFile(armed, point);
        await expect(sendGolfer(admin, golferForm(new Uint8Array(clip), form))).rejects.toThrow();
        await rm(armed);
        await site.restart('SIGKILL');
        admin = await site.admin();
        const after = (await list()).filter(({ name }) => name === form.name);
        expect([point, after.length]).toEqual([point, point === 'golfer-added' ? 1 : 0]);
        await site.probe();
        expect((await sendGolfer(admin, golferForm(new Uint8Array(clip), form))).status).toBe(200);
        expect((await list()).filter(({ name }) => name === form.name)).toHaveLength(1);
      }
    },
  );

  wholeTest(
    'case 146: a golfer who is removed while a comparison is made leaves a complete video or none',
    async () => {
      for (const pauseMs of [0, 60, 200]) {
        const swings = await setUpSwings(site);
        const pending = swings.merge();
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
        expect(await remove(swings.golferId)).toBe(200);
        const answer = await pending;
        expect(['200', '404 Professional golfer not found']).toContain(summary(answer));
        if (answer.status === 200) {
          expect((await swings.visitor.fetch(String(answer.body.mergedVideoUrl))).status).toBe(200);
        }
        expect(summary(await swings.merge())).toBe('404 Professional golfer not found');
      }
    },
  );

  test('case 147: a golfer is removed once, however often it is requested', async () => {
    const id = await addGolfer(admin, clip);
    expect([await remove(id), await remove(id), await remove(999_999)]).toEqual([200, 404, 404]);
    const contested = await addGolfer(admin, clip);
    const other = await site.admin();
    expect((await Promise.all([remove(contested), remove(contested, other)])).sort()).toEqual([200, 404]);
  });

  wholeTest('case 148: a golfer whose file is missing or cannot be deleted is removed nevertheless', async () => {
    const gone = await addGolfer(admin, clip);
    await rm(await videoOf(gone));
    expect(await remove(gone)).toBe(200);
    const stuck = await addGolfer(admin, clip);
    const path = await videoOf(stuck);
    // A folder that is not empty in the file's place cannot be deleted as a file, not even by root.
    await rename(path, join(site.dataDir, 'aside'));
    await mkdir(path);
    await writeFile(join(path, 'x'), '');
    expect(await remove(stuck)).toBe(200);
    expect((await list()).some(({ id }) => id === stuck)).toBe(false);
    // Once the obstacle is gone, the next start sweeps the file.
    await rm(path, { recursive: true });
    await rename(join(site.dataDir, 'aside'), path);
    await site.restart();
    expect(await readdir(join(site.dataDir, 'media/golfers'))).not.toContain(path.split('/').at(-1));
  });
});

describe('a library whose pictures cannot be made', () => {
  // A folder of its own, which ffmpeg's sandbox has as well.
  const folder = join(tmpdir(), `swingmark-no-pictures-${process.pid}`);
  const broken = join(folder, 'ffmpeg');
  beforeAll(async () => {
    await mkdir(folder, { mode: 0o755 });
    await writeFile(broken, '#!/bin/sh\ncase "$*" in *mjpeg*.jpg*) exit 1;; esac\nexec ffmpeg "$@"\n', { mode: 0o755 });
  });
  const site = faultySite({ settings: { FFMPEG_PATH: broken } });
  afterAll(() => rm(folder, { recursive: true }));

  test('case 144: a golfer whose thumbnail cannot be made is stored without one', async () => {
    const admin = await site.admin();
    const id = await addGolfer(admin, await siteClip(), { name: 'Without thumbnail' });
    const golfers = (await admin.json('/api/pro/list')) as ListedGolfer[];
    expect(golfers.find((golfer) => golfer.id === id)).toMatchObject({ name: 'Without thumbnail', thumbnailUrl: null });
    expect((await admin.fetch(`/media/golfers/${id}.mp4`)).status).toBe(200);
    expect(site.log.some(({ msg }) => msg === 'Golfer thumbnail could not be made')).toBe(true);
  });
});
