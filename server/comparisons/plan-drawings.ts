// From what a client asks for to a piece of work: looks at the merged video, checks the times, names the work.
import type { z } from 'zod';
import type { RenderDrawingsRequest } from '#contract/downloads.ts';
import { firstFrameWith } from '#domain/drawing/drawing-geometry.ts';
import type { MediaStore } from '#server/files/media-store.ts';
import type { JobRequest } from '#server/jobs/job-queue.ts';
import { workKey } from '#server/jobs/work-key.ts';
import { Mp4Error } from '#server/mp4/mp4-boxes.ts';
import { readMp4Header } from '#server/mp4/mp4-header.ts';
import { type MergedVideoFacts, mergedVideoFacts } from '#server/mp4/mp4-track.ts';
import { AppError } from '#server/runtime/app-error.ts';
import { type DrawingsInput, mergedFrameTimes } from './drawings-job.ts';

type Wish = Omit<z.output<typeof RenderDrawingsRequest>, 'videoUrl'>;

/** Raise this when the same drawings are rendered otherwise than before: stored results then count no more. */
const RENDERING = 1;

/** The work of drawing on a visitor's result. Throws an AppError for a request that cannot be met. */
export async function planDrawings(
  media: MediaStore,
  { visitorId, mediaName }: { visitorId: string; mediaName: string },
  { drawings, videoWidth, videoHeight }: Wish,
): Promise<JobRequest> {
  const video = await lookAt(media, mediaName);
  const frameTimes = mergedFrameTimes(video);
  const late = drawings.findIndex(({ timestamp }) => firstFrameWith(timestamp, frameTimes) === null);
  if (late !== -1) {
    throw new AppError('invalid-request', { values: { problem: `Invalid time (drawings.${late}.timestamp)` } });
  }
  const surface = { widthPx: videoWidth, heightPx: videoHeight };
  const input: DrawingsInput = { mediaName, video, surface, drawings };
  const key = workKey([RENDERING, visitorId, mediaName, surface, drawings]);
  return { visitorId, kind: 'drawings', key, input };
}

async function lookAt(media: MediaStore, mediaName: string): Promise<MergedVideoFacts> {
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
