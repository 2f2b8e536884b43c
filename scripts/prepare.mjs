// What a fresh machine lacks, installed once: npm packages (with the pinned Node in them), ffmpeg, and Chromium for tests.
// Plain JavaScript: it runs on the machine's own Node (20 or newer), before anything is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '..');

/** The Node that the project is pinned to; the machine's own where no package of it exists and it is new enough. */
export function pinnedNode() {
  const pinned = path.join(root, 'node_modules/.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  if (existsSync(pinned)) return pinned;
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 24 || (major === 24 && minor >= 13)) return process.execPath;
  stop('Swingmark needs Node 24.13 or newer on this kind of machine. Please install it from https://nodejs.org');
}

/** Runs a command of the project under the pinned Node and gives its exit code. */
export function runUnderPinnedNode(args, env = {}) {
  const node = pinnedNode();
  const PATH = `${path.join(root, 'node_modules/.bin')}${path.delimiter}${process.env.PATH}`;
  return spawnSync(node, args, { cwd: root, stdio: 'inherit', env: { ...process.env, PATH, ...env } }).status ?? 1;
}

/** Installs the npm packages of the lockfile when they are missing or the lockfile has changed since. */
export function installPackages() {
  const stamp = path.join(root, 'node_modules/.swingmark-lockfile');
  const lock = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  say('Installing packages (once, about half a minute)…');
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  // The log level hides notes about the machine's Node being older than the pinned one, which the packages run on.
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const result = spawnSync(npm[0], [...npm.slice(1), ...args], { cwd: root, stdio: 'inherit' });
  if (result.status !== 0)
    stop('The npm packages could not be installed. Please check the network and run this again.');
  writeFileSync(stamp, lock);
}

/** Makes sure that ffmpeg and ffprobe can be run. */
export function installFfmpeg() {
  const named = [process.env.FFMPEG_PATH || 'ffmpeg', process.env.FFPROBE_PATH || 'ffprobe'];
  if (named.every((command) => runs(command, ['-version']))) return;
  installFromDebian('ffmpeg', 'ffmpeg');
  if (!runs('ffmpeg', ['-version']))
    stop('ffmpeg was installed but does not run. Please set FFMPEG_PATH and FFPROBE_PATH.');
}

/** Makes sure that Chromium, which the browser tests drive, is there. */
export function installChromium() {
  if (existsSync('/usr/bin/chromium')) return;
  installFromDebian('chromium', 'Chromium');
}

/** Builds the pages unless the last build was made from the very same files. */
export function buildPages() {
  const stamp = path.join(root, 'dist/.built-from');
  const state = stateOf(['web', 'domain', 'contract', 'package-lock.json']);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === state) return;
  say('Building the pages…');
  const code = runUnderPinnedNode([
    'node_modules/vite/bin/vite.js',
    'build',
    '-c',
    'web/vite.config.ts',
    '--logLevel',
    'warn',
  ]);
  if (code !== 0) stop('The pages could not be built. The lines above say why.');
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

function installFromDebian(packageName, title) {
  const byHand = `sudo apt-get update && sudo apt-get install -y --no-install-recommends ${packageName}`;
  const asRoot = process.getuid?.() === 0 ? [] : runs('sudo', ['-n', 'true']) ? ['sudo', '-n'] : null;
  if (asRoot === null || !runs('apt-get', ['--version'])) stop(`Swingmark needs ${title}. Please run: ${byHand}`);
  say(`Installing ${title} (once)…`);
  const apt = (...args) => {
    const [command, ...rest] = [...asRoot, 'apt-get', '-q', ...args];
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    return spawnSync(command, rest, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0;
  };
  const install = () => apt('install', '-y', '--no-install-recommends', packageName);
  // A machine's package lists may be missing or old: renew them and try once more.
  if (!install() && !(apt('update') && install())) stop(`${title} could not be installed. Please run: ${byHand}`);
}

function runs(command, args) {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

function say(sentence) {
  console.log(sentence);
}

function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}
