// Files without a row in the database are moved here instead of being deleted, because the database may be at fault.
// One folder per day, deleted after a week.
import { appendFile, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { steadyNow } from '#server/runtime/steady-clock.ts';
import { isErrno, namesIn } from './errno.ts';

/** How long lost files are kept, in days. */
export const LOST_DAYS = 7;
const DAY_MS = 24 * 3600_000;
const DAY_NAME = /^\d{4}-\d{2}-\d{2}$/;

/** Moves a file or folder below `lostRoot` under its relative name and logs the reason. A missing one is ignored. */
export async function setAside(lostRoot: string, path: string, relativeName: string, reason: string): Promise<void> {
  const day = join(lostRoot, dayOf(steadyNow()));
  const target = join(day, relativeName);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  try {
    await rename(path, target);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return;
    throw error;
  }
  await appendFile(join(day, 'reasons.log'), `${new Date(steadyNow()).toISOString()} ${relativeName}: ${reason}\n`);
}

/** Deletes files that were set aside more than a week ago. */
export async function expireLost(lostRoot: string): Promise<void> {
  const oldest = dayOf(steadyNow() - LOST_DAYS * DAY_MS);
  const days = await namesIn(lostRoot);
  for (const day of days.filter((name) => DAY_NAME.test(name) && name < oldest)) {
    await rm(join(lostRoot, day), { recursive: true, force: true });
  }
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
