// The sandbox of ffmpeg and ffprobe. At the first use all promises are tested together and, when that fails, each
// separately: what a machine does not support is left out and reported.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { chmod, chown, constants, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { usableLimits } from './process-limits.ts';

/** What this machine's sandbox guarantees for every program. */
export interface SandboxPromises {
  /** No network access, not even to this machine. */
  readonly hasNoNetwork: boolean;
  /** No access to files other than programs, libraries, its input and its output folder. */
  readonly hasOwnRoot: boolean;
  /** It cannot see or signal other processes. */
  readonly hasOwnProcesses: boolean;
  /** It runs as another user than the server, which requires root. */
  readonly isOtherUser: boolean;
  /** It has no privileges and cannot gain any. */
  readonly isUnprivileged: boolean;
  /** The kernel kills it when the server dies. */
  readonly diesWithServer: boolean;
  /** The kernel limits its CPU time, memory, open files and file size. */
  readonly hasLimits: boolean;
}

/** The paths that a program needs. */
export interface Reach {
  readonly reads: readonly string[];
  /** Folders in which it creates files. */
  readonly writes: readonly string[];
}

/** How programs are started on this machine. */
export interface Sandbox {
  readonly promises: SandboxPromises;
  /** The user that programs run as; null for the server's own. */
  readonly userId: number | null;
  /** The command that precedes `program` to start it in the sandbox. */
  command(program: string, reach: Reach): readonly string[];
}

/** `nobody` on every system. */
const NOBODY = 65_534;
/**
 * A server that dies before the kernel has been asked sends no signal, so the program looks whether it is still there.
 * bubblewrap asks again for itself: killed in that millisecond, a server leaves a program that ends with its own job.
 */
const DIE_WITH_PARENT = [
  ...['/usr/bin/setpriv', '--pdeathsig', 'KILL'],
  ...['/bin/sh', '-c', 'test "$PPID" = "$0" && exec "$@"', String(process.pid)],
];
const WITHOUT_RIGHTS = ['/usr/bin/setpriv', '--no-new-privs', '--inh-caps=-all', '--bounding-set=-all'];
const AS_NOBODY = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'];
/** Requests have priority over merges. */
const LOW_PRIORITY = ['/usr/bin/nice', '-n', '10'];
const SYSTEM_FOLDERS = ['bin', 'sbin', 'lib', 'lib32', 'lib64', 'libx32'];
const ENTER_ROOT = join(import.meta.dirname, 'enter-root.sh');

/** The command that precedes a program to isolate it in its own namespaces. */
type Isolation = (program: string, reach: Reach) => readonly string[];

let found: Sandbox | null = null;

/** The sandbox of this machine, tested with `program` at the first call. */
export function sandbox(program = '/bin/true'): Sandbox {
  found ??= findSandbox(program);
  return found;
}

