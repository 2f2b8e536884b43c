// Makes the copy of a video that others see: the same frames at the same times, and nothing else that the file holds, such as the
// place, device and date that phones write. The packets are copied; where the copy would have other times, the frames are
// encoded again as for a preview, in full size. Whatever is published for others passes through here.
import { join } from 'node:path';
import type { Clip } from '#domain/video/clip.ts';
import { makePreview } from '#server/ffmpeg/preview/preview-video.ts';
import { type ProbedVideo, probeClip } from '#server/ffmpeg/probe/probe.ts';
import { FfmpegError, wasTerminated } from '#server/ffmpeg/process/ffmpeg-error.ts';
import { inputArgs } from '#server/ffmpeg/process/input-args.ts';
import { timeLimitMs } from '#server/ffmpeg/process/make-video.ts';
import { PICTURES_ONLY } from '#server/ffmpeg/process/output-args.ts';
import { type MediaTools, runFfmpeg } from '#server/ffmpeg/process/run-ffmpeg.ts';
import { isOutOfSpace } from '#server/files/errno.ts';
import { FileVerdict } from '#server/runtime/app-error.ts';

/** Tolerance for the rounding of a file's clock, in seconds. */
const SAME_TIME = 2e-5;

interface PublishedVideo {
  readonly path: string;
  readonly video: ProbedVideo;
}

/** Writes the copy into `folder`. Throws an AppError or an FfmpegError when none can be made. */
export async function publishVideo(
  tools: MediaTools,
  { path, video, folder }: { readonly path: string; readonly video: ProbedVideo; readonly folder: string },
): Promise<PublishedVideo> {
  const copied = join(folder, 'published-copy');
  const found = await copyPackets(tools, { path, video, outputPath: copied });
  if (found) return { path: copied, video: asPublished(video, { ...found, clip: video.clip }) };
  const outputPath = join(folder, 'published-encoded');
  await makePreview(tools, { path, video, outputPath, isPublished: true });
  return { path: outputPath, video: asPublished(video, await probeClip(tools, outputPath)) };
}

/** The capture rate is a fact of the filmed swing that the copy no longer says. */
function asPublished({ source: { capturedPerSecond } }: ProbedVideo, { clip, source }: ProbedVideo): ProbedVideo {
  return { clip, source: { ...source, ...(capturedPerSecond !== undefined && { capturedPerSecond }) } };
}

/** The facts of the copy; null when it cannot be made or does not show the same. */
async function copyPackets(
  tools: MediaTools,
  spec: { readonly path: string; readonly video: ProbedVideo; readonly outputPath: string },
): Promise<ProbedVideo | null> {
  const { clip } = spec.video;
  try {
    await runFfmpeg(tools.ffmpegPath, publishArgs(spec), { timeoutMs: timeLimitMs([clip]) });
    const copy = await probeClip(tools, spec.outputPath);
    return showsTheSame(spec.video, copy) ? copy : null;
  } catch (error) {
    const isOfThisFile = error instanceof FileVerdict || (error instanceof FfmpegError && !wasTerminated(error));
    if (isOfThisFile && !isOutOfSpace(error)) return null;
    throw error;
  }
}

function showsTheSame(original: ProbedVideo, copy: ProbedVideo): boolean {
  const look = ({ clip, source }: ProbedVideo) => {
    const { codec, codedWidthPx, codedHeightPx, orientation, transfer, colorMatrix, isFullRange, isInterlaced } =
      source;
    const coded = [codec, codedWidthPx, codedHeightPx, orientation, transfer, colorMatrix, isFullRange, isInterlaced];
    return JSON.stringify([clip.widthPx, clip.heightPx, ...coded]);
  };
  return look(original) === look(copy) && hasSameTimes(original.clip, copy.clip);
}

function hasSameTimes({ frameTimes }: Clip, { frameTimes: others }: Clip): boolean {
  const isSame = (time: number, index: number) => Math.abs((others[index] ?? Number.NaN) - time) < SAME_TIME;
  return frameTimes.length === others.length && frameTimes.every(isSame);
}

/** The muxer of each demuxer's container. */
const MUXERS: Readonly<Record<string, string>> = {
  mov: 'mp4',
  matroska: 'matroska',
  avi: 'avi',
  flv: 'flv',
  asf: 'asf',
};
const WEBM_CODECS = ['vp8', 'vp9', 'av1'];

/** The arguments of ffmpeg that copy a video's packets and nothing else. */
export function publishArgs({
  path,
  video: { source },
  outputPath,
}: {
  readonly path: string;
  readonly video: ProbedVideo;
  readonly outputPath: string;
}): string[] {
  const muxer = MUXERS[source.demuxer] ?? 'mp4';
  const isWebm = muxer === 'matroska' && WEBM_CODECS.includes(source.codec);
  return [
    // Keeps the container's timestamps, because marks are on them.
    ...['-hide_banner', '-nostdin', '-nostats', '-v', 'error', '-copyts'],
    ...inputArgs(path, source.demuxer),
    ...['-map', `0:${source.streamIndex}`, '-c', 'copy', ...PICTURES_ONLY],
    // Without the program's version and the time of writing: equal videos have equal copies.
    ...['-fflags', '+bitexact', '-flags:v', '+bitexact'],
    ...['-output_ts_offset', source.timelineOffset.toFixed(6)],
    ...(muxer === 'mp4' ? ['-movflags', '+faststart'] : []),
    ...['-f', isWebm ? 'webm' : muxer, '-y', `file:${outputPath}`],
  ];
}
