// A disk that is full to the last byte: what frees space still works.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { siteClip } from '#tests/faults/site/site-swings.ts';
import { makeSmallDisk, mayMountDisks, type SmallDisk } from '#tests/faults/site/small-disk.ts';
import { golferForm, sendGolfer } from '#tests/server/golfer-upload.ts';
import { startServer, TEST_ADMIN_PASSWORD } from '#tests/server/running-server.ts';
import { TestVisitor } from '#tests/server/test-visitor.ts';

const canMount = await mayMountDisks();

describe.runIf(canMount)('a full disk (needs an account that may mount a disk)', () => {
  let disk: SmallDisk;
  beforeAll(async () => {
    disk = await makeSmallDisk(64);
  });
  afterAll(() => disk.remove());

  test('lets the administrator log in and delete a golfer, and visitors delete their videos', async () => {
    const dataDir = join(disk.path, 'data');
    await mkdir(dataDir);
    const server = await startServer({}, { dataDir });
    try {
      const clip = await siteClip();
      const added = await sendGolfer(await server.newAdmin(), golferForm(new Uint8Array(clip)));
      const { id } = (await added.json()) as { id: number };
      const visitor = new TestVisitor(server.origin);
      expect((await visitor.upload('one', clip)).status).toBe(200);
      await disk.fill(0);
      const full = await visitor.upload('two', clip);
      expect(full.status).toBe(507);
      const browser = server.newBrowser();
      const login = await browser.post('/api/admin/login', { password: TEST_ADMIN_PASSWORD });
      expect([login.status, await login.text()]).toEqual([200, expect.stringContaining('success')]);
      expect((await browser.fetch(`/api/pro/${id}`, { method: 'DELETE' })).status).toBe(200);
      expect((await visitor.call('deleteMyVideos')).status).toBe(200);
      await disk.empty();
      expect((await visitor.upload('two', clip)).status).toBe(200);
    } finally {
      await server.stop();
    }
  });
});
