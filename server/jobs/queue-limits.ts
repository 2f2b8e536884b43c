// The limits of both job queues: how much may wait in total, of one network and of one visitor.
import { AppError } from '#server/runtime/app-error.ts';

/** How many jobs of one visitor may wait or run: one running and three waiting. */
export const MAX_JOBS_OF_VISITOR = 4;

/** The capacity of a queue. A network may occupy at most as much as it leaves free, so at most half. */
export interface WaitingLimits {
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
