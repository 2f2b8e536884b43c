// Burns drawings into one merged video. The input says everything: after a restart the same video comes out.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Drawing } from '#domain/drawing.ts';
import { byFirstFrame, firstFrameWith, strokesOnVideo } from '#domain/drawing-geometry.ts';
import type { FrameTimes } from '#domain/frame-times.ts';
import type { Size } from '#domain/pane-layout.ts';
import { frameDuration } from '#domain/time.ts';
import { AppError } from '#server/app-error.ts';
import type { MediaTools } from '#server/ffmpeg/media-tools.ts';
import type { MergedVideoFacts } from '#server/ffmpeg/mp4-track.ts';
import { renderDrawings } from '#server/ffmpeg/render-drawings.ts';
import type { DataFolder } from '#server/files/data-folder.ts';
import type { MediaStore } from '#server/files/media-store.ts';
import type { JobRunner } from './job-queue.ts';
import type { ResultStore } from './result-store.ts';

/** All that drawing on a video needs. */
export interface DrawingsInput {
  /** The merged video in the store's room `results`. */
  readonly mediaName: string;
  readonly video: MergedVideoFacts;
  /** The size of what was drawn on, in the drawings' pixels. */
  readonly surface: Size;
  readonly drawings: readonly Drawing[];
}

/** What doing it needs. */
export interface DrawingsParts {
  readonly media: MediaStore;
  readonly folder: DataFolder;
  readonly results: ResultStore;
  readonly tools: MediaTools;
}

/** Does the work of the kind `drawings`. */
export function drawingsRunner({ media, folder, results, tools }: DrawingsParts): JobRunner {
  return async (job, { signal, onProgress }) => {
    const { mediaName, video, surface, drawings } = job.input as DrawingsInput;
    const frameTimes = mergedFrameTimes(video);
    const firstFrames = drawings.map(({ timestamp }) => firstFrameWith(timestamp, frameTimes) ?? video.frameCount - 1);
    const changes = byFirstFrame(strokesOnVideo(drawings, surface, video), firstFrames);
    const work = await folder.makeWorkFolder();
    try {
      const path = await media.borrow('results', mediaName, work);
      if (path === null) throw new AppError('result-not-found');
      const outputPath = join(work, 'drawn.mp4');
      await renderDrawings(tools, { path, video, changes, outputPath, signal, onProgress });
      signal.throwIfAborted();
      await results.keep(job.id, job.visitorId, outputPath);
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  };
}

/** When each frame of a merged video appears, in seconds: all last equally long. */
export function mergedFrameTimes({ frameCount, frameRate }: MergedVideoFacts): FrameTimes {
  return Array.from({ length: frameCount }, (_, frame) => frame * frameDuration(frameRate));
}
