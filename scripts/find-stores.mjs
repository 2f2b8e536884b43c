// Finds the servers that the tests of several processes use: PostgreSQL, and Ceph's S3 gateway. Missing ones are fetched once as Debian's packages
// into .cache, which needs no root and no settings.
// Plain JavaScript: it runs on the machine's own Node (20 or newer), before anything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '..');
const FETCHED = path.join(root, '.cache/postgres');
/** The libraries of PostgreSQL that may be missing; its JIT compiler, by far the largest, is left out. */
const LIBRARIES = [
  ...['libpq5', 'libxml2', 'libxslt1.1', 'libicu72', 'libldap-2.5-0', 'libgssapi-krb5-2', 'libkrb5-3', 'libk5crypto3'],
  ...['libkrb5support0', 'libkeyutils1', 'libsasl2-2', 'liblz4-1', 'libzstd1', 'libssl3', 'libsystemd0', 'libpam0g'],
];

/** The folder of PostgreSQL's programs, the newest; null when there is none. */
export function findPostgres() {
  for (const place of ['/', FETCHED]) {
    const versions = path.join(place, 'usr/lib/postgresql');
    if (!existsSync(versions)) continue;
    const folders = readdirSync(versions)
      .sort((a, b) => Number(b) - Number(a))
      .map((version) => path.join(versions, version, 'bin'))
      .filter((folder) => existsSync(path.join(folder, 'initdb')));
    if (folders[0]) return folders[0];
  }
  return null;
}

/** Ceph's programs that an S3-compatible store needs. */
const CEPH = ['radosgw', 'radosgw-admin', 'ceph-mon', 'ceph-osd', 'ceph', 'monmaptool', 'ceph-authtool'];

export function hasCeph() {
  return CEPH.every((name) => ['/usr/bin', '/usr/sbin'].some((folder) => existsSync(path.join(folder, name))));
}

/** Where a fetched program finds its libraries; undefined for an installed one. @param {string} program */
export function libraryPath(program) {
  if (!program.startsWith(FETCHED)) return undefined;
  const folder = path.join(FETCHED, 'usr/lib');
  return readdirSync(folder)
    .filter((name) => name.includes('-linux-'))
    .map((name) => path.join(folder, name))
    .join(':');
}

/** The package of Debian's PostgreSQL. */
function newestServer() {
  const { stdout } = spawnSync('apt-cache', ['depends', 'postgresql'], { encoding: 'utf8' });
  return /Depends: (postgresql-\d+)/.exec(stdout ?? '')?.[1];
}

function isMissing(name) {
  const { stdout } = spawnSync('dpkg', ['-s', name], { encoding: 'utf8' });
  return !/^Status: install ok installed$/m.test(stdout ?? '');
}

/** PostgreSQL does not run as root, and other accounts may have no access to this folder. */
function runsAsNobody() {
  const initdb = path.join(findPostgres() ?? '', 'initdb');
  const env = { ...process.env, LD_LIBRARY_PATH: libraryPath(initdb) ?? '' };
  const asNobody = process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : [];
  const [program, ...args] = [...asNobody, initdb, '--version'];
  return spawnSync(program, args, { env, stdio: 'ignore' }).status === 0;
}

/** Fetches PostgreSQL where it is not installed and Debian's packages can be had; otherwise its tests are skipped. */
export function fetchPostgres() {
  if (process.env.TEST_DATABASE_URL || findPostgres() !== null) return;
  const skip = () => console.log('PostgreSQL could not be fetched: its tests will be skipped.');
  // In a fresh container the package lists may be missing, which root can fetch.
  const server =
    newestServer() ?? (spawnSync('apt-get', ['-q', 'update'], { stdio: 'ignore' }).status === 0 && newestServer());
  if (!server) return skip();
  console.log(`Fetching ${server} for the tests (once)…`);
  mkdirSync(path.dirname(FETCHED), { recursive: true });
  const draft = mkdtempSync(`${FETCHED}-`);
  try {
    // Not every release has every library under this name. Missing ones become apparent when the server starts.
    for (const name of [server, ...LIBRARIES.filter(isMissing)])
      spawnSync('apt-get', ['-q', 'download', name], { cwd: draft });
    const packages = readdirSync(draft).filter((name) => name.endsWith('.deb'));
    for (const name of packages) {
      spawnSync('dpkg-deb', ['-x', name, '.'], { cwd: draft });
      rmSync(path.join(draft, name));
    }
    if (!packages.some((name) => name.startsWith(`${server}_`))) return skip();
    rmSync(FETCHED, { recursive: true, force: true });
    renameSync(draft, FETCHED);
    if (!runsAsNobody()) {
      rmSync(FETCHED, { recursive: true, force: true });
      skip();
    }
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
