// Assigns each drawing to the merged frame on which every renderer paints it.
import type { Size } from '#domain/geometry.ts';
import { type FrameRate, frameDuration } from '#domain/time.ts';
import type { FrameTimes } from '#domain/video/frame-times.ts';
import type { Drawing } from './drawing.ts';
import { byFirstFrame, firstFrameWith, type StrokesFromFrame, strokesOnVideo } from './drawing-geometry.ts';

/** The frames of a merged video. */
export interface MergedFrames extends Size {
  readonly frameCount: number;
  readonly frameRate: FrameRate;
}

/** When each frame of a merged video appears, in seconds. All frames have the same duration. */
export function mergedFrameTimes({
  frameCount,
  frameRate,
}: Pick<MergedFrames, 'frameCount' | 'frameRate'>): FrameTimes {
  return Array.from({ length: frameCount }, (_, frame) => frame * frameDuration(frameRate));
}

/** The strokes of drawings on a surface, in pixels of the video, by the frame on which they appear, ascending. */
export function drawnFrames(drawings: readonly Drawing[], surface: Size, video: MergedFrames): StrokesFromFrame[] {
  const frameTimes = mergedFrameTimes(video);
  const firstFrames = drawings.map(({ timestamp }) => firstFrameWith(timestamp, frameTimes) ?? video.frameCount - 1);
  return byFirstFrame(strokesOnVideo(drawings, surface, video), firstFrames);
}
