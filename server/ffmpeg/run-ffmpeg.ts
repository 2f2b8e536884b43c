// The only place in the product that starts a program: ffmpeg and ffprobe, as children in a jail of limits.
// Knows nothing of what the arguments mean; takes an array and never a shell.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setPriority } from 'node:os';
import { AppError } from '#server/app-error.ts';
import { FfmpegError, pasteableLine } from './ffmpeg-error.ts';

/** How one run is bounded and watched. */
export interface RunOptions {
  /** Wall-clock limit. Past it the run is killed and an `AppError('job-timeout')` thrown. */
  readonly timeoutMs: number;
  /** Aborting kills the run at once and throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** The most that may come on stdout; more kills the run (`FfmpegError.tooMuchOutput`). */
  readonly maxStdoutBytes?: number;
  /** Hears stdout piece by piece instead of having it collected. */
  readonly onStdout?: (text: string) => void;
}

/** What a run that succeeded left. `stdout` is empty where `onStdout` heard it. */
export interface RunResult {
  readonly stdout: Buffer;
  readonly stderrTail: string;
}

/** Where a program that is named without a folder is looked for. */
const ENVIRONMENT = { LC_ALL: 'C', PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin' };
const STDERR_TAIL_CHARS = 4_000;
const DEFAULT_MAX_STDOUT_BYTES = 1_048_576;
const LOWER_PRIORITY = 10;
const PRLIMIT_PATH = '/usr/bin/prlimit';
const CPU_SECONDS = 600;
// One merge of two 4K clips maps under 2 GB; a forged header that asks for more ends with an error (hostile cases §3.5).
const ADDRESS_SPACE_BYTES = 4_294_967_296;

/** Runs a program to its end. Throws `FfmpegError`, `AppError('job-timeout')`, or the signal's reason when aborted. */
export async function runFfmpeg(program: string, args: readonly string[], options: RunOptions): Promise<RunResult> {
  options.signal?.throwIfAborted();
  const [jail, jailedArgs] = jailed(program, args);
  const { promise, resolve, reject } = Promise.withResolvers<RunResult>();
  // An own process group, so that killing it takes every child along. No inherited environment: no proxy, no FFREPORT.
  const child = spawn(jail, jailedArgs, { detached: true, env: ENVIRONMENT, stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks: Buffer[] = [];
  let stdoutBytes = 0;
  let stderrTail = '';
  let stopped: 'timeout' | 'too-much-output' | null = null;

  const kill = () => killGroup(child.pid);
  const stop = (reason: typeof stopped) => {
    stopped ??= reason;
    kill();
  };
  const timer = setTimeout(() => stop('timeout'), options.timeoutMs);
  options.signal?.addEventListener('abort', kill, { once: true });
  lowerPriority(child.pid);

  child.stdout.on('data', (chunk: Buffer) => {
    if (options.onStdout) return options.onStdout(chunk.toString('latin1'));
    stdoutBytes += chunk.length;
    if (stdoutBytes > (options.maxStdoutBytes ?? DEFAULT_MAX_STDOUT_BYTES)) return stop('too-much-output');
    chunks.push(chunk);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderrTail = (stderrTail + chunk.toString('utf8')).slice(-STDERR_TAIL_CHARS);
  });
  const failed = (exitCode: number | null, signalName: string | null, cause?: unknown) =>
    new FfmpegError(
      { commandLine: pasteableLine(program, args), exitCode, signalName, stderrTail },
      { tooMuchOutput: stopped === 'too-much-output', cause },
    );
  const settle = (end: () => void) => {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', kill);
    end();
  };
  child.on('error', (cause) => settle(() => reject(failed(null, null, cause))));
  child.on('close', (exitCode, signalName) =>
    settle(() => {
      if (options.signal?.aborted) return reject(options.signal.reason as Error);
      if (stopped === 'timeout') return reject(new AppError('job-timeout', { cause: failed(exitCode, signalName) }));
      if (exitCode !== 0) return reject(failed(exitCode, signalName));
      resolve({ stdout: Buffer.concat(chunks), stderrTail });
    }),
  );
  return promise;
}

/** The same run under CPU and memory limits, where the system can set them. */
function jailed(program: string, args: readonly string[]): [string, string[]] {
  if (!existsSync(PRLIMIT_PATH)) return [program, [...args]];
  return [PRLIMIT_PATH, [`--cpu=${CPU_SECONDS}`, `--as=${ADDRESS_SPACE_BYTES}`, '--core=0', program, ...args]];
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself in the meantime.
  }
}

/** The site answers before a merge goes on. */
function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, LOWER_PRIORITY);
  } catch {
    // It has ended already, or the system does not allow it: the run is only less polite.
  }
}
