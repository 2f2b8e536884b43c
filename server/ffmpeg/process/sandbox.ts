// The sandbox of ffmpeg and ffprobe. Features that a machine does not support are left out and reported. The
// combination in use has been tested as a whole, on the data folder's own files.
import { existsSync } from 'node:fs';
import { chmod, chown, constants, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { StartError } from '#server/runtime/app-error.ts';
import { newOpaqueId } from '#server/runtime/opaque-id.ts';
import {
  confinedToFiles,
  ISOLATIONS,
  type Isolation,
  type IsolationName,
  isolationOf,
  type Reach,
  usableLimits,
} from './isolation.ts';
import { killGroup, programEnd, startProgram } from './start-program.ts';

/** The guarantees of this machine's sandbox for every program. */
export interface SandboxPromises {
  /** No network access, not even to this machine. */
  readonly hasNoNetwork: boolean;
  /**
   * It cannot read or write files other than programs, libraries, its input and its output folder. Isolated, it does not
   * even see others.
   */
  readonly hasOwnRoot: boolean;
  /** It cannot see or signal other processes. */
  readonly hasOwnProcesses: boolean;
  /** It runs as a different user from the server, which requires root. */
  readonly isOtherUser: boolean;
  /** It has no privileges and cannot gain any. */
  readonly isUnprivileged: boolean;
  /** The kernel kills it when the server dies. */
  readonly diesWithServer: boolean;
  /** The kernel limits its CPU time, memory, open files and file size. */
  readonly hasLimits: boolean;
}

export interface Sandbox {
  readonly promises: SandboxPromises;
  /** How programs are isolated; null when this machine allows no way, or the settings ask for none. */
  readonly isolation: IsolationName | null;
  /** The user that programs run as; null for the server's own. */
  readonly userId: number | null;
  /** The command that precedes `program` to start it in the sandbox. */
  command(program: string, reach: Reach): readonly string[];
}

/** `auto` takes the best isolation that works. A named isolation must work; `none` isolates nothing. */
export type SandboxChoice = 'auto' | IsolationName | 'none';

interface SandboxOptions {
  readonly choice: SandboxChoice;
  /** The program that has to start in it. */
  readonly program: string;
  /** A folder on the data folder's disk, in which the self-test creates and removes files. */
  readonly folder: string;
}

/** `nobody` on every system. */
const NOBODY = 65_534;
/**
 * If the server dies before the kernel has been asked for the signal, none is sent, so the program checks whether the
 * server is still alive. bubblewrap also asks for the signal for itself. A server killed in that millisecond leaves a
 * program that ends with its own job.
 */
const DIE_WITH_PARENT = [
  ...['/usr/bin/setpriv', '--pdeathsig', 'KILL'],
  ...['/bin/sh', '-c', 'test "$PPID" = "$0" && exec "$@"', String(process.pid)],
];
const WITHOUT_RIGHTS = ['/usr/bin/setpriv', '--no-new-privs', '--inh-caps=-all', '--bounding-set=-all'];
const AS_NOBODY = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'];
/** Requests have priority over merges. */
const LOW_PRIORITY = ['/usr/bin/nice', '-n', '10'];
/** An empty network namespace. Root can create one directly, others through a user namespace. */
const WITHOUT_NETWORK = [
  ['/usr/bin/unshare', '--net'],
  ['/usr/bin/unshare', '--user', '--map-current-user', '--net'],
];
/** Long enough for a busy machine: a self-test that fails weakens the sandbox until the next start. */
const TRIAL_TIMEOUT_MS = 30_000;

let chosen: Promise<Sandbox> | null = null;

/** Chooses the sandbox of this process, once. Throws a `StartError` when the named isolation does not work here. */
export function chooseSandbox(options: SandboxOptions): Promise<Sandbox> {
  chosen = findSandbox(options);
  return chosen;
}

/** The chosen sandbox; without a choice, the best one that works in the system's temporary folder. */
export function sandbox(): Promise<Sandbox> {
  return chosen ?? chooseSandbox({ choice: 'auto', program: '/bin/true', folder: tmpdir() });
}

/** The parts of a sandbox's command. Empty ones are left out. */
interface SandboxParts {
  readonly dieWithParent: readonly string[];
  readonly lowPriority: readonly string[];
  readonly limits: readonly string[];
  readonly hasAllLimits: boolean;
  /** Used without isolation only. */
  readonly noNetwork: readonly string[];
  readonly isolation: IsolationName | null;
  readonly rights: readonly string[];
  /** Used without isolation only. */
  readonly isConfinedToFiles: boolean;
}

const NO_PARTS: SandboxParts = {
  dieWithParent: [],
  lowPriority: [],
  limits: [],
  hasAllLimits: false,
  noNetwork: [],
  isolation: null,
  rights: [],
  isConfinedToFiles: false,
};

async function findSandbox({ choice, program, folder }: SandboxOptions): Promise<Sandbox> {
  const isRoot = process.getuid?.() === 0;
  const wanted = ISOLATIONS.filter((name) => choice === 'auto' || choice === name);
  const works = (parts: SandboxParts) => passesTrial(parts, program, folder);
  const isolated = (await everythingTogether(wanted, isRoot, works)) ?? (await isolatedParts(wanted, isRoot, works));
  if (isolated) return sandboxOf(isolated);
  if (choice === 'bubblewrap' || choice === 'unshare') {
    throw new StartError(
      `FFMPEG_SANDBOX: ${choice} does not work on this machine. Please install bubblewrap and allow user namespaces, or set it to auto.`,
    );
  }
  return sandboxOf(await partsWithoutIsolation(works, choice !== 'none'));
}

type Works = (parts: SandboxParts) => Promise<boolean>;

/** Tests all parts at once, which most machines support: two programs, where single tests would start a dozen. */
async function everythingTogether(wanted: readonly IsolationName[], isRoot: boolean, works: Works) {
  const { command: limits } = await usableLimits(async () => true);
  const [rights = []] = rightsChoices(isRoot);
  const common = { ...NO_PARTS, dieWithParent: DIE_WITH_PARENT, lowPriority: LOW_PRIORITY, limits, hasAllLimits: true };
  return firstOf(
    wanted.map((isolation) => ({ ...common, isolation, rights })),
    works,
  );
}

/** An isolation with as many of the other parts as work together with it. */
async function isolatedParts(wanted: readonly IsolationName[], isRoot: boolean, works: Works) {
  if (wanted.length === 0) return null;
  const usable = await usableParts();
  const withoutLimits = { ...usable, limits: [], hasAllLimits: false };
  const choices = [usable, withoutLimits, NO_PARTS].flatMap((common) =>
    wanted.flatMap((isolation) => rightsChoices(isRoot).map((rights) => ({ ...common, isolation, rights }))),
  );
  return firstOf(choices, works);
}

/** The parts that work without isolation. The user stays the server's, which alone can read the server's folders. */
async function partsWithoutIsolation(works: Works, isConfinedToFiles: boolean): Promise<SandboxParts> {
  const usable = await usableParts();
  const rights = (await starts(WITHOUT_RIGHTS)) ? WITHOUT_RIGHTS : [];
  const noNetwork = (await firstOf(WITHOUT_NETWORK, (each) => starts([...usable.dieWithParent, ...each]))) ?? [];
  const open = [{ ...usable, rights, noNetwork }, { ...usable, rights }, usable];
  const confined = isConfinedToFiles && rights.length > 0 ? open.slice(0, 2) : [];
  const choices = [...confined.map((parts) => ({ ...parts, isConfinedToFiles })), ...open];
  return (await firstOf(choices, works)) ?? NO_PARTS;
}

/** The parts that need no isolation, each tested separately, so that a missing one does not disable the others. */
async function usableParts(): Promise<SandboxParts> {
  const dieWithParent = (await starts(DIE_WITH_PARENT)) ? DIE_WITH_PARENT : [];
  const lowPriority = (await starts([...dieWithParent, ...LOW_PRIORITY])) ? LOW_PRIORITY : [];
  const { command: limits, isComplete: hasAllLimits } = await usableLimits((each) =>
    starts([...dieWithParent, ...lowPriority, ...each]),
  );
  return { ...NO_PARTS, dieWithParent, lowPriority, limits, hasAllLimits };
}

function sandboxOf(parts: SandboxParts): Sandbox {
  const { dieWithParent, noNetwork, isolation, rights, hasAllLimits, isConfinedToFiles } = parts;
  const userId = userOf(parts);
  return {
    userId,
    isolation,
    promises: {
      hasNoNetwork: isolation !== null || noNetwork.length > 0,
      hasOwnRoot: isolation !== null || isConfinedToFiles,
      hasOwnProcesses: isolation !== null,
      isOtherUser: userId !== null,
      isUnprivileged: rights.length > 0,
      diesWithServer: dieWithParent.length > 0,
      hasLimits: hasAllLimits,
    },
    command: (program, reach) => commandOf(parts, program, reach),
  };
}

function userOf({ rights }: SandboxParts): number | null {
  return rights.includes('--clear-groups') ? NOBODY : null;
}

function commandOf(parts: SandboxParts, program: string, reach: Reach): string[] {
  const { dieWithParent, lowPriority, limits, noNetwork, isolation, rights, isConfinedToFiles } = parts;
  const isolate: Isolation = isolation ? isolationOf(isolation, process.getuid?.() === 0) : () => [];
  const isolated = [...dieWithParent, ...lowPriority, ...limits, ...noNetwork, ...isolate(program, reach), ...rights];
  return isConfinedToFiles ? [...isolated, ...confinedToFiles(program, reach)] : isolated;
}

/** The strictest rights first. */
function rightsChoices(isRoot: boolean): (readonly string[])[] {
  return [...(isRoot ? [[...WITHOUT_RIGHTS, ...AS_NOBODY]] : []), WITHOUT_RIGHTS, []];
}

async function firstOf<Choice>(choices: readonly Choice[], works: (choice: Choice) => Promise<boolean>) {
  for (const choice of choices) if (await works(choice)) return choice;
  return null;
}

/** Whether a program starts and can copy a file from the data folder into an output folder beside it. */
async function passesTrial(parts: SandboxParts, program: string, parent: string): Promise<boolean> {
  // The next start removes this name from the work folder, should this process be killed here.
  const folder = join(parent, newOpaqueId());
  const [input, output] = [join(folder, 'input'), join(folder, 'output')];
  try {
    await mkdir(output, { recursive: true, mode: 0o700 });
    await writeFile(input, 'a file', { mode: 0o600 });
    const reach = { reads: [input], writes: [output] };
    await grant(reach, userOf(parts));
    const copy = ['/bin/cp', input, join(output, 'copy')];
    const copied = (await starts(commandOf(parts, '/bin/cp', reach), copy)) && existsSync(join(output, 'copy'));
    return copied && (await starts(commandOf(parts, program, reach), [program, '-version']));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Whether a program runs to its end behind `command`, with exit code 0. */
async function starts(command: readonly string[], program: readonly string[] = ['/bin/true']): Promise<boolean> {
  const child = startProgram([...command, ...program], 'ignore');
  const timer = setTimeout(() => killGroup(child), TRIAL_TIMEOUT_MS);
  const { exitCode } = await programEnd(child);
  clearTimeout(timer);
  return exitCode === 0;
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

const WARNINGS: Readonly<Record<keyof SandboxPromises, string>> = {
  hasNoNetwork: 'ffmpeg runs with access to the network: this machine allows no network namespace',
  hasOwnRoot: 'ffmpeg can read every file of the server: this machine allows no mount namespace and has no Landlock',
  hasOwnProcesses: 'ffmpeg can see and signal the server: this machine allows no process namespace',
  isOtherUser: 'ffmpeg runs as the same user as the server: only a server that is started as root can change that',
  isUnprivileged: 'ffmpeg keeps the rights of the server: setpriv is missing or refused',
  diesWithServer: 'ffmpeg may outlive a server that is killed: setpriv is missing or refused',
  hasLimits: 'ffmpeg is not fully bounded in time, memory and files: prlimit is missing or refused',
};

/** A warning for each promise that is not kept. With its own root, no user of ffmpeg reaches the server's files. */
export function sandboxWarnings(promises: SandboxPromises): string[] {
  const names = Object.keys(WARNINGS) as (keyof SandboxPromises)[];
  const isRedundant = (name: keyof SandboxPromises) => name === 'isOtherUser' && promises.hasOwnRoot;
  return names
    .filter((name) => !promises[name] && !isRedundant(name))
    .map((name) => `${WARNINGS[name]}. See SECURITY.md.`);
}
