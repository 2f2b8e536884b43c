// The arguments that lay a layer of drawings over a merged video. Pure; every word in them is ours, every number is
// formatted here: nothing that a visitor wrote reaches a filter. docs/decisions/041-drawings.md.

import type { Rect } from '#domain/pane-layout.ts';
import { frameDuration } from '#domain/time.ts';
import { inputArgs } from './input-args.ts';
import { ENCODER_ARGS, trackTimescale } from './merge-args.ts';
import type { MergedVideoFacts } from './mp4-track.ts';

/** A merged video and the layer that comes on stdin, one picture for each frame from `firstFrame` on. */
export interface DrawingArgsInput {
  /** Absolute and made by the server. */
  readonly path: string;
  readonly video: MergedVideoFacts;
  /** The part of the picture that the layer covers. */
  readonly bounds: Rect;
  readonly firstFrame: number;
}

/** The arguments of ffmpeg that write the video with its drawings to `outputPath`, in the form of a merged video. */
export function drawingArgs({ path, video, bounds, firstFrame }: DrawingArgsInput, outputPath: string): string[] {
  const { numerator, denominator } = video.frameRate;
  // Half a frame early: no rounding can make a drawing miss its frame.
  const layerStart = (firstFrame - 0.5) * frameDuration(video.frameRate);
  const place = `x=${bounds.xPx}:y=${bounds.yPx}`;
  return [
    ...['-hide_banner', '-nostdin', '-nostats', '-v', 'error', '-progress', 'pipe:1'],
    ...inputArgs(path, 'mov'),
    ...['-protocol_whitelist', 'pipe', '-f', 'rawvideo', '-pixel_format', 'yuva420p'],
    ...['-video_size', `${bounds.widthPx}x${bounds.heightPx}`, '-framerate', `${numerator}/${denominator}`],
    ...['-itsoffset', layerStart.toFixed(6), '-i', 'pipe:0'],
    // The layer's last picture stays until the end; before its first there is none.
    ...['-filter_complex', `[0:v][1:v]overlay=${place}:format=yuv420:eof_action=repeat[drawn]`, '-map', '[drawn]'],
    ...['-map_metadata', '-1', '-map_chapters', '-1', '-an', '-sn', '-dn'],
    ...['-fps_mode', 'passthrough', '-frames:v', String(video.frameCount)],
    ...ENCODER_ARGS,
    ...['-video_track_timescale', String(trackTimescale(video.frameRate)), '-movflags', '+faststart'],
    ...['-f', 'mp4', '-y', `file:${outputPath}`],
  ];
}
