// Runs a program on a visitor's file such that a failure shows its cause. Only a program that ran to its end and
// complained about the data, or that has used up its CPU time, has judged the file; one that timed out, did not start, was
// killed or failed silently has not.
import { FfmpegError, hasUsedItsCpuTime, wasTerminated } from '#server/ffmpeg/process/ffmpeg-error.ts';
import { type MediaTools, type RunOptions, type RunResult, runFfmpeg } from '#server/ffmpeg/process/run-ffmpeg.ts';
import { isOutOfSpace } from '#server/files/errno.ts';
import { AppError, FileVerdict } from '#server/runtime/app-error.ts';

type Judgment = 'about-the-file' | 'about-the-machine' | 'silent';

/** A line of a demuxer or decoder, such as `[h264 @ 0x5581] …`, or about the input file. */
const ABOUT_THE_FILE = /^\[\w[^\]]* @ 0x|^file:|Invalid data found when processing input/m;
/** Messages from the machine, the sandbox or the programs that set it up. */
const ABOUT_THE_MACHINE =
  /^(bwrap|unshare|setpriv|prlimit|nice|sh|mount|pivot_root): |Input\/output error|Permission denied|No such file or directory|Too many open files|Resource temporarily unavailable|Stale file handle|while loading shared libraries/m;
/** A shell's exit codes for a program that cannot be started, and for one that was ended by a signal (1 to 31). */
const NOT_STARTED = [126, 127];
const FIRST_SIGNAL_CODE = 129;
const LAST_SIGNAL_CODE = 159;

function judgmentOf({ run, tooMuchOutput, cause }: FfmpegError): Judgment {
  // The file's listing is longer than that of any accepted video.
  if (tooMuchOutput) return 'about-the-file';
  const { exitCode, stderrTail } = run;
  if (exitCode === null || cause !== undefined || NOT_STARTED.includes(exitCode)) return 'about-the-machine';
  if (exitCode >= FIRST_SIGNAL_CODE && exitCode <= LAST_SIGNAL_CODE) return 'about-the-machine';
  if (ABOUT_THE_MACHINE.test(stderrTail)) return 'about-the-machine';
  return ABOUT_THE_FILE.test(stderrTail) ? 'about-the-file' : 'silent';
}

/** Probing two seconds of 4K takes 260 MB; a file that needs more is not a plausible clip. */
export const MAX_PROBE_MEMORY_BYTES = 380_000_000;

/** A visitor's file, and the programs that read it. */
export interface JudgedFile {
  readonly tools: MediaTools;
  readonly path: string;
  readonly signal: AbortSignal | undefined;
}

/** The wall-clock limit of a run, in its CPU times: on a machine that gives it less, it says nothing about the file. */
const WALL_CLOCK_FACTOR = 2;

/**
 * Runs ffprobe or ffmpeg on a visitor's file, which may use `timeoutMs` of CPU time. An `FfmpegError` is a judgment of the
 * file, and so is `FileVerdict('too-long')` of a file that needs more; every other failure is an `AppError` 'not-checked' or
 * 'no-space'. After a silent failure the program first has to succeed with a sample, and is then retried once.
 */
export async function runOnFile(program: string, args: readonly string[], given: RunOptions): Promise<RunResult> {
  const options = {
    ...given,
    maxMemoryBytes: MAX_PROBE_MEMORY_BYTES,
    maxCpuTime: Math.ceil(given.timeoutMs / 1000),
    timeoutMs: given.timeoutMs * WALL_CLOCK_FACTOR,
  };
  try {
    return await runFfmpeg(program, args, options);
  } catch (error) {
    if (judgedFailure(error) !== 'silent') throw error;
    await assertWorks(program, options.signal);
  }
  try {
    return await runFfmpeg(program, args, options);
  } catch (error) {
    judgedFailure(error);
    throw error;
  }
}

/** Throws an error again, unless it is the failure of a run that judged its file or ended without a message. */
function judgedFailure(error: unknown): Judgment {
  if (error instanceof AppError && error.code === 'job-timeout') throw new AppError('not-checked', { cause: error });
  if (!(error instanceof FfmpegError)) throw error;
  if (isOutOfSpace(error)) throw new AppError('no-space', { cause: error });
  if (hasUsedItsCpuTime(error)) throw new FileVerdict('too-long', { cause: error });
  const judgment = wasTerminated(error) ? 'about-the-machine' : judgmentOf(error);
  if (judgment === 'about-the-machine') throw new AppError('not-checked', { cause: error });
  return judgment;
}

const SAMPLE_SIDE_PX = 16;
const SAMPLE_TIMEOUT_MS = 10_000;
/** Two gray frames in YUV4MPEG, which every ffmpeg reads. */
const SAMPLE = Buffer.concat([
  Buffer.from(`YUV4MPEG2 W${SAMPLE_SIDE_PX} H${SAMPLE_SIDE_PX} F25:1 Ip A1:1 C420jpeg\n`),
  ...[0, 1].flatMap(() => [Buffer.from('FRAME\n'), Buffer.alloc((SAMPLE_SIDE_PX * SAMPLE_SIDE_PX * 3) / 2, 128)]),
]);

/** Throws `AppError` 'not-checked' unless a program decodes a sample under the same limits. */
export async function assertWorks(program: string, signal: AbortSignal | undefined): Promise<void> {
  const isProbe = /ffprobe[^/]*$/.test(program);
  const decode = isProbe ? ['-show_entries', 'frame=width', '-of', 'csv=p=0'] : ['-nostdin'];
  const output = isProbe ? [] : ['-f', 'framehash', 'pipe:1'];
  const args = ['-v', 'error', ...decode, '-f', 'yuv4mpegpipe', '-i', 'pipe:0', ...output];
  const limits = { timeoutMs: SAMPLE_TIMEOUT_MS, signal, maxMemoryBytes: MAX_PROBE_MEMORY_BYTES };
  try {
    const { stdout } = await runFfmpeg(program, args, { ...limits, input: [SAMPLE] });
    const frames = stdout.toString('latin1').split('\n');
    const count = frames.filter((line) =>
      isProbe ? line.startsWith(String(SAMPLE_SIDE_PX)) : /^0,/.test(line),
    ).length;
    if (count === 2) return;
  } catch (cause) {
    signal?.throwIfAborted();
    throw new AppError('not-checked', { cause });
  }
  throw new AppError('not-checked');
}
