// Turns the chunks of a whole upload into one file that was read as a video.
import { join } from 'node:path';
import PQueue from 'p-queue';
import { probeClip } from '#server/ffmpeg/probe/probe.ts';
import type { MediaTools } from '#server/ffmpeg/process/media-tools.ts';
import type { DataFolder } from '#server/files/data-folder.ts';
import { isOutOfSpace } from '#server/files/errno.ts';
import type { MediaStore } from '#server/files/media-store.ts';
import { AppError } from '#server/runtime/app-error.ts';
import { faultPoint } from '#server/runtime/fault-point.ts';
import { newOpaqueId } from '#server/runtime/opaque-id.ts';
import type { ChunkFolder } from './chunk-folder.ts';
import type { KeptUpload } from './upload-store.ts';

/** Assembles and reads uploads, as many at once as there are cores. */
export class UploadFinisher {
  readonly #parts: { media: MediaStore; folder: DataFolder; tools: MediaTools };
  readonly #queue: PQueue;
  #isClosed = false;

  constructor(parts: { media: MediaStore; folder: DataFolder; tools: MediaTools }, concurrency: number) {
    this.#parts = parts;
    this.#queue = new PQueue({ concurrency });
  }

  /** Begins nothing any more: what is asked for from now on is refused with `AppError` 'stopping'. */
  close(): void {
    this.#isClosed = true;
  }

  /** Makes the video of an upload and keeps it. The chunks stay. Throws an AppError for a file that cannot be used. */
  async finish(chunks: ChunkFolder): Promise<KeptUpload> {
    if (this.#isClosed) throw new AppError('stopping');
    return this.#queue.add(() => this.#parts.folder.inWorkFolder((work) => this.#finish(chunks, work)));
  }

  async #finish(chunks: ChunkFolder, work: string): Promise<KeptUpload> {
    const { media, tools } = this.#parts;
    try {
      // The name is ours and says nothing: ffmpeg picks some readers by a file's ending.
      const mediaName = `${newOpaqueId()}.vid`;
      const path = join(work, 'upload');
      const sha256 = await chunks.assemble(path);
      faultPoint('upload-assembled');
      const video = await probeClip(tools, path);
      faultPoint('upload-probed');
      await media.put('uploads', mediaName, path);
      faultPoint('upload-stored');
      return { handle: newOpaqueId(), mediaName, video, sha256 };
    } catch (cause) {
      throw isOutOfSpace(cause) ? new AppError('no-space', { cause }) : cause;
    }
  }
}
