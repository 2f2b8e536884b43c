// Jobs that probe a video in a worker, while the process that received it waits: finishing an upload, and preparing a
// golfer's video.
import { constants } from 'node:fs';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProbedVideo } from '#server/ffmpeg/probe/probe.ts';
import type { DataFolder } from '#server/files/data-folder.ts';
import type { MediaStore } from '#server/files/media-store.ts';
import { type JobRunner, jobKey, type ProbeQueue } from '#server/jobs/job-queue.ts';
import type { GolferMaker, MarkedForm } from '#server/library/add-golfer.ts';
import { AppError } from '#server/runtime/app-error.ts';
import type { Client } from '#server/runtime/client-network.ts';
import { newOpaqueId } from '#server/runtime/opaque-id.ts';
import type { ChunkStore, ReceivedChunks } from '#server/uploads/chunk-store.ts';
import { type Finisher, type FinishParts, finishUpload } from '#server/uploads/upload-finisher.ts';
import type { KeptUpload, Upload } from '#server/uploads/upload-store.ts';

interface GolferInput {
  /** The video in the store's bucket `uploads`, and where the published one appears: for as long as the job runs. */
  readonly mediaName: string;
  readonly publishedName: string;
  readonly form: MarkedForm;
}

interface GolferOutput {
  readonly video: ProbedVideo;
  readonly thumbnailBase64: string | null;
  readonly loopBase64: string | null;
}

/** The jobs belong to the administrator, not to a visitor. */
const NOBODY = '';

/** Runs the preparation of golfers' videos on the workers of a shared queue. */
export function queuedGolferMaker({
  jobs,
  media,
}: {
  readonly jobs: ProbeQueue;
  readonly media: MediaStore;
}): GolferMaker {
  return async ({ path, form, workFolder }) => {
    const [mediaName, publishedName] = [`${newOpaqueId()}.vid`, `${newOpaqueId()}.vid`];
    const input: GolferInput = { mediaName, publishedName, form };
    const copy = join(workFolder, 'sent');
    await copyFile(path, copy, constants.COPYFILE_FICLONE);
    await media.put('uploads', mediaName, copy);
    try {
      const request = { visitorId: NOBODY, kind: 'golfer' as const, key: jobKey(['golfer', input]), input };
      const { video, thumbnailBase64, loopBase64 } = await jobs.probe<GolferOutput>(request, NOBODY, async () => true);
      const publishedPath = await media.copyToScratch('uploads', publishedName, workFolder);
      if (publishedPath === null) throw new AppError('video-not-found');
      return {
        video,
        publishedPath,
        thumbnailPath: await writeBase64(thumbnailBase64, join(workFolder, 'thumbnail.jpg')),
        loopPath: await writeBase64(loopBase64, join(workFolder, 'loop.mp4')),
      };
    } finally {
      await media.delete('uploads', mediaName);
      await media.delete('uploads', publishedName);
    }
  };
}

async function writeBase64(bytes: string | null, path: string): Promise<string | null> {
  if (bytes === null) return null;
  await writeFile(path, Buffer.from(bytes, 'base64'));
  return path;
}

const readBase64 = async (path: string | null) => path && (await readFile(path, 'base64'));

export function golferRunner(parts: {
  readonly media: MediaStore;
  readonly folder: DataFolder;
  readonly make: GolferMaker;
}): JobRunner {
  const { media, folder, make } = parts;
  return ({ input }) =>
    folder.inWorkFolder(async (workFolder): Promise<GolferOutput> => {
      const { mediaName, publishedName, form } = input as GolferInput;
      const path = await media.copyToScratch('uploads', mediaName, workFolder);
      if (path === null) throw new AppError('video-not-found');
      const { video, publishedPath, thumbnailPath, loopPath } = await make({ path, form, workFolder });
      await media.put('uploads', publishedName, publishedPath);
      return { video, thumbnailBase64: await readBase64(thumbnailPath), loopBase64: await readBase64(loopPath) };
    });
}

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
