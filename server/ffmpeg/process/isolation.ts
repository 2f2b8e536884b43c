// What confines a program: the limits of its resources, two ways to give it its own root directory, network and processes
// (bubblewrap, and `unshare` with a script), and Landlock where the machine allows neither.
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The paths that a program needs. */
export interface Reach {
  readonly reads: readonly string[];
  /** Folders in which it creates files. */
  readonly writes: readonly string[];
}

/** The names of the two ways, the preferred one first. */
export const ISOLATIONS = ['bubblewrap', 'unshare'] as const;

export type IsolationName = (typeof ISOLATIONS)[number];

/** The command that precedes a program to isolate it. */
export type Isolation = (program: string, reach: Reach) => readonly string[];

const SYSTEM_FOLDERS = ['bin', 'sbin', 'lib', 'lib32', 'lib64', 'libx32'];
const ENTER_ROOT = join(import.meta.dirname, 'enter-root.sh');
const CONFINE_FILES = join(import.meta.dirname, 'confine-files.pl');

/**
 * Where the script mounts the new root, in its own mount namespace. The mount hides everything below it, so it has to
 * be a folder that exists on every Linux and never holds a video.
 */
const NEW_ROOT = '/sys';

/** The command of one way of isolation. Root needs no user namespace. */
export function isolationOf(name: IsolationName, isRoot: boolean): Isolation {
  if (name === 'bubblewrap') return (program, reach) => ['/usr/bin/bwrap', ...bubblewrapArgs(program, reach)];
  const namespaces = ['--mount', '--pid', '--fork', '--kill-child', '--net', '--ipc', '--uts'];
  const user = isRoot ? [] : ['--user', '--map-root-user'];
  return (program, reach) => [
    ...['/usr/bin/unshare', ...user, ...namespaces, '/bin/sh', ENTER_ROOT, NEW_ROOT],
    ...reachArgs(program, reach),
  ];
}

/** The command that denies a program all other files with Landlock. It needs "no new privileges" before it. */
export const confinedToFiles: Isolation = (program, reach) => [
  ...['/usr/bin/perl', CONFINE_FILES],
  ...reachArgs(program, reach),
];

/** The paths as both scripts read them. */
function reachArgs(program: string, { reads, writes }: Reach): string[] {
  return [
    ...programFolders(program).map((folder) => `p:${folder}`),
    ...reads.map((path) => `r:${path}`),
    ...writes.map((path) => `w:${path}`),
    '--',
  ];
}

function bubblewrapArgs(program: string, { reads, writes }: Reach): string[] {
  const programs = programFolders(program);
  const parents = [...programs, ...reads, ...writes].flatMap((path) => ancestors(dirname(path)));
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
    ...programs.flatMap((folder) => ['--ro-bind', folder, folder]),
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

interface Limit {
  /** prlimit's option. */
  readonly option: string;
  /** The row of /proc/self/limits. */
  readonly row: string;
  readonly value: number;
}

const LIMITS: readonly Limit[] = [
  { option: 'cpu', row: 'Max cpu time', value: 600 },
  // Two 4K clips merge within it, holding about 300 MB (tools/bench/merge-memory.ts).
  { option: 'as', row: 'Max address space', value: 4_294_967_296 },
  { option: 'core', row: 'Max core file size', value: 0 },
  // Far above every video that we make.
  { option: 'fsize', row: 'Max file size', value: 629_145_600 },
  { option: 'nofile', row: 'Max open files', value: 256 },
];

/** The command that sets the limits. Each limit is tested separately, so that a refused one does not disable the others. */
export async function usableLimits(
  works: (command: readonly string[]) => Promise<boolean>,
): Promise<{ readonly command: readonly string[]; readonly isComplete: boolean }> {
  const hard = hardLimits();
  const accepted: string[] = [];
  for (const { option, row, value } of LIMITS) {
    const arg = `--${option}=${Math.min(value, hard(row))}`;
    if (await works(['/usr/bin/prlimit', arg])) accepted.push(arg);
  }
  const command = accepted.length > 0 ? ['/usr/bin/prlimit', ...accepted] : [];
  return { command, isComplete: accepted.length === LIMITS.length };
}

/** This machine's hard limits: a tighter limit than ours is kept. */
function hardLimits(): (row: string) => number {
  let text = '';
  try {
    text = readFileSync('/proc/self/limits', 'utf8');
  } catch {
    // Not Linux: there is no prlimit either.
  }
  return (row) => {
    const [, hard = 'unlimited'] = new RegExp(`^${row}\\s+\\S+\\s+(\\S+)`, 'm').exec(text) ?? [];
    return hard === 'unlimited' ? Number.POSITIVE_INFINITY : Number(hard);
  };
}
