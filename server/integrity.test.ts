// The integrity check after a crash: files that the sweep will remove need no action.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { findStrays, startTestServer } from '#tests/server/test-server.ts';

test('leftover files of a killed process are reported and swept; others fail the check', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'swingmark-integrity-'));
  const server = await startTestServer({ dataDir });
  const check = async () => {
    const { exitCode, stdout } = await execa('node', ['scripts/run.mjs', 'integrity'], {
      env: { DATA_DIR: dataDir },
      reject: false,
    });
    return [exitCode, stdout];
  };
  try {
    const orphan = `${'0f'.repeat(24)}.vid`;
    await writeFile(join(dataDir, 'media/uploads', orphan), 'a file without its row');
    await mkdir(join(dataDir, 'chunks', '0f'.repeat(24)));
    expect(await check()).toEqual([0, expect.stringContaining('\n2 files will be removed by the next sweep')]);
    await writeFile(join(dataDir, 'media/uploads/notes.txt'), 'not a name of the server');
    expect(await check()).toEqual([1, expect.stringContaining('orphan_file media/uploads/notes.txt')]);
    await rm(join(dataDir, 'media/uploads/notes.txt'));
    await (await server.restart()).app.server.close();
    expect(await check()).toEqual([0, expect.not.stringContaining('sweep')]);
    expect(await findStrays(dataDir)).toEqual([]);
  } finally {
    await server.app.server.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});
