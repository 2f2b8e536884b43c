// What visitors get of a golfer's video: nothing that the administrator's phone wrote into the file.
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#server/database/open-database.ts';
import { sha256OfFile } from '#server/files/finished-file.ts';
import { golferForm, makeClip, sendGolfer } from '#tests/server/golfer-upload.ts';
import { type RunningServer, startServer } from '#tests/server/running-server.ts';

const run = promisify(execFile);
const PLACE = '+37.7749-122.4194';

let folder: string;
let fromPhone: string;
let server: RunningServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swingmark-phone-'));
  fromPhone = join(folder, 'phone.mov');
  await writeFile(join(folder, 'plain.mp4'), await makeClip());
  const inputs = ['-i', join(folder, 'plain.mp4'), '-f', 'lavfi', '-i', 'sine=duration=3'];
  const tags = ['-movflags', 'use_metadata_tags', '-metadata', `com.apple.quicktime.location.ISO6709=${PLACE}`];
  await run('ffmpeg', ['-v', 'error', ...inputs, '-c:v', 'copy', '-c:a', 'aac', ...tags, fromPhone]);
  server = await startServer();
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

interface Detail {
  readonly id: number;
  readonly thumbnailUrl: string;
  readonly clip: unknown;
  readonly restTime: number;
}

async function videoOf(id: number): Promise<{ readonly bytes: string; readonly tracks: number }> {
  const answer = await server.newBrowser().fetch(`/media/golfers/${id}.mp4`);
  expect(answer.status).toBe(200);
  const bytes = Buffer.from(await answer.arrayBuffer()).toString('latin1');
  return { bytes, tracks: bytes.split('trak').length - 1 };
}

const detailOf = async (id: number) => (await server.newBrowser().json(`/api/pro/${id}`)) as Detail;

test('a golfer’s video is published without the place where it was filmed and without sound, also one that an earlier version stored [F2]', async () => {
  const clip = new Uint8Array(await readFile(fromPhone));
  expect(Buffer.from(clip).toString('latin1')).toContain(PLACE);
  const sent = await sendGolfer(await server.newAdmin(), golferForm(clip, { name: 'From a phone' }));
  const golfer = (await sent.json()) as Detail;
  const first = await videoOf(golfer.id);
  expect([first.bytes.includes(PLACE), first.tracks]).toEqual([false, 1]);
  const before = await detailOf(golfer.id);

  // As an earlier version stored it.
  const db = await openDatabase(join(server.dataDir, 'swingmark.db'));
  const { media_name: published } = await db.selectFrom('golfers').selectAll().executeTakeFirstOrThrow();
  const received = `${'ab'.repeat(24)}.mp4`;
  await copyFile(fromPhone, join(server.dataDir, 'media/golfers', received));
  await rm(join(server.dataDir, 'media/golfers', published));
  const media = { media_name: received, media_sha256: await sha256OfFile(fromPhone), is_published: 0 };
  await db.updateTable('golfers').set(media).execute();
  expect((await videoOf(golfer.id)).bytes).toContain(PLACE);
  await db.destroy();

  server = await server.restart();
  const after = await videoOf(golfer.id);
  expect([after.bytes.includes(PLACE), after.tracks]).toEqual([false, 1]);
  expect(await detailOf(golfer.id)).toEqual(before);
  expect((await server.newBrowser().fetch(before.thumbnailUrl)).status).toBe(200);
  expect(await server.strays()).toEqual([]);

  // The same file again is the same golfer.
  const again = await sendGolfer(await server.newAdmin(), golferForm(clip, { name: 'From a phone' }));
  expect(((await again.json()) as Detail).id).toBe(golfer.id);
});
