// A minimal Debian with nothing but Node, made by mmdebstrap and entered with pivot_root in namespaces of its own: the
// machine of a new user. Needs root.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { execa } from 'execa';

const PROJECT_ROOT = join(import.meta.dirname, '../..');
const CACHE = join(PROJECT_ROOT, '.cache/bare');
const ENTER = join(import.meta.dirname, 'enter-machine.sh');
const RELEASE = 'bookworm';
const MIRROR = 'http://deb.debian.org';

/** The npm that comes with each version of Node. */
const NPM_OF_NODE = { 20: '10', 22: '10', 24: '11' } as const;

/** A major version of Node. */
export type NodeVersion = keyof typeof NPM_OF_NODE;

/** An ordinary account of the machine. */
export const USER_ID = 1000;

/** The account that runs a command: root, an ordinary user, or an ordinary user without user namespaces. */
export type Account = 'root' | 'user' | 'user without namespaces';

/** How a command runs in a machine. */
export interface RunOptions {
  /** By default root. */
  readonly as?: Account;
  /** The working directory in the machine, by default `/`. */
  readonly folder?: string;
  /** Environment variables beside those of a login. */
  readonly env?: Readonly<Record<string, string>>;
  /** Without any network but its own loopback. */
  readonly isOffline?: boolean;
  /** A folder of this machine that is in the bare one too. */
  readonly share?: string;
}

/** A program that is running in a machine. */
export interface RunningProgram {
  /** Its output so far, line by line. */
  readonly lines: readonly string[];
  /** Resolves with the first line that matches; rejects when the program ends before. */
  line(pattern: RegExp): Promise<string>;
  /** Its process identifier on this machine. */
  readonly pid: number;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
  /** Ends it as Ctrl-C or a service manager does, and returns the exit code. */
  stop(): Promise<number | null>;
}

/** The machine. */
export class BareMachine {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  /** A copy, on which changes leave this machine as it is. */
  async copy(): Promise<BareMachine> {
    const root = await newRoot();
    await execa('cp', ['-a', '--reflink=auto', `${this.root}/.`, root]);
    return new BareMachine(root);
  }

  async remove(): Promise<void> {
    await rm(this.root, { recursive: true, force: true });
  }

  /** Starts a program. */
  start(
    command: readonly string[],
    { as = 'root', folder = '/', env = {}, isOffline = false, share }: RunOptions = {},
  ): RunningProgram {
    const home = as === 'root' ? '/root' : '/home/golfer';
    const sbin = as === 'root' ? '/usr/local/sbin:' : '';
    const PATH = `${sbin}/usr/local/bin:${as === 'root' ? '/usr/sbin:' : ''}/usr/bin${as === 'root' ? ':/sbin' : ''}:/bin`;
    const login = { HOME: home, PATH, LANG: 'C.UTF-8', npm_config_update_notifier: 'false', ...env };
    const asAccount = { root: [], user: AS_USER, 'user without namespaces': [...AS_USER, ...NO_NAMESPACES] }[as];
    const namespaces = ['--mount', '--pid', '--fork', '--kill-child', ...(isOffline ? ['--net'] : [])];
    const inside = isOffline
      ? ['/bin/sh', '-c', LOOPBACK_UP, 'sh', ...asAccount, ...command]
      : [...asAccount, ...command];
    const child = spawn('unshare', [...namespaces, '/bin/sh', ENTER, this.root, folder, ...inside], {
      env: { ...login, ...(share !== undefined && { BARE_SHARE: share }) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return runningProgram(child);
  }

  /** Runs a program to its end; returns its exit code and its output. */
  async run(
    command: readonly string[],
    options: RunOptions = {},
  ): Promise<{ exitCode: number | null; output: string }> {
    const program = this.start(command, options);
    const exitCode = await program.ended;
    return { exitCode, output: program.lines.join('\n') };
  }

  /** Runs a program that has to succeed. */
  async must(command: readonly string[], options: RunOptions = {}): Promise<void> {
    const { exitCode, output } = await this.run(command, options);
    if (exitCode !== 0) throw new Error(`${command.join(' ')} ended with ${exitCode}:\n${output}`);
  }

  /** Puts this project's files where a clone would put them. */
  async clone(folder: string, owner: 'root' | 'user'): Promise<void> {
    const to = join(this.root, folder);
    await mkdir(to, { recursive: true });
    const { stdout: files } = await execa('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: PROJECT_ROOT,
    });
    const present = files.split('\0').filter((file) => file !== '' && existsSync(join(PROJECT_ROOT, file)));
    const tar = execa('tar', ['-c', '--null', '-T', '-'], {
      cwd: PROJECT_ROOT,
      input: present.join('\0'),
      encoding: 'buffer',
      maxBuffer: 1e9,
    });
    await execa('tar', ['-x', '-C', to], { input: (await tar).stdout });
    if (owner === 'user') await execa('chown', ['-R', `${USER_ID}:${USER_ID}`, to]);
  }
}

const AS_USER = ['setpriv', `--reuid=${USER_ID}`, `--regid=${USER_ID}`, '--clear-groups', '--inh-caps=-all'];
/** The limit holds in the namespaces below the first, so the second is the last that can be made. */
export const NO_NAMESPACES = [
  ...['unshare', '--user', '--map-root-user', '/bin/sh', '-c'],
  ...['echo 1 > /proc/sys/user/max_user_namespaces && exec unshare --user --map-user=1000 --map-group=1000 "$@"', 'sh'],
];
const LOOPBACK_UP = 'ip link set lo up && exec "$@"';

function runningProgram(child: ChildProcess): RunningProgram {
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    if (stream)
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line);
        for (const look of waiting) look();
      });
  }
  const ended = once(child, 'close').then(([exitCode]) => exitCode as number | null);
  return {
    lines,
    pid: child.pid ?? 0,
    ended,
    line: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = lines.find((line) => pattern.test(line));
          if (found === undefined) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
        void ended.then((exitCode) =>
          reject(new Error(`Ended with ${exitCode} before ${pattern}:\n${lines.join('\n')}`)),
        );
      }),
    stop: async () => {
      const [first] = (await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')).split(' ');
      if (first) process.kill(Number(first), 'SIGTERM');
      return ended;
    },
  };
}

