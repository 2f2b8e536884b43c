// Installs a missing program with the system's package manager, after asking.
// Plain JavaScript: it runs on the machine's own Node (20 or newer), before anything is installed.
import { spawnSync } from 'node:child_process';
import { readSync } from 'node:fs';

/** The programs that the project needs besides Node, with their package names. */
const PROGRAMS = {
  ffmpeg: {
    title: 'ffmpeg',
    // bubblewrap isolates ffmpeg. Fedora has no ffmpeg with x264 among its own packages.
    packages: { 'apt-get': 'ffmpeg bubblewrap', brew: 'ffmpeg', winget: 'Gyan.FFmpeg' },
    alternative: 'or set FFMPEG_PATH and FFPROBE_PATH to where they are',
  },
  bubblewrap: { title: 'bubblewrap, which isolates ffmpeg', packages: { 'apt-get': 'bubblewrap' } },
  chromium: {
    title: 'Chromium',
    packages: {
      'apt-get': 'chromium-headless-shell',
      dnf: 'chromium-headless',
      brew: '--cask chromium',
      winget: 'Hibbiki.Chromium',
    },
    alternative: 'or set CHROMIUM_PATH to where it is',
  },
  fonts: {
    title: 'the font Liberation Sans',
    packages: {
      'apt-get': 'fonts-liberation',
      dnf: 'liberation-sans-fonts',
      brew: '--cask font-liberation',
      winget: 'RedHat.LiberationFonts',
    },
    alternative: 'which has the metrics of Arial, so that pages have no layout shift while their typeface loads',
  },
  firefox: {
    title: 'Firefox ESR',
    packages: { 'apt-get': 'firefox-esr' },
    alternative: 'or set FIREFOX_PATH to where it is',
  },
  mmdebstrap: {
    title: 'mmdebstrap, which makes a bare Debian',
    packages: { 'apt-get': 'mmdebstrap' },
    alternative: 'which needs Debian or Ubuntu',
  },
  proxies: {
    title: 'Caddy and nginx, which the shipped proxy configurations are tried in',
    packages: { 'apt-get': 'caddy nginx' },
  },
  systemd: {
    title: 'systemd, which the shipped units are tried in',
    packages: { 'apt-get': 'systemd systemd-container' },
  },
  ceph: {
    title: 'Ceph’s object gateway, an S3-compatible store',
    packages: { 'apt-get': 'radosgw ceph-mon ceph-osd' },
    alternative: 'or set TEST_S3_URL to an empty bucket',
  },
  webkit: {
    title: 'WebKitGTK with its driver, codecs and a virtual display',
    packages: {
      'apt-get': [
        ...['webkit2gtk-driver', 'xvfb', 'gstreamer1.0-libav'],
        ...['gstreamer1.0-plugins-good', 'gstreamer1.0-plugins-bad', 'gstreamer1.0-plugins-ugly'],
      ].join(' '),
    },
    alternative: 'which only Debian and its relatives have',
  },
};

const INSTALL = {
  'apt-get': (name) => ['apt-get', 'install', '-y', '--no-install-recommends', ...name.split(' ')],
  dnf: (name) => ['dnf', 'install', '-y', name],
  brew: (name) => ['brew', 'install', ...name.split(' ')],
  winget: (name) => ['winget', 'install', '--id', name],
};
/** These write to system folders. */
const NEEDS_ROOT = ['apt-get', 'dnf'];

