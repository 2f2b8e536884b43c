// The only place in the product that starts a program: ffmpeg and ffprobe, as children in a sandbox (sandbox.ts).
import { type ChildProcess, spawn } from 'node:child_process';
import { AppError } from '#server/runtime/app-error.ts';
import { FfmpegError, shellCommand } from './ffmpeg-error.ts';
import { grant, reachOf, sandbox } from './sandbox.ts';

/** How one run is bounded and watched. */
export interface RunOptions {
  /** Wall-clock limit. Past it the run is killed and an `AppError('job-timeout')` thrown. */
  readonly timeoutMs: number;
  /** Aborting kills the run at once and throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** What the program reads from stdin, piece by piece as it asks for it. */
  readonly input?: Iterable<Uint8Array> | AsyncIterable<Uint8Array> | undefined;
  /** The most that may come on stdout; more kills the run (`FfmpegError.tooMuchOutput`). */
  readonly maxStdoutBytes?: number;
  /** Hears stdout piece by piece instead of having it collected. */
  readonly onStdout?: (text: string) => void;
  /** The same, as bytes. */
  readonly onStdoutBytes?: (piece: Buffer) => void;
  /** The most memory that the program may fill; without it, what the sandbox allows every program. */
  readonly maxMemoryBytes?: number;
}

/** What a run that succeeded left. `stdout` is empty where a listener output it. */
export interface RunResult {
  readonly stdout: Buffer;
  readonly stderrTail: string;
}

/** Where a program that is named without a folder is looked for. Nothing is inherited: no proxy, no FFREPORT. */
const ENVIRONMENT = { LC_ALL: 'C', PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin' };
const STDERR_TAIL_CHARS = 4_000;
const DEFAULT_MAX_STDOUT_BYTES = 1_048_576;

type StopReason = 'timeout' | 'too-much-output' | 'aborted';

/** Runs a program to its end. Throws `FfmpegError`, `AppError('job-timeout')`, or the signal's reason when aborted. */
export async function runFfmpeg(program: string, args: readonly string[], options: RunOptions): Promise<RunResult> {
  const { signal } = options;
  signal?.throwIfAborted();
  const { command, userId } = sandbox();
  const reach = reachOf(args);
  await grant(reach, userId);
  signal?.throwIfAborted();
  const [first = program, ...rest] = [...command(program, reach), ...memoryLimit(options), program, ...args];
  const stdin = options.input === undefined ? 'ignore' : 'pipe';
  // An own process group, so that killing it takes every child along.
  const child = spawn(first, rest, { detached: true, env: ENVIRONMENT, stdio: [stdin, 'pipe', 'pipe'] });
  let stopped: StopReason | null = null;
  const stop = (reason: StopReason) => {
    stopped ??= reason;
    killGroup(child.pid);
  };
  const output = collectOutput(child, options, () => stop('too-much-output'));
  const onAbort = () => stop('aborted');
  const timer = setTimeout(() => stop('timeout'), options.timeoutMs);
  signal?.addEventListener('abort', onAbort, { once: true });
  feed(child, options.input);
  try {
    const { exitCode, signalName, startError } = await ended(child);
    const run = { commandLine: shellCommand(program, args), exitCode, signalName, stderrTail: output.stderrTail() };
    if (stopped === 'aborted') throw signal?.reason;
    if (exitCode === 0 && stopped === null) return { stdout: output.stdout(), stderrTail: run.stderrTail };
    const cause = new FfmpegError(run, { tooMuchOutput: stopped === 'too-much-output', cause: startError });
    throw stopped === 'timeout' ? new AppError('job-timeout', { cause }) : cause;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

/** Counts what a program fills, unlike the sandbox's limit on addresses. Left out where the sandbox has no limits. */
function memoryLimit({ maxMemoryBytes }: RunOptions): string[] {
  if (maxMemoryBytes === undefined || !sandbox().promises.hasLimits) return [];
  return ['/usr/bin/prlimit', `--data=${maxMemoryBytes}`];
}

interface End {
  exitCode: number | null;
  signalName: string | null;
  startError?: unknown;
}

function ended(child: ChildProcess): Promise<End> {
  return new Promise((resolve) => {
    child.on('error', (startError) => resolve({ exitCode: null, signalName: null, startError }));
    child.on('close', (exitCode, signalName) => resolve({ exitCode, signalName }));
  });
}

function collectOutput(child: ChildProcess, options: RunOptions, onTooMuch: () => void) {
  const { onStdout, onStdoutBytes, maxStdoutBytes = DEFAULT_MAX_STDOUT_BYTES } = options;
  const chunks: Buffer[] = [];
  let stdoutBytes = 0;
  let stderrTail = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    if (onStdout) return onStdout(chunk.toString('latin1'));
    if (onStdoutBytes) return onStdoutBytes(chunk);
    stdoutBytes += chunk.length;
    if (stdoutBytes > maxStdoutBytes) return onTooMuch();
    chunks.push(chunk);
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    stderrTail = (stderrTail + chunk.toString('utf8')).slice(-STDERR_TAIL_CHARS);
  });
  return { stdout: () => Buffer.concat(chunks), stderrTail: () => stderrTail };
}

/** Writes the input as fast as the program reads: a piece may be reused by its maker once the next one is asked for. */
function feed(child: ChildProcess, input: RunOptions['input']): void {
  const { stdin } = child;
  if (input === undefined || stdin === null) return;
  const write = (piece: Uint8Array) =>
    new Promise<void>((resolve, reject) => {
      stdin.write(piece, (error) => (error ? reject(error) : resolve()));
    });
  const writeAll = async () => {
    for await (const piece of input) await write(piece);
    stdin.end();
  };
  // A program that has enough, or has died, closes its end: how the run ended tells whether that was right.
  stdin.on('error', () => {});
  writeAll().catch(() => stdin.destroy());
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself in the meantime.
  }
}
