// `npm start` on the machine of a new user: a bare Debian with Node, entered with pivot_root. Needs root and the network.
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { freePort } from '#tests/server/local-port.ts';
import { type BareMachine, bareMachine, type RunOptions } from './bare-machine.ts';
import { expectCorrectMerge } from './visit.ts';

const FOLDER = '/home/golfer/swingmark';

/** Starts the site as the README says, has a visitor use it, stops it, and returns what its log says of the sandbox. */
async function useSite(machine: BareMachine, options: RunOptions, command: readonly string[] = ['npm', 'start']) {
  const port = String(await freePort());
  const startedAt = performance.now();
  const npm = machine.start(command, { folder: FOLDER, ...options, env: { PORT: port, ...options.env } });
  await npm.line(/Swingmark is at /);
  console.info(`npm start: ready after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  if (!options.isOffline) await expectCorrectMerge(`http://127.0.0.1:${port}`);
  const sandbox = JSON.parse(npm.lines.find((line) => line.includes('"ffmpeg sandbox"')) ?? '{}') as object;
  // npm itself ends with the signal, unless its version passes on the server's exit code.
  expect([0, 143]).toContain(await npm.stop());
  expect(npm.lines.join('\n')).not.toContain('Uncaught');
  return { sandbox, lines: npm.lines };
}

describe('npm start in a bare Debian (needs root and mmdebstrap)', () => {
  const machines: BareMachine[] = [];
  const owned = (machine: BareMachine) => {
    machines.push(machine);
    return machine;
  };
  afterAll(async () => {
    for (const machine of machines) await machine.remove();
  });
  let rootsMachine: BareMachine;
  let usersMachine: BareMachine;

  test('as root with nothing but Node 20: installs what is missing and merges', async () => {
    rootsMachine = owned(await bareMachine(20));
    await rootsMachine.clone(FOLDER, 'root');
    const { sandbox } = await useSite(rootsMachine, { as: 'root' });
    expect(sandbox).toMatchObject({ isolation: 'bubblewrap', hasOwnRoot: true, isOtherUser: true, hasLimits: true });
  });

  test('as root without bubblewrap, with the data folder below /mnt: isolates ffmpeg by unshare and merges', async () => {
    await rm(join(rootsMachine.root, 'usr/bin/bwrap'));
    const { sandbox } = await useSite(rootsMachine, { as: 'root', env: { DATA_DIR: '/mnt/swingmark' } });
    expect(sandbox).toMatchObject({ isolation: 'unshare', hasOwnRoot: true, isOtherUser: true });
  });

  test('a second time without a network: starts with what is installed', async () => {
    await useSite(rootsMachine, { as: 'root', isOffline: true });
  });

  test('as an ordinary user with ffmpeg and Node 22: isolates ffmpeg by unshare and merges', async () => {
    usersMachine = owned(await bareMachine(22, ['ffmpeg']));
    await usersMachine.clone(FOLDER, 'user');
    const { sandbox } = await useSite(usersMachine, { as: 'user' });
    expect(sandbox).toMatchObject({ isolation: 'unshare', hasOwnRoot: true, isUnprivileged: true, hasLimits: true });
  });

  test('as an ordinary user without user namespaces: confines ffmpeg to its files, says what is missing and merges [F59]', async () => {
    const { sandbox, lines } = await useSite(usersMachine, { as: 'user without namespaces' });
    expect(sandbox).toMatchObject({ isolation: null, hasOwnRoot: true, isUnprivileged: true });
    expect(lines.join('\n')).toContain('ffmpeg runs with access to the network');
    expect(lines.join('\n')).not.toContain('ffmpeg can read every file of the server');
  });

  test('as an ordinary user without ffmpeg: names the command, exits with 1 and leaves nothing behind', async () => {
    const machine = owned(await bareMachine(20));
    await machine.clone(FOLDER, 'user');
    const before = await readdir(join(machine.root, FOLDER));
    const { exitCode, output } = await machine.run(['npm', 'start'], { as: 'user', folder: FOLDER });
    expect(exitCode).toBe(1);
    expect(output).toContain('sudo apt-get install -y --no-install-recommends ffmpeg bubblewrap');
    expect(output).toContain('Please run this command');
    expect(await readdir(join(machine.root, FOLDER))).toEqual(before);
  });

  test('with Node 24 and ffmpeg as a user id without an account or a home folder: starts and merges [F55]', async () => {
    const machine = owned(await bareMachine(24, ['ffmpeg']));
    await machine.clone(FOLDER, 'root');
    await machine.must(['chown', '-R', '12345:12345', FOLDER]);
    const asNobodyKnown = ['env', '-u', 'HOME', 'setpriv', '--reuid=12345', '--regid=12345', '--clear-groups'];
    // npm itself does not start there.
    await useSite(machine, {}, [...asNobodyKnown, 'node', 'scripts/run.mjs', 'start']);
    expect(existsSync(join(machine.root, FOLDER, 'data/swingmark.db'))).toBe(true);
  });
});
