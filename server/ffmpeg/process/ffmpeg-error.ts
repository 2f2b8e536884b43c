// One run of ffmpeg or ffprobe that went wrong, with everything needed to try it again by hand.
// For the log only: a visitor sees the contract's sentence, never this.

/** What is known of a failed run. */
export interface FailedRun {
  /** The run as one line that can be pasted in a shell. */
  readonly commandLine: string;
  readonly exitCode: number | null;
  readonly signalName: string | null;
  /** The last lines that the program wrote to stderr. */
  readonly stderrTail: string;
}

/** A run that did not end with success, or that said more than it was allowed to (`tooMuchOutput`). */
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

/** What ffmpeg says when it ends because of a signal: it then exits by itself, with a video that is too short. */
const SIGNAL_RECEIVED = /received signal (1|2|15)\b/;

/**
 * Whether a failure, or one of its causes, is that of a program which someone asked to stop from outside: a supervisor
 * that stops the server signals its programs too.
 */
export function wasTerminated(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (!(error instanceof FfmpegError)) return wasTerminated(error.cause);
  const { signalName, stderrTail } = error.run;
  return ['SIGHUP', 'SIGINT', 'SIGTERM'].includes(signalName ?? '') || SIGNAL_RECEIVED.test(stderrTail);
}

/** A program and its arguments as one line that can be pasted in a shell. */
export function shellCommand(program: string, args: readonly string[]): string {
  return [program, ...args].map(quoted).join(' ');
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
