// The rows of jobs that several processes share. A row is the authoritative state of its job: its turn, its worker, its
// progress, whether it should be canceled, and how it ended.
import { type Kysely, sql } from 'kysely';
import type { ErrorCode } from '#contract/errors.ts';
import { JOB_KINDS } from '#contract/merges.ts';
import { notify } from '#server/database/notifications.ts';
import type { Database } from '#server/database/open-database.ts';
import type { Tables } from '#server/database/tables.ts';
import { newOpaqueId } from '#server/runtime/opaque-id.ts';
import { nowInOrder, steadyNow } from '#server/runtime/steady-clock.ts';
import type { QueueLoad } from './job-queue.ts';
import {
  deleteEndedJobsOf,
  deleteOldestOf,
  type JobEnd,
  jobsOf,
  latestDone,
  NO_INPUT,
  type StoredJob,
} from './job-store.ts';

/** A connection, or a transaction on it. */
export type JobRows = Kysely<Tables>;

interface NewSharedJob {
  readonly visitorId: string;
  /** The hash of the requesting network. */
  readonly network: string;
  readonly kind: string;
  readonly key: string;
  readonly inputJson: string;
  /** The id of the job that pg-boss carries. */
  readonly queueId: string;
  readonly turn: number;
}

/** The load of the queue, with the number of a network's waiting and running jobs. */
interface SharedQueueLoad extends QueueLoad {
  readonly liveOfNetwork: number;
}

export interface BegunJob extends Pick<StoredJob, 'id' | 'visitor_id' | 'kind' | 'input_json'> {
  readonly attempt: number;
  readonly stop_asked: number;
}

type JobStanding = Pick<StoredJob, 'state' | 'error_code' | 'output_json' | 'stop_asked'>;

const LIVE = ['queued', 'running'] as const;
const ASKING = 'ask for a job';

/** The notification that a job has ended. */
export const endedMessage = (id: string): string => `ended ${id}`;
/** The notification that a running job should be canceled. */
export const stopMessage = (id: string): string => `stop ${id}`;

