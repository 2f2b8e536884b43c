// Renders drawings into one merged video. The input is complete: after a restart the same video is rendered.
import type { z } from 'zod';
import type { RenderDrawingsRequest } from '#contract/downloads.ts';
import type { Drawing } from '#domain/drawing/drawing.ts';
import { drawnFrames, firstFrameWith, mergedFrameTimes } from '#domain/drawing/drawing-geometry.ts';
import type { Size } from '#domain/geometry.ts';
import { Mp4Error } from '#domain/mp4/strict-boxes.ts';
import { type MergedVideoFacts, mergedVideoFacts } from '#domain/mp4/video-track.ts';
import { RENDERING } from '#domain/rendering/rendering-versions.ts';
import { renderDrawings } from '#server/ffmpeg/drawings/render-drawings.ts';
import type { MediaStore } from '#server/files/media-store.ts';
import { type JobRequest, type JobRunner, jobKey } from '#server/jobs/job-queue.ts';
import { readMp4Header } from '#server/mp4/retime-mp4.ts';
import { AppError, invalidRequest } from '#server/runtime/app-error.ts';
import { type ResultParts, resultRunner } from './result-runner.ts';

export interface DrawingsInput {
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
  if (late !== -1) {
    throw invalidRequest(`Invalid time (drawings.${late}.timestamp)`);
  }
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
