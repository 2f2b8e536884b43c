// Explains to the operator why the server cannot start.
import { isErrno, isOutOfSpace } from '#server/files/errno.ts';
import { AppError, StartError } from '#server/runtime/app-error.ts';
import type { Config } from '#server/runtime/config.ts';
import { SQLITE, sqliteCode } from '#server/runtime/database-error.ts';

/** The sentence for an expected start failure; null for an unexpected one, which is printed with its stack. */
export function startProblem(error: unknown, config: Pick<Config, 'dataDir' | 'host' | 'port'> | null): string | null {
  if (error instanceof StartError) return error.message;
  if (config === null) return null;
  const { dataDir, host, port } = config;
  if (isErrno(error, 'EADDRINUSE')) {
    return `Port ${port} on ${host} is already in use. Please stop the other program, or set PORT to another one.`;
  }
  if (isErrno(error, 'EADDRNOTAVAIL', 'ENOTFOUND')) return `This machine has no address ${host}. Please check HOST.`;
  if (isErrno(error, 'EACCES') && isErrnoOf(error, 'listen')) {
    return `Port ${port} may not be used by this account. Please set PORT to 1024 or more.`;
  }
  if (isOutOfSpace(error) || sqliteCode(error) === SQLITE.full) {
    return `The disk of ${dataDir} is full. Please free some space and start again.`;
  }
  const path = pathOf(error);
  if (isErrno(error, 'EACCES', 'EPERM') && path !== null && !isWithin(path, dataDir)) {
    return `${path} may not be read by this account. Please check its owner and its rights.`;
  }
  const code = sqliteCode(error);
  if (code === SQLITE.ioError) {
    return `The disk of ${dataDir} is full or broken. Please free some space, check the disk, and start again.`;
  }
  if (isErrno(error, 'EROFS', 'EACCES', 'EPERM', 'EIO') || code === SQLITE.readOnly || code === SQLITE.cannotOpen) {
    return `The folder ${dataDir} cannot be written to. Please check its disk and its owner, or set DATA_DIR.`;
  }
  return null;
}

/** The file that a failed call named; null when it named none. */
function pathOf(error: unknown): string | null {
  return error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : null;
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** The message of a failed command to the operator. A visitor's sentence hides the cause, so it is added here. */
export function operatorProblem(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return error instanceof AppError && cause instanceof Error
    ? `${error.message} (${cause.name}: ${cause.message})`
    : error.message;
}

function isErrnoOf(error: unknown, syscall: string): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === syscall;
}
