// The systemd unit for one machine, booted with systemd on a Debian of its own: the sandbox of ffmpeg has to work within
// the unit's restrictions. Needs root.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SMALL_LIBRARY_DEMO } from '#tests/fixtures/small-library.ts';
import { freePort } from '#tests/server/local-port.ts';
import { until } from '#tests/until.ts';
import { type BareMachine, bareMachine } from './bare-machine.ts';
import { expectCorrectMerge } from './visit.ts';

const PROJECT_ROOT = join(import.meta.dirname, '../..');
const UNIT = 'swingmark.service';
let machine: BareMachine;
let port = 0;
beforeAll(async () => {
  machine = await bareMachine(24, ['ffmpeg', 'bubblewrap', 'systemd', 'systemd-sysv', 'dbus']);
  port = await freePort();
  await machine.must(['useradd', '--system', '--home-dir', '/var/lib/swingmark', 'swingmark']);
  const settings = [`PORT=${port}`, 'PUBLIC_URL=https://swing.example', 'ADMIN_PASSWORD=fast greens today'];
  // Without golfers, which would have to be probed.
  const library = { demo: SMALL_LIBRARY_DEMO, golfers: [] };
  await mkdir(join(machine.root, 'srv/content'));
  await mkdir(join(machine.root, 'srv/swingmark'));
  await writeFile(join(machine.root, 'srv/content/library.json'), JSON.stringify(library));
  settings.push('CONTENT_DIR=/srv/content', 'FFMPEG_SANDBOX=bubblewrap', 'DISK_RESERVE_MB=0');
  await writeFile(join(machine.root, 'etc/swingmark.env'), settings.join('\n'));
  const units = join(machine.root, 'etc/systemd/system');
  await copyFile(join(PROJECT_ROOT, 'deploy/systemd', UNIT), join(units, UNIT));
  await mkdir(join(units, 'multi-user.target.wants'), { recursive: true });
  await symlink(`../${UNIT}`, join(units, 'multi-user.target.wants', UNIT));
  await mkdir(join(machine.root, 'var/log/journal'), { recursive: true });
}, 900_000);
afterAll(() => machine.remove());

/** What the unit and systemd have logged about it. */
async function journal(): Promise<string> {
  const { stdout } = await execa('journalctl', ['--root', machine.root, '-u', UNIT, '-o', 'cat', '--no-pager'], {
    reject: false,
  });
  return stdout;
}

/** Runs the command for operators that docs/hosting.md shows, inside the machine, and returns its output. */
async function operatorCommand(nspawnId: number): Promise<string> {
  const guide = await readFile(join(PROJECT_ROOT, 'docs/hosting.md'), 'utf8');
  const [command = ''] = /^systemd-run [\s\S]*?(?=\n```)/m.exec(guide) ?? [];
  const [first = ''] = (await readFile(`/proc/${nspawnId}/task/${nspawnId}/children`, 'utf8')).split(' ');
  const inside = ['--target', first, '--mount', '--uts', '--ipc', '--pid', '--net'];
  return (await execa('nsenter', [...inside, '/bin/sh', '-c', command], { all: true })).all;
}

test('the unit for one machine makes its data folder, isolates ffmpeg with bubblewrap, merges and stops [F15] [F16]', async () => {
  const options = ['--quiet', '--register=no', '--keep-unit', `--bind-ro=${PROJECT_ROOT}:/srv/swingmark`, '--boot'];
  const booted = spawn('systemd-nspawn', [...options, '-D', machine.root], { stdio: 'ignore' });
  const ended = once(booted, 'exit');
  try {
    const isUp = () =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    await until('the unit is ready', isUp, { limitMs: 60_000, pauseMs: 100 }).catch(async (cause: unknown) => {
      throw new Error(await journal(), { cause });
    });
    await expectCorrectMerge(`http://127.0.0.1:${port}`);
    expect(await operatorCommand(booted.pid ?? 0)).toContain('orphan_file 0, missing_file 0');
    expect(await journal()).toContain('"hasNoNetwork":true,"hasOwnRoot":true,"hasOwnProcesses":true');
    expect(await journal()).toContain('"isolation":"bubblewrap"');
    expect(await readdir(join(machine.root, 'var/lib/swingmark'))).toContain('swingmark.db');
  } finally {
    // systemd then stops all services.
    booted.kill('SIGTERM');
    await ended;
  }
  expect(await journal()).toContain(`${UNIT}: Deactivated successfully`);
});
