// Runs ffmpeg and ffprobe as child processes in a sandbox (sandbox.ts).
import type { ChildProcess } from 'node:child_process';
import type { Writable } from 'node:stream';
import { AppError } from '#server/runtime/app-error.ts';
import { FfmpegError, shellCommand } from './ffmpeg-error.ts';
import { grant, reachOf, type Sandbox, sandbox } from './sandbox.ts';
import { killGroup, programEnd, startProgram } from './start-program.ts';

export interface MediaTools {
  readonly ffmpegPath: string;
  readonly ffprobePath: string;
}

/** A stream of bytes, generated on demand. */
export type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

export interface RunOptions {
  /** Wall-clock limit. Past it the run is killed and an `AppError('job-timeout')` thrown. */
  readonly timeoutMs: number;
  /** Aborting kills the run at once and throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** The program's input on stdin (`pipe:0`), streamed on demand. */
  readonly input?: Pieces | undefined;
  /** Its input on descriptor 3 (`pipe:3`), streamed on demand. */
  readonly secondInput?: Pieces | undefined;
  /** The limit of stdout; more kills the run (`FfmpegError.tooMuchOutput`). */
  readonly maxStdoutBytes?: number;
  /** Receives stdout piece by piece; it is then not collected. */
  readonly onStdout?: (text: string) => void;
  /** The same, receiving bytes. */
  readonly onStdoutBytes?: (piece: Buffer) => void;
  /** The limit of the program's data memory; by default the sandbox's limit. */
  readonly maxMemoryBytes?: number;
  /** The limit of the program's CPU time, in seconds; by default the sandbox's limit. */
  readonly maxCpuTime?: number;
}

/** The output of a successful run. `stdout` is empty when a listener received it. */
export interface RunResult {
  readonly stdout: Buffer;
  readonly stderrTail: string;
}

const STDERR_TAIL_CHARS = 4_000;
const DEFAULT_MAX_STDOUT_BYTES = 1_048_576;

type StopReason = 'timeout' | 'too-much-output' | 'aborted';

/** Runs a program to its end. Throws `FfmpegError`, `AppError('job-timeout')`, or the signal's reason when aborted. */
export async function runFfmpeg(program: string, args: readonly string[], options: RunOptions): Promise<RunResult> {
  const { signal } = options;
  signal?.throwIfAborted();
  const jail = await sandbox();
  const reach = reachOf(args);
  await grant(reach, jail.userId);
  signal?.throwIfAborted();
  const pipe = (pieces: Pieces | undefined) => (pieces === undefined ? 'ignore' : 'pipe');
  const command = [...jail.command(program, reach), ...ownLimits(options, jail), program, ...args];
  const child = startProgram(command, [pipe(options.input), 'pipe', 'pipe', pipe(options.secondInput)]);
  let stopped: StopReason | null = null;
  const stop = (reason: StopReason) => {
    stopped ??= reason;
    killGroup(child);
  };
  const output = collectOutput(child, options, () => stop('too-much-output'));
  const onAbort = () => stop('aborted');
  const timer = setTimeout(() => stop('timeout'), options.timeoutMs);
  signal?.addEventListener('abort', onAbort, { once: true });
  feed(child.stdin, options.input);
  feed(child.stdio[3] as Writable | null | undefined, options.secondInput);
  try {
    const { exitCode, signalName, startError } = await programEnd(child);
    const run = { commandLine: shellCommand(program, args), exitCode, signalName, stderrTail: output.stderrTail() };
    if (stopped === 'aborted') throw signal?.reason;
    // ffmpeg exits with 0 when it could not finish a file on a full disk.
    const isFull = run.stderrTail.includes('No space left on device');
    if (exitCode === 0 && stopped === null && !isFull) return { stdout: output.stdout(), stderrTail: run.stderrTail };
    const cause = new FfmpegError(run, {
      tooMuchOutput: stopped === 'too-much-output',
      wasStopped: stopped !== null,
      cause: startError,
    });
    throw stopped === 'timeout' ? new AppError('job-timeout', { cause }) : cause;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

/** Limits data memory, where the sandbox limits address space, and CPU time. Omitted where the sandbox cannot set limits. */
function ownLimits({ maxMemoryBytes, maxCpuTime }: RunOptions, { promises }: Sandbox): string[] {
  const limits = [
    ...(maxMemoryBytes === undefined ? [] : [`--data=${maxMemoryBytes}`]),
    // The soft limit ends the program with a signal of its own, SIGXCPU.
    ...(maxCpuTime === undefined ? [] : [`--cpu=${maxCpuTime}:${maxCpuTime + 5}`]),
  ];
  return limits.length > 0 && promises.hasLimits ? ['/usr/bin/prlimit', ...limits] : [];
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

/** Writes an input as fast as the program reads it. A piece is fully written before the next one is requested. */
function feed(pipe: Writable | null | undefined, input: Pieces | undefined): void {
  if (input === undefined || !pipe) return;
  const write = (piece: Uint8Array) =>
    new Promise<void>((resolve, reject) => {
      pipe.write(piece, (error) => (error ? reject(error) : resolve()));
    });
  const writeAll = async () => {
    for await (const piece of input) await write(piece);
    pipe.end();
  };
  // A program closes its input when it has enough or has died: the exit code distinguishes the two.
  pipe.on('error', () => {});
  writeAll().catch(() => pipe.destroy());
}
