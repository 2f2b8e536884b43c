// Classifies SQLite errors by their primary result code (https://sqlite.org/rescode.html).

/** The result codes that are used. */
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
