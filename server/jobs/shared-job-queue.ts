// The JobQueue that several processes share (docs/decisions/095-many-processes.md): requests work, waits for its end,
// and cancels it, whichever process runs it.
import { createHmac, randomUUID } from 'node:crypto';
import { JOB_KINDS, type JobStatus } from '#contract/merges.ts';
import type { Notifications } from '#server/database/notifications.ts';
import { AppError, failureOfCode } from '#server/runtime/app-error.ts';
import { faultPoint } from '#server/runtime/fault-point.ts';
import { steadyNow } from '#server/runtime/steady-clock.ts';
import type { CarrierQueue, JobCarrier } from './boss.ts';
import {
  checkCapacity,
  type JobKind,
  type JobQueue,
  type JobRequest,
  LIST_ENDED_MS,
  PROBE_KINDS,
  type ProbeQueue,
  type ProbeRequest,
  SHARED_QUEUE,
} from './job-queue.ts';
import { storedInput } from './job-store.ts';
import { endedMessage, type SharedJobStore } from './shared-job-store.ts';

interface SharedJobQueueParts {
  readonly carrier: JobCarrier;
  readonly store: SharedJobStore;
  readonly notifications: Notifications;
  /** Keys the hashes of networks. */
  readonly secret: string;
  /** Whether the result of a completed job is still stored. */
  readonly hasResult: (jobId: string) => Promise<boolean>;
  /** Throws an AppError for a visitor whose storage is full. */
  readonly checkStorage: (visitorId: string) => Promise<void>;
}

/** Interval of polling a row without a notification, because one may be lost. */
const LOOK_EVERY_MS = 2_000;
/** A visitor's own earlier jobs count as much as this many jobs of others in the same network. */
const OWN_JOB_WEIGHT = 4;
const CANCEL_WITHIN_MS = 15_000;

export class SharedJobQueue implements JobQueue, ProbeQueue {
  readonly #parts: SharedJobQueueParts;
  readonly #closing = new AbortController();

  constructor(parts: SharedJobQueueParts) {
    this.#parts = parts;
  }

  async run(request: JobRequest, network: string): Promise<string> {
    this.#refuseWhenClosed();
    const done = await this.#parts.store.findDone(request.key);
    if (done && (await this.#parts.hasResult(done.id))) return done.id;
    await this.#parts.checkStorage(request.visitorId);
    const id = await this.#ask(request, 'work', { network, staleId: done?.id });
    await this.#ended(id);
    return id;
  }

  async probe<Output>(
    request: ProbeRequest,
    network: string,
    isValid: (output: Output) => Promise<boolean>,
  ): Promise<Output> {
    this.#refuseWhenClosed();
    const done = await this.#parts.store.findDone(request.key);
    const known = done?.output_json ? (JSON.parse(done.output_json) as Output) : null;
    if (known !== null && (await isValid(known))) return known;
    const output = await this.#ended(await this.#ask(request, 'probe', { network, staleId: done?.id }));
    return JSON.parse(output ?? 'null') as Output;
  }

  async list(visitorId: string): Promise<JobStatus[]> {
    const jobs = await this.#parts.store.listOf(visitorId, steadyNow() - LIST_ENDED_MS);
    return jobs.map(({ id, kind, state, percent, queuePlace }) => ({
      id,
      kind: kind as JobKind,
      state,
      queuePlace,
      percent: state === 'done' ? 100 : percent,
    }));
  }

  async cancel(visitorId: string, id: string): Promise<void> {
    if (!(await this.#parts.store.cancel(visitorId, id))) throw new AppError('job-not-found');
    const patience = AbortSignal.timeout(CANCEL_WITHIN_MS);
    // A worker that has just died cannot answer: the worker that takes over the job ends it.
    await this.#ended(id, patience).catch(() => undefined);
  }

  async cancelAll(visitorId: string): Promise<void> {
    const own = await this.#parts.store.liveOf(visitorId);
    await Promise.all(own.map((id) => this.cancel(visitorId, id).catch(() => undefined)));
    await this.#parts.store.deleteEndedOf(visitorId);
  }

  /** Releases all waiters; the jobs continue in other processes. */
  async close(): Promise<void> {
    this.#closing.abort();
  }

  #refuseWhenClosed(): void {
    if (this.#closing.signal.aborted) throw new AppError('stopping');
  }

  /**
   * The id of the job for this request: a waiting or running one, one that has just ended, or a new one. `staleId` is
   * an earlier job whose result is gone.
   */
  #ask(
    request: JobRequest | ProbeRequest,
    queue: CarrierQueue,
    { network, staleId }: { readonly network: string; readonly staleId: string | undefined },
  ): Promise<string> {
    this.#refuseWhenClosed();
    const { carrier, store, secret } = this.#parts;
    const inputJson = storedInput(request);
    const hashedNetwork = createHmac('sha256', secret).update(network).digest('base64url').slice(0, 22);
    return store.asking(queue === 'work' ? 'limited' : { key: request.key }, async (rows) => {
      const live = await store.findLive(rows, request.key);
      if (live) return live;
      const done = await store.findDone(request.key, rows);
      if (done && done.id !== staleId) return done.id;
      const kinds = queue === 'work' ? JOB_KINDS : PROBE_KINDS;
      const { visitorId, kind, key } = request;
      const load = await store.countLive(rows, { visitorId, network: hashedNetwork, kinds });
      if (queue === 'work') checkCapacity(SHARED_QUEUE, load, inputJson.length);
      const turn = load.liveOfNetwork + OWN_JOB_WEIGHT * load.liveOfVisitor;
      const queueId = randomUUID();
      const id = await store.add(rows, { visitorId, network: hashedNetwork, kind, key, inputJson, queueId, turn });
      await carrier.send(rows, { queue, jobId: id, queueId, turn, ...(queue === 'work' && { group: visitorId }) });
      faultPoint('job-added');
      return id;
    });
  }

  /** Waits for a job's end and returns its output. Throws the job's own AppError. */
  async #ended(id: string, patience?: AbortSignal): Promise<string | null> {
    const { store, notifications } = this.#parts;
    const closing = this.#closing.signal;
    const signal = patience ? AbortSignal.any([closing, patience]) : closing;
    const end = { isTold: false };
    const stopListening = notifications.on(endedMessage(id), () => {
      end.isTold = true;
    });
    try {
      for (;;) {
        const nextMessage = notifications.wait(endedMessage(id), LOOK_EVERY_MS, signal);
        const job = await store.find(id).catch((cause: unknown) => {
          // The database is closed after the queue.
          throw closing.aborted ? new AppError('stopping', { cause }) : cause;
        });
        // Deletion by the visitor ends a job first, so a row that is missing here was lost in a failover: the page requests
        // the job again.
        if (!job) throw new AppError(end.isTold ? 'job-canceled' : 'stopping');
        // The visitor did not cancel it: another version stored or took the job. The page requests it again.
        if (job.state === 'canceled') throw new AppError(job.stop_asked === 0 ? 'stopping' : 'job-canceled');
        if (job.state === 'failed') throw failureOfCode(job.error_code);
        if (job.state === 'done') return job.output_json;
        if (signal.aborted) throw new AppError('stopping');
        await nextMessage;
      }
    } finally {
      stopListening();
    }
  }
}
