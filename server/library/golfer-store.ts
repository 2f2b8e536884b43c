// The library of annotated professionals: database rows and their media files.
import { createHash } from 'node:crypto';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Filmed, Golfer } from '#domain/library/golfer.ts';
import type { Database } from '#server/database/open-database.ts';
import type { GolferTable, Tables } from '#server/database/tables.ts';
import type { ProbedVideo } from '#server/ffmpeg/probe/probe.ts';
import type { MediaStore } from '#server/files/media-store.ts';
import { faultPoint } from '#server/runtime/fault-point.ts';
import { steadyNow } from '#server/runtime/steady-clock.ts';

/** A golfer with everything that a comparison needs. */
export interface LibraryGolfer extends Golfer {
  readonly restTime: number;
  readonly topTime: number;
  readonly strikeTime: number;
  /** The slow-motion factor; 1 for real time. */
  readonly slowMotionFactor: number;
  /** The address of the card's loop; null when there is none. */
  readonly loopUrl: string | null;
  /** The address of the stored body; null when there is none. */
  readonly bodyUrl: string | null;
  readonly mediaName: string;
  /** The SHA-256 of the video; null in rows of versions that stored none. */
  readonly mediaSha256: string | null;
  /** The key of the video as it was received; null in rows of versions that stored none. */
  readonly contentKey: string | null;
  readonly video: ProbedVideo;
}

/** A golfer to store. Its files are in the media store already. */
export interface NewGolfer extends Omit<LibraryGolfer, 'id' | 'thumbnailUrl' | 'loopUrl' | 'bodyUrl'> {
  readonly mediaSha256: string;
  readonly thumbnailName: string | null;
  readonly thumbnailSha256: string | null;
  readonly loop: StoredFile | null;
  readonly body: StoredFile | null;
  /** The origin of a shipped golfer; null for an administrator's. */
  readonly seed: { readonly slug: string; readonly fingerprint: string } | null;
}

export interface StoredFile {
  readonly name: string;
  readonly sha256: string;
}

/** A shipped golfer, as compared by the seeding. */
export interface SeededGolfer {
  readonly id: number;
  readonly slug: string;
  readonly fingerprint: string | null;
  readonly mediaName: string;
  readonly mediaSha256: string | null;
  /** The view, the hand and the stored body, from the content or an administrator. */
  readonly filmed: Filmed;
  readonly body: StoredFile | null;
}

/** Where thumbnails are served (specification §2). */
export const THUMBNAIL_PATH = '/uploads/thumbnails/';
/** Where the loops of cards are served. */
export const LOOP_PATH = '/uploads/loops/';
/** Where golfers' bodies are served. */
export const BODY_PATH = '/uploads/bodies/';

/** The largest id that the column can hold; a query with a larger one would be an error of the database. */
export const MAX_GOLFER_ID = 2_147_483_647;

export class GolferStore {
  readonly #db: Database;
  readonly #media: MediaStore;

  constructor(db: Database, media: MediaStore) {
    this.#db = db;
    this.#media = media;
  }

