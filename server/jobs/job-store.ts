// Stores jobs, one row each, so that they survive a restart. An input is stored with the version of its shape: while
// processes are upgraded one by one, a job may be read by an older or a newer version than the one that stored it.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { ERRORS, type ErrorCode } from '#contract/errors.ts';
import type { Database } from '#server/database/open-database.ts';
import type { Row, Tables } from '#server/database/tables.ts';
import { newOpaqueId } from '#server/runtime/opaque-id.ts';
import { nowInOrder, steadyNow } from '#server/runtime/steady-clock.ts';
import type { JobRequest } from './job-queue.ts';

export type StoredJob = Row<'jobs'>;

export type JobEnd =
  | { readonly state: 'done' }
  | { readonly state: 'failed' | 'canceled'; readonly errorCode: ErrorCode };

/** How many of a visitor's ended jobs are stored, besides those whose result is. */
export const MAX_ENDED_JOBS_OF_VISITOR = 50;

/** Replaces the input of an ended job, which is no longer needed. */
export const NO_INPUT = 'null';

export class JobStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The id of the latest completed job with this key, or undefined. */
  findDone(key: string): Promise<Pick<StoredJob, 'id'> | undefined> {
    return latestDone(this.#db, key).select('id').executeTakeFirst();
  }

  /** The jobs that waited or ran when the server stopped, oldest first. */
  listUnfinished(): Promise<StoredJob[]> {
    return this.#db
      .selectFrom('jobs')
      .selectAll()
      .where('state', 'in', ['queued', 'running'])
      .orderBy('created_at')
      .orderBy('id')
      .execute();
  }

  /** A visitor's jobs, except those that ended before a time, newest first; without their input, which may be large. */
  listOf(visitorId: string, notEndedBefore: number): Promise<Pick<StoredJob, 'id' | 'kind' | 'state'>[]> {
    return jobsOf(this.#db, visitorId, notEndedBefore).select(['id', 'kind', 'state']).execute();
  }

  add(request: JobRequest): Promise<StoredJob> {
    return this.#db
      .insertInto('jobs')
      .values({
        id: newOpaqueId(),
        visitor_id: request.visitorId,
        kind: request.kind,
        key: request.key,
        input_json: storedInput(request),
        state: 'queued',
        created_at: nowInOrder(),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  }

  async begin(id: string): Promise<void> {
    await this.#db.updateTable('jobs').set({ state: 'running' }).where('id', '=', id).execute();
  }

  /** Leaves an unfinished job to the next start. */
  async requeue(id: string): Promise<void> {
    await this.#db.updateTable('jobs').set({ state: 'queued' }).where('id', '=', id).execute();
  }

  /** Stores how a job ended and drops its input, which may be megabytes. */
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
    if (ended) await deleteOldestOf(this.#db, ended.visitor_id);
  }

  async deleteEndedBefore(time: number): Promise<void> {
    await this.#db.transaction().execute(async (change) => {
      await keepFailures(change, time);
      await change.deleteFrom('jobs').where('ended_at', '<', time).execute();
    });
  }

  async deleteEndedOf(visitorId: string): Promise<void> {
    await deleteEndedJobsOf(this.#db, visitorId);
  }
}

/** The latest completed job with a key. */
export function latestDone(rows: Kysely<Tables>, key: string) {
  return rows
    .selectFrom('jobs')
    .where('key', '=', key)
    .where('state', '=', 'done')
    .orderBy('created_at', 'desc')
    .orderBy('id');
}

/** A visitor's jobs, except those that ended before a time, newest first. */
export function jobsOf(rows: Kysely<Tables>, visitorId: string, notEndedBefore: number) {
  return rows
    .selectFrom('jobs')
    .where('visitor_id', '=', visitorId)
    .where((where) => where.or([where('ended_at', 'is', null), where('ended_at', '>=', notEndedBefore)]))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(MAX_ENDED_JOBS_OF_VISITOR);
}

/** The failures of the server itself: not of a visitor's file, and not of a server that was busy or stopping. */
const OWN_FAULTS = (Object.keys(ERRORS) as ErrorCode[]).filter((code) => [500, 504].includes(ERRORS[code].status));

const DAY_MS = 24 * 3600_000;
/** How long failures are counted. */
const COUNTED_DAYS = 7;

/** Counts the failures among jobs that ended before a time, and forgets those of a week ago. */
async function keepFailures(change: Kysely<Tables>, time: number): Promise<void> {
  const day = Math.floor(time / DAY_MS) * DAY_MS;
  for (const [code, failed] of await failuresIn(change, (ended) => sql<boolean>`${ended} < ${time}`)) {
    await change
      .insertInto('failures')
      .values({ day, code, failed })
      .onConflict((conflict) =>
        conflict
          .columns(['day', 'code'])
          .doUpdateSet((row) => ({ failed: sql`${row.ref('failures.failed')} + ${failed}` })),
      )
      .execute();
  }
  await change
    .deleteFrom('failures')
    .where('day', '<', day - COUNTED_DAYS * DAY_MS)
    .execute();
}

async function failuresIn(
  rows: Kysely<Tables>,
  isMeant: (endedAt: RawBuilder<unknown>) => RawBuilder<boolean>,
): Promise<[code: string, failed: number][]> {
  const found = await rows
    .selectFrom('jobs')
    .select(['error_code', (row) => row.fn.countAll().as('failed')])
    .where('state', '=', 'failed')
    .where('error_code', 'in', OWN_FAULTS)
    .where(isMeant(sql.ref('ended_at')))
    .groupBy('error_code')
    .execute();
  return found.map(({ error_code: code, failed }) => [code ?? '', Number(failed)]);
}

/** How many jobs have failed within a week through the server's own fault, and how many of them because they took too long. */
export async function countFailures(rows: Kysely<Tables>, now: number): Promise<{ all: number; tooLong: number }> {
  const since = now - COUNTED_DAYS * DAY_MS;
  const kept = await rows.selectFrom('failures').select(['code', 'failed']).where('day', '>=', since).execute();
  const recent = await failuresIn(rows, (ended) => sql<boolean>`${ended} >= ${since}`);
  const failures = [...recent, ...kept.map(({ code, failed }) => [code, failed] as const)];
  const sum = (some: typeof failures) => some.reduce((total, [, failed]) => total + failed, 0);
  return { all: sum(failures), tooLong: sum(failures.filter(([code]) => ERRORS[code as ErrorCode].status === 504)) };
}

/** For how long the oldest job that waits has waited, in milliseconds; 0 when none waits. */
export async function longestWaitMs(rows: Kysely<Tables>, now: number): Promise<number> {
  const { oldest } = await rows
    .selectFrom('jobs')
    .select((row) => row.fn.min('created_at').as('oldest'))
    .where('state', '=', 'queued')
    .executeTakeFirstOrThrow();
  return oldest === null ? 0 : Math.max(0, now - Number(oldest));
}

export async function deleteEndedJobsOf(rows: Kysely<Tables>, visitorId: string): Promise<void> {
  await rows.deleteFrom('jobs').where('visitor_id', '=', visitorId).where('ended_at', 'is not', null).execute();
}

/**
 * Deletes a visitor's oldest ended jobs beyond {@link MAX_ENDED_JOBS_OF_VISITOR}, except those whose result is stored: the
 * same request is answered with that. `rows` is a connection, or a transaction on it.
 */
export async function deleteOldestOf(rows: Kysely<Tables>, visitorId: string): Promise<void> {
  const kept = rows
    .selectFrom('jobs')
    .select('id')
    .where('visitor_id', '=', visitorId)
    .where('ended_at', 'is not', null)
    .orderBy('ended_at', 'desc')
    .orderBy('id')
    .limit(MAX_ENDED_JOBS_OF_VISITOR);
  await rows
    .deleteFrom('jobs')
    .where('visitor_id', '=', visitorId)
    .where('ended_at', 'is not', null)
    .where('id', 'not in', kept)
    .where('id', 'not in', rows.selectFrom('results').select('handle').where('visitor_id', '=', visitorId))
    .execute();
}

/** Raise this when a job's input changes such that another version could not use it. */
export const JOB_INPUT_VERSION = 1;

const Versioned = z.looseObject({ version: z.literal(JOB_INPUT_VERSION) });
/**
 * Kinds that earlier versions stored in the same shape without a version number. They are accepted, because after a
 * cancellation such a version would delete the upload.
 */
const UNVERSIONED: Readonly<Record<string, z.ZodType>> = {
  finish: z.strictObject({ folder: z.string(), totalChunks: z.int() }),
  golfer: z.strictObject({ mediaName: z.string(), topTime: z.number() }),
};

export function storedInput({ input }: Pick<JobRequest, 'input'>): string {
  return JSON.stringify({ ...input, version: JOB_INPUT_VERSION });
}

/** The input of a row; null when another version stored it, because this version must not guess its meaning. */
export function readStoredInput(kind: string, stored: string): unknown {
  const parsed: unknown = parse(stored);
  const versioned = Versioned.safeParse(parsed);
  if (!versioned.success) return UNVERSIONED[kind]?.safeParse(parsed).data ?? null;
  const { version: _version, ...input } = versioned.data;
  return input;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
