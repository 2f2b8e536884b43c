// The jobs that make a video: merge, preview, drawings in a merged video. Their inputs are complete: after a restart the
// same video is made.
import { join } from 'node:path';
import type { z } from 'zod';
import type { RenderDrawingsRequest } from '#contract/merges.ts';
import { completePlan, type StoredPlan } from '#domain/comparison/stored-choices.ts';
import type { Drawing } from '#domain/drawing/drawing.ts';
import { drawnFrames, firstFrameWith, mergedFrameTimes } from '#domain/drawing/drawing-geometry.ts';
import type { Size } from '#domain/geometry.ts';
import { type MergedVideoFacts, Mp4Error, mergedVideoFacts } from '#domain/mp4/video-track.ts';
import { RENDERING } from '#domain/rendering/rendering-versions.ts';
import type { Clip } from '#domain/video/clip.ts';
import { renderDrawings } from '#server/ffmpeg/drawings/render-drawings.ts';
import { mergeVideos } from '#server/ffmpeg/merge/merge-videos.ts';
import { makePreview } from '#server/ffmpeg/preview/preview-video.ts';
import type { ProbedVideo } from '#server/ffmpeg/probe/probe.ts';
import type { MediaTools } from '#server/ffmpeg/process/run-ffmpeg.ts';
import type { DataFolder } from '#server/files/data-folder.ts';
import type { MediaBucket, MediaStore } from '#server/files/media-store.ts';
import { type JobRequest, type JobRunner, jobKey } from '#server/jobs/job-queue.ts';
import { readMp4Header } from '#server/mp4/retime-mp4.ts';
import { AppError, invalidRequest } from '#server/runtime/app-error.ts';
import type { UploadStore } from '#server/uploads/upload-store.ts';
import type { ResultStore } from './result-store.ts';

interface ResultParts {
  readonly media: MediaStore;
  readonly folder: DataFolder;
  readonly results: ResultStore;
  readonly tools: MediaTools;
}

interface ResultContext {
  readonly outputPath: string;
  readonly signal: AbortSignal;
  /** Called with a growing fraction from 0 to 1. */
  readonly onProgress: (fraction: number) => void;
  /** The path of a scratch copy, valid while the job runs. Throws an AppError with `missing` when the file is gone. */
  copyToScratch(
    bucket: MediaBucket,
    mediaName: string,
    missing: 'golfer-not-found' | 'result-not-found' | 'video-not-found',
  ): Promise<string>;
}

/** Runs jobs that write one video to `outputPath`; it is stored under the job's id. */
function resultRunner<Input>(
  { media, folder, results }: ResultParts,
  make: (input: Input, result: ResultContext) => Promise<void>,
): JobRunner {
  return (job, { signal, onProgress }) =>
    folder.inWorkFolder(async (work) => {
      const outputPath = join(work, 'result.mp4');
      const copyToScratch: ResultContext['copyToScratch'] = async (bucket, mediaName, missing) => {
        const path = await media.copyToScratch(bucket, mediaName, work);
        if (path === null) throw new AppError(missing);
        return path;
      };
      await make(job.input as Input, { outputPath, signal, onProgress, copyToScratch });
      signal.throwIfAborted();
      await results.store(job, outputPath);
    });
}

/** One side's video: where it is stored and what the probe found. */
export interface MergeSource {
  readonly bucket: 'uploads' | 'golfers' | 'content';
  /** The file in that bucket of the media store, or the file below content/. */
  readonly mediaName: string;
  readonly video: ProbedVideo;
}

export interface MergeInput {
  /** May come from an older version. */
  readonly plan: StoredPlan;
  readonly user: MergeSource;
  readonly pro: MergeSource;
}

interface MergeParts extends ResultParts {
  readonly contentRoot: string;
}

export function mergeRunner(parts: MergeParts): JobRunner {
  return resultRunner<MergeInput>(
    parts,
    async ({ plan, user, pro }, { outputPath, signal, onProgress, copyToScratch }) => {
      const pathOf = ({ bucket, mediaName }: MergeSource) => {
        if (bucket === 'content') return join(parts.contentRoot, mediaName);
        return copyToScratch(bucket, mediaName, bucket === 'golfers' ? 'golfer-not-found' : 'video-not-found');
      };
      await mergeVideos(parts.tools, {
        plan: completePlan(plan),
        user: { path: await pathOf(user), video: user.video },
        pro: { path: await pathOf(pro), video: pro.video },
        outputPath,
        signal,
        onProgress,
      });
    },
  );
}

interface PreviewInput {
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

interface DrawingsInput {
  /** The merged video in the store's bucket `results`. */
  readonly mediaName: string;
  readonly video: MergedVideoFacts;
  /** The size of the surface, in the drawings' pixels. */
  readonly surface: Size;
  readonly drawings: readonly Drawing[];
}

export function drawingsRunner(parts: ResultParts): JobRunner {
  return resultRunner<DrawingsInput>(parts, async (input, { outputPath, signal, onProgress, copyToScratch }) => {
    const { mediaName, video, surface, drawings } = input;
    const changes = drawnFrames(drawings, surface, video);
    const path = await copyToScratch('results', mediaName, 'result-not-found');
    await renderDrawings(parts.tools, { path, video, changes, outputPath, signal, onProgress });
  });
}

type DrawingsBody = Omit<z.output<typeof RenderDrawingsRequest>, 'videoUrl'>;

/** The job that draws on a visitor's result. Throws an AppError when the request is invalid. */
export async function planDrawings(
  media: MediaStore,
  { visitorId, mediaName }: { visitorId: string; mediaName: string },
  { drawings, videoWidth, videoHeight }: DrawingsBody,
): Promise<JobRequest> {
  const video = await readFacts(media, mediaName);
  const frameTimes = mergedFrameTimes(video);
  const late = drawings.findIndex(({ timestamp }) => firstFrameWith(timestamp, frameTimes) === null);
  if (late !== -1) throw invalidRequest(`Invalid time (drawings.${late}.timestamp)`);
  const surface = { widthPx: videoWidth, heightPx: videoHeight };
  const input: DrawingsInput = { mediaName, video, surface, drawings };
  const key = jobKey([RENDERING.drawings, visitorId, mediaName, surface, drawings]);
  return { visitorId, kind: 'drawings', key, input };
}

async function readFacts(media: MediaStore, mediaName: string): Promise<MergedVideoFacts> {
  const sizeBytes = await media.sizeOf('results', mediaName);
  if (sizeBytes === null) throw new AppError('result-not-found');
  try {
    const header = await readMp4Header({ sizeBytes, open: (range) => media.open('results', mediaName, range) });
    if (header === null) throw new AppError('result-not-found');
    return mergedVideoFacts(header.moov);
  } catch (cause) {
    throw cause instanceof Mp4Error ? new AppError('render-failed', { cause }) : cause;
  }
}