/** A machine with this Node and, if asked, the packages of Debian that a user has installed beforehand. */
export async function bareMachine(node: NodeVersion, packages: readonly string[] = []): Promise<BareMachine> {
  const base = new BareMachine(await baseSystem(packages));
  const machine = await base.copy();
  const [nodeFolder, npmFolder] = await Promise.all([
    npmPackage(`node-linux-${process.arch}`, String(node)),
    npmPackage('npm', NPM_OF_NODE[node]),
  ]);
  const local = join(machine.root, 'usr/local');
  await copyFile(join(nodeFolder, 'bin/node'), join(local, 'bin/node'));
  await cp(npmFolder, join(local, 'lib/node_modules/npm'), { recursive: true });
  for (const name of ['npm', 'npx']) {
    await symlink(`../lib/node_modules/npm/bin/${name}-cli.js`, join(local, 'bin', name));
  }
  await joinNetwork(machine.root);
  return machine;
}

/** The minimal system with packages, made once. */
async function baseSystem(packages: readonly string[]): Promise<string> {
  const root = join(CACHE, ['system', ...packages].join('-'));
  if (existsSync(root)) return root;
  if (packages.length === 0) return makeMinimalSystem(root);
  const machine = await new BareMachine(await baseSystem([])).copy();
  await joinNetwork(machine.root);
  const install = ['apt-get', '-q', 'install', '-y', '--no-install-recommends', ...packages];
  const { exitCode, output } = await machine.run(install, { env: { DEBIAN_FRONTEND: 'noninteractive' } });
  if (exitCode !== 0) throw new Error(`NO DOWNLOAD: ${packages.join(' ')} could not be installed:\n${output}`);
  await rename(machine.root, root);
  return root;
}

async function makeMinimalSystem(root: string): Promise<string> {
  await mkdir(CACHE, { recursive: true });
  const draft = await mkdtemp(join(CACHE, 'draft-'));
  const sources = ['', '-updates'].map((suite) => `deb ${MIRROR}/debian ${RELEASE}${suite} main`);
  const args = ['--variant=minbase', '--include=ca-certificates,iproute2', '--skip=cleanup/apt/lists'];
  const security = `deb ${MIRROR}/debian-security ${RELEASE}-security main`;
  try {
    await execa('mmdebstrap', [...args, RELEASE, draft, ...sources, security]);
  } catch (cause) {
    await rm(draft, { recursive: true, force: true });
    throw new Error('NO DOWNLOAD: the bare system could not be fetched from Debian', { cause });
  }
  await execa('useradd', ['--root', draft, '--create-home', '--uid', String(USER_ID), 'golfer']);
  await rename(draft, root);
  return root;
}

/** The folder of an unpacked package of the npm registry. */
async function npmPackage(name: string, version: string): Promise<string> {
  const folder = join(CACHE, `${name}-${version}`);
  if (existsSync(folder)) return join(folder, 'package');
  await mkdir(CACHE, { recursive: true });
  const draft = await mkdtemp(join(CACHE, 'draft-'));
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const [program = 'npm', ...rest] = [...npm, 'pack', `${name}@${version}`, '--pack-destination', draft];
  try {
    await execa(program, rest, { cwd: tmpdir() });
  } catch (cause) {
    throw new Error(`NO DOWNLOAD: ${name} ${version} could not be fetched from the npm registry`, { cause });
  }
  const [file = ''] = await readdir(draft);
  await execa('tar', ['-xzf', join(draft, file), '-C', draft]);
  await rename(draft, folder);
  return join(folder, 'package');
}

/** The certificates that this machine trusts, a path below the root. */
const AUTHORITIES = 'etc/ssl/certs/ca-certificates.crt';

/** How this machine reaches names and registries holds in the bare one too. */
async function joinNetwork(root: string): Promise<void> {
  for (const file of ['etc/resolv.conf', 'etc/hosts', AUTHORITIES]) {
    if (existsSync(`/${file}`)) await copyFile(`/${file}`, join(root, file));
  }
  const { stdout: registry } = await execa('npm', ['config', 'get', 'registry'], { cwd: tmpdir() });
  // npm has its own authorities, which lack that of a company's proxy.
  const lines = [`registry=${registry}`, ...(existsSync(`/${AUTHORITIES}`) ? [`cafile=/${AUTHORITIES}`] : [])];
  await mkdir(join(root, 'usr/local/etc'), { recursive: true });
  await writeFile(join(root, 'usr/local/etc/npmrc'), `${lines.join('\n')}\n`);
}

async function newRoot(): Promise<string> {
  const machines = join(CACHE, 'machines');
  await mkdir(machines, { recursive: true });
  const root = await mkdtemp(join(machines, 'machine-'));
  await execa('chmod', ['755', root]);
  return root;
}
