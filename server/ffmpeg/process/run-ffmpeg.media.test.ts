import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { findMediaTools, MediaToolsError } from '#server/ffmpeg/find-media-tools.ts';
import type { AppError } from '#server/runtime/app-error.ts';
import { mediaProgramIds } from '#tests/faults/site/process-info.ts';
import { until } from '#tests/until.ts';
import { FfmpegError, hasUsedItsCpuTime, wasTerminated } from './ffmpeg-error.ts';
import { runFfmpeg } from './run-ffmpeg.ts';

/** Occurs in no other command line of this machine. */
const PICTURE = `testsrc2=s=32x32,drawbox=x=${process.pid}`;
const ENDLESS = ['-v', 'error', '-re', '-f', 'lavfi', '-i', PICTURE, '-f', 'null', '-'];

/** Whether an ffmpeg draws this file's own picture, below this process or anywhere else. */
async function isEndlessRunning(): Promise<boolean> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const commands = pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''));
  return (await Promise.all(commands)).some((command) => /^\S*ffmpeg\0/.test(command) && command.includes(PICTURE));
}

const failureOf = (run: Promise<unknown>) =>
  run.then(
    () => null,
    (error: unknown) => error,
  );

/** The message about an ffmpeg that has this version, answers by these shell commands, and otherwise fails. */
async function refusalOfBuild(version: string, answers: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ffmpeg-build-'));
  try {
    const ffmpegPath = join(folder, 'ffmpeg');
    const ofVersion = `case "$*" in -version) echo "ffmpeg version ${version}"; exit 0;; esac`;
    await writeFile(ffmpegPath, `#!/bin/sh\n${ofVersion}\n${answers}\nexit 1\n`);
    for (const path of [folder, ffmpegPath]) await chmod(path, 0o755);
    return ((await failureOf(findMediaTools({ ffmpegPath, ffprobePath: 'ffprobe' }))) as Error).message;
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('runFfmpeg', () => {
  it('reports a failed run as a shell command, with ffmpeg’s output', async () => {
    const error = await failureOf(
      runFfmpeg('ffmpeg', ['-v', 'error', '-i', "/no/such file's.mp4"], { timeoutMs: 5000 }),
    );
    expect(error).toBeInstanceOf(FfmpegError);
    const { commandLine, stderrTail, exitCode } = (error as FfmpegError).run;
    expect(commandLine).toBe(`ffmpeg -v error -i '/no/such file'\\''s.mp4'`);
    expect(stderrTail).toContain('No such file or directory');
    expect(exitCode).toBe(1);
  });

  it('kills a run that takes too long', async () => {
    const error = await failureOf(runFfmpeg('ffmpeg', ENDLESS, { timeoutMs: 300 }));
    expect((error as AppError).code).toBe('job-timeout');
    expect(wasTerminated(error)).toBe(false);
  });

  it('kills a run at once when it is aborted, and throws the reason', async () => {
    const canceling = new AbortController();
    // Without the abort it would end long after this test.
    const run = failureOf(runFfmpeg('ffmpeg', ENDLESS, { timeoutMs: 3600_000, signal: canceling.signal }));
    await until('ffmpeg runs', isEndlessRunning);
    const reason = new Error('canceled');
    canceling.abort(reason);
    expect(await run).toBe(reason);
    expect(await isEndlessRunning()).toBe(false);
  });

  it('kills a run that writes too much', async () => {
    const loud = ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2', '-f', 'rawvideo', 'pipe:1'];
    const error = await failureOf(runFfmpeg('ffmpeg', loud, { timeoutMs: 10_000, maxStdoutBytes: 10_000 }));
    expect((error as FfmpegError).tooMuchOutput).toBe(true);
    expect(wasTerminated(error)).toBe(false);
  });

  it.each(['SIGKILL', 'SIGTERM'] as const)('reports a run that others ended by %s as terminated', async (signal) => {
    const run = failureOf(runFfmpeg('ffmpeg', ENDLESS, { timeoutMs: 60_000 }));
    const [ffmpeg = 0] = await until('ffmpeg runs', () => mediaProgramIds(process.pid));
    // It catches signals once it has begun.
    await sleep(500);
    process.kill(ffmpeg, signal);
    const error = await run;
    expect(wasTerminated(new Error('merge', { cause: error })), String(error)).toBe(true);
  });

  it('ends a run that has used up its CPU time, however long that takes', async () => {
    const work = ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=s=1280x720', '-show_entries', 'frame=width'];
    const limits = { timeoutMs: 200_000, maxCpuTime: 1, onStdout: () => undefined };
    const error = await failureOf(runFfmpeg('ffprobe', work, limits));
    expect(hasUsedItsCpuTime(error as FfmpegError), String(error)).toBe(true);
    expect(wasTerminated(error)).toBe(false);
  });

  it('feeds a run from memory, where a piece may be overwritten once the next one is requested', async () => {
    function* frames() {
      const gray = new Uint8Array(64 * 64);
      for (let number = 0; number < 50; number += 1) yield gray.fill(number);
    }
    const raw = ['-f', 'rawvideo', '-pix_fmt', 'gray', '-s', '64x64'];
    const args = ['-v', 'error', ...raw, '-i', 'pipe:0', ...raw, 'pipe:1'];
    const { stdout } = await runFfmpeg('ffmpeg', args, { timeoutMs: 10_000, input: frames() });
    const numbers = Array.from({ length: stdout.length / 4096 }, (_, frame) => stdout[frame * 4096]);
    expect(numbers).toEqual(Array.from({ length: 50 }, (_, number) => number));
  });
});

describe('findMediaTools', () => {
  it('accepts the installed programs', async () => {
    const tools = { ffmpegPath: 'ffmpeg', ffprobePath: 'ffprobe' };
    expect(await findMediaTools(tools)).toEqual(tools);
  });

  it('reports what a build lacks, or that it is too old', async () => {
    expect(await refusalOfBuild('4.4.2', 'case "$*" in *-filters*|*-encoders*) exec ffmpeg "$@";; esac')).toMatch(
      /^ffmpeg 4\.4\.2 at .* is too old: 5\.1 or newer is needed\.$/,
    );
    const lacking = 'case "$*" in *-filters*) exec ffmpeg "$@" | grep -v hstack; exit;; *-encoders*) exit 0;; esac';
    expect(await refusalOfBuild('7.1', lacking)).toMatch(
      /was built without the filter hstack, the encoder libx264\. Please install a full build\.$/,
    );
  });

  it.each(['crop', 'hflip', 'setsar', 'tonemap', 'vflip', 'yadif', 'zscale'])(
    'refuses a build without %s, which only some clips need',
    async (filter) => {
      const lacking = `case "$*" in *-filters*) ffmpeg "$@" | grep -v " ${filter} "; exit;; *-encoders*) exec ffmpeg "$@";; *${filter}*) exit 1;; *) exec ffmpeg "$@";; esac`;
      expect(await refusalOfBuild('7.1', lacking)).toContain(`was built without the filter ${filter}.`);
    },
  );

  it('explains in a sentence which program is missing and which setting names it', async () => {
    const missing = await failureOf(findMediaTools({ ffmpegPath: '/no/ffmpeg', ffprobePath: 'ffprobe' }));
    expect(missing).toBeInstanceOf(MediaToolsError);
    expect((missing as Error).message).toContain('/no/ffmpeg could not be started. Please install ffmpeg');
    expect((missing as Error).message).toContain('FFMPEG_PATH');
  });
});
