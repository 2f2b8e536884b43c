// Makes the playable preview of one upload. The input is complete: after a restart the same preview is made.
import { RENDERING } from '#domain/rendering/rendering-versions.ts';
import type { Clip } from '#domain/video/clip.ts';
import { makePreview } from '#server/ffmpeg/preview/preview-video.ts';
import type { ProbedVideo } from '#server/ffmpeg/probe/probe.ts';
import { type JobRequest, type JobRunner, jobKey } from '#server/jobs/job-queue.ts';
import type { UploadStore } from '#server/uploads/upload-store.ts';
import { type ResultParts, resultRunner } from './result-runner.ts';

export interface PreviewInput {
  /** The original in the store's bucket `uploads`. */
  readonly mediaName: string;
  readonly video: ProbedVideo;
}

/** The job of a preview, and the clip that it shows. Throws an AppError when the video is not the visitor's. */
export async function planPreview(
  uploads: UploadStore,
  visitorId: string,
  filePath: string,
): Promise<{ request: JobRequest; clip: Clip }> {
  const { mediaName, video } = await uploads.findAndTouch(visitorId, filePath);
  const input: PreviewInput = { mediaName, video };
  const key = jobKey(['preview', RENDERING.preview, visitorId, mediaName]);
  return { request: { visitorId, kind: 'preview', key, input }, clip: video.clip };
}

export function previewRunner(parts: ResultParts): JobRunner {
  return resultRunner<PreviewInput>(
    parts,
    async ({ mediaName, video }, { outputPath, signal, onProgress, copyToScratch }) => {
      const path = await copyToScratch('uploads', mediaName, 'video-not-found');
      await makePreview(parts.tools, { path, video, outputPath, signal, onProgress });
    },
  );
}