  async list(): Promise<LibraryGolfer[]> {
    const rows = await this.#db.selectFrom('golfers').selectAll().orderBy('id').execute();
    // Databases sort texts by different rules.
    return rows.map(fromRow).sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)));
  }

  async find(id: number): Promise<LibraryGolfer | undefined> {
    if (!Number.isInteger(id) || Math.abs(id) > MAX_GOLFER_ID) return undefined;
    const row = await this.#db.selectFrom('golfers').selectAll().where('id', '=', id).executeTakeFirst();
    return row && fromRow(row);
  }

  async owns(file: 'media_name' | 'thumbnail_name' | 'loop_name' | 'body_name', name: string): Promise<boolean> {
    const row = await this.#db.selectFrom('golfers').select('id').where(file, '=', name).executeTakeFirst();
    return row !== undefined;
  }

  /**
   * Stores a golfer's body in place of an earlier one, and sets view and hand where they are unknown. False when there
   * is no such golfer.
   */
  async setBody(id: number, file: StoredFile, { view, hand }: Filmed): Promise<boolean> {
    const before = await this.#db.transaction().execute(async (transaction) => {
      const row = await transaction.selectFrom('golfers').select('body_name').where('id', '=', id).executeTakeFirst();
      const seen = { view: sql<typeof view>`coalesce(view, ${view})`, hand: sql<typeof hand>`coalesce(hand, ${hand})` };
      const values = { body_name: file.name, body_sha256: file.sha256, ...seen };
      await transaction.updateTable('golfers').set(values).where('id', '=', id).execute();
      return row;
    });
    faultPoint('golfer-body-kept');
    if (before?.body_name) await this.#media.delete('bodies', before.body_name);
    return before !== undefined;
  }

  async setFilmed(id: number, { view, hand }: Filmed): Promise<void> {
    await this.#db.updateTable('golfers').set({ view, hand }).where('id', '=', id).execute();
  }

  /** Adds a golfer. A shipped one gets the id of its slug, so that kept comparisons find it again after a removal. */
  async add(golfer: NewGolfer): Promise<LibraryGolfer> {
    const row = await this.#db
      .insertInto('golfers')
      .values({
        ...toRow(golfer),
        ...(golfer.seed && { id: await this.#freeIdOf(golfer.seed.slug) }),
        is_published: 1,
        created_at: steadyNow(),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return fromRow(row);
  }

  /** The golfers of administrators whose video is stored as an earlier version received it. */
  async listUnpublished(): Promise<LibraryGolfer[]> {
    const rows = this.#db.selectFrom('golfers').selectAll().where('slug', 'is', null).where('is_published', '=', 0);
    return (await rows.orderBy('id').execute()).map(fromRow);
  }

  /** Puts the published video in place of the received one, whose file it deletes. False when the golfer has changed. */
  async setPublished(before: LibraryGolfer, file: StoredFile, video: ProbedVideo): Promise<boolean> {
    const values = {
      media_name: file.name,
      media_sha256: file.sha256,
      video_json: JSON.stringify(video),
      is_published: 1,
    };
    const { numUpdatedRows } = await this.#db
      .updateTable('golfers')
      .set(values)
      .where('id', '=', before.id)
      .where('media_name', '=', before.mediaName)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    faultPoint('golfer-published');
    await this.#media.delete('golfers', before.mediaName);
    return true;
  }

  /** The id of a slug, or the next one that no other golfer has. */
  async #freeIdOf(slug: string): Promise<number> {
    for (let turn = 0; ; turn += 1) {
      const id = idOfSlug(slug, turn);
      if (!(await this.#db.selectFrom('golfers').select('id').where('id', '=', id).executeTakeFirst())) return id;
    }
  }

  /** Replaces the golfer with this id. Its files are deleted unless the new one has the same. */
  async replace(id: number, golfer: NewGolfer): Promise<void> {
    const row = toRow(golfer);
    const before = await this.#db.transaction().execute(async (transaction) => {
      const replaced = await transaction.selectFrom('golfers').selectAll().where('id', '=', id).executeTakeFirst();
      await transaction.updateTable('golfers').set(row).where('id', '=', id).execute();
      return replaced;
    });
    if (before) await this.#deleteFiles(before, row);
  }

  /**
   * Removes a golfer; false when there is none. A shipped golfer that an administrator removed is not seeded again; one
   * that was only missing from the content is.
   */
  async remove(id: number, by: 'administrator' | 'seeding'): Promise<boolean> {
    const removed = await this.#db.transaction().execute(async (transaction) => {
      const row = await transaction.deleteFrom('golfers').where('id', '=', id).returningAll().executeTakeFirst();
      if (row?.slug && by === 'administrator') await recordRemoval(transaction, row.slug);
      return row;
    });
    faultPoint('golfer-row-removed');
    if (removed) await this.#deleteFiles(removed);
    return removed !== undefined;
  }

  async listSeeded(): Promise<SeededGolfer[]> {
    const rows = await this.#db.selectFrom('golfers').selectAll().where('slug', 'is not', null).execute();
    return rows.map((row) => ({
      id: row.id,
      slug: row.slug ?? '',
      fingerprint: row.fingerprint,
      mediaName: row.media_name,
      mediaSha256: row.media_sha256,
      filmed: { view: row.view, hand: row.hand },
      body: row.body_name && row.body_sha256 ? { name: row.body_name, sha256: row.body_sha256 } : null,
    }));
  }

  async listRemovedSlugs(): Promise<Set<string>> {
    const rows = await this.#db.selectFrom('removed_seeds').select('slug').execute();
    return new Set(rows.map((row) => row.slug));
  }

  /** Called after the row is deleted: a file without a row is swept, but a row without a file could not be shown. */
  async #deleteFiles(row: FileNames, kept?: FileNames): Promise<void> {
    if (row.media_name !== kept?.media_name) await this.#media.delete('golfers', row.media_name);
    faultPoint('golfer-video-removed');
    const { thumbnail_name: thumbnail, loop_name: loop, body_name: body } = row;
    if (thumbnail && thumbnail !== kept?.thumbnail_name) await this.#media.delete('thumbnails', thumbnail);
    if (loop && loop !== kept?.loop_name) await this.#media.delete('loops', loop);
    if (body && body !== kept?.body_name) await this.#media.delete('bodies', body);
  }
}

