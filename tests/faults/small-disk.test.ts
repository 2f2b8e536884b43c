// A disk smaller than the space that is otherwise held back.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { diskReserveOf } from '#server/files/disk-reserve.ts';
import { siteClip } from '#tests/faults/site/site-swings.ts';
import { makeSmallDisk, mayMountDisks, type SmallDisk } from '#tests/faults/site/small-disk.ts';
import { startServer } from '#tests/server/running-server.ts';
import { TestVisitor } from '#tests/server/test-visitor.ts';

const MB = 1024 * 1024;
const canMount = await mayMountDisks();

describe.runIf(canMount)('a small disk (needs an account that may mount a disk)', () => {
  let disk: SmallDisk;
  beforeAll(async () => {
    disk = await makeSmallDisk(128);
  });
  afterAll(() => disk.remove());

  test('takes uploads with the default settings [F13]', async () => {
    const dataDir = join(disk.path, 'data');
    await mkdir(dataDir);
    const server = await startServer({ DISK_RESERVE_MB: '' }, { dataDir });
    try {
      expect((await new TestVisitor(server.origin).upload('one', await siteClip())).status).toBe(200);
      expect((await server.newBrowser().fetch('/readyz')).status).toBe(200);
    } finally {
      await server.stop();
    }
  });

  test('holds back a tenth, or what the settings name, with a warning when it is more than the disk [F13]', async () => {
    const warnings: string[] = [];
    const reserve = (megabytes: number, hasOwnDiskReserve: boolean) =>
      diskReserveOf(
        { dataDir: disk.path, diskReserveBytes: megabytes * MB, hasOwnDiskReserve },
        { warn: (text: unknown) => warnings.push(String(text)) },
      );
    expect(await reserve(2048, false)).toBe(Math.floor(12.8 * MB));
    expect(await reserve(5, false)).toBe(5 * MB);
    expect(await reserve(100, true)).toBe(100 * MB);
    expect(warnings).toEqual([]);
    expect(await reserve(2048, true)).toBe(2048 * MB);
    expect(warnings).toEqual([expect.stringContaining('DISK_RESERVE_MB (2048) is more than the disk')]);
  });
});
