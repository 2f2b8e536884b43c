// Makes the playable preview of one upload. The input says everything: after a restart the same preview comes out.
import type { Clip } from '#domain/video/clip.ts';
import { makePreview } from '#server/ffmpeg/preview/preview-video.ts';
import type { ProbedVideo } from '#server/ffmpeg/probe/probe.ts';
import type { JobRequest, JobRunner } from '#server/jobs/job-queue.ts';
import { workKey } from '#server/jobs/work-key.ts';
import type { UploadStore } from '#server/uploads/upload-store.ts';
import { type ResultParts, resultRunner } from './result-runner.ts';

/** All that making a preview needs. */
export interface PreviewInput {
  /** The original in the store's bucket `uploads`. */
  readonly mediaName: string;
  readonly video: ProbedVideo;
}

/** Raise this when the same video's preview is made otherwise than before: stored results then count no more. */
const RENDERING = 1;

/** The work of a visitor's preview, and what it is a preview of. Throws an AppError for a video that is not the visitor's. */
export async function planPreview(
  uploads: UploadStore,
  visitorId: string,
  filePath: string,
): Promise<{ request: JobRequest; clip: Clip }> {
  const { mediaName, video } = await uploads.take(visitorId, filePath);
  const input: PreviewInput = { mediaName, video };
  const key = workKey(['preview', RENDERING, visitorId, mediaName]);
  return { request: { visitorId, kind: 'preview', key, input }, clip: video.clip };
}

/** Does the work of the kind `preview`. */
export function previewRunner(parts: ResultParts): JobRunner {
  return resultRunner<PreviewInput>(
    parts,
    async ({ mediaName, video }, { outputPath, signal, onProgress, copyToScratch }) => {
      const path = await copyToScratch('uploads', mediaName, 'video-not-found');
      await makePreview(parts.tools, { path, video, outputPath, signal, onProgress });
    },
  );
}
