// The errors of the server: for the client, with a code of the contract's error table; for the operator; and the verdict that
// a visitor's file cannot be used (docs/decisions/097-verdicts.md).
import { ERRORS, type ErrorCode, errorText, type FileVerdictCode, isFileVerdict } from '#contract/errors.ts';

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

/** A judgment of a file by a program that ran to its end, or by the server's own limits on a file's content. */
export class FileVerdict extends AppError {
  declare readonly code: FileVerdictCode;

  constructor(code: FileVerdictCode, options: { cause?: unknown } = {}) {
    super(code, options);
  }
}

/** The failure with this code, as another process stored it. An unknown code, of a newer version, is `internal`. */
export function failureOfCode(text: string | null): AppError {
  const code = text !== null && Object.hasOwn(ERRORS, text) ? (text as ErrorCode) : 'internal';
  return isFileVerdict(code) ? new FileVerdict(code) : new AppError(code);
}

/** Statuses that tell a client to repeat the request, or that something other than the file is missing. */
const SPEAKS_FOR_ITSELF = [404, 429, 503, 507];

/**
 * The failure that a visitor gets when an upload could not be finished although its file is not at fault: one whose
 * status invites a retry. Other errors become `not-checked`; the error handler handles those of the framework and the
 * database.
 */
export function asPassingFailure(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  return SPEAKS_FOR_ITSELF.includes(ERRORS[error.code].status) ? error : new AppError('not-checked', { cause: error });
}