export class SharedJobStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Runs `task` in a transaction that is exclusive across all processes: for all jobs with limits, or for one key, so
   * that each key is requested only once.
   */
  asking<Result>(
    lock: 'limited' | { readonly key: string },
    task: (rows: JobRows) => Promise<Result>,
  ): Promise<Result> {
    return this.#db.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${lock === 'limited' ? ASKING : lock.key}, 0))`.execute(
        transaction,
      );
      return task(transaction);
    });
  }

  async findLive(rows: JobRows, key: string): Promise<string | undefined> {
    return (await rows.selectFrom('jobs').select('id').where('live_key', '=', key).executeTakeFirst())?.id;
  }

  async countLive(
    rows: JobRows,
    { visitorId, network, kinds }: { visitorId: string; network: string; kinds: readonly string[] },
  ): Promise<SharedQueueLoad> {
    const isWaiting = sql<boolean>`state = 'queued'`;
    const ofNetwork = sql<boolean>`network = ${network}`;
    const count = (condition: ReturnType<typeof sql<boolean>>) => sql<number>`count(*) filter (where ${condition})`;
    const input = (condition: ReturnType<typeof sql<boolean>>) =>
      sql<number>`cast(coalesce(sum(length(input_json)) filter (where ${condition}), 0) as double precision)`;
    return rows
      .selectFrom('jobs')
      .select([
        count(isWaiting).as('waiting'),
        input(isWaiting).as('waitingInput'),
        count(sql`${isWaiting} and ${ofNetwork}`).as('waitingOfNetwork'),
        input(sql`${isWaiting} and ${ofNetwork}`).as('inputOfNetwork'),
        count(ofNetwork).as('liveOfNetwork'),
        count(sql`visitor_id = ${visitorId}`).as('liveOfVisitor'),
      ])
      .where('state', 'in', LIVE)
      .where('kind', 'in', kinds)
      .executeTakeFirstOrThrow();
  }

  async add(rows: JobRows, job: NewSharedJob): Promise<string> {
    const id = newOpaqueId();
    await rows
      .insertInto('jobs')
      .values({
        id,
        visitor_id: job.visitorId,
        network: job.network,
        kind: job.kind,
        key: job.key,
        live_key: job.key,
        input_json: job.inputJson,
        state: 'queued',
        turn: job.turn,
        queue_id: job.queueId,
        created_at: nowInOrder(),
      })
      .execute();
    return id;
  }

  /** The latest completed job with this key. */
  findDone(key: string, rows: JobRows = this.#db): Promise<Pick<StoredJob, 'id' | 'output_json'> | undefined> {
    return latestDone(rows, key).select(['id', 'output_json']).executeTakeFirst();
  }

  find(id: string): Promise<JobStanding | undefined> {
    return this.#db
      .selectFrom('jobs')
      .select(['state', 'error_code', 'output_json', 'stop_asked'])
      .where('id', '=', id)
      .executeTakeFirst();
  }

  /** Begins another attempt; undefined for a job that has ended. Earlier attempts become obsolete. */
  begin(id: string): Promise<BegunJob | undefined> {
    return this.#db
      .updateTable('jobs')
      .set({ state: 'running', percent: 0, attempt: sql<number>`attempt + 1` })
      .where('id', '=', id)
      .where('state', 'in', LIVE)
      .returning(['id', 'visitor_id', 'kind', 'input_json', 'attempt', 'stop_asked'])
      .executeTakeFirst();
  }

  /** Stores an attempt's progress. Returns whether to stop; undefined when the attempt is obsolete. */
  async progress(id: string, attempt: number, percent: number): Promise<{ isStopAsked: boolean } | undefined> {
    const row = await this.#db
      .updateTable('jobs')
      .set({ percent })
      .where('id', '=', id)
      .where('attempt', '=', attempt)
      .where('state', '=', 'running')
      .returning('stop_asked')
      .executeTakeFirst();
    return row && { isStopAsked: row.stop_asked === 1 };
  }

  /** Ends an attempt; false when it is obsolete. */
  async end(id: string, attempt: number, end: JobEnd, output: unknown = null): Promise<boolean> {
    return this.#db.transaction().execute(async (transaction) => {
      const ended = await transaction
        .updateTable('jobs')
        .set({ ...endOf(end), output_json: output === null ? null : JSON.stringify(output) })
        .where('id', '=', id)
        .where('attempt', '=', attempt)
        .where('state', '=', 'running')
        .returning('visitor_id')
        .executeTakeFirst();
      if (!ended) return false;
      await deleteOldestOf(transaction, ended.visitor_id);
      await notify(transaction, endedMessage(id));
      return true;
    });
  }

  async requeue(id: string, attempt: number): Promise<void> {
    await this.#db
      .updateTable('jobs')
      .set({ state: 'queued', percent: 0 })
      .where('id', '=', id)
      .where('attempt', '=', attempt)
      .where('state', '=', 'running')
      .execute();
  }

  /** Ends a waiting job, or asks the worker of a running one to stop. False when it has ended or is another visitor's. */
  async cancel(visitorId: string, id: string): Promise<boolean> {
    return this.#db.transaction().execute(async (transaction) => {
      const isWaiting = sql<boolean>`state = 'queued'`;
      const ifWaiting = <Value>(value: Value, column: string) =>
        sql<Value>`case when ${isWaiting} then ${value} else ${sql.ref(column)} end`;
      const job = await transaction
        .updateTable('jobs')
        .set({
          stop_asked: 1,
          // Later requests for the same work get a new job.
          live_key: null,
          state: ifWaiting('canceled' as const, 'state'),
          error_code: ifWaiting('job-canceled', 'error_code'),
          input_json: ifWaiting(NO_INPUT, 'input_json'),
          ended_at: sql<number>`case when ${isWaiting} then cast(${steadyNow()} as bigint) else ended_at end`,
        })
        .where('id', '=', id)
        .where('visitor_id', '=', visitorId)
        .where('state', 'in', LIVE)
        .returning('state')
        .executeTakeFirst();
      if (job) await notify(transaction, job.state === 'canceled' ? endedMessage(id) : stopMessage(id));
      return job !== undefined;
    });
  }

  async liveOf(visitorId: string): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('jobs')
      .select('id')
      .where('visitor_id', '=', visitorId)
      .where('state', 'in', LIVE)
      .where('kind', 'in', JOB_KINDS)
      .execute();
    return rows.map(({ id }) => id);
  }

  async deleteEndedOf(visitorId: string): Promise<void> {
    await deleteEndedJobsOf(this.#db, visitorId);
  }

  /** A visitor's jobs except those that ended before a time, newest first, with their places in the queue. */
  async listOf(visitorId: string, notEndedBefore: number) {
    const jobs = await jobsOf(this.#db, visitorId, notEndedBefore)
      .select(['id', 'kind', 'state', 'percent', 'turn', 'created_at'])
      .where('kind', 'in', JOB_KINDS)
      .execute();
    const isWaiting = jobs.some(({ state }) => state === 'queued');
    const order = isWaiting ? await this.#waitingIds() : [];
    return jobs.map((job) => ({ ...job, queuePlace: order.indexOf(job.id) + 1 }));
  }

  /** Fails the jobs that no worker will take. Returns their ids. */
  async failAbandoned(): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      update jobs set state = 'failed', error_code = 'internal', live_key = null, input_json = ${NO_INPUT},
        ended_at = ${steadyNow()}
      where state in ('queued', 'running') and queue_id is not null and created_at < ${steadyNow() - ABANDONED_AFTER_MS}
        and not exists (select 1 from pgboss.job where job.id = cast(jobs.queue_id as uuid)
          and job.state in ('created', 'retry', 'active'))
      returning id`.execute(this.#db);
    for (const { id } of rows) await notify(this.#db, endedMessage(id));
    return rows.map(({ id }) => id);
  }

  async #waitingIds(): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('jobs')
      .select('id')
      .where('state', '=', 'queued')
      .where('kind', 'in', JOB_KINDS)
      .orderBy('turn')
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return rows.map(({ id }) => id);
  }
}

/** A job is stored and queued in one transaction, but the two clocks may differ by seconds. */
const ABANDONED_AFTER_MS = 30_000;

function endOf(end: JobEnd) {
  const errorCode: ErrorCode | null = end.state === 'done' ? null : end.errorCode;
  return { state: end.state, error_code: errorCode, live_key: null, input_json: NO_INPUT, ended_at: steadyNow() };
}
