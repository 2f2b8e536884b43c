// Links: encrypted files that end by themselves, or when their sender or the administrator ends them. An unknown, ended,
// withdrawn or used up link gets one answer.
import { join } from 'node:path';
import type { z } from 'zod';
import {
  type CreateShareRequest,
  MAX_OPENINGS,
  SEALED_BEGINNING,
  type ShareState,
  type ShareTotals,
} from '#contract/shares.ts';
import type { DataFolder } from '#server/files/data-folder.ts';
import type { MediaStore } from '#server/files/media-store.ts';
import { AppError, invalidRequest } from '#server/runtime/app-error.ts';
import { faultPoint } from '#server/runtime/fault-point.ts';
import { newOpaqueId, tokenHash } from '#server/runtime/opaque-id.ts';
import { steadyNow } from '#server/runtime/steady-clock.ts';
import type { ReceivedChunks } from '#server/uploads/chunk-store.ts';
import type { Uploads } from '#server/uploads/uploads.ts';
import type { ShareStore } from './share-store.ts';

interface ShareParts {
  readonly store: ShareStore;
  readonly uploads: Pick<Uploads, 'takeSealed' | 'dropSealed'>;
  readonly media: MediaStore;
  readonly folder: Pick<DataFolder, 'inWorkFolder'>;
  /** The largest file, in bytes; 0 where links are switched off. */
  readonly maxShareBytes: number;
}

type Asked = z.output<typeof CreateShareRequest>;

const DAY_MS = 24 * 3600_000;

export class Shares {
  readonly #parts: ShareParts;

  constructor(parts: ShareParts) {
    this.#parts = parts;
  }

  /**
   * Makes a link of a visitor's complete encrypted upload. The same request again gets the same answer, so that a sender whose
   * line broke can repeat it; also one whose browser was killed before it had stored the visitor's cookie. `admit` runs before a new
   * one is made.
   */
  async create(visitorId: string | null, asked: Asked, admit: () => Promise<void>): Promise<{ expiresAtMs: number }> {
    this.#refuseWhenOff();
    const { id, days, secret } = asked;
    const known = await this.#known(visitorId, asked);
    if (known) return known;
    if (visitorId === null) throw new AppError('upload-not-found');
    await admit();
    const expiresAtMs = steadyNow() + days * DAY_MS;
    try {
      await this.#parts.uploads.takeSealed({ visitorId, fileId: id }, (chunks) =>
        this.#store(chunks, { id, visitor_id: visitorId, secret_hash: tokenHash(secret), expires_at: expiresAtMs }),
      );
    } catch (error) {
      // The same request of a page that was closed may have made it meanwhile.
      const made =
        error instanceof AppError && error.code === 'upload-not-found' && (await this.#known(visitorId, asked));
      if (made) return made;
      throw error;
    }
    return { expiresAtMs };
  }

  /** The link that was made already; null without one. */
  async #known(visitorId: string | null, { id, secret }: Asked): Promise<{ expiresAtMs: number } | null> {
    const known = await this.#parts.store.find(id);
    if (!known) return null;
    if (known.secret_hash !== tokenHash(secret)) throw new AppError('upload-changed');
    if (visitorId !== null) await this.#parts.uploads.dropSealed({ visitorId, fileId: id });
    return { expiresAtMs: known.expires_at };
  }

  async #store(
    chunks: ReceivedChunks,
    row: { id: string; visitor_id: string; secret_hash: string; expires_at: number },
  ): Promise<void> {
    const { media, folder, store } = this.#parts;
    const beginning = (await chunks.read(0)).subarray(0, SEALED_BEGINNING.length);
    // Only what nobody here can read is kept.
    if (beginning.toString('latin1') !== SEALED_BEGINNING) throw invalidRequest('The file is not encrypted');
    await folder.inWorkFolder(async (work) => {
      const name = `${newOpaqueId()}.age`;
      const path = join(work, 'sealed');
      const sha256 = await chunks.assemble(path);
      const bytes = await media.put('shares', name, path);
      faultPoint('share-stored');
      try {
        await store.add({ ...row, media_name: name, media_sha256: sha256, bytes });
        faultPoint('share-added');
      } catch (error) {
        await media.delete('shares', name);
        throw error;
      }
    });
  }

  /** The file of a link; its size is needed to read a range. Throws `AppError` 'share-gone'. */
  async find(id: string): Promise<{ readonly name: string; readonly bytes: number }> {
    this.#refuseWhenOff();
    const share = await this.#parts.store.find(id);
    if (!share) throw new AppError('share-gone');
    return { name: share.media_name, bytes: share.bytes };
  }

  /** Counts bytes that are about to be sent. Throws `AppError` 'share-gone' when the link has been sent too often. */
  async countSent(id: string, sent: { readonly bytes: number; readonly isFirst: boolean }): Promise<void> {
    if (!(await this.#parts.store.count(id, sent, MAX_OPENINGS))) throw new AppError('share-gone');
  }

  /** What the sender of a link may know. Throws `AppError` 'share-gone', also for a wrong secret. */
  async state(id: string, secret: string): Promise<ShareState> {
    const share = await this.#ofSender(id, secret);
    return { openings: share.openings, expiresAtMs: share.expires_at };
  }

  /** Deletes a sender's link. Throws `AppError` 'share-gone', also for a wrong secret. */
  async withdraw(id: string, secret: string): Promise<void> {
    await this.#delete(await this.#ofSender(id, secret));
  }

  /** Deletes any link. Throws `AppError` 'share-gone'. */
  async takeDown(id: string): Promise<void> {
    const share = await this.#parts.store.find(id);
    if (!share) throw new AppError('share-gone');
    await this.#delete(share);
  }

  async totals(): Promise<ShareTotals> {
    return { ...(await this.#parts.store.totals()), maxBytes: this.#parts.maxShareBytes };
  }

  async deleteAllOf(visitorId: string): Promise<void> {
    for (const share of await this.#parts.store.listOf(visitorId)) await this.#delete(share);
  }

  /** Deletes the links that have ended by a time. */
  async expire(time: number): Promise<void> {
    for (const share of await this.#parts.store.listEndedBy(time)) await this.#delete(share);
  }

  async #ofSender(id: string, secret: string) {
    const share = await this.#parts.store.find(id);
    if (share?.secret_hash !== tokenHash(secret)) throw new AppError('share-gone');
    return share;
  }

  /** Ends the link first: if the server dies before the row is deleted, the sweep goes on. */
  async #delete({ id, media_name: name }: { readonly id: string; readonly media_name: string }): Promise<void> {
    await this.#parts.store.end(id);
    faultPoint('share-ended');
    await this.#parts.media.delete('shares', name);
    faultPoint('share-file-removed');
    await this.#parts.store.delete(id);
  }

  #refuseWhenOff(): void {
    if (this.#parts.maxShareBytes === 0) throw new AppError('not-available');
  }
}
