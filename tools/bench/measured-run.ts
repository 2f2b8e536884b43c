// Runs programs under /usr/bin/time and sums their cost. CPU seconds (user and system) rather than wall time,
// because other load on the machine distorts wall time.
import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, constants, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MediaTools } from '#server/ffmpeg/process/run-ffmpeg.ts';

/** One line of the table that `npm run bench` prints: a figure that is good when it is at or below its limit. */
export interface BenchFigure {
  readonly name: string;
  readonly figure: number;
  readonly limit: number;
  /** The underlying measurements. */
  readonly note: string;
}

interface RunCost {
  readonly cpuSeconds: number;
  /** The largest resident size of any of them, in MB of 1,000,000 bytes. */
  readonly peakMb: number;
}

/** ffmpeg and ffprobe that record their cost; `take` returns the cost since its last call. */
export interface MeasuredTools {
  readonly tools: MediaTools;
  take(): RunCost;
  remove(): void;
}

/** Two wrapper scripts, so that everything the product starts is measured, checks included. */
export function measuredTools(): MeasuredTools {
  const folder = mkdtempSync(join(tmpdir(), 'swingmark-bench-'));
  // The sandbox runs programs as another user, for whom this folder is read-only. A pipe can still be written to.
  chmodSync(folder, 0o755);
  const log = join(folder, 'cost');
  execFileSync('mkfifo', ['-m', '666', log]);
  const pipe = openSync(log, constants.O_RDWR | constants.O_NONBLOCK);
  const script = (program: string) => {
    const path = join(folder, program);
    const line = `exec /usr/bin/time -a -o '${log}' -f '%U %S %M' ${program} "$@"`;
    writeFileSync(path, `#!/bin/sh\n${line}\n`, { mode: 0o755 });
    return path;
  };
  const take = () => {
    const runs = written(pipe)
      .trim()
      .split('\n')
      .map((line) => line.split(' ').map(Number));
    return {
      cpuSeconds: runs.reduce((sum, [user = 0, system = 0]) => sum + user + system, 0),
      peakMb: Math.max(...runs.map(([, , kilobytes = 0]) => (kilobytes * 1024) / 1e6)),
    };
  };
  return {
    tools: { ffmpegPath: script('ffmpeg'), ffprobePath: script('ffprobe') },
    take,
    remove: () => {
      closeSync(pipe);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs a benchmark with measured programs and a folder, both removed at its end. */
export async function withMeasuredTools(
  run: (measured: MeasuredTools, folder: string) => Promise<BenchFigure[]>,
): Promise<BenchFigure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'swingmark-bench-'));
  const measured = measuredTools();
  try {
    return await run(measured, folder);
  } finally {
    measured.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Everything that has been written to a pipe. */
function written(pipe: number): string {
  const piece = Buffer.alloc(65_536);
  let text = '';
  try {
    for (;;) text += piece.toString('latin1', 0, readSync(pipe, piece));
  } catch (error) {
    // It is empty.
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return text;
    throw error;
  }
}

export function runMeasured(measured: MeasuredTools, args: readonly string[]): void {
  execFileSync(measured.tools.ffmpegPath, ['-v', 'error', '-nostdin', '-y', ...args], { stdio: 'inherit' });
}

/** The median of an odd number of figures. */
export function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
}
