// Reserves a few megabytes of the disk, so that actions that free space still work when the disk is full: logging in as
// the administrator, and deleting. Only for a site whose database is on the same disk.
import { randomBytes } from 'node:crypto';
import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SQLITE, sqliteCode } from '#server/runtime/database-error.ts';
import type { DataFolder } from './data-folder.ts';
import { isOutOfSpace } from './errno.ts';

const SPARE_NAME = 'spare-space';
/** A log-in and a deletion write some hundred kilobytes to the database's log. */
const SPARE_BYTES = 4 * 1024 * 1024;
/** Additional free space that is required before it is reserved again. */
const RESTORE_ABOVE_BYTES = 16 * 1024 * 1024;
const RESTORE_EVERY_MS = 60_000;

/** Runs a task that frees space. On a full disk, releases the spare space and runs it again: it must be repeatable. */
export type FreeingSpace = <Result>(task: () => Promise<Result>) => Promise<Result>;

/** For sites whose rows are elsewhere. */
export const withoutSpareSpace: FreeingSpace = (task) => task();

export class SpareSpace {
  readonly #path: string;
  readonly #freeBytes: () => Promise<number>;
  readonly #timer: NodeJS.Timeout;

  private constructor({ root, freeBytes }: Pick<DataFolder, 'root' | 'freeBytes'>) {
    this.#path = join(root, SPARE_NAME);
    this.#freeBytes = freeBytes;
    this.#timer = setInterval(() => void this.#hold(), RESTORE_EVERY_MS).unref();
  }

  /** Reserves the space, now or as soon as it is available. */
  static async open(folder: Pick<DataFolder, 'root' | 'freeBytes'>): Promise<SpareSpace> {
    const spare = new SpareSpace(folder);
    await spare.#hold();
    return spare;
  }

  readonly use: FreeingSpace = async (task) => {
    try {
      return await task();
    } catch (error) {
      // A full disk is reported as an I/O error where the database's shared memory cannot grow.
      const isFull = isOutOfSpace(error) || sqliteCode(error) === SQLITE.ioError;
      if (!isFull || !(await this.#release())) throw error;
      return await task();
    }
  };

  close(): void {
    clearInterval(this.#timer);
  }

  async #hold(): Promise<void> {
    try {
      if ((await stat(this.#path).catch(() => null))?.size === SPARE_BYTES) return;
      if ((await this.#freeBytes()) < SPARE_BYTES + RESTORE_ABOVE_BYTES) return;
      // Random bytes, because a compressing disk would not store zeros.
      await writeFile(this.#path, randomBytes(SPARE_BYTES), { mode: 0o600 });
    } catch {
      // An incomplete reserve is useless.
      await rm(this.#path, { force: true }).catch(() => undefined);
    }
  }

  /** False when nothing was reserved. */
  async #release(): Promise<boolean> {
    return rm(this.#path).then(
      () => true,
      () => false,
    );
  }
}
