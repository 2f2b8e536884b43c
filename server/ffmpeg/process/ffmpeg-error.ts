// A failed run of ffmpeg or ffprobe, with everything needed to repeat it by hand. For the log only: visitors see the
// contract's texts.

interface FailedRun {
  readonly commandLine: string;
  readonly exitCode: number | null;
  readonly signalName: string | null;
  /** The last lines that the program wrote to stderr. */
  readonly stderrTail: string;
}

/** A run that failed, or that wrote more than allowed to stdout (`tooMuchOutput`). */
export class FfmpegError extends Error {
  readonly run: FailedRun;
  readonly tooMuchOutput: boolean;
  /** Whether we killed it. */
  readonly wasStopped: boolean;

  constructor(
    run: FailedRun,
    options: { readonly tooMuchOutput?: boolean; readonly wasStopped?: boolean; readonly cause?: unknown } = {},
  ) {
    const end = run.signalName ?? `exit code ${run.exitCode}`;
    super(`${end}: ${run.stderrTail.trim()}\n${run.commandLine}`, { cause: options.cause });
    this.name = 'FfmpegError';
    this.run = run;
    this.tooMuchOutput = options.tooMuchOutput ?? false;
    this.wasStopped = options.wasStopped ?? this.tooMuchOutput;
  }
}

/** ffmpeg's message when it exits because of a signal, leaving a truncated video; and its exit code, with no message at `-v error`. */
const SIGNAL_RECEIVED = /received signal (1|2|15)\b/;
const ENDED_BY_SIGNAL = 255;
/** Signals from outside, as a program's own and as the exit code of the sandbox around it. */
const OUTSIDE_SIGNALS = ['SIGHUP', 'SIGINT', 'SIGKILL', 'SIGTERM'];
const OUTSIDE_EXIT_CODES = [129, 130, 137, 143];

/**
 * Whether an error, or one of its causes, is a program that was ended by a signal from outside: the kernel out of memory, an
 * operator, or a supervisor that stops the server and signals its child processes too. It says nothing about the work.
 */
export function wasTerminated(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (!(error instanceof FfmpegError)) return wasTerminated(error.cause);
  if (error.wasStopped) return false;
  const { signalName, exitCode, stderrTail } = error.run;
  return (
    OUTSIDE_SIGNALS.includes(signalName ?? '') ||
    OUTSIDE_EXIT_CODES.includes(exitCode ?? 0) ||
    SIGNAL_RECEIVED.test(stderrTail) ||
    (exitCode === ENDED_BY_SIGNAL && stderrTail.trim() === '')
  );
}

/**
 * Whether ffprobe was ended because it had used up its CPU time, which the load of the machine does not shorten. ffmpeg catches
 * the signal and does not say which one it was: it counts as terminated.
 */
export function hasUsedItsCpuTime({ run: { signalName, exitCode } }: FfmpegError): boolean {
  return signalName === 'SIGXCPU' || exitCode === 152;
}

export function shellCommand(program: string, args: readonly string[]): string {
  return [program, ...args].map(quoted).join(' ');
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
