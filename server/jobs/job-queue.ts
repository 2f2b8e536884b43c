// The port of the job queue. Fits both an in-process queue and one in a database.
import { hash } from 'node:crypto';
import type { JOB_KINDS, JobStatus } from '#contract/jobs.ts';

export type JobKind = (typeof JOB_KINDS)[number];

export interface JobRequest {
  readonly visitorId: string;
  readonly kind: JobKind;
  /** Requests with the same key have the same result and run once. */
  readonly key: string;
  /** Plain JSON with everything that the job needs, so that it can start again after a restart. */
  readonly input: object;
}

/** A job as passed to its runner. */
export interface Job {
  /** Also the handle of its result. */
  readonly id: string;
  readonly visitorId: string;
  readonly input: unknown;
  /** The number of the attempt, where another worker may take over a job: only the newest attempt may store a result. */
  readonly attempt?: number;
}

/**
 * Runs jobs of one kind. Stores the result under the job's id, or returns its output as plain JSON. Must stop soon
 * after the signal aborts.
 */
export type JobRunner = (
  job: Job,
  context: { readonly signal: AbortSignal; readonly onProgress: (fraction: number) => void },
) => Promise<unknown>;

/** How long ended jobs are listed. */
export const LIST_ENDED_MS = 3600_000;

export interface JobQueue {
  /**
   * Runs or joins the job; resolves with its handle. A job that was done before resolves with the stored result. Throws
   * an AppError when it fails, is cancelled, or the queue is full. `network` is the source of the request: each network
   * has a share of the queue.
   */
  run(request: JobRequest, network: string): Promise<string>;
  /** A visitor's jobs, newest first, including recently ended ones. */
  list(visitorId: string): Promise<JobStatus[]>;
  /** Cancels a visitor's waiting or running job. Throws an AppError when there is none with this id. */
  cancel(visitorId: string, id: string): Promise<void>;
  cancelAll(visitorId: string): Promise<void>;
  /** Starts no more jobs, waits briefly for running ones, and leaves the rest for the next start. */
  close(graceMs: number): Promise<void>;
}

/** The kinds of short work. */
export const PROBE_KINDS = ['finish', 'golfer'] as const;

/** Short work that a request waits for, and that no visitor lists. */
export interface ProbeRequest extends Omit<JobRequest, 'kind'> {
  readonly kind: (typeof PROBE_KINDS)[number];
}

/** The port of short work on the workers of a site. */
export interface ProbeQueue {
  /** Runs or joins short work and returns its output. `isValid` tells whether an earlier output is still valid. */
  probe<Output>(request: ProbeRequest, network: string, isValid: (output: Output) => Promise<boolean>): Promise<Output>;
}

/** The hash of `parts`: plain data that determines the result. */
export function jobKey(parts: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(parts));
}
