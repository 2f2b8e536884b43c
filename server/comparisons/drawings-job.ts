// Renders drawings into one merged video. The input is complete: after a restart the same video is rendered.
import type { Drawing } from '#domain/drawing/drawing.ts';
import { drawnFrames } from '#domain/drawing/drawn-frames.ts';
import type { Size } from '#domain/geometry.ts';
import type { MergedVideoFacts } from '#domain/mp4/video-track.ts';
import { renderDrawings } from '#server/ffmpeg/drawings/render-drawings.ts';
import type { JobRunner } from '#server/jobs/job-queue.ts';
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
