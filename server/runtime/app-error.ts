// The errors of the server: one for the client, with a code of the contract's error table, and one for the operator.
import { type ErrorCode, errorText } from '#contract/errors.ts';

/** An expected failure. Its message is the table's sentence; the cause goes to the log only. */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** How long the client has to wait before it tries again; undefined for the code's usual time, if any. */
  readonly waitMs: number | undefined;

  constructor(
    code: ErrorCode,
    options: { cause?: unknown; values?: Readonly<Record<string, string | number>>; waitMs?: number } = {},
  ) {
    super(errorText(code, options.values), { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.waitMs = options.waitMs;
  }
}

/** The refusal of a request for its content. `problem` is the client's sentence. */
export function invalidRequest(problem: string, cause?: unknown): AppError {
  return new AppError('invalid-request', { values: { problem }, cause });
}

/** The message is one or more plain sentences: what is wrong, and what to do. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
