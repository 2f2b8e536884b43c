// The ffmpeg arguments of one merge: two videos and a plan become one side-by-side MP4. Pure; decides nothing beyond
// the plan. Reasons and figures: docs/decisions/010-merge-engine.md.
import type { ComparisonPlan, Side } from '#domain/comparison/comparison-plan.ts';
import { type FrameRate, framesPerSecond } from '#domain/time.ts';
import type { ProbedVideo } from '#server/ffmpeg/probe/probe.ts';
import { inputArgs } from '#server/ffmpeg/process/input-args.ts';
import { mergeWindow } from './merge-window.ts';
import { pictureFilters } from './picture-filters.ts';
import { seekArgs } from './seek-args.ts';

/** One side's file and what is known of it. */
export interface MergeInput {
  /** Absolute and made by the server. */
  readonly path: string;
  readonly video: ProbedVideo;
}

/** The two sides' files. */
export type MergeInputs = Readonly<Record<Side, MergeInput>>;

/**
 * How long the last frame is repeated, in plan seconds, so that no rate conversion drops it; `hstack` then holds it.
 */
const LAST_FRAME_REPEATED = 0.1;
const DECODER_THREADS = '2';

/**
 * Encoding: measured in bench/merge-cost.ts. A key frame at least every 15 frames and no B-frames make stepping back
 * and scrubbing cheap in the browser.
 */
export const ENCODER_ARGS: readonly string[] = [
  ...['-c:v', 'libx264', '-preset', 'superfast', '-crf', '21', '-g', '15', '-bf', '0', '-pix_fmt', 'yuv420p'],
  ...['-color_range', 'tv', '-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'],
];

/** The arguments of ffmpeg that write the merged video of a plan to `outputPath`. */
export function mergeArgs(plan: ComparisonPlan, inputs: MergeInputs, outputPath: string): string[] {
  return [
    ...['-hide_banner', '-nostdin', '-nostats', '-v', 'error', '-progress', 'pipe:1'],
    // Keep the container's timestamps: only the graph shifts them.
    '-copyts',
    ...sideInputArgs(plan, 'user', inputs.user),
    ...sideInputArgs(plan, 'pro', inputs.pro),
    ...['-filter_complex', filterGraph(plan, inputs), '-map', '[merged]'],
    // No location metadata of a phone, and no sound (design §1).
    ...['-map_metadata', '-1', '-map_chapters', '-1', '-an', '-sn', '-dn'],
    ...['-fps_mode', 'passthrough', '-frames:v', String(plan.frameCount)],
    ...ENCODER_ARGS,
    ...['-video_track_timescale', String(trackTimescale(plan.frameRate)), '-movflags', '+faststart'],
    ...['-f', 'mp4', '-y', `file:${outputPath}`],
  ];
}

/**
 * Ticks per second of the merged file: one frame is a whole number of ticks, also at each of the seven playback speeds,
 * which are all multiples of 1/4.
 */
export function trackTimescale(rate: FrameRate): number {
  const usual = 120_000;
  const isExact = (usual * rate.denominator) % rate.numerator === 0;
  return isExact ? usual : rate.numerator * 4;
}

function sideInputArgs(plan: ComparisonPlan, side: Side, { path, video }: MergeInput): string[] {
  const { source, clip } = video;
  const { readFrom } = mergeWindow(plan, side, clip.frameTimes);
  return inputArgs(path, source.demuxer, ['-noautorotate', '-threads', DECODER_THREADS, ...seekArgs(source, readFrom)]);
}

function filterGraph(plan: ComparisonPlan, inputs: MergeInputs): string {
  return [
    `${sideFilters(plan, 'user', 0, inputs.user)}[user]`,
    `${sideFilters(plan, 'pro', 1, inputs.pro)}[pro]`,
    `${leftToRight(plan)}hstack=inputs=2,setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709[merged]`,
  ].join(';');
}

function leftToRight({ panes }: ComparisonPlan): string {
  return panes.user.rect.xPx <= panes.pro.rect.xPx ? '[user][pro]' : '[pro][user]';
}

function sideFilters(plan: ComparisonPlan, side: Side, input: number, { video }: MergeInput): string {
  const { clip, source } = video;
  const { numerator, denominator } = plan.frameRate;
  const { pace, rect, isMirrored } = plan.panes[side];
  const { shiftMicros } = mergeWindow(plan, side, clip.frameTimes);
  const shifted = `PTS-(${shiftMicros - Math.round(source.timelineOffset * 1e6)})`;
  const timing = [
    `tpad=stop_mode=clone:stop_duration=${LAST_FRAME_REPEATED * pace}`,
    'settb=AVTB',
    `setpts=${pace === 1 ? shifted : `(${shifted})/${pace}`}`,
    // Starting at 0 holds the first frame of a side that begins later.
    `fps=fps=${numerator}/${denominator}:start_time=0:round=up`,
  ];
  const picture = [...pictureFilters(source, rect), ...(isMirrored ? ['hflip'] : [])];
  // In the order that scales fewer frames.
  const isFaster = framesPerSecond(clip.frameRate) * pace > framesPerSecond(plan.frameRate);
  const filters = isFaster ? [...timing, ...picture] : [...picture, ...timing];
  return `[${input}:${source.streamIndex}]${filters.join(',')}`;
}
