// Tells the failures of the file system apart.

/** Whether an error is one of the file system's with one of these codes, such as `ENOENT`. */
export function isErrno(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/** Whether a write failed because the disk, a quota or the file table is full. */
export function isOutOfSpace(error: unknown): boolean {
  return isErrno(error, 'ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE');
}
