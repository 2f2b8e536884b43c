// Checks before a benchmark starts that the programs it needs exist.
import { spawnSync } from 'node:child_process';
import { findChromium } from './find-engines.mjs';

const PROGRAMS = {
  ffmpeg: [process.env.FFMPEG_PATH || 'ffmpeg', '-version'],
  ffprobe: [process.env.FFPROBE_PATH || 'ffprobe', '-version'],
  chromium: [findChromium() ?? 'chromium', '--version'],
  time: ['/usr/bin/time', '--version'],
} as const;

export type NeededProgram = keyof typeof PROGRAMS;

/** Exits with a message for each program that cannot be started; `command` is the command that needs it. */
export function requirePrograms(command: string, programs: Iterable<NeededProgram>): void {
  const missing = [...new Set(programs)].filter((name) => {
    const [program, argument] = PROGRAMS[name];
    return spawnSync(program, [argument], { stdio: 'ignore' }).status !== 0;
  });
  for (const name of missing) console.error(`${command} needs ${name}: ${PROGRAMS[name][0]} could not be started.`);
  if (missing.length > 0) process.exit(2);
}