type FileNames = Pick<Selectable<GolferTable>, 'media_name' | 'thumbnail_name' | 'loop_name' | 'body_name'>;

/** The ids of shipped golfers begin here; other golfers are counted from 1. */
const FIRST_SHIPPED_ID = 1_000_000_000;
const SHIPPED_IDS = 100_000_000;

/** The id for a slug, the same on every site. `turn` selects another one when that is taken. */
export function idOfSlug(slug: string, turn = 0): number {
  const hash = createHash('sha256')
    .update(turn === 0 ? slug : `${slug} ${turn}`)
    .digest();
  return FIRST_SHIPPED_ID + (hash.readUInt32BE(0) % SHIPPED_IDS);
}

async function recordRemoval(db: Kysely<Tables>, slug: string): Promise<void> {
  await db
    .insertInto('removed_seeds')
    .values({ slug })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .execute();
}

function fromRow(row: Selectable<GolferTable>): LibraryGolfer {
  return {
    id: row.id,
    name: row.name,
    majorChampionships: row.major_championships,
    club: row.club,
    height: row.height,
    level: row.level,
    tag: row.tag,
    thumbnailUrl: row.thumbnail_name && THUMBNAIL_PATH + row.thumbnail_name,
    view: row.view,
    hand: row.hand,
    loopUrl: row.loop_name && LOOP_PATH + row.loop_name,
    bodyUrl: row.body_name && BODY_PATH + row.body_name,
    restTime: row.rest_time,
    topTime: row.top_time,
    strikeTime: row.strike_time,
    slowMotionFactor: row.slow_motion_factor,
    mediaName: row.media_name,
    mediaSha256: row.media_sha256,
    contentKey: row.content_key,
    video: JSON.parse(row.video_json) as ProbedVideo,
  };
}

function toRow(golfer: NewGolfer) {
  return {
    slug: golfer.seed?.slug ?? null,
    fingerprint: golfer.seed?.fingerprint ?? null,
    name: golfer.name,
    major_championships: golfer.majorChampionships,
    club: golfer.club,
    height: golfer.height,
    level: golfer.level,
    tag: golfer.tag,
    rest_time: golfer.restTime,
    top_time: golfer.topTime,
    strike_time: golfer.strikeTime,
    slow_motion_factor: golfer.slowMotionFactor,
    media_name: golfer.mediaName,
    media_sha256: golfer.mediaSha256,
    content_key: golfer.contentKey,
    thumbnail_name: golfer.thumbnailName,
    thumbnail_sha256: golfer.thumbnailSha256,
    loop_name: golfer.loop?.name ?? null,
    loop_sha256: golfer.loop?.sha256 ?? null,
    view: golfer.view,
    hand: golfer.hand,
    body_name: golfer.body?.name ?? null,
    body_sha256: golfer.body?.sha256 ?? null,
    video_json: JSON.stringify(golfer.video),
  };
}
