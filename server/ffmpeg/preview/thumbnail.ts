// Makes the small upright still of a video that golfer cards show: the frame on screen at a given time.
import { stat } from 'node:fs/promises';
import type { Size } from '#domain/geometry.ts';
import { firstFrameTime } from '#domain/video/clip.ts';
import { frameIndexAt, frameTimeAt } from '#domain/video/frame-times.ts';
import { seekArgs } from '#server/ffmpeg/merge/merge-args.ts';
import { evenPx, PICTURE_INPUT, pictureFilters } from '#server/ffmpeg/merge/picture-filters.ts';
import type { ProbedVideo } from '#server/ffmpeg/probe/probe.ts';
import { inputArgs } from '#server/ffmpeg/process/input-args.ts';
import { PICTURES_ONLY } from '#server/ffmpeg/process/output-args.ts';
import { type MediaTools, runFfmpeg } from '#server/ffmpeg/process/run-ffmpeg.ts';
import { writeFinishedFile } from '#server/files/finished-file.ts';

interface ThumbnailSpec {
  readonly path: string;
  readonly video: ProbedVideo;
  /** The moment to show, in seconds on the clip's shown timeline. */
  readonly at: number;
  /** Where the JPEG appears once it is whole. */
  readonly outputPath: string;
}

const THUMBNAIL_WIDTH_PX = 480;
const THUMBNAIL_TIMEOUT_MS = 60_000;
/** Reading starts this long before the frame, in seconds; the frame is then chosen by its time. */
const MARGIN = 0.2;
/** Half of the shortest accepted time between frames: 240 fps. */
const HALF_FRAME = 1 / 480;

/** Writes the still as a JPEG. Throws an `FfmpegError` or an `AppError`, and then leaves no file. */
export async function makeThumbnail(tools: MediaTools, spec: ThumbnailSpec): Promise<void> {
  await writeFinishedFile(spec.outputPath, async (partPath) => {
    const args = thumbnailArgs(spec, partPath);
    await runFfmpeg(tools.ffmpegPath, args, { timeoutMs: THUMBNAIL_TIMEOUT_MS });
    const { size } = await stat(partPath);
    if (size === 0) throw new Error(`No picture at ${spec.at} s of ${spec.path}`);
  });
}

/** The arguments of ffmpeg that write the still of a moment to `outputPath`. */
function thumbnailArgs({ path, video, at }: ThumbnailSpec, outputPath: string): string[] {
  const { clip, source } = video;
  const frameAt = frameTimeAt(clip.frameTimes, frameIndexAt(clip.frameTimes, at));
  const readFrom = Math.max(firstFrameTime(clip), frameAt - MARGIN);
  const from = frameAt - source.timelineOffset - HALF_FRAME;
  const filters = [`select=gte(t\\,${from.toFixed(6)})`, ...pictureFilters(source, thumbnailSize(video))];
  // JPEG has its own range and matrix.
  filters.push('scale=in_color_matrix=bt709:out_color_matrix=bt601:in_range=limited:out_range=full,format=yuvj420p');
  return [
    ...['-hide_banner', '-nostdin', '-nostats', '-v', 'error', '-copyts'],
    ...inputArgs(path, source.demuxer, [...PICTURE_INPUT, ...seekArgs(source, readFrom)]),
    ...['-map', `0:${source.streamIndex}`, '-vf', filters.join(','), ...PICTURES_ONLY],
    ...['-frames:v', '1', '-fps_mode', 'passthrough', '-c:v', 'mjpeg', '-q:v', '4'],
    ...['-f', 'mjpeg', '-y', `file:${outputPath}`],
  ];
}

/** The size of a card's picture: as wide as its frame on most screens, in the clip's shape. */
export function thumbnailSize({ clip }: ProbedVideo): Size {
  const widthPx = Math.min(THUMBNAIL_WIDTH_PX, evenPx(clip.widthPx));
  return { widthPx, heightPx: evenPx((widthPx * clip.heightPx) / clip.widthPx) };
}
