// An upload whose check failed temporarily is finished later from its stored chunks.
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { numberedClip } from '#tests/fixtures/numbered-clip.ts';
import { startTestServer } from '#tests/server/test-server.ts';
import { TestVisitor } from '#tests/server/test-visitor.ts';

test('an upload that ffprobe could not check is kept, and is finished once ffprobe works again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'unchecked-'));
  await chmod(folder, 0o755);
  const [ffprobe, broken] = [join(folder, 'ffprobe'), join(folder, 'broken')];
  await writeFile(ffprobe, `#!/bin/sh\n[ -e ${broken} ] && exit 1\nexec ffprobe "$@"\n`);
  await chmod(ffprobe, 0o755);
  const server = await startTestServer({ settings: { FFPROBE_PATH: ffprobe } });
  try {
    const visitor = new TestVisitor(server.url);
    const clip = await readFile((await numberedClip({ frames: 12 })).path);
    await writeFile(broken, '');
    const refused = await visitor.upload('one', clip, 'swing.mp4', Math.ceil(clip.length / 3));
    expect([refused.status, refused.body.code]).toEqual([503, 'not-checked']);
    expect(refused.body.message).toMatch(/try again/);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect((await visitor.call('getUpload', { params: { fileId: 'one' } })).status).toBe(503);
    await rm(broken);
    const { status, body } = await visitor.call('getUpload', { params: { fileId: 'one' } });
    expect([status, body.received, typeof body.filePath]).toEqual([200, [0, 1, 2], 'string']);
  } finally {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
});
