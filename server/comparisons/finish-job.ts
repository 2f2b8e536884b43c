// Finishing an upload as a job: the process that received the last chunk waits, and a worker assembles and probes.
import { type JobRunner, jobKey, type ProbeQueue } from '#server/jobs/job-queue.ts';
import { AppError } from '#server/runtime/app-error.ts';
import type { Client } from '#server/runtime/client-network.ts';
import type { ChunkStore, ReceivedChunks } from '#server/uploads/chunk-store.ts';
import { type Finisher, type FinishParts, finishUpload } from '#server/uploads/upload-finisher.ts';
import type { KeptUpload, Upload } from '#server/uploads/upload-store.ts';

interface FinishInput {
  readonly folder: string;
  readonly totalChunks: number;
}

/** Finishes uploads on the workers of a shared queue. */
export class QueuedFinisher implements Finisher {
  readonly #parts: { readonly jobs: ProbeQueue; readonly media: FinishParts['media'] };

  constructor(parts: { readonly jobs: ProbeQueue; readonly media: FinishParts['media'] }) {
    this.#parts = parts;
  }

  finish(upload: Upload, _chunks: ReceivedChunks, client: Client): Promise<KeptUpload> {
    const { jobs, media } = this.#parts;
    const input: FinishInput = { folder: upload.folder, totalChunks: upload.total_chunks };
    const key = jobKey(['finish', input]);
    const isStored = async ({ mediaName }: KeptUpload) => (await media.sizeOf('uploads', mediaName)) !== null;
    return jobs.probe({ visitorId: client.visitorId, kind: 'finish', key, input }, client.network, isStored);
  }

  /** The queue itself refuses work after the stop. */
  close(): void {}
}

export function finishRunner(parts: FinishParts & { readonly chunks: ChunkStore }): JobRunner {
  return async ({ input }, { signal }) => {
    const { folder, totalChunks } = input as FinishInput;
    const chunks = await parts.chunks.open(folder);
    if (chunks.count < totalChunks) throw new AppError('upload-not-found');
    return finishUpload(parts, chunks, { signal });
  };
}
