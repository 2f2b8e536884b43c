// What a program is started through so that it can do as little as this machine allows: no network, no rights, bounded
// time, memory and files, and an end when the server ends. Tried out once; what a machine refuses is left out.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** How programs are started on this machine. */
export interface Jail {
  /** The program that starts the program, with its arguments; empty where there is none. */
  readonly command: readonly string[];
  /** Programs see no network: not this machine's own either. */
  readonly hasNoNetwork: boolean;
  /** Programs cannot gain rights and have none of the system's special ones. */
  readonly isUnprivileged: boolean;
  /** Time, memory and file sizes are bounded by the kernel. */
  readonly hasLimits: boolean;
}

/** A network of its own with nothing in it. Root may just have one; others through a user space of their own. */
const WITHOUT_NETWORK = [
  ['/usr/bin/unshare', '--net'],
  ['/usr/bin/unshare', '--user', '--map-current-user', '--net'],
];
// A server that is killed cannot kill its children: the kernel does (PR_SET_PDEATHSIG, prctl(2)).
const DIE_WITH_PARENT = ['/usr/bin/setpriv', '--pdeathsig', 'KILL'];
const WITHOUT_RIGHTS = [...DIE_WITH_PARENT, '--no-new-privs', '--inh-caps=-all', '--bounding-set=-all'];

/** The site answers before a merge goes on. */
const LOW_PRIORITY = ['/usr/bin/nice', '-n', '10'];

const CPU_SECONDS = 600;
// Two 4K clips merge within it, holding about 300 MB (bench/merge-memory.ts); a forged header that asks for more ends
// with an error (hostile cases §3.5).
const ADDRESS_SPACE_BYTES = 4_294_967_296;
/** No video that we make comes near it. */
const MAX_FILE_BYTES = 629_145_600;
const OPEN_FILES = 256;
const LIMITED = [
  ...['/usr/bin/prlimit', `--cpu=${CPU_SECONDS}`, `--as=${ADDRESS_SPACE_BYTES}`, '--core=0'],
  ...[`--fsize=${MAX_FILE_BYTES}`, `--nofile=${OPEN_FILES}`],
];

let found: Jail | null = null;

/**
 * The jail of this machine; looked for at the first call. A program in it has to be able to use `folder`: root without
 * its special rights cannot open another account's folder.
 */
export function jail(folder = '/'): Jail {
  found ??= findJail(folder);
  return found;
}

function findJail(folder: string): Jail {
  const works = (command: readonly string[]) => canList(folder, command);
  const firstThatWorks = (before: readonly string[], choices: readonly (readonly string[])[]) =>
    choices.find((choice) => works([...before, ...choice])) ?? [];
  const networkless = firstThatWorks([], WITHOUT_NETWORK);
  const rightless = firstThatWorks(networkless, [WITHOUT_RIGHTS, DIE_WITH_PARENT]);
  const polite = firstThatWorks([...networkless, ...rightless], [LOW_PRIORITY]);
  const limited = firstThatWorks([...networkless, ...rightless, ...polite], [LIMITED]);
  return {
    command: [...networkless, ...rightless, ...polite, ...limited],
    hasNoNetwork: networkless.length > 0,
    isUnprivileged: rightless === WITHOUT_RIGHTS,
    hasLimits: limited.length > 0,
  };
}

function canList(folder: string, [program = '', ...args]: readonly string[]): boolean {
  if (!existsSync(program)) return false;
  return spawnSync(program, [...args, '/bin/ls', folder], { stdio: 'ignore', env: {} }).status === 0;
}
