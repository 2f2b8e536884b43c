// The ffmpeg arguments that overlay a layer of drawings on a merged video. Pure. No visitor's text reaches a filter:
// all words are ours and all numbers are formatted here. docs/decisions/041-drawings.md.
import type { Rect } from '#domain/geometry.ts';
import type { MergedVideoFacts } from '#domain/mp4/video-track.ts';
import { frameDuration } from '#domain/time.ts';
import { ENCODER_ARGS, trackTimescale } from '#server/ffmpeg/merge/merge-args.ts';
import { inputArgs } from '#server/ffmpeg/process/input-args.ts';

/** A merged video and the layer that is read from stdin, one picture for each frame from `firstFrame` on. */
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
  // Half a frame early, so that rounding cannot make a drawing miss its frame. In microseconds, because the layer's
  // time base counts whole frames.
  const startMicros = Math.round((firstFrame - 0.5) * frameDuration(video.frameRate) * 1e6);
  // The layer's last picture stays until the end; before the first one nothing is overlaid.
  const graph = [
    `[1:v]settb=AVTB,setpts=PTS+(${startMicros})[layer]`,
    `[0:v][layer]overlay=x=${bounds.xPx}:y=${bounds.yPx}:format=yuv420:eof_action=repeat[drawn]`,
  ].join(';');
  return [
    ...['-hide_banner', '-nostdin', '-nostats', '-v', 'error', '-progress', 'pipe:1'],
    ...inputArgs(path, 'mov'),
    ...['-protocol_whitelist', 'pipe', '-f', 'rawvideo', '-pixel_format', 'yuva420p'],
    ...['-video_size', `${bounds.widthPx}x${bounds.heightPx}`, '-framerate', `${numerator}/${denominator}`],
    ...['-i', 'pipe:0', '-filter_complex', graph, '-map', '[drawn]'],
    ...['-map_metadata', '-1', '-map_chapters', '-1', '-an', '-sn', '-dn'],
    ...['-fps_mode', 'passthrough', '-frames:v', String(video.frameCount)],
    ...ENCODER_ARGS,
    ...['-video_track_timescale', String(trackTimescale(video.frameRate)), '-movflags', '+faststart'],
    ...['-f', 'mp4', '-y', `file:${outputPath}`],
  ];
}
