// The port of the job queue, and the limits of both queues: how much may wait in total, of one network and of one visitor.
import { hash } from 'node:crypto';
import type { JOB_KINDS, JobStatus } from '#contract/merges.ts';
import { AppError } from '#server/runtime/app-error.ts';

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

export const LIST_ENDED_MS = 3600_000;

export interface JobQueue {
  /**
   * Runs or joins the job; resolves with its handle. A job that was done before resolves with the stored result. Throws
   * an AppError when it fails, is canceled, or the queue is full. `network` is the source of the request: each network
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

/** How many jobs of one visitor may wait or run: one running and three waiting. */
export const MAX_JOBS_OF_VISITOR = 4;

/** The capacity of a queue. A network may occupy at most as much as it leaves free, so at most half. */
interface WaitingLimits {
  readonly jobs: number;
  /** The input of all waiting jobs, in characters of JSON. */
  readonly input: number;
}

/** The queue of a site's only process. */
export const OWN_QUEUE: WaitingLimits = { jobs: 100, input: 64_000_000 };
/** The queue of a site with several processes, which has many workers. */
export const SHARED_QUEUE: WaitingLimits = { jobs: 1000, input: 640_000_000 };

/** The waiting work in total and of the requesting network, and the number of the visitor's jobs. */
export interface QueueLoad {
  readonly waiting: number;
  readonly waitingInput: number;
  readonly waitingOfNetwork: number;
  readonly inputOfNetwork: number;
  readonly liveOfVisitor: number;
}

/** Throws an `AppError` when a queue cannot take one more job with this much input. */
export function checkCapacity(limits: WaitingLimits, load: QueueLoad, inputLength: number): void {
  if (load.liveOfVisitor >= MAX_JOBS_OF_VISITOR) throw new AppError('too-many-jobs');
  const freePlaces = limits.jobs - load.waiting;
  const freeInput = limits.input - load.waitingInput;
  if (freePlaces <= 0 || freeInput < inputLength) throw new AppError('busy');
  // A network without jobs always finds a place.
  if (load.waitingOfNetwork >= freePlaces || load.inputOfNetwork >= freeInput) throw new AppError('network-busy');
}
