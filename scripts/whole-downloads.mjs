// What `npm run test:whole` downloads into .cache: the last releases, unpacked from the repository's history, for tests of
// upgrades; and other versions of Chromium than the installed one, for tests of visitors' browsers.
// Plain JavaScript: it runs on the machine's own Node (20 or newer).
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
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

/** A release whose packages differ from the present ones gets its own from the npm registry. */
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

const FETCHED = path.join(root, '.cache/chromium');
/** A headless build with H.264, MIT-licensed packaging; Chromium 131 is of November 2024. */
const OLDEST = { name: '@sparticuz/chromium', version: '131.0.1' };

/**
 * The paths of two, oldest first: the oldest that we support, as the npm registry has it, and the one of Debian's release without
 * security updates. Exits with a message when one cannot be fetched.
 */
export function fetchOtherChromiums() {
  return [
    fetched('oldest', fetchOldest, 'chromium'),
    fetched('release', fetchRelease, 'usr/lib/chromium/chromium-headless-shell'),
  ];
}

function fetched(name, fetchInto, program) {
  const folder = path.join(FETCHED, name);
  if (!existsSync(path.join(folder, program))) {
    console.log(`Fetching Chromium (${name}) for the tests (once)…`);
    mkdirSync(FETCHED, { recursive: true });
    const draft = mkdtempSync(`${folder}-`);
    if (!repeated(() => fetchInto(draft)) || !existsSync(path.join(draft, program))) {
      rmSync(draft, { recursive: true, force: true });
      stop(`NO DOWNLOAD: Chromium (${name}) could not be fetched. Please check the network and run this again.`);
    }
    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
  }
  return path.join(folder, program);
}

function fetchOldest(draft) {
  const { name, version } = OLDEST;
  if (!succeeds([...NPM, 'pack', `${name}@${version}`], draft)) return false;
  const [file = ''] = readdirSync(draft).filter((each) => each.endsWith('.tgz'));
  if (!succeeds(['tar', '-xzf', file], draft)) return false;
  const packed = readFileSync(path.join(draft, 'package/bin/chromium.br'));
  writeFileSync(path.join(draft, 'chromium'), brotliDecompressSync(packed), { mode: 0o755 });
  rmSync(path.join(draft, file));
  rmSync(path.join(draft, 'package'), { recursive: true });
  return true;
}

/** The lowest version that Debian's package lists have. */
function fetchRelease(draft) {
  const { stdout } = spawnSync('apt-cache', ['madison', 'chromium-headless-shell'], { encoding: 'utf8' });
  const versions = stdout.split('\n').flatMap((line) => line.split('|')[1]?.trim() ?? []);
  const lowest = versions.sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))[0];
  if (!lowest) return false;
  for (const name of ['chromium-headless-shell', 'chromium-common']) {
    if (!succeeds(['apt-get', '-q', 'download', `${name}=${lowest}`], draft)) return false;
  }
  for (const file of readdirSync(draft).filter((each) => each.endsWith('.deb'))) {
    if (!succeeds(['dpkg-deb', '-x', file, '.'], draft)) return false;
    rmSync(path.join(draft, file));
  }
  return true;
}

function succeeds([program, ...args], cwd) {
  return spawnSync(program, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
}
