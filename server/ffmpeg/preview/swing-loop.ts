// Makes the small silent loop of a golfer's swing that cards of the library play: in real time, from just before the rest position
// to the finish.
import { firstFrameTime, lastFrameTime } from '#domain/video/clip.ts';
import { seekArgs } from '#server/ffmpeg/merge/merge-args.ts';
import { PICTURE_INPUT, pictureFilters } from '#server/ffmpeg/merge/picture-filters.ts';
import { type ProbedVideo, probeClip } from '#server/ffmpeg/probe/probe.ts';
import { inputArgs } from '#server/ffmpeg/process/input-args.ts';
import { PICTURES_ONLY } from '#server/ffmpeg/process/output-args.ts';
import { type MediaTools, runFfmpeg } from '#server/ffmpeg/process/run-ffmpeg.ts';
import { writeFinishedFile } from '#server/files/finished-file.ts';
import { thumbnailSize } from './thumbnail.ts';

interface LoopSpec {
  readonly path: string;
  readonly video: ProbedVideo;
  readonly marks: { readonly restTime: number; readonly strikeTime: number };
  /** How many times slower than real time the video plays. */
  readonly slowMotionFactor: number;
  /** Where the MP4 appears once it is whole. */
  readonly outputPath: string;
}

/** In seconds of real time. */
const BEFORE_REST = 0.2;
const AFTER_STRIKE = 1.1;
/** Of a longer swing the loop shows the end. */
const MOST_SECONDS = 2.5;
const FRAMES_PER_SECOND = 30;
/** Reading starts this long before the first frame, in seconds; the frames are then chosen by their times. */
const MARGIN = 0.2;
const LOOP_TIMEOUT_MS = 120_000;

/** Writes the loop. Throws an `FfmpegError` or an `AppError`, and then leaves no file. */
export async function makeSwingLoop(tools: MediaTools, spec: LoopSpec): Promise<void> {
  await writeFinishedFile(spec.outputPath, async (partPath) => {
    await runFfmpeg(tools.ffmpegPath, loopArgs(spec, partPath), { timeoutMs: LOOP_TIMEOUT_MS });
    // Throws for a file without pictures, which ffmpeg also ends well with.
    await probeClip(tools, partPath);
  });
}

function loopArgs({ path, video, marks, slowMotionFactor }: LoopSpec, outputPath: string): string[] {
  const { clip, source } = video;
  const to = Math.min(lastFrameTime(clip), marks.strikeTime + AFTER_STRIKE * slowMotionFactor);
  const from = Math.max(
    firstFrameTime(clip),
    marks.restTime - BEFORE_REST * slowMotionFactor,
    to - MOST_SECONDS * slowMotionFactor,
  );
  const readFrom = Math.max(firstFrameTime(clip), from - MARGIN);
  const filters = [
    `select=gte(t\\,${(from - source.timelineOffset).toFixed(6)})`,
    `setpts=(PTS-STARTPTS)/${slowMotionFactor}`,
    `fps=${FRAMES_PER_SECOND}`,
    ...pictureFilters(source, thumbnailSize(video)),
  ];
  return [
    ...['-hide_banner', '-nostdin', '-nostats', '-v', 'error', '-copyts'],
    ...inputArgs(path, source.demuxer, [...PICTURE_INPUT, ...seekArgs(source, readFrom)]),
    ...['-map', `0:${source.streamIndex}`, '-vf', filters.join(','), ...PICTURES_ONLY],
    ...['-frames:v', String(Math.max(1, Math.round(((to - from) / slowMotionFactor) * FRAMES_PER_SECOND)))],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '28', '-profile:v', 'main', '-bf', '0'],
    ...['-color_range', 'tv', '-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'],
    ...['-movflags', '+faststart', '-f', 'mp4', '-y', `file:${outputPath}`],
  ];
}