function findSandbox(program: string): Sandbox {
  const isRoot = process.getuid?.() === 0;
  const scratch = mkdtempSync(join(tmpdir(), 'swingmark-sandbox-'));
  try {
    const works = (parts: SandboxParts) => copies(scratch, parts, program);
    return sandboxOf(completeParts(isRoot, works) ?? usableParts(isRoot, works));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** What a machine supports of the sandbox; empty commands are left out. */
interface SandboxParts {
  readonly dieWithParent: readonly string[];
  readonly lowPriority: readonly string[];
  readonly limits: readonly string[];
  readonly hasAllLimits: boolean;
  /** Used without isolation only. */
  readonly noNetwork: readonly string[];
  readonly isolation: Isolation | null;
  readonly rights: readonly string[];
}

const NO_PARTS: SandboxParts = {
  ...{
    dieWithParent: [],
    lowPriority: [],
    limits: [],
    hasAllLimits: false,
    noNetwork: [],
    isolation: null,
    rights: [],
  },
};

/** Everything, if it works together; null otherwise. Two programs are started where the separate tests start a dozen. */
function completeParts(isRoot: boolean, works: (parts: SandboxParts) => boolean): SandboxParts | null {
  const { command: limits } = usableLimits(() => true);
  const [rights = []] = rightsChoices(isRoot);
  const common = { ...NO_PARTS, dieWithParent: DIE_WITH_PARENT, lowPriority: LOW_PRIORITY, limits, hasAllLimits: true };
  const choices = isolationChoices(isRoot).map((isolation) => ({ ...common, isolation, rights }));
  return choices.find(works) ?? null;
}

/** Whatever works of it, each part tested separately. */
function usableParts(isRoot: boolean, works: (parts: SandboxParts) => boolean): SandboxParts {
  const dieWithParent = canStart(DIE_WITH_PARENT) ? DIE_WITH_PARENT : [];
  const lowPriority = canStart([...dieWithParent, ...LOW_PRIORITY]) ? LOW_PRIORITY : [];
  const { command: limits, isComplete: hasAllLimits } = usableLimits((each) =>
    canStart([...dieWithParent, ...lowPriority, ...each]),
  );
  const isolated = firstPair(isolationChoices(isRoot), rightsChoices(isRoot), (isolation, rights) =>
    works({ ...NO_PARTS, isolation, rights }),
  );
  const common = { dieWithParent, lowPriority, limits, hasAllLimits };
  if (isolated) return { ...common, ...isolated, noNetwork: [] };
  // Without isolation, another user could not access the server's folders.
  const rights = canStart(WITHOUT_RIGHTS) ? WITHOUT_RIGHTS : [];
  const noNetwork = WITHOUT_NETWORK.find((each) => canStart([...dieWithParent, ...each])) ?? [];
  return { ...common, noNetwork, isolation: null, rights };
}

function sandboxOf(parts: SandboxParts): Sandbox {
  const { dieWithParent, noNetwork, isolation, rights, hasAllLimits } = parts;
  const isOtherUser = rights.includes('--clear-groups');
  return {
    userId: isOtherUser ? NOBODY : null,
    promises: {
      hasNoNetwork: isolation !== null || noNetwork.length > 0,
      hasOwnRoot: isolation !== null,
      hasOwnProcesses: isolation !== null,
      isOtherUser,
      isUnprivileged: rights.length > 0,
      diesWithServer: dieWithParent.length > 0,
      hasLimits: hasAllLimits,
    },
    command: (program, reach) => commandOf(parts, program, reach),
  };
}

function commandOf(parts: SandboxParts, program: string, reach: Reach): string[] {
  const { dieWithParent, lowPriority, limits, noNetwork, isolation, rights } = parts;
  return [
    ...[...dieWithParent, ...lowPriority, ...limits, ...noNetwork],
    ...(isolation?.(program, reach) ?? []),
    ...rights,
  ];
}

/** The best rights first. */
function rightsChoices(isRoot: boolean): (readonly string[])[] {
  return [...(isRoot ? [[...WITHOUT_RIGHTS, ...AS_NOBODY]] : []), WITHOUT_RIGHTS, []];
}

/** An empty network namespace. Root can create one directly, others through a user namespace. */
const WITHOUT_NETWORK = [
  ['/usr/bin/unshare', '--net'],
  ['/usr/bin/unshare', '--user', '--map-current-user', '--net'],
];

function isolationChoices(isRoot: boolean): Isolation[] {
  const mountPoint = '/mnt';
  return [
    (program, reach) => ['/usr/bin/bwrap', ...bubblewrapArgs(program, reach)],
    (program, reach) => [
      ...['/usr/bin/unshare', ...(isRoot ? [] : ['--user', '--map-root-user'])],
      ...['--mount', '--pid', '--fork', '--kill-child', '--net', '--ipc', '--uts'],
      ...['/bin/sh', ENTER_ROOT, mountPoint],
      ...programFolders(program).map((folder) => `p:${folder}`),
      ...reach.reads.map((path) => `r:${path}`),
      ...reach.writes.map((path) => `w:${path}`),
      '--',
    ],
  ];
}

function bubblewrapArgs(program: string, { reads, writes }: Reach): string[] {
  const parents = [...reads, ...writes].flatMap((path) => ancestors(dirname(path)));
  const system = SYSTEM_FOLDERS.filter((name) => existsSync(`/${name}`)).flatMap((name) =>
    realpathSync(`/${name}`).startsWith('/usr/')
      ? ['--symlink', realpathSync(`/${name}`), `/${name}`]
      : ['--ro-bind', `/${name}`, `/${name}`],
  );
  return [
    ...['--unshare-ipc', '--unshare-pid', '--unshare-net', '--unshare-uts', '--die-with-parent', '--clearenv'],
    ...['/etc', '/tmp', ...new Set(parents)].flatMap((folder) => ['--perms', '0755', '--dir', folder]),
    ...['--ro-bind', '/usr', '/usr', ...system, '--proc', '/proc', '--dev', '/dev'],
    ...['/etc/ld.so.cache', '/etc/alternatives'].flatMap((path) => ['--ro-bind-try', path, path]),
    ...programFolders(program).flatMap((folder) => ['--ro-bind', folder, folder]),
    ...reads.flatMap((path) => ['--ro-bind', path, path]),
    ...writes.flatMap((path) => ['--bind', path, path]),
    ...['--setenv', 'LC_ALL', 'C', '--setenv', 'PATH', '/usr/local/bin:/usr/bin:/bin', '--remount-ro', '/'],
  ];
}

/** `/a/b/c` gives `/a`, `/a/b` and `/a/b/c`. */
function ancestors(folder: string): string[] {
  return folder === '/' ? [] : [...ancestors(dirname(folder)), folder];
}

/** The folders of a program outside the system's folders: its own, and that of its symlink's target. */
function programFolders(program: string): string[] {
  if (!program.startsWith('/') || !existsSync(program)) return [];
  const folders = [dirname(program), dirname(realpathSync(program))];
  return [...new Set(folders)].filter((folder) => !/^\/(usr|bin|sbin|lib)(\/|$)/.test(folder));
}

function firstPair(
  isolationChoices: readonly Isolation[],
  rightsChoices: readonly (readonly string[])[],
  works: (isolation: Isolation, rights: readonly string[]) => boolean,
): { isolation: Isolation; rights: readonly string[] } | null {
  for (const isolation of isolationChoices) {
    const rights = rightsChoices.find((choice) => works(isolation, choice));
    if (rights) return { isolation, rights };
  }
  return null;
}

/** Whether a program starts in a sandbox and can copy its input into its output folder there. */
function copies(scratch: string, parts: SandboxParts, program: string): boolean {
  const [input, output] = [join(scratch, 'input'), mkdtempSync(join(scratch, 'output-'))];
  writeFileSync(input, 'a file');
  chmodSync(input, 0o644);
  chmodSync(output, 0o777);
  const reach = { reads: [input], writes: [output] };
  const copied = start([...commandOf(parts, '/bin/cp', reach), '/bin/cp', input, join(output, 'copy')]);
  return copied && start([...commandOf(parts, program, reach), program, '-version']);
}

function canStart(command: readonly string[]): boolean {
  return start([...command, '/bin/true']);
}

function start([program = '', ...args]: readonly string[]): boolean {
  return existsSync(program) && spawnSync(program, args, { stdio: 'ignore', env: {}, timeout: 10_000 }).status === 0;
}

/** The paths in ffmpeg or ffprobe arguments: each is written `file:…`; those after `-y` are outputs. */
export function reachOf(args: readonly string[]): Reach {
  const isPath = (arg: string) => arg.startsWith('file:');
  const written = args.filter((arg, index) => isPath(arg) && args[index - 1] === '-y');
  const read = args.filter((arg, index) => isPath(arg) && args[index - 1] !== '-y');
  const pathOf = (arg: string) => arg.slice('file:'.length);
  return { reads: [...new Set(read.map(pathOf))], writes: [...new Set(written.map((arg) => dirname(pathOf(arg))))] };
}

/** Lets the sandbox's user read its input and write to its output folder. Parent folders exclude other users. */
export async function grant({ reads, writes }: Reach, userId: number | null): Promise<void> {
  if (userId === null) return;
  for (const path of reads) {
    const { mode } = await stat(path);
    if ((mode & constants.S_IROTH) === 0) await chmod(path, mode | constants.S_IROTH);
  }
  for (const folder of writes) await chown(folder, userId, userId);
}
