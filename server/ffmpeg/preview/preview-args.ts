// The ffmpeg arguments of one preview: a small MP4 of an upload that browsers show and step through quickly, with the
// same frames at the same times. Pure. Reasons and figures: docs/decisions/061-previews.md.
import type { Size } from '#domain/geometry.ts';
import { lastFrameTime } from '#domain/video/clip.ts';
import { evenPx, pictureFilters } from '#server/ffmpeg/merge/picture-filters.ts';
import type { ProbedVideo } from '#server/ffmpeg/probe/probe.ts';
import { inputArgs } from '#server/ffmpeg/process/input-args.ts';

/** How a preview is made from a video's tracks. */
export interface PreviewMethod {
  /** `copied`: the same packets in another container. `encoded`: every frame is decoded and re-encoded. */
  readonly picture: 'copied' | 'encoded';
  readonly hasSound: boolean;
}

/** The longer side of a preview: enough to find the strike, and a sixth of 4K's pixels to decode at each step. */
export const MAX_SIDE_PX = 1280;
/** Frames from key frame to key frame: a step back decodes at most these. */
const KEY_FRAME_EVERY = 8;
/** Ticks per second of the preview: the usual rates are whole ticks, any other time is at most 6 µs off. */
const TICKS_PER_SECOND = 90_000;
const DECODER_THREADS = '2';
/** How long a preview continues after its last frame's time, in seconds: as long as a frame may be shown. */
const AFTER_LAST_FRAME = 1;

const ENCODER_ARGS: readonly string[] = [
  ...['-c:v', 'libx264', '-preset', 'superfast', '-tune', 'fastdecode', '-crf', '23', '-pix_fmt', 'yuv420p'],
  ...['-g', String(KEY_FRAME_EVERY), '-bf', '0', '-profile:v', 'main'],
  ...['-color_range', 'tv', '-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'],
];

/** The sound from 0 on. If sound began later, Chromium would not show the pictures before it (decision 032). */
const SOUND_ARGS: readonly string[] = [
  ...['-af', 'aresample=async=1:first_pts=0', '-c:a', 'aac', '-b:a', '128k', '-ac', '2', '-ar', '48000'],
];

export function previewArgs(path: string, video: ProbedVideo, method: PreviewMethod, outputPath: string): string[] {
  const { source } = video;
  return [
    ...['-hide_banner', '-nostdin', '-nostats', '-v', 'error', '-progress', 'pipe:1'],
    // Keeps the container's timestamps, because marks store them.
    '-copyts',
    ...inputArgs(path, source.demuxer, ['-noautorotate', '-threads', DECODER_THREADS]),
    ...(method.picture === 'copied' ? ['-map', `0:${source.streamIndex}`, '-c:v', 'copy'] : encodedPicture(video)),
    ...(method.hasSound ? ['-map', '0:a:0?', ...SOUND_ARGS] : []),
    ...['-map_metadata', '-1', '-map_chapters', '-1', '-sn', '-dn'],
    // Sound that continues long after the last picture is cut.
    ...['-t', (lastFrameTime(video.clip) + AFTER_LAST_FRAME).toFixed(6)],
    ...['-output_ts_offset', source.timelineOffset.toFixed(6), '-video_track_timescale', String(TICKS_PER_SECOND)],
    // A late first frame becomes an empty edit, whose duration is in movie ticks.
    ...[
      '-movie_timescale',
      String(TICKS_PER_SECOND),
      '-movflags',
      '+faststart',
      '-f',
      'mp4',
      '-y',
      `file:${outputPath}`,
    ],
  ];
}

function encodedPicture(video: ProbedVideo): string[] {
  const filters = [...pictureFilters(video.source, previewSize(video)), BT709].join(',');
  const input = `[0:${video.source.streamIndex}]`;
  // With a single input, ffmpeg copies its display matrix to the output and the picture would be rotated twice. With
  // two inputs it copies none, so the same input is used twice.
  const graph = ['-filter_complex', `${input}${filters}[picture];${input}nullsink`, '-map', '[picture]'];
  const times = ['-fps_mode', 'passthrough', '-enc_time_base', `1:${TICKS_PER_SECOND}`];
  return [...graph, ...times, ...ENCODER_ARGS];
}

const BT709 = 'setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709';

/** The size of an encoded preview: as shown, never larger than the original, both sides even. */
function previewSize({ clip }: ProbedVideo): Size {
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(clip.widthPx, clip.heightPx));
  return { widthPx: evenPx(clip.widthPx * scale), heightPx: evenPx(clip.heightPx * scale) };
}
