// The list of parts that docs/hosting.md promises: whoever audits an installation learns what is in it, without the network.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const PROJECT = join(import.meta.dirname, '../..');
const run = promisify(execFile);

test('npm lists every package of an installation with its version and its license', async () => {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--offline'];
  const { stdout } = await run('npm', args, { cwd: PROJECT, maxBuffer: 50_000_000 });
  const { bomFormat, components } = JSON.parse(stdout);
  expect(bomFormat).toBe('CycloneDX');
  const { dependencies, devDependencies } = JSON.parse(await readFile(join(PROJECT, 'package.json'), 'utf8'));
  const listed = components.map(({ name, version }: Record<string, string>) => `${name}@${version}`);
  const wanted = Object.entries({ ...dependencies, ...devDependencies }).map(([name, version]) => `${name}@${version}`);
  expect(wanted.filter((part) => !listed.includes(part))).toEqual([]);
  expect(components.filter(({ licenses }: { licenses?: unknown[] }) => !licenses?.length)).toEqual([]);
});
