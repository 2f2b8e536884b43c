// A start changes nothing that the server did not make, and reports in one sentence why it fails (attacks 1, 2, 16, 18 to
// 20, 22 and 25 of the second round).
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MARKER_NAME } from '#server/files/data-folder.ts';
import { isWhole } from '#tests/campaign-scale.ts';
import { wholeTest } from '#tests/campaign-test.ts';
import { faultySite } from '#tests/faults/site/faulty-site.ts';
import { runScript } from '#tests/faults/site/run-script.ts';
import { fillWithLibrary } from '#tests/faults/site/seeded-folder.ts';
import { siteClip } from '#tests/faults/site/site-swings.ts';
import { golferForm, sendGolfer } from '#tests/server/golfer-upload.ts';
import { listenLocally } from '#tests/server/local-port.ts';
import { startServerProcess } from '#tests/server/server-process.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swingmark-start-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The clip with other pictures at the same times. */
async function mirrored(clip: Buffer): Promise<Buffer> {
  const [from, to] = [join(folder, 'clip.mp4'), join(folder, 'mirrored.mp4')];
  await writeFile(from, clip);
  await execa('ffmpeg', ['-v', 'error', '-i', from, '-vf', 'hflip', '-fps_mode', 'passthrough', '-an', to]);
  return readFile(to);
}

/** Starts a server on a folder and returns its error, or 'started'. */
const refusal = (dataDir: string, settings: Readonly<Record<string, string>> = {}) =>
  startServerProcess(dataDir, { settings }).then(
    async (server) => {
      await server.end('SIGKILL');
      return 'started';
    },
    (error: Error) => error.message,
  );

test('case 155: a folder that Swingmark did not make is refused, and nothing in it is changed', async () => {
  for (const name of ['work', 'chunks', 'media']) await mkdir(join(folder, name));
  await writeFile(join(folder, 'work/thesis.txt'), 'a thesis');
  await writeFile(join(folder, 'chunks/photo.raw'), 'a photo');
  expect(await refusal(folder)).toContain('is not empty and was not made by Swingmark');
  expect(await readFile(join(folder, 'work/thesis.txt'), 'utf8')).toBe('a thesis');
  expect(await readFile(join(folder, 'chunks/photo.raw'), 'utf8')).toBe('a photo');
  expect((await readdir(folder)).sort()).toEqual(['chunks', 'media', 'work']);
});

describe('database and files that do not belong together', () => {
  const site = faultySite();

  /** Replaces the site's database and removes its WAL files. */
  async function putDatabase(path: string | null): Promise<void> {
    const database = join(site.dataDir, 'swingmark.db');
    for (const name of [database, `${database}-wal`, `${database}-shm`]) await rm(name, { force: true });
    if (path) await cp(path, database);
  }

  wholeTest(
    'case 156: an older or empty database beside newer files prevents the start, and nothing is deleted',
    async () => {
      await site.stop();
      const database = join(site.dataDir, 'swingmark.db');
      await cp(database, join(folder, 'older.db'));
      await site.start();
      await site.restart();
      const golfers = await readdir(join(site.dataDir, 'media/golfers'));
      await site.stop();
      await cp(database, join(folder, 'current.db'));
      await putDatabase(join(folder, 'older.db'));
      expect(await refusal(site.dataDir)).toMatch(
        /is older than the files beside it.*Nothing was changed.*delete swingmark.json/s,
      );
      await putDatabase(null);
      expect(await refusal(site.dataDir)).toMatch(/is empty, but videos are stored beside it.*Nothing was changed/s);
      expect(await readdir(join(site.dataDir, 'media/golfers'))).toEqual(golfers);
      await putDatabase(join(folder, 'current.db'));
      await site.start();
    },
  );

  test('a file that the database does not know is kept in lost/ with the reason', async () => {
    const name = `${'ab'.repeat(24)}.mp4`;
    await site.stop();
    await writeFile(join(site.dataDir, 'media/golfers', name), 'a newer golfer');
    await site.start();
    const [day = ''] = await readdir(join(site.dataDir, 'lost'));
    expect(await readFile(join(site.dataDir, 'lost', day, 'media/golfers', name), 'utf8')).toBe('a newer golfer');
    expect(await readFile(join(site.dataDir, 'lost', day, 'reasons.log'), 'utf8')).toContain(name);
  });
});

