// Makes the playable preview of one video: copies or encodes it, verifies the output against the original, and only
// then renames it into place.
import type { ProbedVideo } from '#server/ffmpeg/probe/probe.ts';
import { OutputError } from '#server/ffmpeg/process/check-output.ts';
import { FfmpegError, wasTerminated } from '#server/ffmpeg/process/ffmpeg-error.ts';
import { makeVideo, type OutputSpec, progressReader, timeLimitMs } from '#server/ffmpeg/process/make-video.ts';
import { type MediaTools, runFfmpeg } from '#server/ffmpeg/process/run-ffmpeg.ts';
import { isOutOfSpace } from '#server/files/errno.ts';
import { AppError } from '#server/runtime/app-error.ts';
import { type PreviewMethod, previewArgs } from './preview-args.ts';
import { checkCopiedPicture, checkPreview } from './preview-check.ts';

export interface PreviewSpec extends OutputSpec {
  /** Absolute and made by the server. */
  readonly path: string;
  readonly video: ProbedVideo;
}

/** Writes the preview. Throws `AppError` 'preview-failed', 'job-timeout' or 'no-space', and then leaves no file. */
export async function makePreview(tools: MediaTools, spec: PreviewSpec): Promise<void> {
  await makeVideo(spec, 'preview-failed', (partPath) => tryMethods(tools, spec, partPath));
}

async function tryMethods(tools: MediaTools, spec: PreviewSpec, partPath: string): Promise<void> {
  const methods = methodsFor(spec.video);
  for (const [index, method] of methods.entries()) {
    try {
      return await makeWith(tools, spec, method, partPath);
    } catch (cause) {
      // Tries the next method only after a failure of this one, not after a full disk, a stop or a cancellation.
      // Without sound there may be much less to read.
      const isMethodFailure =
        cause instanceof OutputError ||
        (cause instanceof FfmpegError && !isOutOfSpace(cause) && !wasTerminated(cause)) ||
        (cause instanceof AppError && cause.code === 'job-timeout' && method.hasSound);
      if (!isMethodFailure || index === methods.length - 1) throw cause;
    }
  }
}

/** The methods to try, cheapest first. Undecodable sound is left out. */
function methodsFor(video: ProbedVideo): PreviewMethod[] {
  const encoded: PreviewMethod[] = [
    { picture: 'encoded', hasSound: true },
    { picture: 'encoded', hasSound: false },
  ];
  return canCopyPackets(video) ? [{ picture: 'copied', hasSound: true }, ...encoded] : encoded;
}

/** Whether browsers would show the same packets in an MP4. The packets themselves are checked afterwards. */
function canCopyPackets({ source, clip }: ProbedVideo): boolean {
  const isPlain = source.transfer === 'sdr' && source.orientation === 'upright' && !source.isInterlaced;
  const isSquare = clip.widthPx === source.codedWidthPx && clip.heightPx === source.codedHeightPx;
  return source.codec === 'h264' && source.demuxer !== 'mov' && isPlain && isSquare;
}

async function makeWith(tools: MediaTools, spec: PreviewSpec, method: PreviewMethod, partPath: string): Promise<void> {
  const { path, video, signal, onProgress = () => {} } = spec;
  const { frameTimes } = video.clip;
  const onStdout = progressReader(frameTimes.length, onProgress);
  const args = previewArgs(path, video, method, partPath);
  await runFfmpeg(tools.ffmpegPath, args, { timeoutMs: timeLimitMs([video.clip]), signal, onStdout });
  if (method.picture === 'copied') await checkCopiedPicture(tools, partPath, signal);
  await checkPreview(tools, partPath, frameTimes, { mayLackFrames: method.picture === 'encoded', signal });
}
