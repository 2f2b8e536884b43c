// What is known of each piece of work, one row each, so that a restart finds it again.
import type { ErrorCode } from '#contract/errors.ts';
import type { Database } from '#server/database/open-database.ts';
import type { Row } from '#server/database/tables.ts';
import { newOpaqueId } from '#server/runtime/opaque-id.ts';
import { steadyNow } from '#server/runtime/steady-clock.ts';
import type { JobRequest } from './job-queue.ts';

/** One piece of work. */
export type StoredJob = Row<'jobs'>;

/** How a piece of work ended. */
export type JobEnd =
  | { readonly state: 'done' }
  | { readonly state: 'failed' | 'canceled'; readonly errorCode: ErrorCode };

/** How many of a visitor's ended jobs are kept. */
export const MAX_ENDED_JOBS_OF_VISITOR = 50;

/** Takes the place of the input of work that has ended: nothing begins it anew. */
const NO_INPUT = 'null';

/** Keeps the rows. */
export class JobStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The id of the last work with this key that was done, or undefined. */
  findDone(key: string): Promise<Pick<StoredJob, 'id'> | undefined> {
    return this.#db
      .selectFrom('jobs')
      .select('id')
      .where('key', '=', key)
      .where('state', '=', 'done')
      .orderBy('created_at', 'desc')
      .executeTakeFirst();
  }

  /** Work that waited or ran when the server stopped, oldest first. */
  listUnfinished(): Promise<StoredJob[]> {
    return this.#db
      .selectFrom('jobs')
      .selectAll()
      .where('state', 'in', ['queued', 'running'])
      .orderBy('created_at')
      .execute();
  }

  /** A visitor's work that has not ended before a time, newest first; without its input, which may be megabytes. */
  listOf(visitorId: string, notEndedBefore: number): Promise<Pick<StoredJob, 'id' | 'kind' | 'state'>[]> {
    return this.#db
      .selectFrom('jobs')
      .select(['id', 'kind', 'state'])
      .where('visitor_id', '=', visitorId)
      .where((where) => where.or([where('ended_at', 'is', null), where('ended_at', '>=', notEndedBefore)]))
      .orderBy('created_at', 'desc')
      .limit(MAX_ENDED_JOBS_OF_VISITOR)
      .execute();
  }

  add(request: JobRequest): Promise<StoredJob> {
    return this.#db
      .insertInto('jobs')
      .values({
        id: newOpaqueId(),
        visitor_id: request.visitorId,
        kind: request.kind,
        key: request.key,
        input_json: JSON.stringify(request.input),
        state: 'queued',
        created_at: steadyNow(),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  }

  async begin(id: string): Promise<void> {
    await this.#db.updateTable('jobs').set({ state: 'running' }).where('id', '=', id).execute();
  }

  /** Leaves unfinished work to the next start. */
  async requeue(id: string): Promise<void> {
    await this.#db.updateTable('jobs').set({ state: 'queued' }).where('id', '=', id).execute();
  }

  /** Keeps how work ended, and lets go of its input, which may be megabytes. */
  async end(id: string, end: JobEnd): Promise<void> {
    const ended = await this.#db
      .updateTable('jobs')
      .set({
        state: end.state,
        error_code: end.state === 'done' ? null : end.errorCode,
        input_json: NO_INPUT,
        ended_at: steadyNow(),
      })
      .where('id', '=', id)
      .returning('visitor_id')
      .executeTakeFirst();
    if (ended) await this.#deleteOldestOf(ended.visitor_id);
  }

  /** Forgets the work that ended before a time. */
  async deleteEndedBefore(time: number): Promise<void> {
    await this.#db.deleteFrom('jobs').where('ended_at', '<', time).execute();
  }

  /** Forgets a visitor's work that has ended. */
  async deleteEndedOf(visitorId: string): Promise<void> {
    await this.#db.deleteFrom('jobs').where('visitor_id', '=', visitorId).where('ended_at', 'is not', null).execute();
  }

  async #deleteOldestOf(visitorId: string): Promise<void> {
    const kept = this.#db
      .selectFrom('jobs')
      .select('id')
      .where('visitor_id', '=', visitorId)
      .where('ended_at', 'is not', null)
      .orderBy('ended_at', 'desc')
      .limit(MAX_ENDED_JOBS_OF_VISITOR);
    await this.#db
      .deleteFrom('jobs')
      .where('visitor_id', '=', visitorId)
      .where('ended_at', 'is not', null)
      .where('id', 'not in', kept)
      .execute();
  }
}
