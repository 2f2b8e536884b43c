// The start-up check of ffmpeg and ffprobe: version, filters and encoder.
import { pictureFilters } from '#server/ffmpeg/merge/picture-filters.ts';
import type { SourceFacts } from '#server/ffmpeg/probe/probe.ts';
import { type MediaTools, runFfmpeg } from '#server/ffmpeg/process/run-ffmpeg.ts';
import { AppError, StartError } from '#server/runtime/app-error.ts';

export class MediaToolsError extends StartError {}

const CHECK_TIMEOUT_MS = 10_000;
/** `-fps_mode` came with 5.1. */
const MIN_VERSION = 5.1;
const NEEDED_FILTERS = (
  'alphamerge crop format fps hflip hstack lutyuv overlay pad scale select setparams setpts setsar settb split tonemap tpad ' +
  'transpose vflip vstack yadif zscale'
).split(' ');

/** The kind of clip that passes through most of {@link pictureFilters}: HDR, interlaced and turned. */
const TRIAL_SOURCE: SourceFacts = {
  demuxer: 'lavfi',
  streamIndex: 0,
  codec: 'rawvideo',
  codedWidthPx: 64,
  codedHeightPx: 32,
  orientation: 'turned-180',
  transfer: 'hlg',
  colorMatrix: 'bt2020',
  isFullRange: false,
  isInterlaced: true,
  containerStart: 0,
  timelineOffset: 0,
};
const HDR_CLIP = pictureFilters(
  TRIAL_SOURCE,
  { widthPx: 64, heightPx: 32 },
  { of: { widthPx: 64, heightPx: 32 }, part: { xPx: 0, yPx: 0, widthPx: 32, heightPx: 16 } },
);

/** One picture through every needed filter and the encoder. */
const TRIAL_ARGS = [
  ...['-v', 'error', '-nostdin', '-threads', '1', '-f', 'lavfi', '-i', 'color=size=32x32:rate=25:duration=0.04'],
  ...[
    '-filter_complex',
    [
      '[0]settb=1/25,select=1,setparams=range=tv,setpts=PTS,split[a][b];[b]transpose[c];[a][c]hstack,fps=25,tpad=stop=1[d]',
      '[0]format=gray,split[e][f];[e][f]alphamerge,lutyuv=y=val,scale=64:32[g];[d][g]overlay,split[h][i]',
      `[h][i]vstack,pad=64:80,${HDR_CLIP.join(',')}`,
    ].join(';'),
  ],
  ...['-fps_mode', 'passthrough', '-frames:v', '1', '-c:v', 'libx264', '-preset', 'ultrafast', '-f', 'h264', 'pipe:1'],
];

/** The first bytes of an H.264 stream. */
const START_CODE = Buffer.from([0, 0, 0, 1]);

/**
 * Checks that both programs run, and that ffmpeg is new enough and has the required filters and encoder. A single trial
 * does this, because each start of ffmpeg takes a tenth of a second. Only if the trial fails do listings reveal what is
 * missing.
 */
export async function findMediaTools(paths: MediaTools, { hasProbeRun = false } = {}): Promise<MediaTools> {
  if (!(await passesTrial(paths.ffmpegPath))) await explainTrial(paths.ffmpegPath);
  if (!hasProbeRun) await outputOf(paths.ffprobePath, 'FFPROBE_PATH', ['-version']);
  return { ffmpegPath: paths.ffmpegPath, ffprobePath: paths.ffprobePath };
}

/** Whether ffmpeg really encodes a picture: exit code 0 alone does not prove it. */
async function passesTrial(ffmpegPath: string): Promise<boolean> {
  try {
    const { stdout } = await runFfmpeg(ffmpegPath, TRIAL_ARGS, { timeoutMs: CHECK_TIMEOUT_MS });
    return stdout.subarray(0, START_CODE.length).equals(START_CODE);
  } catch {
    return false;
  }
}

/** Throws if ffmpeg's own listings show why it is unusable. A build without test sources fails only the trial. */
async function explainTrial(ffmpegPath: string): Promise<void> {
  const text = await outputOf(ffmpegPath, 'FFMPEG_PATH', ['-version']);
  const version = /version (\S+)/.exec(text)?.[1] ?? 'unknown';
  // A version such as "N-109" or "git-2026" is built from source and counts as new.
  const release = /^n?(\d+\.\d+)/.exec(version)?.[1];
  if (release !== undefined && Number(release) < MIN_VERSION) {
    throw new MediaToolsError(`ffmpeg ${version} at ${ffmpegPath} is too old: ${MIN_VERSION} or newer is needed.`);
  }
  const filters = await outputOf(ffmpegPath, 'FFMPEG_PATH', ['-hide_banner', '-filters']);
  const encoders = await outputOf(ffmpegPath, 'FFMPEG_PATH', ['-hide_banner', '-encoders']);
  const missing = NEEDED_FILTERS.filter((name) => !filters.includes(` ${name} `)).map((name) => `the filter ${name}`);
  if (!encoders.includes(' libx264 ')) missing.push('the encoder libx264');
  if (missing.length > 0) {
    throw new MediaToolsError(
      `ffmpeg at ${ffmpegPath} was built without ${missing.join(', ')}. Please install a full build.`,
    );
  }
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
