// Fetches other versions of Chromium than the installed one into .cache, for the tests of visitors' browsers: the oldest that
// we support, as the npm registry has it, and the one of Debian's release without security updates.
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
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { NPM, root } from './prepare.mjs';
import { repeated, stop } from './system-packages.mjs';

const FETCHED = path.join(root, '.cache/chromium');
/** A headless build with H.264, MIT-licensed packaging; Chromium 131 is of November 2024. */
const OLDEST = { name: '@sparticuz/chromium', version: '131.0.1' };

/** The paths of both, oldest first. Exits with a message when one cannot be fetched. */
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
