// Assembles a complete upload's chunks into one file and probes it.
import { join } from 'node:path';
import { probeClip } from '#server/ffmpeg/probe/probe.ts';
import { wasTerminated } from '#server/ffmpeg/process/ffmpeg-error.ts';
import type { MediaTools } from '#server/ffmpeg/process/run-ffmpeg.ts';
import type { DataFolder } from '#server/files/data-folder.ts';
import { isOutOfSpace } from '#server/files/errno.ts';
import type { MediaStore } from '#server/files/media-store.ts';
import { AppError } from '#server/runtime/app-error.ts';
import type { Client } from '#server/runtime/client-network.ts';
import { FairQueue, type QueuedTask } from '#server/runtime/fair-queue.ts';
import { faultPoint } from '#server/runtime/fault-point.ts';
import { newOpaqueId } from '#server/runtime/opaque-id.ts';
import type { ReceivedChunks } from './chunk-store.ts';
import type { KeptUpload, Upload } from './upload-store.ts';

export interface FinishParts {
  readonly media: MediaStore;
  readonly folder: DataFolder;
  readonly tools: MediaTools;
}

/** With a single slot, one network's slow files would block all others. */
const MIN_SLOTS = 2;

/** Makes one probed, stored file of an upload's chunks. */
export interface Finisher {
  /** Keeps the chunks. Throws a `FileVerdict` for an unusable file; any other error may be temporary. */
  finish(upload: Upload, chunks: ReceivedChunks, client: Client): Promise<KeptUpload>;
  /** Refuses further uploads with `AppError` 'stopping'. */
  close(): void;
}

/** Assembles and probes uploads in this process, in a limited number of slots, taking turns between networks. */
export class UploadFinisher implements Finisher {
  readonly #parts: FinishParts;
  readonly #slots: FairSlots;
  #isClosed = false;

  constructor(parts: FinishParts, concurrency: number) {
    this.#parts = parts;
    this.#slots = new FairSlots(Math.max(MIN_SLOTS, concurrency));
  }

  close(): void {
    this.#isClosed = true;
  }

  async finish(_upload: Upload, chunks: ReceivedChunks, client: Client): Promise<KeptUpload> {
    if (this.#isClosed) throw new AppError('stopping');
    return this.#slots.run(client, () => finishUpload(this.#parts, chunks));
  }
}

/** Assembles, probes and stores an upload, as {@link Finisher.finish}. */
export function finishUpload(
  { media, folder, tools }: FinishParts,
  chunks: ReceivedChunks,
  options: { signal?: AbortSignal } = {},
): Promise<KeptUpload> {
  return folder.inWorkFolder(async (work) => {
    try {
      // A neutral extension, because ffmpeg picks some demuxers by it.
      const mediaName = `${newOpaqueId()}.vid`;
      const path = join(work, 'upload');
      const sha256 = await chunks.assemble(path);
      faultPoint('upload-assembled');
      const video = await probeClip(tools, path, options);
      faultPoint('upload-probed');
      await media.put('uploads', mediaName, path);
      faultPoint('upload-stored');
      return { handle: newOpaqueId(), mediaName, video, sha256 };
    } catch (cause) {
      // The file is not at fault: the next server probes it again.
      if (wasTerminated(cause)) throw new AppError('stopping', { cause });
      throw isOutOfSpace(cause) ? new AppError('no-space', { cause }) : cause;
    }
  });
}

interface WaitingTask extends QueuedTask {
  readonly start: () => Promise<void>;
}

export class FairSlots {
  readonly #slots: number;
  readonly #queue: FairQueue<WaitingTask>;
  #running = 0;
  #lastId = 0;

  constructor(slots: number) {
    this.#slots = slots;
    this.#queue = new FairQueue(slots);
  }

  /** Runs a task when its client's turn has come. */
  run<Result>(client: Client, task: () => Promise<Result>): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    this.#lastId += 1;
    const start = () => task().then(resolve, reject);
    const { visitorId, network } = client;
    this.#queue.add({ id: String(this.#lastId), visitorId, network, start });
    this.#fill();
    return promise;
  }

  #fill(): void {
    while (this.#running < this.#slots) {
      const next = this.#queue.take();
      if (!next) return;
      this.#running += 1;
      void next.start().finally(() => {
        this.#running -= 1;
        this.#queue.end(next);
        this.#fill();
      });
    }
  }
}
