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

/** What is wrong with the certificate of the site's address. */
export const CertificateProblem = z.enum(['ends-soon', 'ended', 'other-name', 'untrusted']);

/** What. */
export type CertificateProblem = z.output<typeof CertificateProblem>;

/**
 * Null, false, 0 and an empty list where nothing is wrong. A process that runs no ffmpeg lists nothing. `freeBytes`: what is free
 * where that is too little for uploads; `freeMemoryBytes` likewise. `failedVideos`: how many the server could not make within a week,
 * through no fault of theirs; `slowVideos`: how many of them took too long. `waitMinutes`: how long a video has waited, where that is
 * long. `clockOffsetSeconds`: how far the machine's clock is ahead, where that is much.
 */
export const MachineProblems = z.object({
  mail: MailFailure.nullable(),
  ffmpegReaches: z.array(FfmpegReach),
  freeBytes: z.number().nullable(),
  isBackupOverdue: z.boolean(),
  failedVideos: z.int(),
  slowVideos: z.int(),
  freeMemoryBytes: z.number().nullable(),
  waitMinutes: z.int().nullable(),
  clockOffsetSeconds: z.int().nullable(),
  certificate: CertificateProblem.nullable(),
});

/** What is wrong with the machine. */
export type MachineProblems = z.output<typeof MachineProblems>;
