// The videos rendered for visitors. A result belongs to one visitor and expires.
import type { Database } from '#server/database/open-database.ts';
import type { Row } from '#server/database/tables.ts';
import type { MediaStore } from '#server/files/media-store.ts';
import { sha256OfFile } from '#server/files/sha256.ts';
import { faultPoint } from '#server/runtime/fault-point.ts';
import { steadyNow } from '#server/runtime/steady-clock.ts';

/** Stores, finds and deletes results. */
export class ResultStore {
  readonly #db: Database;
  readonly #media: MediaStore;

  constructor(db: Database, media: MediaStore) {
    this.#db = db;
    this.#media = media;
  }

  /** Stores a finished video under a handle, replacing an earlier one. */
  async store(handle: string, visitorId: string, path: string): Promise<void> {
    const mediaName = `${handle}.mp4`;
    const sha256 = await sha256OfFile(path);
    await this.#media.put('results', mediaName, path);
    faultPoint('result-stored');
    await this.#db
      .insertInto('results')
      .values({
        ...{ handle, visitor_id: visitorId, media_name: mediaName, media_sha256: sha256 },
        created_at: steadyNow(),
      })
      .onConflict((conflict) => conflict.column('handle').doUpdateSet({ media_sha256: sha256 }))
      .execute();
    faultPoint('result-kept');
  }

  /** The file of a visitor's result; undefined when it is unknown, expired or another visitor's. */
  async find(visitorId: string, handle: string): Promise<string | undefined> {
    const result = await this.#db
      .selectFrom('results')
      .select('media_name')
      .where('handle', '=', handle)
      .where('visitor_id', '=', visitorId)
      .executeTakeFirst();
    return result?.media_name;
  }

  /** Whether a result and its file exist. */
  async has(handle: string): Promise<boolean> {
    const result = await this.#db
      .selectFrom('results')
      .select('media_name')
      .where('handle', '=', handle)
      .executeTakeFirst();
    return result !== undefined && (await this.#media.sizeOf('results', result.media_name)) !== null;
  }

  /** The files of a visitor's results. */
  async listOf(visitorId: string): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('results')
      .select('media_name')
      .where('visitor_id', '=', visitorId)
      .execute();
    return rows.map((row) => row.media_name);
  }

  /** The media files that rows own. */
  async listOwned(): Promise<Set<string>> {
    const rows = await this.#db.selectFrom('results').select('media_name').execute();
    return new Set(rows.map((row) => row.media_name));
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
