// A failed run of ffmpeg or ffprobe, with everything needed to repeat it by hand. For the log only: visitors see the
// contract's texts.

/** The details of a failed run. */
export interface FailedRun {
  /** The run as a shell command. */
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

  constructor(run: FailedRun, options: { tooMuchOutput?: boolean; cause?: unknown } = {}) {
    const end = run.signalName ?? `exit code ${run.exitCode}`;
    super(`${end}: ${run.stderrTail.trim()}\n${run.commandLine}`, { cause: options.cause });
    this.name = 'FfmpegError';
    this.run = run;
    this.tooMuchOutput = options.tooMuchOutput ?? false;
  }
}

/** ffmpeg's message when it exits because of a signal, leaving a truncated video. */
const SIGNAL_RECEIVED = /received signal (1|2|15)\b/;

/**
 * Whether an error, or one of its causes, is a program that was terminated by a signal from outside: a supervisor that
 * stops the server signals its child processes too.
 */
export function wasTerminated(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (!(error instanceof FfmpegError)) return wasTerminated(error.cause);
  const { signalName, stderrTail } = error.run;
  return ['SIGHUP', 'SIGINT', 'SIGTERM'].includes(signalName ?? '') || SIGNAL_RECEIVED.test(stderrTail);
}

/** A program and its arguments as a shell command. */
export function shellCommand(program: string, args: readonly string[]): string {
  return [program, ...args].map(quoted).join(' ');
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
