// Backups of a site of one process, for its administrator.
import { z } from 'zod';

/** The name of the state that the last restore replaced, which can be restored as well. */
export const RESTORE_POINT = 'before-restore';

/** A backup's name: when it was made, in UTC, such as `2026-11-29T03-00-00Z`, or {@link RESTORE_POINT}. */
export const BackupName = z.string().regex(/^(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ|before-restore)$/, 'Invalid backup');

/**
 * One backup. Every file of it was read and compared after it was written. `bytes`: its whole size, of which backups on one disk
 * share most; null for the restore point. `damaged`: how many videos the site itself had lost or damaged when it was made; null
 * where only the store has it. `place`: only this server, both, only the S3 store, or only the store and made by another site.
 */
export const BackupItem = z.object({
  name: BackupName,
  atMs: z.number(),
  bytes: z.number().nullable(),
  damaged: z.int().nullable(),
  place: z.enum(['here', 'both', 'store', 'other-site']),
});

/** One backup. */
export type BackupItem = z.output<typeof BackupItem>;

/** What is under way: `done` of `total` files, of bytes while it is sent to the S3 store or fetched; both 0 before they are known. */
export const BackupWork = z.object({
  kind: z.enum(['backup', 'restore', 'send', 'fetch']),
  done: z.int(),
  total: z.int(),
});

/** What is under way. */
export type BackupWork = z.output<typeof BackupWork>;

/**
 * The backups, the latest first. `work`: null while nothing is under way. `problem`: why the last backup or restore failed, as a
 * sentence. `restored`: how the last restore ended, until the next backup. `isNightly`: whether the site backs itself up.
 * `isElsewhere`: the site runs as several processes, so that only the command backs it up. `store`: whether backups are also sent to
 * an S3 store (`none`), and whether that could be read (not yet: `looking`; it failed: `away`).
 */
export const BackupState = z.object({
  backups: z.array(BackupItem),
  work: BackupWork.nullable(),
  problem: z.string().nullable(),
  restored: z.object({ atMs: z.number(), worked: z.boolean() }).nullable(),
  isNightly: z.boolean(),
  isElsewhere: z.boolean(),
  store: z.enum(['none', 'looking', 'ready', 'away']),
});

/** The backups and what is under way. */
export type BackupState = z.output<typeof BackupState>;
