// Assembles a complete upload's chunks into one file and probes it.
import { join } from 'node:path';
import { probeClip } from '#server/ffmpeg/probe/probe.ts';
import { wasTerminated } from '#server/ffmpeg/process/ffmpeg-error.ts';
import type { MediaTools } from '#server/ffmpeg/process/media-tools.ts';
import type { DataFolder } from '#server/files/data-folder.ts';
import { isOutOfSpace } from '#server/files/errno.ts';
import type { MediaStore } from '#server/files/media-store.ts';
import { AppError } from '#server/runtime/app-error.ts';
import type { Client } from '#server/runtime/client-network.ts';
import { FairSlots } from '#server/runtime/fair-slots.ts';
import { faultPoint } from '#server/runtime/fault-point.ts';
import { newOpaqueId } from '#server/runtime/opaque-id.ts';
import type { ChunkFolder } from './chunk-folder.ts';
import type { KeptUpload } from './upload-store.ts';

/** With a single slot, one network's slow files would block all others. */
const MIN_SLOTS = 2;

/** Assembles and probes uploads in a limited number of slots, taking turns between networks. */
export class UploadFinisher {
  readonly #parts: { media: MediaStore; folder: DataFolder; tools: MediaTools };
  readonly #slots: FairSlots;
  #isClosed = false;

  constructor(parts: { media: MediaStore; folder: DataFolder; tools: MediaTools }, concurrency: number) {
    this.#parts = parts;
    this.#slots = new FairSlots(Math.max(MIN_SLOTS, concurrency));
  }

  /** Refuses further uploads with `AppError` 'stopping'. */
  close(): void {
    this.#isClosed = true;
  }

  /** Assembles, probes and stores an upload. The chunks stay. Throws an AppError for a file that cannot be used. */
  async finish(chunks: ChunkFolder, client: Client): Promise<KeptUpload> {
    if (this.#isClosed) throw new AppError('stopping');
    return this.#slots.run(client, () => this.#parts.folder.inWorkFolder((work) => this.#finish(chunks, work)));
  }

  async #finish(chunks: ChunkFolder, work: string): Promise<KeptUpload> {
    const { media, tools } = this.#parts;
    try {
      // A neutral extension, because ffmpeg picks some demuxers by it.
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
      // Nothing is wrong with the file: the next server probes it again.
      if (wasTerminated(cause)) throw new AppError('stopping', { cause });
      throw isOutOfSpace(cause) ? new AppError('no-space', { cause }) : cause;
    }
  }
}
