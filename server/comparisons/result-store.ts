// The videos rendered for visitors. A result belongs to one visitor and expires.
import type { Database } from '#server/database/open-database.ts';
import type { Row } from '#server/database/tables.ts';
import { sha256OfFile } from '#server/files/finished-file.ts';
import type { MediaStore } from '#server/files/media-store.ts';
import type { Job } from '#server/jobs/job-queue.ts';
import { AppError } from '#server/runtime/app-error.ts';
import { faultPoint } from '#server/runtime/fault-point.ts';
import { newOpaqueId } from '#server/runtime/opaque-id.ts';
import { steadyNow } from '#server/runtime/steady-clock.ts';

interface FoundResult {
  readonly mediaName: string;
  /** Null for a result of an older version. */
  readonly bytes: number | null;
}

export class ResultStore {
  readonly #db: Database;
  readonly #media: MediaStore;

  constructor(db: Database, media: MediaStore) {
    this.#db = db;
    this.#media = media;
  }

  /**
   * Stores a job's finished video under the job's id, replacing that of an earlier attempt. Every attempt has its own
   * file, so a late attempt changes nothing. Throws when another worker has taken over the job.
   */
  async store(job: Pick<Job, 'id' | 'visitorId' | 'attempt'>, path: string): Promise<void> {
    const mediaName = `${newOpaqueId()}.mp4`;
    const sha256 = await sha256OfFile(path);
    const bytes = await this.#media.put('results', mediaName, path);
    faultPoint('result-stored');
    try {
      const before = await this.#keep(job, { media_name: mediaName, media_sha256: sha256, bytes });
      faultPoint('result-kept');
      if (before !== undefined) await this.#media.delete('results', before);
    } catch (error) {
      if (!(await this.#owns(mediaName))) await this.#media.delete('results', mediaName);
      throw error;
    }
  }

  /** Adds or updates the row, and returns the file that it previously named. */
  async #keep(
    { id, visitorId, attempt }: Pick<Job, 'id' | 'visitorId' | 'attempt'>,
    file: Pick<Row<'results'>, 'media_name' | 'media_sha256' | 'bytes'>,
  ): Promise<string | undefined> {
    return this.#db.transaction().execute(async (transaction) => {
      if (attempt !== undefined) {
        const own = transaction.selectFrom('jobs').select('id').where('id', '=', id).where('attempt', '=', attempt);
        // Locked, so that the job cannot be canceled or taken over in between.
        const isOurs = await own
          .where('state', '=', 'running')
          .where('stop_asked', '=', 0)
          .forUpdate()
          .executeTakeFirst();
        if (!isOurs) throw new AppError('job-canceled');
      }
      const before = await transaction
        .selectFrom('results')
        .select('media_name')
        .where('handle', '=', id)
        .executeTakeFirst();
      await transaction
        .insertInto('results')
        .values({ handle: id, visitor_id: visitorId, ...file, created_at: steadyNow() })
        .onConflict((conflict) => conflict.column('handle').doUpdateSet(file))
        .execute();
      return before?.media_name;
    });
  }

  async #owns(mediaName: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('results')
      .select('handle')
      .where('media_name', '=', mediaName)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** A visitor's result; undefined when it is unknown, expired or another visitor's. */
  async find(visitorId: string, handle: string): Promise<FoundResult | undefined> {
    const result = await this.#db
      .selectFrom('results')
      .select(['media_name', 'bytes'])
      .where('handle', '=', handle)
      .where('visitor_id', '=', visitorId)
      .executeTakeFirst();
    return result && { mediaName: result.media_name, bytes: result.bytes };
  }

  async has(handle: string): Promise<boolean> {
    const result = await this.#db
      .selectFrom('results')
      .select('media_name')
      .where('handle', '=', handle)
      .executeTakeFirst();
    return result !== undefined && (await this.#media.sizeOf('results', result.media_name)) !== null;
  }

  async bytesOf(visitorId: string): Promise<number> {
    const rows = await this.#db
      .selectFrom('results')
      .select(['media_name', 'bytes'])
      .where('visitor_id', '=', visitorId)
      .execute();
    let sum = 0;
    for (const { media_name: name, bytes } of rows) sum += bytes ?? (await this.#media.sizeOf('results', name)) ?? 0;
    return sum;
  }

  async deleteAllOf(visitorId: string): Promise<void> {
    await this.#delete(await this.#db.selectFrom('results').selectAll().where('visitor_id', '=', visitorId).execute());
  }

  /** Deletes results older than a time. Downloads in progress still complete. */
  async expire(madeBefore: number): Promise<void> {
    await this.#delete(await this.#db.selectFrom('results').selectAll().where('created_at', '<', madeBefore).execute());
  }

  async #delete(results: Row<'results'>[]): Promise<void> {
    for (const { handle, media_name: mediaName } of results) {
      await this.#media.delete('results', mediaName);
      faultPoint('result-file-removed');
      await this.#db.deleteFrom('results').where('handle', '=', handle).execute();
    }
  }
}
