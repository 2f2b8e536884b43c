// Says at once, rather than after minutes of measuring, which programs a bench needs and does not find.
import { spawnSync } from 'node:child_process';

/** How each program is asked whether it is there. */
const PROGRAMS = {
  ffmpeg: [process.env.FFMPEG_PATH || 'ffmpeg', '-version'],
  ffprobe: [process.env.FFPROBE_PATH || 'ffprobe', '-version'],
  chromium: [process.env.CHROMIUM_PATH || '/usr/bin/chromium', '--version'],
  time: ['/usr/bin/time', '--version'],
} as const;

/** A program that something is measured with. */
export type NeededProgram = keyof typeof PROGRAMS;

/** Ends the process with one sentence for each program that cannot be started; `asked` is what was asked for. */
export function requirePrograms(asked: string, programs: Iterable<NeededProgram>): void {
  const missing = [...new Set(programs)].filter((name) => {
    const [program, argument] = PROGRAMS[name];
    return spawnSync(program, [argument], { stdio: 'ignore' }).status !== 0;
  });
  for (const name of missing) console.error(`${asked} needs ${name}: ${PROGRAMS[name][0]} could not be started.`);
  if (missing.length > 0) process.exit(2);
}