describe('an operator’s mistake', () => {
  const site = faultySite();

  test('case 170: a backup into the data folder is refused, and one that fails leaves nothing', async () => {
    const inside = await runScript(site, 'backup', join(site.dataDir, 'backup'));
    expect([inside.exitCode, inside.output]).toEqual([1, expect.stringContaining('cannot be inside the data folder')]);
    expect(await readdir(site.dataDir)).not.toContain('backup');
    const under = join(folder, 'file');
    await writeFile(under, '');
    expect((await runScript(site, 'backup', join(under, 'backup'))).exitCode).toBe(1);
    expect(await readdir(folder)).toEqual(['file']);
  });

  wholeTest('case 179: the integrity check of a backup works, also as idle', async () => {
    const copy = join(folder, 'backup');
    expect((await runScript(site, 'backup', copy)).exitCode).toBe(0);
    const checked = await runScript({ dataDir: copy }, 'integrity', '--idle');
    expect([checked.exitCode, checked.output]).toEqual([0, expect.stringContaining('orphan_file 0, missing_file 0')]);
  });

  wholeTest('case 172: the same golfer form with another video of equal frame times adds another golfer', async () => {
    const admin = await site.admin();
    const clip = await siteClip();
    // Bytes after the frames are not published.
    const longer = Buffer.concat([clip, Buffer.from('\0\0\0\x08free', 'latin1')]);
    const ids: number[] = [];
    for (const video of [clip, await mirrored(clip), longer]) {
      const answer = await sendGolfer(admin, golferForm(new Uint8Array(video), { name: 'Twice', restTime: '0.5' }));
      expect(answer.status).toBe(200);
      ids.push(((await answer.json()) as { id: number }).id);
    }
    expect(ids[1]).not.toBe(ids[0]);
    expect(ids[2]).toBe(ids[0]);
    for (const id of new Set(ids)) await admin.fetch(`/api/pro/${id}`, { method: 'DELETE' });
  });
});

describe.runIf(isWhole)('a start that cannot succeed', () => {
  wholeTest('case 174: prints one message with the problem and what to do, without a stack', async () => {
    const busy = createServer();
    const port = String(await listenLocally(busy));
    const message = await refusal(folder, { PORT: port });
    busy.close();
    expect(message).toContain(`Port ${port} on 127.0.0.1 is already in use. Please stop the other program`);
    expect(message).not.toMatch(/\n\s+at /);

    await fillWithLibrary(folder);
    expect(await refusal(folder)).toBe('started');
    const database = join(folder, 'swingmark.db');
    await rm(`${database}-wal`, { force: true });
    const { size } = await stat(database);
    await truncate(database, 0);
    await truncate(database, size);
    await writeFile(database, Buffer.alloc(size, 0x5a));
    const damaged = await refusal(folder);
    expect(damaged).toContain('is damaged. Please restore the data folder from a backup.');
    expect(damaged).not.toMatch(/\n\s+at |made by a newer version/);

    const fresh = join(folder, 'fresh');
    await fillWithLibrary(fresh);
    await writeFile(join(fresh, 'server.lock'), 'no database at all');
    expect(await refusal(fresh)).toBe('started');
    await writeFile(join(fresh, MARKER_NAME), '{');
    expect(await refusal(fresh)).toContain(`${MARKER_NAME} cannot be read`);
  });
});

test('case 176: without ffmpeg, npm start names the command for this system and installs nothing unasked', async () => {
  const bin = join(folder, 'bin');
  await mkdir(bin);
  const log = join(folder, 'log');
  const script = `#!/bin/sh\necho "$0 $@" >> ${log}\n`;
  const prepare = `import { installFfmpeg } from '${process.cwd()}/scripts/prepare.mjs'; installFfmpeg();`;
  const install = (managers: readonly string[], env: Record<string, string> = {}) =>
    execa(process.execPath, ['--input-type=module', '-e', prepare], {
      reject: false,
      all: true,
      extendEnv: false,
      stdin: 'ignore',
      env: { PATH: bin, ...env },
    }).then(async ({ all, exitCode }) => {
      const ran = await readFile(log, 'utf8').catch(() => '');
      await rm(log, { force: true });
      for (const name of managers) await rm(join(bin, name));
      return { all, exitCode, ran };
    });
  const withManager = async (name: string, env?: Record<string, string>) => {
    await writeFile(join(bin, name), script, { mode: 0o755 });
    return install([name], env);
  };

  const none = await install([]);
  expect([none.exitCode, none.all]).toEqual([
    1,
    expect.stringContaining('Please install it with your package manager'),
  ]);
  const dnf = await withManager('dnf');
  expect([dnf.exitCode, dnf.all]).toEqual([
    1,
    // Fedora's own ffmpeg has no x264.
    expect.stringContaining('Please install it with your package manager'),
  ]);
  expect(dnf.ran).not.toContain('install');
  const brew = await withManager('brew', { CI: 'true' });
  expect(brew.ran).toContain('install ffmpeg');
  expect(brew.all).toContain('was installed but does not run');
  const named = await install([], { FFMPEG_PATH: '/nowhere/ffmpeg' });
  expect(named.all).toContain('/nowhere/ffmpeg or ffprobe does not run. Please check FFMPEG_PATH');
  for (const { all } of [none, dnf, brew, named]) expect(all).not.toMatch(/\n\s+at /);
});
