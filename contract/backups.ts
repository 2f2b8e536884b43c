// Backups of a site of one process, for its administrator.
import { z } from 'zod';

/** The name of the state that the last restore replaced, which can be restored as well. */
export const RESTORE_POINT = 'before-restore';

/** A backup's name: when it was made, in UTC, such as `2026-11-29T03-00-00Z`, or {@link RESTORE_POINT}. */
export const BackupName = z.string().regex(/^(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ|before-restore)$/, 'Invalid backup');

/**
 * One backup. Every file of it was read and compared after it was written. `bytes`: its whole size, of which backups on one disk
 * share most; null for the restore point. `damaged`: how many videos the site itself had lost or damaged when it was made.
 */
export const BackupItem = z.object({
  name: BackupName,
  atMs: z.number(),
  bytes: z.number().nullable(),
  damaged: z.int(),
});

/** One backup. */
export type BackupItem = z.output<typeof BackupItem>;

/** What is under way: `done` of `total` files, both 0 before they are counted. */
export const BackupWork = z.object({ kind: z.enum(['backup', 'restore']), done: z.int(), total: z.int() });

/** What is under way. */
export type BackupWork = z.output<typeof BackupWork>;

/**
 * The backups, the latest first. `work`: null while nothing is under way. `problem`: why the last backup or restore failed, as a
 * sentence. `restored`: how the last restore ended, until the next backup. `isNightly`: whether the site backs itself up.
 * `isElsewhere`: the site runs as several processes, so that only the command backs it up.
 */
export const BackupState = z.object({
  backups: z.array(BackupItem),
  work: BackupWork.nullable(),
  problem: z.string().nullable(),
  restored: z.object({ atMs: z.number(), worked: z.boolean() }).nullable(),
  isNightly: z.boolean(),
  isElsewhere: z.boolean(),
});

/** The backups and what is under way. */
export type BackupState = z.output<typeof BackupState>;
