// The only place that starts child processes. The sandbox's self-test and production runs share it, so that tests and
// use have the same environment, process group and way to end a program.
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';

/**
 * The environment of every program. Nothing is inherited: no proxy, no FFREPORT. The `sbin` folders hold `pivot_root` on
 * Debian 12.
 */
const ENVIRONMENT = {
  LC_ALL: 'C',
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/opt/homebrew/bin',
};

/** Starts a command in its own process group, so that {@link killGroup} ends all its descendants. */
export function startProgram(command: readonly string[], stdio: SpawnOptions['stdio']): ChildProcess {
  const [program = '', ...args] = command;
  return spawn(program, args, { detached: true, env: ENVIRONMENT, stdio });
}

/** Kills a program and all its descendants. */
export function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has exited in the meantime.
  }
}

/** How a program ended. Both are null when it could not be started, which `startError` explains. */
interface ProgramEnd {
  readonly exitCode: number | null;
  readonly signalName: string | null;
  readonly startError?: unknown;
}

/** Resolves when a program has ended and closed its output, or could not be started. */
export function programEnd(child: ChildProcess): Promise<ProgramEnd> {
  return new Promise((resolve) => {
    child.on('error', (startError) => resolve({ exitCode: null, signalName: null, startError }));
    child.on('close', (exitCode, signalName) => resolve({ exitCode, signalName }));
  });
}
