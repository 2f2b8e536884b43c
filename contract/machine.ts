// What is wrong with the machine that a site runs on, for the administrator.
import { z } from 'zod';

/** Why mails are not leaving. `put-off`: the mail server has accepted none of them for an hour. */
export const MailFailure = z.enum(['untrusted-certificate', 'login-refused', 'unreachable', 'put-off']);

/** A reason. */
export type MailFailure = z.output<typeof MailFailure>;

/** What a program that reads a visitor's file could reach, where the machine does not isolate it. */
export const FfmpegReach = z.enum(['network', 'files', 'processes']);

/** One of them. */
export type FfmpegReach = z.output<typeof FfmpegReach>;

/**
 * Null, false, 0 and an empty list where nothing is wrong. A process that runs no ffmpeg lists nothing. `freeBytes`: what is free
 * where that is too little for uploads. `failedVideos`: how many the server could not make within a day, through no fault of theirs.
 */
export const MachineProblems = z.object({
  mail: MailFailure.nullable(),
  ffmpegReaches: z.array(FfmpegReach),
  freeBytes: z.number().nullable(),
  isBackupOverdue: z.boolean(),
  failedVideos: z.int(),
});
