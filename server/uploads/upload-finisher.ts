// Turns the chunks of a whole upload into one file that was read as a video. Knows no visitor and no row.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import PQueue from 'p-queue';
import { AppError } from '#server/app-error.ts';
import type { MediaTools } from '#server/ffmpeg/media-tools.ts';
import { probeClip } from '#server/ffmpeg/probe.ts';
import type { DataFolder } from '#server/files/data-folder.ts';
import { isOutOfSpace } from '#server/files/errno.ts';
import type { MediaStore } from '#server/files/media-store.ts';
import { newOpaqueId } from '#server/opaque-id.ts';
import type { ChunkFolder } from './chunk-folder.ts';
import type { WholeUpload } from './upload-store.ts';

/** Assembles and reads uploads, as many at once as there are cores. */
export class UploadFinisher {
  readonly #parts: { media: MediaStore; folder: DataFolder; tools: MediaTools };
  readonly #queue: PQueue;

  constructor(parts: { media: MediaStore; folder: DataFolder; tools: MediaTools }, concurrency: number) {
    this.#parts = parts;
    this.#queue = new PQueue({ concurrency });
  }

  /** Makes the video of an upload and keeps it. The chunks stay. Throws an AppError for a file that cannot be used. */
  finish(chunks: ChunkFolder): Promise<WholeUpload> {
    return this.#queue.add(() => this.#finish(chunks));
  }

  async #finish(chunks: ChunkFolder): Promise<WholeUpload> {
    const { media, folder, tools } = this.#parts;
    const work = await folder.makeWorkFolder();
    try {
      // The name is ours and says nothing: ffmpeg picks some readers by a file's ending.
      const mediaName = `${newOpaqueId()}.vid`;
      const path = join(work, 'upload');
      await chunks.assemble(path);
      const video = await probeClip(tools, path);
      await media.put('uploads', mediaName, path);
      return { handle: newOpaqueId(), mediaName, video };
    } catch (cause) {
      throw isOutOfSpace(cause) ? new AppError('no-space', { cause }) : cause;
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  }
}
