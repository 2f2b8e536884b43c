// The systemd units of deploy/systemd, judged by systemd's own checks; tests/bare boots one.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';

const UNITS = join(import.meta.dirname, '../../deploy/systemd');
/** Of systemd's scale from 0 to 10. Most of it is the network and the namespaces, which ffmpeg's sandbox needs. */
const MAX_EXPOSURE = 3;

const names = await readdir(UNITS);
const readUnit = (name: string) => readFile(join(UNITS, name), 'utf8');

test('there is a unit for one machine, and one for each role [F15]', () => {
  expect(names.toSorted()).toEqual(['swingmark-web@.service', 'swingmark-worker@.service', 'swingmark.service']);
});

test.each(names)(
  '%s is a valid unit with its own data folder, a home folder and a low exposure [F15] [F16]',
  async (name) => {
    const unit = await readUnit(name);
    expect(unit).toMatch(/^StateDirectory=swingmark/m);
    expect(unit).toMatch(/^Environment=.*\bHOME=\//m);
    const folder = await mkdtemp(join(tmpdir(), 'swingmark-unit-'));
    try {
      const file = join(folder, name);
      // systemd wants the program to exist.
      await writeFile(file, unit.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`));
      expect((await execa('systemd-analyze', ['verify', '--man=no', file], { all: true })).all).toBe('');
      const { stdout } = await execa('systemd-analyze', ['security', '--offline=true', '--no-pager', file]);
      const [, exposure] = /exposure level for \S+: ([\d.]+)/.exec(stdout) ?? [];
      expect(Number(exposure)).toBeLessThanOrEqual(MAX_EXPOSURE);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);

test('all units are hardened alike [F16]', async () => {
  const hardening = await Promise.all(names.map(async (name) => (await readUnit(name)).split('\nExecStart=')[1]));
  expect(new Set(hardening).size).toBe(1);
});
