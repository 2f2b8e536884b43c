// Checks that a video has a decodable frame: a file may list thousands of packets of which none decodes.

import { FfmpegError } from '#server/ffmpeg/process/ffmpeg-error.ts';
import { inputArgs } from '#server/ffmpeg/process/input-args.ts';
import type { MediaTools } from '#server/ffmpeg/process/media-tools.ts';
import { FileVerdict } from '#server/runtime/file-verdict.ts';
import { assertWorks, runOnFile } from './judging-run.ts';
import { MAX_PROBE_MEMORY_BYTES, type VideoHeader } from './probe-header.ts';

/** A few packets are enough for nearly every file; one that does not begin with a key frame gets five seconds. */
const INTERVALS = ['%+#12', '%+5'];
const DECODE_TIMEOUT_MS = 10_000;

/** Throws `FileVerdict('not-a-video')` unless a frame near the beginning decodes. */
export async function assertShowsPicture(
  tools: MediaTools,
  path: string,
  { demuxer, stream }: VideoHeader,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const interval of INTERVALS) {
    const args = ['-v', 'error', '-threads', '2', '-select_streams', String(stream.index), '-read_intervals', interval];
    args.push('-show_entries', 'frame=width', '-of', 'csv=p=0', ...inputArgs(path, demuxer));
    try {
      const limits = { timeoutMs: DECODE_TIMEOUT_MS, signal, maxMemoryBytes: MAX_PROBE_MEMORY_BYTES };
      const { stdout } = await runOnFile(tools.ffprobePath, args, limits);
      if (stdout.length > 0) return;
    } catch (cause) {
      if (cause instanceof FfmpegError) throw new FileVerdict('not-a-video', { cause });
      throw cause;
    }
  }
  await assertWorks(tools.ffprobePath, { signal, maxMemoryBytes: MAX_PROBE_MEMORY_BYTES });
  throw new FileVerdict('not-a-video');
}
