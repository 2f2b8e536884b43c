// Turns a drawings request into a job request: reads the merged video's header and validates the times.
import type { z } from 'zod';
import type { RenderDrawingsRequest } from '#contract/downloads.ts';
import { firstFrameWith } from '#domain/drawing/drawing-geometry.ts';
import { mergedFrameTimes } from '#domain/drawing/drawn-frames.ts';
import { Mp4Error } from '#domain/mp4/strict-boxes.ts';
import { type MergedVideoFacts, mergedVideoFacts } from '#domain/mp4/video-track.ts';
import { RENDERING } from '#domain/rendering/rendering-versions.ts';
import type { MediaStore } from '#server/files/media-store.ts';
import { type JobRequest, jobKey } from '#server/jobs/job-queue.ts';
import { readMp4Header } from '#server/mp4/retime-mp4.ts';
import { AppError } from '#server/runtime/app-error.ts';
import type { DrawingsInput } from './drawings-job.ts';

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
    throw new AppError('invalid-request', { values: { problem: `Invalid time (drawings.${late}.timestamp)` } });
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