export function runs(command, args) {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

/**
 * Installs an optional program. If there is no package, or it may not or cannot be installed, reports that with its
 * consequence and continues.
 */
export function installIfPossible(name, consequence = 'its tests will be skipped') {
  const { title, packages } = PROGRAMS[name];
  const [first = ''] = packages['apt-get'].split(' ');
  const { stdout } = spawnSync('apt-cache', ['policy', first], { encoding: 'utf8' });
  // In a fresh container the package lists are missing: then the installation fetches them.
  const isKnownMissing = /Candidate: \(none\)/.test(stdout ?? '');
  const isRoot = process.getuid?.() === 0;
  const goOn = (why) => console.log(`${title} ${why}: ${consequence}.`);
  if (!runs('apt-get', ['--version']) || isKnownMissing) return goOn('has no package on this system');
  const sudo = isRoot ? [] : ['sudo'];
  const install = [...sudo, ...INSTALL['apt-get'](packages['apt-get'])];
  console.log(`${title} is not installed. On this system: ${install.join(' ')}`);
  if (!mayInstall('apt-get', isRoot)) return goOn('was not installed');
  console.log(`Installing ${title} (once)…`);
  if (!installWith('apt-get', sudo, install)) goOn('could not be installed, see the output above');
}

/** How often a download is tried: registries fail for seconds at a time. */
const TRIES = 3;
let hasFreshLists = false;

/** Runs an installation. apt's package lists are refreshed first: with old ones it installs old programs, or none. */
function installWith(manager, sudo, install) {
  if (manager === 'apt-get' && !hasFreshLists) {
    // Without a network, packages that are already downloaded can still be installed.
    hasFreshLists = repeated(() => run([...sudo, 'apt-get', '-q', '-o', 'APT::Update::Error-Mode=any', 'update']));
    if (!hasFreshLists) console.log('The package lists could not be refreshed; the ones on this machine are used.');
  }
  return repeated(() => run(install));
}

/** Tries up to three times, a few seconds apart. */
export function repeated(succeeds) {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    if (succeeds()) return true;
    if (attempt < TRIES) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_000 * attempt);
  }
  return false;
}

/**
 * Installs a program that is missing. Asks first on a terminal; proceeds with `--yes`, in CI, and as root on Debian or
 * Ubuntu without a terminal. Exits with a message when it may not install, or when the installation fails.
 */
export function installProgram(name) {
  const { title, packages, alternative } = PROGRAMS[name];
  const manager = Object.keys(INSTALL).find((each) => packages[each] && runs(each, ['--version']));
  if (!manager) stop(`Swingmark needs ${title}. Please install it with your package manager, ${alternative}.`);
  const isRoot = process.getuid?.() === 0;
  const sudo = isRoot || !NEEDS_ROOT.includes(manager) ? [] : ['sudo'];
  const install = [...sudo, ...INSTALL[manager](packages[manager])];
  const command = install.join(' ');
  console.log(`Swingmark needs ${title}, which is not installed. On this system: ${command}`);
  if (!mayInstall(manager, isRoot)) stop(`Please run this command, ${alternative}, and start again.`);

  console.log(`Installing ${title} (once)…`);
  if (!installWith(manager, sudo, install)) {
    stop(`${title} could not be installed; see the output above. Please check the network and run: ${command}`);
  }
}

function mayInstall(manager, isRoot) {
  if (process.argv.includes('--yes') || process.env.CI) return true;
  if (process.stdin.isTTY) return isYes('Run it now? [y/N] ');
  return isRoot && manager === 'apt-get';
}

/** Whether a package that is useful but not necessary is installed: only where that needs no confirmation. */
export function installsUnasked() {
  if (process.argv.includes('--yes') || process.env.CI) return true;
  return !process.stdin.isTTY && process.getuid?.() === 0;
}

function isYes(question) {
  process.stdout.write(question);
  const answer = Buffer.alloc(16);
  const length = readSync(0, answer, 0, answer.length, null);
  return /^y(es)?\s*$/i.test(answer.toString('utf8', 0, length));
}

function run([program, ...args]) {
  // Without a terminal no password can be entered: sudo then fails instead of waiting.
  const rest = program === 'sudo' && !process.stdin.isTTY ? ['-n', ...args] : args;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(program, rest, { stdio: ['inherit', 'ignore', 'inherit'], env }).status === 0;
}

/** Exits with a message that explains what to do. */
export function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}
