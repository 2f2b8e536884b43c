// What is published of a release: a host can check that it is what was signed, and that a build of it is the same on any machine.
import { execFile, execFileSync } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildPages } from '#scripts/build-pages.ts';
import { builtServer } from '#scripts/build-server.mjs';

const PROJECT = join(import.meta.dirname, '../..');
const run = promisify(execFile);

let folder: string;
/** The project's files as a repository of their own, elsewhere, with its packages. */
let copy: string;
beforeAll(() => {
  // The pages of a test would be built with React's checks.
  vi.stubEnv('NODE_ENV', undefined);
  folder = mkdtempSync(join(tmpdir(), 'swingmark-release-'));
  copy = join(folder, 'a copy');
  execFileSync('mkdir', [copy]);
  const files = 'git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t "$1"';
  execFileSync('sh', ['-c', files, 'sh', copy], { cwd: PROJECT });
  // Hard links where both are on one disk.
  execFileSync('sh', ['-c', 'cp -al "$1" "$2" || cp -a "$1" "$2"', 'sh', join(PROJECT, 'node_modules'), copy]);
  const who = ['-c', 'user.name=A releaser', '-c', 'user.email=releaser@example.com'];
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
    [...who, 'commit', '-q', '-m', 'Everything'],
  ]) {
    execFileSync('git', args, { cwd: copy });
  }
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

function newKey(name: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const files = { secret: join(folder, `${name}.pem`), shown: join(folder, `${name}.pub.pem`) };
  writeFileSync(files.secret, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(files.shown, publicKey.export({ type: 'spki', format: 'pem' }));
  return files;
}

/** What the command says. */
async function said(script: string, ...args: string[]): Promise<string> {
  const command = run(process.execPath, [join(copy, 'scripts', script), ...args], { cwd: copy });
  return command.then(
    ({ stdout }) => stdout,
    ({ code, stderr }: { code: number; stderr: string }) => `${code}: ${stderr}`,
  );
}

test('a release is signed offline and verified with the public key, and whatever was changed is refused in words', async () => {
  const [key, other] = [newKey('release'), newKey('other')];
  expect(await said('release.ts', key.shown)).toMatch(/^1: .* is not a private key/);
  expect(await said('release.ts', key.secret)).toContain('Please publish all four files');
  const { version } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as { version: string };
  const release = join(copy, 'dist/release');
  const archive = join(release, `swingmark-${version}.tar.gz`);
  expect(await said('verify.mjs', archive, key.shown)).toBe(`${basename(archive)} is as it was signed.\n`);
  // Without Swingmark, as the guide shows.
  const guide = readFileSync(join(PROJECT, 'docs/hosting.md'), 'utf8');
  const [commands = ''] = /^openssl pkeyutl [\s\S]*?(?=\n```)/m.exec(guide) ?? [];
  const { stdout } = await run('sh', ['-ec', commands.replace('KEY', key.shown)], { cwd: release });
  expect(stdout).toContain('Signature Verified Successfully');
  expect(stdout).toContain(`${basename(archive)}: OK`);
  const names = (await run('tar', ['-tzf', archive])).stdout.split('\n');
  expect(names).toContain(`swingmark-${version}/package-lock.json`);
  const { components } = JSON.parse(readFileSync(join(release, `swingmark-${version}.cdx.json`), 'utf8'));
  expect(components.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(['fastify', 'react']));
  expect(components.filter(({ licenses }: { licenses?: unknown[] }) => !licenses?.length)).toEqual([]);

  expect(await said('verify.mjs', archive, other.shown)).toMatch(/^1: SHA256SUMS was not signed with this key/);
  expect(await said('verify.mjs', archive, key.secret)).toMatch(/^1: .* is not a public key/);
  expect(await said('verify.mjs', archive, join(folder, 'none'))).toMatch(/^1: .* is not a public key/);
  const changed = async (file: string, change: (bytes: Buffer) => Buffer | null) => {
    const place = mkdtempSync(join(folder, 'changed-'));
    cpSync(release, place, { recursive: true });
    const bytes = change(readFileSync(join(place, file)));
    if (bytes) writeFileSync(join(place, file), bytes);
    else rmSync(join(place, file));
    return said('verify.mjs', join(place, basename(archive)), key.shown);
  };
  const bent = (bytes: Buffer) => {
    bytes[bytes.length - 9] = (bytes.at(-9) ?? 0) ^ 1;
    return bytes;
  };
  expect(await changed(basename(archive), bent)).toMatch(/^1: .* is not the file that was signed. Do not install it/);
  expect(await changed(basename(archive), () => null)).toMatch(/^1: .* cannot be read/);
  expect(await changed('SHA256SUMS', bent)).toMatch(/^1: SHA256SUMS was not signed/);
  expect(await changed('SHA256SUMS.sig', bent)).toMatch(/^1: SHA256SUMS was not signed/);
  expect(await changed('SHA256SUMS.sig', () => Buffer.alloc(0))).toMatch(/^1: SHA256SUMS was not signed/);
  expect(await changed('SHA256SUMS.sig', () => null)).toMatch(/^1: .*SHA256SUMS\.sig cannot be read/);

  writeFileSync(join(copy, 'more.txt'), 'in no commit');
  expect(await said('release.ts', key.secret)).toMatch(/^1: The folder has changes that are in no commit/);
  rmSync(join(copy, 'more.txt'));
});

/** The SHA-256 of every file in a folder, by name. */
function digestsIn(root: string): Record<string, string> {
  const names = globSync('**/*', { cwd: root }).filter((name) => !name.startsWith('compiled'));
  const files = names.filter((name) => statSync(join(root, name)).isFile()).sort();
  return Object.fromEntries(
    files.map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(root, name)))
        .digest('hex'),
    ]),
  );
}

test('two builds of the pages and of the server in two folders are the same, byte for byte', async () => {
  buildPages();
  const server = dirname(builtServer().program);
  const other = join(copy, 'dist', basename(server));
  await run(process.execPath, ['scripts/build-server.mjs', other], { cwd: copy });
  const vite = ['node_modules/vite/bin/vite.js', 'build', '-c', 'web/vite.config.ts', '--logLevel', 'warn'];
  await run(process.execPath, vite, { cwd: copy });
  expect(digestsIn(other)).toEqual(digestsIn(server));
  expect(digestsIn(join(copy, 'dist/web'))).toEqual(digestsIn(join(PROJECT, 'dist/web')));
});
