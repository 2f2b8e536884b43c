// Classifies file system errors.
import { readdir } from 'node:fs/promises';
import { isDatabaseFull } from '#server/runtime/database-error.ts';

export function isErrno(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/** To catch the error of a missing file or folder: null. Rethrows every other error. */
export function nullIfMissing(error: unknown): null {
  if (isErrno(error, 'ENOENT')) return null;
  throw error;
}

/** The strerror texts of the same errors, as programs report them. */
const OUT_OF_SPACE_MESSAGE = /No space left on device|Disk quota exceeded|Too many open files/;

const SQLITE_FULL = 13;

/**
 * Whether a write failed because the disk, a quota or the file table is full: our own write, the database's, or that of
 * ffmpeg, whose last stderr lines are in the error's message.
 */
export function isOutOfSpace(error: unknown): boolean {
  if (isErrno(error, 'ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE')) return true;
  if (error instanceof Error && 'errcode' in error && Number(error.errcode) === SQLITE_FULL) return true;
  if (isDatabaseFull(error)) return true;
  return error instanceof Error && error.name === 'FfmpegError' && OUT_OF_SPACE_MESSAGE.test(error.message);
}

/**
 * Whether this machine's disk or file table caused a failure: another machine may succeed. A full database or object
 * store is the same for all machines.
 */
export function isOwnDiskFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isErrno(error, 'ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'EROFS', 'EIO')) return true;
  if (error.name === 'FfmpegError' && OUT_OF_SPACE_MESSAGE.test(error.message)) return true;
  return isOwnDiskFailure(error.cause);
}

/** The names in a folder; none when it does not exist. */
export async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(nullIfMissing)) ?? [];
}
