// The configured ffmpeg and ffprobe, and the start-up check of their version, filters and encoder.
import { AppError } from '#server/runtime/app-error.ts';
import { StartError } from '#server/runtime/start-error.ts';
import { runFfmpeg } from './run-ffmpeg.ts';

/** The paths of the two programs. */
export interface MediaTools {
  readonly ffmpegPath: string;
  readonly ffprobePath: string;
}

/** The two programs after a successful check. */
export interface FoundMediaTools extends MediaTools {
  /** ffmpeg's own version text, such as `5.1.9-0+deb12u1`. */
  readonly version: string;
}

/** ffmpeg or ffprobe cannot be used. */
export class MediaToolsError extends StartError {}

const CHECK_TIMEOUT_MS = 10_000;
/** `-fps_mode` came with 5.1. */
const MIN_VERSION = 5.1;
const NEEDED_FILTERS = ['fps', 'hstack', 'overlay', 'scale', 'setparams', 'settb', 'tpad', 'transpose'];

/** Checks that both programs run, are new enough and have the filters and the encoder we use. */
export async function findMediaTools(paths: MediaTools): Promise<FoundMediaTools> {
  const version = versionIn(await outputOf(paths.ffmpegPath, 'FFMPEG_PATH', ['-version']));
  await outputOf(paths.ffprobePath, 'FFPROBE_PATH', ['-version']);
  // A version such as "N-109" or "git-2026" is a build from source: taken as new.
  const release = /^n?(\d+\.\d+)/.exec(version)?.[1];
  if (release !== undefined && Number(release) < MIN_VERSION) {
    throw new MediaToolsError(
      `ffmpeg ${version} at ${paths.ffmpegPath} is too old: ${MIN_VERSION} or newer is needed.`,
    );
  }
  const filters = await outputOf(paths.ffmpegPath, 'FFMPEG_PATH', ['-hide_banner', '-filters']);
  const encoders = await outputOf(paths.ffmpegPath, 'FFMPEG_PATH', ['-hide_banner', '-encoders']);
  const missing = NEEDED_FILTERS.filter((name) => !filters.includes(` ${name} `)).map((name) => `the filter ${name}`);
  if (!encoders.includes(' libx264 ')) missing.push('the encoder libx264');
  if (missing.length > 0) {
    throw new MediaToolsError(
      `ffmpeg at ${paths.ffmpegPath} was built without ${missing.join(', ')}. Please install a full build.`,
    );
  }
  return { ffmpegPath: paths.ffmpegPath, ffprobePath: paths.ffprobePath, version };
}

async function outputOf(path: string, setting: string, args: string[]): Promise<string> {
  try {
    const { stdout } = await runFfmpeg(path, args, { timeoutMs: CHECK_TIMEOUT_MS });
    return stdout.toString('utf8');
  } catch (cause) {
    const problem = cause instanceof AppError ? 'did not respond' : 'could not be started';
    throw new MediaToolsError(`${path} ${problem}. Please install ffmpeg, or set ${setting} to its path.`, { cause });
  }
}

function versionIn(text: string): string {
  return /version (\S+)/.exec(text)?.[1] ?? 'unknown';
}
