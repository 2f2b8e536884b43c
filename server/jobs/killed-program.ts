// Starts a job again when its program was killed from outside: by the kernel, which was short of memory, or by an operator.
import { AppError } from '#server/runtime/app-error.ts';

/** The facts about a run that the queue has. */
export interface KilledRunParts {
  /** Whether an error, or one of its causes, is a program that was killed from outside. */
  readonly wasTerminated: (error: unknown) => boolean;
  /** Whether the server is stopping, or begins to within a moment: a supervisor signals its programs too. */
  readonly stopsSoon: () => Promise<boolean>;
  /** Aborted to cancel the job. */
  readonly signal: AbortSignal;
}

/** A job is started this many times before the visitor is asked to try again. */
const MAX_STARTS = 3;

/** Runs a job. Throws `AppError` 'stopping' or 'busy' when its program was killed, which is no fault of the job. */
export async function runUnlessKilled(run: () => Promise<void>, parts: KilledRunParts): Promise<void> {
  for (let starts = 1; ; starts += 1) {
    try {
      return await run();
    } catch (cause) {
      if (!parts.wasTerminated(cause)) throw cause;
      if (await parts.stopsSoon()) throw new AppError('stopping', { cause });
      parts.signal.throwIfAborted();
      if (starts === MAX_STARTS) throw new AppError('busy', { cause });
    }
  }
}
