// Stores the rows of uploads. Their bytes are in chunk folders and in the media store.
import type { Database } from '#server/database/open-database.ts';
import type { Row } from '#server/database/tables.ts';
import type { ProbedVideo } from '#server/ffmpeg/probe/probe.ts';
import { AppError } from '#server/runtime/app-error.ts';
import { steadyNow } from '#server/runtime/steady-clock.ts';

export type Upload = Row<'uploads'>;

/** A complete, probed upload. */
export interface WholeUpload {
  readonly handle: string;
  readonly mediaName: string;
  readonly video: ProbedVideo;
}

/** A complete upload that was just stored. */
export interface KeptUpload extends WholeUpload {
  readonly sha256: string;
}

/** The visitor, and the client's id of an upload. */
export interface UploadKey {
  readonly visitorId: string;
  readonly fileId: string;
}

export class UploadStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  find({ visitorId, fileId }: UploadKey): Promise<Upload | undefined> {
    return this.#db
      .selectFrom('uploads')
      .selectAll()
      .where('visitor_id', '=', visitorId)
      .where('file_id', '=', fileId)
      .executeTakeFirst();
  }

  /** A visitor's complete upload, marked as active. Throws `AppError` 'video-not-found'. */
  async findAndTouch(visitorId: string, handle: string): Promise<WholeUpload> {
    const row = await this.#db
      .updateTable('uploads')
      .set({ last_active_at: steadyNow() })
      .where('handle', '=', handle)
      .where('visitor_id', '=', visitorId)
      .returningAll()
      .executeTakeFirst();
    const upload = row && wholeUpload(row);
    if (!upload) throw new AppError('video-not-found');
    return upload;
  }

  listOf(visitorId: string): Promise<Upload[]> {
    return this.#db
      .selectFrom('uploads')
      .selectAll()
      .where('visitor_id', '=', visitorId)
      .orderBy('last_active_at')
      .execute();
  }

  /** Uploads that have been idle since a time. */
  listIdleSince(time: number): Promise<Upload[]> {
    return this.#db.selectFrom('uploads').selectAll().where('last_active_at', '<', time).execute();
  }

  listOpen(): Promise<Upload[]> {
    return this.#db.selectFrom('uploads').selectAll().where('handle', 'is', null).execute();
  }

  begin(key: UploadKey, folder: string, fileName: string, totalChunks: number): Promise<Upload> {
    return this.#db
      .insertInto('uploads')
      .values({
        visitor_id: key.visitorId,
        file_id: key.fileId,
        folder,
        file_name: fileName,
        total_chunks: totalChunks,
        last_active_at: steadyNow(),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  }

  async touch({ visitorId, fileId }: UploadKey): Promise<void> {
    await this.#db
      .updateTable('uploads')
      .set({ last_active_at: steadyNow() })
      .where('visitor_id', '=', visitorId)
      .where('file_id', '=', fileId)
      .execute();
  }

  /** Completes an upload that is not complete yet, and returns it as it is stored; undefined when it is gone. */
  async complete(key: UploadKey, whole: KeptUpload, chunkSizes: readonly number[]): Promise<Upload | undefined> {
    await this.#db
      .updateTable('uploads')
      .set({
        handle: whole.handle,
        media_name: whole.mediaName,
        media_sha256: whole.sha256,
        video_json: JSON.stringify(whole.video),
        chunk_sizes_json: JSON.stringify(chunkSizes),
        last_active_at: steadyNow(),
      })
      .where('visitor_id', '=', key.visitorId)
      .where('file_id', '=', key.fileId)
      .where('handle', 'is', null)
      .execute();
    return this.find(key);
  }

  async delete({ visitorId, fileId }: UploadKey): Promise<void> {
    await this.#db.deleteFrom('uploads').where('visitor_id', '=', visitorId).where('file_id', '=', fileId).execute();
  }
}

/** The complete upload of a row; undefined while it is being received. */
export function wholeUpload(upload: Upload): WholeUpload | undefined {
  const { handle, media_name: mediaName, video_json: video } = upload;
  if (handle === null || mediaName === null || video === null) return undefined;
  return { handle, mediaName, video: JSON.parse(video) as ProbedVideo };
}
