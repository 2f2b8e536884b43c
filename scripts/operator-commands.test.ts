// The operator's commands as the container image runs them, from the files that the image has; and a backup that is stopped.
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SMALL_LIBRARY_DEMO } from '#tests/fixtures/small-library.ts';
import { startTestServer } from '#tests/server/test-server.ts';
import { until } from '#tests/until.ts';

const ROOT = join(import.meta.dirname, '..');
let folder = '';
let image = '';
let dataDir = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swingmark-operator-'));
  dataDir = join(folder, 'data');
  await (await startTestServer({ dataDir })).app.server.close();
  image = join(folder, 'image');
  for (const { sources, target } of await copiedIntoImage()) {
    for (const source of sources) {
      const to = target.endsWith('/') ? join(image, target, source.split('/').at(-1) ?? '') : join(image, target);
      await mkdir(dirname(to), { recursive: true });
      // Megabytes that no command changes.
      if (source === 'content') await symlink(join(ROOT, source), to);
      else await cp(join(ROOT, source), to, { recursive: true });
    }
  }
  await mkdir(join(folder, 'content'));
  // Without golfers, which would have to be probed.
  const library = { demo: SMALL_LIBRARY_DEMO, golfers: [] };
  await writeFile(join(folder, 'content/library.json'), JSON.stringify(library));
  await symlink(join(ROOT, 'node_modules'), join(image, 'node_modules'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The files that the Dockerfile copies from the project into its last stage. */
async function copiedIntoImage(): Promise<{ sources: string[]; target: string }[]> {
  const text = await readFile(join(ROOT, 'deploy/Dockerfile'), 'utf8');
  const lastStage = text.slice(text.lastIndexOf('\nFROM '));
  return [...lastStage.matchAll(/^COPY (?!--)(.+) (\S+)$/gm)].map(([, sources = '', target = '']) => ({
    sources: sources.split(' '),
    target,
  }));
}

/** Runs the image's entry point. */
async function inImage(...args: string[]) {
  const env = {
    DATA_DIR: dataDir,
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    LOG_LEVEL: 'silent',
    CONTENT_DIR: join(folder, 'content'),
  };
  const entryPoint =
    /^ENTRYPOINT \["(.+)"\]$/m.exec(await readFile(join(ROOT, 'deploy/Dockerfile'), 'utf8'))?.[1] ?? '';
  const end = await execa(join(image, entryPoint), args, { env, extendEnv: false, reject: false, cwd: folder });
  return [end.exitCode, `${end.stdout}${end.stderr}`];
}

describe('the image', () => {
  test('has every command that the documents name', async () => {
    const backup = join(folder, 'backup');
    expect(await inImage('backup', backup)).toEqual([0, expect.stringContaining('Backup written to')]);
    expect((await readdir(backup)).sort()).toEqual(expect.arrayContaining(['media', 'swingmark.db', 'swingmark.json']));
    expect(await inImage('integrity')).toEqual([0, expect.stringContaining('orphan_file 0, missing_file 0')]);
    expect(await inImage('move')).toEqual([1, expect.stringContaining('Usage: npm run move')]);
    expect(await inImage('migrate')).toEqual([0, expect.stringContaining('The database is ready')]);
  });
});

test('move refuses passwords among its arguments, which every user of the machine can read [F19]', async () => {
  const addresses = ['postgres://swing:hunter2@127.0.0.1:1/swing', 'https://key:hunter2@127.0.0.1:1/bucket'];
  const [exitCode, output] = await inImage('move', '--to', ...addresses);
  expect([exitCode, output]).toEqual([1, expect.stringContaining('come from the environment')]);
  expect(output).not.toContain('hunter2');
});

/** A disk that no longer answers: every copy of a file hangs. */
const HANGING_DISK = `import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
fs.promises.copyFile = () => new Promise(() => setInterval(() => undefined, 1000));
syncBuiltinESMExports();`;

describe('a backup', () => {
  const run = (target: string, ...options: string[]) =>
    execa('node', ['--disable-warning=ExperimentalWarning', ...options, 'scripts/backup.ts', target], {
      cwd: ROOT,
      env: { DATA_DIR: dataDir },
      reject: false,
      node: false,
    });
  /** Ends a backup while it copies; returns what is left beside it. */
  async function stopped(parent: string, signal: NodeJS.Signals): Promise<string[]> {
    const backup = run(join(parent, 'copy'), '--import', `data:text/javascript,${encodeURIComponent(HANGING_DISK)}`);
    await until('it copies', async () =>
      (await readdir(join(parent, 'copy.part')).catch((): string[] => [])).includes('data'),
    );
    backup.kill(signal);
    await backup;
    return readdir(parent);
  }

  test.each(['SIGTERM', 'SIGINT'] as const)('that is stopped by %s leaves nothing', async (signal) => {
    expect(await stopped(await mkdtemp(join(folder, 'stopped-')), signal)).toEqual([]);
  });

  test('that was killed is never taken for a backup, and the next one takes its place', async () => {
    const parent = await mkdtemp(join(folder, 'killed-'));
    expect(await stopped(parent, 'SIGKILL')).toEqual(['copy.part']);
    expect((await run(join(parent, 'copy'))).exitCode).toBe(0);
    expect(await readdir(parent)).toEqual(['copy']);
    const again = await run(join(parent, 'copy'));
    expect([again.exitCode, again.stderr]).toEqual([1, expect.stringContaining('exists already')]);
  });
});
