// The work queue as the rest of the server sees it. Narrow enough for a queue in this process and for one in a
// database.
import type { JOB_KINDS, JobStatus } from '#contract/jobs.ts';

/** A kind of work. */
export type JobKind = (typeof JOB_KINDS)[number];

/** A piece of work that is asked for. */
export interface JobRequest {
  readonly visitorId: string;
  readonly kind: JobKind;
  /** The same key means the same work with the same outcome: it is done once. */
  readonly key: string;
  /** Plain JSON: all that the work needs, so that it can begin anew after a restart. */
  readonly input: unknown;
}

/** A piece of work as the one who does it gets it. */
export interface Job {
  /** Also the handle under which its result is kept: doing it again replaces nothing but itself. */
  readonly id: string;
  readonly visitorId: string;
  readonly input: unknown;
}

/** Does one kind of work and keeps its result under the job's id. Must stop soon when the signal says so. */
export type JobRunner = (
  job: Job,
  context: { readonly signal: AbortSignal; readonly onProgress: (fraction: number) => void },
) => Promise<void>;

/** The port. */
export interface JobQueue {
  /**
   * Has work done and gives the handle of its result: joins the same work when it is under way, and gives the stored
   * result when it was done before. Throws an AppError when it fails, is cancelled, or there is no space. `network` is
   * where the request came from: each has a share of the queue.
   */
  run(request: JobRequest, network: string): Promise<string>;
  /** A visitor's work, newest first; what has ended stays for a while. */
  list(visitorId: string): Promise<JobStatus[]>;
  /** Cancels a visitor's work that waits or runs. Throws an AppError when there is none with this id. */
  cancel(visitorId: string, id: string): Promise<void>;
  /** Cancels all of a visitor's work. */
  cancelAll(visitorId: string): Promise<void>;
  /** Begins nothing more, waits a little for what runs, and leaves the rest for the next start. */
  close(graceMs: number): Promise<void>;
}
