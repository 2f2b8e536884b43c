// The type that separates "this file cannot be used" from every other failure. Only a verdict may delete a visitor's
// upload; all other failures count as temporary (docs/decisions/097-verdicts.md).
import { ERRORS, type ErrorCode, type FileVerdictCode, isFileVerdict } from '#contract/errors.ts';
import { AppError } from './app-error.ts';

/** A judgement of a file by a program that ran to its end, or by the server's own limits on a file's content. */
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
