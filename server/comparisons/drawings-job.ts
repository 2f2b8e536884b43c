// Renders drawings into one merged video. The input is complete: after a restart the same video is rendered.

import type { Size } from '#domain/comparison/pane-layout.ts';
import type { Drawing } from '#domain/drawing/drawing.ts';
import { byFirstFrame, firstFrameWith, strokesOnVideo } from '#domain/drawing/drawing-geometry.ts';
import type { MergedVideoFacts } from '#domain/mp4/video-track.ts';
import { frameDuration } from '#domain/time.ts';
import type { FrameTimes } from '#domain/video/frame-times.ts';
import { renderDrawings } from '#server/ffmpeg/drawings/render-drawings.ts';
import type { JobRunner } from '#server/jobs/job-queue.ts';
import { type ResultParts, resultRunner } from './result-runner.ts';

/** The input of a drawings job. */
export interface DrawingsInput {
  /** The merged video in the store's bucket `results`. */
  readonly mediaName: string;
  readonly video: MergedVideoFacts;
  /** The size of the surface, in the drawings' pixels. */
  readonly surface: Size;
  readonly drawings: readonly Drawing[];
}

/** Runs jobs of the kind `drawings`. */
export function drawingsRunner(parts: ResultParts): JobRunner {
  return resultRunner<DrawingsInput>(parts, async (input, { outputPath, signal, onProgress, copyToScratch }) => {
    const { mediaName, video, surface, drawings } = input;
    const frameTimes = mergedFrameTimes(video);
    const firstFrames = drawings.map(({ timestamp }) => firstFrameWith(timestamp, frameTimes) ?? video.frameCount - 1);
    const changes = byFirstFrame(strokesOnVideo(drawings, surface, video), firstFrames);
    const path = await copyToScratch('results', mediaName, 'result-not-found');
    await renderDrawings(parts.tools, { path, video, changes, outputPath, signal, onProgress });
  });
}

/** When each frame of a merged video appears, in seconds. All frames have the same duration. */
export function mergedFrameTimes({ frameCount, frameRate }: MergedVideoFacts): FrameTimes {
  return Array.from({ length: frameCount }, (_, frame) => frame * frameDuration(frameRate));
}
