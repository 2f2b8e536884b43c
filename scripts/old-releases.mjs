// The last releases, unpacked from the repository's history into .cache/releases, for tests of upgrades. A release whose packages
// differ from the present ones gets its own from the npm registry.
// Plain JavaScript: it runs on the machine's own Node (20 or newer).
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { NPM, root } from './prepare.mjs';
import { repeated, stop } from './system-packages.mjs';

/** The last three releases, oldest first. */
export const OLD_RELEASES = [
  { name: '22 November', commit: '8a40dfae5ced18cee5ea0f2b05164914eda8a482' },
  { name: '23 November, morning', commit: 'b324ae6ede44beb4d4a2d44e8c6f1e2f379df4f7' },
  { name: '23 November, evening', commit: 'ab0f55c07154073c8751e116e0d3a17ab867a11c' },
];
const UNPACKED = path.join(root, '.cache/releases');

/** Unpacks every release that is not there yet. Exits with a message when one cannot be had. */
export function fetchOldReleases() {
  for (const { commit } of OLD_RELEASES) {
    try {
      oldRelease(commit);
    } catch (error) {
      stop(error.message);
    }
  }
}

/** The folder of a release with its packages. Throws an Error that says what is missing, and the remedy. */
export function oldRelease(commit) {
  const folder = path.join(UNPACKED, commit);
  if (existsSync(folder)) return folder;
  if (run('git', ['cat-file', '-e', `${commit}^{commit}`], root).status !== 0) {
    throw new Error(
      `The tests of upgrades need release ${commit.slice(0, 7)}, but this clone has no full history. Please run ` +
        '`git fetch --unshallow`, or in CI check out with `fetch-depth: 0`.',
    );
  }
  mkdirSync(UNPACKED, { recursive: true });
  const draft = mkdtempSync(`${folder}-`);
  try {
    const archive = path.join(draft, 'release.tar');
    for (const [program, args] of [
      ['git', ['archive', '--output', archive, commit]],
      ['tar', ['-xf', archive, '-C', draft]],
    ]) {
      const { status, stderr } = run(program, args, root);
      if (status !== 0) throw new Error(`Release ${commit.slice(0, 7)} could not be unpacked: ${stderr}`);
    }
    rmSync(archive);
    addPackages(draft);
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another process may have unpacked it meanwhile.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

function addPackages(folder) {
  const lock = (of) => readFileSync(path.join(of, 'package-lock.json'), 'utf8');
  if (lock(folder) === lock(root)) {
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    return;
  }
  const args = ['ci', '--omit=dev', '--workspaces=false', '--no-audit', '--no-fund', '--loglevel=error'];
  const [program = '', ...rest] = [...NPM, ...args];
  if (!repeated(() => run(program, rest, folder).status === 0)) {
    throw new Error(
      `NO DOWNLOAD: the packages of an old release could not be fetched. Please check the network and run this again.`,
    );
  }
}

function run(program, args, cwd) {
  return spawnSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] });
}
