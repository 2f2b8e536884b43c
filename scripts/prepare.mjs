// Installs what is missing on a machine: npm packages (with the pinned Node among them), ffmpeg, and Chromium for tests.
// Plain JavaScript: it runs on the machine's own Node (20 or newer), before anything is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findChromium, HEADLESS_SHELL, hasFirefox, hasWebKit } from './find-engines.mjs';
import { hasCeph } from './find-stores.mjs';
import { installIfPossible, installProgram, installsUnasked, repeated, runs, stop } from './system-packages.mjs';

export const root = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '..');

/** The program and first arguments that start npm. */
export const NPM = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];

/** The pinned Node; the system's where the platform has no package of it and the system's is new enough. */
export function pinnedNode() {
  const pinned = path.join(root, 'node_modules/.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  if (existsSync(pinned)) return pinned;
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 24 || (major === 24 && minor >= 13)) return process.execPath;
  stop('Swingmark needs Node 24.13 or newer on this kind of machine. Please install it from https://nodejs.org');
}

/** Runs a command of the project under the pinned Node and returns its exit code. */
export function runUnderPinnedNode(args, env = {}) {
  const node = pinnedNode();
  const PATH = `${path.join(root, 'node_modules/.bin')}${path.delimiter}${process.env.PATH}`;
  return spawnSync(node, args, { cwd: root, stdio: 'inherit', env: { ...process.env, PATH, ...env } }).status ?? 1;
}

/** Arguments with resolved paths: npm runs scripts in the project's folder, but paths are relative to the user's. */
export function resolvedPaths(args) {
  return args.map((arg) => {
    const [here, inProject] = [path.resolve(process.env.INIT_CWD ?? process.cwd(), arg), path.resolve(root, arg)];
    if (arg.startsWith('--')) return arg;
    return existsSync(here) || !existsSync(inProject) ? here : inProject;
  });
}

/**
 * Installs the npm packages of the lockfile when they are missing or the lockfile has changed. The studio's packages
 * (three.js) are installed only with `withStudio`. Whether any were installed.
 */
export function installPackages({ withStudio = false } = {}) {
  const stamp = path.join(root, 'node_modules/.swingmark-lockfile');
  const lock = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
  const [installedLock, hasStudio] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split(' ') : [];
  if (installedLock === lock && (hasStudio === 'studio' || !withStudio)) return false;
  console.log('Installing packages (once, about half a minute)…');
  // The log level hides warnings about the machine's older Node: the pinned one runs everything.
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  if (!withStudio) args.push('--workspaces=false');
  const [npm, ...before] = NPM;
  const install = () => spawnSync(npm, [...before, ...args], { cwd: root, stdio: 'inherit' }).status === 0;
  if (!repeated(install)) stop('The npm packages could not be installed. Please check the network and run this again.');
  linkPinnedNode();
  writeFileSync(stamp, withStudio ? `${lock} studio` : lock);
  return true;
}

/** npm 10, which comes with Node 20 and 22, installs the pinned Node but does not link it. */
function linkPinnedNode() {
  const program = path.join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin/node');
  const link = path.join(root, 'node_modules/.bin/node');
  if (existsSync(program) && !existsSync(link)) symlinkSync(path.relative(path.dirname(link), program), link);
}

/** Makes sure that ffmpeg and ffprobe are there. */
export function installFfmpeg() {
  const { FFMPEG_PATH, FFPROBE_PATH } = process.env;
  const named = [FFMPEG_PATH || 'ffmpeg', FFPROBE_PATH || 'ffprobe'];
  // The server tries both when it starts; here that would take a tenth of a second of every start.
  if (named.every((command) => isOnPath(command) || runs(command, ['-version']))) return;
  if (FFMPEG_PATH || FFPROBE_PATH)
    stop(`${named.join(' or ')} does not run. Please check FFMPEG_PATH and FFPROBE_PATH.`);
  installProgram('ffmpeg');
  if (!named.every((command) => runs(command, ['-version'])))
    stop('ffmpeg was installed but does not run. Please set FFMPEG_PATH and FFPROBE_PATH.');
}

function isOnPath(command) {
  const folders = path.dirname(command) === '.' ? (process.env.PATH ?? '').split(path.delimiter) : [''];
  return folders.some((folder) => existsSync(path.join(folder, command)));
}

