// Classifies database errors: PostgreSQL's by their code (https://www.postgresql.org/docs/current/errcodes-appendix.html),
// SQLite's by their primary result code (https://sqlite.org/rescode.html).
const DISK_FULL = '53100';
const UNIQUE_VIOLATION = '23505';
/** A text with a character that PostgreSQL cannot store: NUL. */
const UNSTORABLE_TEXT = ['22021', '22P05'];
/**
 * Too many connections, a restart, a lost connection, a conflict with another transaction, or a timeout of a lock or
 * statement: a retry may succeed.
 */
const TEMPORARY = /^(53300|57P0[1-3]|08...|40001|40P01|55P03|57014|25P03)$/;
const CONNECTION_CODES = [
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH'],
  // A stopped server's socket file is gone, or its queue is full.
  ...['ENETUNREACH', 'ENOENT', 'EAGAIN'],
];
/** Messages of driver errors that have no code. */
const DRIVER_MESSAGE =
  /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|the database system is|Cannot use a pool after/;

const INSUFFICIENT_PRIVILEGE = '42501';
/** A lock timeout, and a deadlock. */
const LOCKED = ['55P03', '40P01'];

/** The code of an error of PostgreSQL; null for any other error. */
function postgresCode(error: unknown): string | null {
  if (!(error instanceof Error && 'code' in error && 'severity' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}

export function isDatabaseFull(error: unknown): boolean {
  return postgresCode(error) === DISK_FULL;
}

export function isPrivilegeMissing(error: unknown): boolean {
  return postgresCode(error) === INSUFFICIENT_PRIVILEGE;
}

/** Whether another session holds a required lock. */
export function isLockedByOthers(error: unknown): boolean {
  return LOCKED.includes(postgresCode(error) ?? '');
}

/** Whether the database cannot be reached or is too busy at the moment. */
export function isDatabaseBusy(error: unknown): boolean {
  const code = postgresCode(error);
  if (code !== null) return TEMPORARY.test(code);
  return error instanceof Error && (DRIVER_MESSAGE.test(error.message) || isLostConnection(error));
}

export function isUnstorableText(error: unknown): boolean {
  return UNSTORABLE_TEXT.includes(postgresCode(error) ?? '');
}

/** The name of the unique constraint that another process's row violates; null for any other error. */
export function violatedConstraint(error: unknown): string | null {
  if (postgresCode(error) !== UNIQUE_VIOLATION) return null;
  const { constraint } = error as { constraint?: unknown };
  return typeof constraint === 'string' ? constraint : null;
}

function isLostConnection(error: Error): boolean {
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  return (
    CONNECTION_CODES.includes(String(code)) && ['connect', 'read', 'write', 'getaddrinfo'].includes(String(syscall))
  );
}

export const SQLITE = {
  busy: 5,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  notADatabase: 26,
} as const;

/** The primary result code of an error of node:sqlite; null for any other error. */
export function sqliteCode(error: unknown): number | null {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : null;
}

/** Whether a file is damaged or not a database. */
export function isDamagedDatabase(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === SQLITE.corrupt || code === SQLITE.notADatabase;
}
