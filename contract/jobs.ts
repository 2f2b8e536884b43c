// Listing and cancelling the visitor's jobs.
import { z } from 'zod';

/** The kinds of work. */
export const JOB_KINDS = ['merge', 'drawings', 'preview'] as const;

/** One piece of work of this visitor. */
export const JobStatus = z.object({
  id: z.string(),
  kind: z.enum(JOB_KINDS),
  state: z.enum(['queued', 'running', 'done', 'failed', 'canceled']),
  queuePlace: z.int().min(0).describe('How many jobs run before this one; 0 when it runs or has ended'),
  percent: z.int().min(0).max(100).describe('Whole percent of the work done'),
});

/** This visitor's jobs, newest first. Jobs that have ended stay listed for a while. */
export const JobList = z.object({ jobs: z.array(JobStatus) });

/** The state of one piece of work. */
export type JobStatus = z.infer<typeof JobStatus>;