/** Installs the program that isolates ffmpeg, where that needs no confirmation. The server can do without it. */
export function installBubblewrap() {
  if (process.platform !== 'linux' || hasBubblewrap() || !installsUnasked()) return;
  installIfPossible('bubblewrap', 'ffmpeg is isolated without it where the system allows that');
}

export function hasBubblewrap() {
  return runs('bwrap', ['--version']);
}

/** Installs what makes a bare Debian, where it can be had. */
export function installBareSystemTools() {
  if (!hasBareSystemTools()) installIfPossible('mmdebstrap');
}

/** Installs what the files of `deploy` are tried in: proxies, and systemd's own checks. */
export function installDeployment() {
  if (!hasProxies()) installIfPossible('proxies');
  if (!hasSystemd()) installIfPossible('systemd');
}

export function hasProxies() {
  return runs('caddy', ['version']) && runs('nginx', ['-v']);
}

export function hasSystemd() {
  return runs('systemd-analyze', ['--version']) && runs('systemd-nspawn', ['--version']);
}

/** Whether a bare Debian can be made. */
export function hasBareSystemTools() {
  return runs('mmdebstrap', ['--version']);
}

/** Makes sure that Chromium is installed for the browser tests, with a font of Arial's metrics. */
export function installChromium() {
  if (findChromium() === null || (installsUnasked() && lacksHeadlessShell())) installProgram('chromium');
  if (!hasArial()) installProgram('fonts');
  if (findChromium() === null) stop('The browser tests need Chromium. Please set CHROMIUM_PATH to where it is.');
}

/** Installs Firefox and WebKitGTK for tests/browsers; without them these tests are skipped, and the summary says so. */
function installOtherEngines() {
  if (!hasFirefox()) installIfPossible('firefox');
  if (!hasWebKit()) installIfPossible('webkit');
}

/** Installs an S3-compatible store for the tests of several processes; without it they are skipped, and the summary says so. */
export function installS3Store() {
  if (!process.env.TEST_S3_URL && !hasCeph()) installIfPossible('ceph');
}

/** Whether Debian's headless shell could be installed: with it the browser tests take half of the time. */
function lacksHeadlessShell() {
  if (process.env.CHROMIUM_PATH || findChromium() === HEADLESS_SHELL) return false;
  const { stdout } = spawnSync('apt-cache', ['policy', 'chromium-headless-shell'], { encoding: 'utf8' });
  return /Candidate: \d/.test(stdout ?? '');
}

function hasArial() {
  const { status, stdout } = spawnSync('fc-match', ['Arial', 'family'], { encoding: 'utf8' });
  if (status === 0) return /Arial|Liberation/.test(stdout);
  // Without fontconfig's programs: the files that Debian's and Fedora's packages install.
  return ['truetype/liberation', 'truetype/liberation2', 'liberation-sans-fonts', 'liberation-sans'].some((folder) =>
    existsSync(path.join('/usr/share/fonts', folder)),
  );
}

/** Installs what the tests need: packages, programs and Chromium, in the full suite other engines too. */
export function prepareTests({ withEngines = false } = {}) {
  installPackages({ withStudio: true });
  installFfmpeg();
  installBubblewrap();
  installChromium();
  if (withEngines) installOtherEngines();
}

/** Builds the pages unless the last build is of the same files. */
export function buildPages() {
  const stamp = path.join(root, 'dist/.built-from');
  const state = stateOf(['web', 'domain', 'contract', 'package-lock.json']);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === state) return;
  console.log('Building the pages…');
  const options = ['-c', 'web/vite.config.ts', '--logLevel', 'warn'];
  const code = runUnderPinnedNode(['node_modules/vite/bin/vite.js', 'build', ...options]);
  if (code !== 0) stop('The pages could not be built; see the output above.');
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, state);
}

function stateOf(names) {
  const hash = createHash('sha256');
  const add = (name) => {
    const full = path.join(root, name);
    const found = statSync(full);
    if (found.isDirectory()) for (const child of readdirSync(full).sort()) add(path.join(name, child));
    else hash.update(name).update(readFileSync(full));
  };
  for (const name of names) add(name);
  return hash.digest('hex');
}
