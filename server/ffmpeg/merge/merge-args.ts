// The ffmpeg arguments of one merge: two videos and a plan become one MP4. Pure; makes no decisions beyond the plan.
// Reasons and figures: docs/decisions/010-merge-engine.md.

import { type ComparisonPlan, shownSides } from '#domain/comparison/comparison-plan.ts';
import type { Size } from '#domain/geometry.ts';
import type { Side } from '#domain/side.ts';
import { type FrameRate, framesPerSecond } from '#domain/time.ts';
import type { ProbedVideo, SourceFacts } from '#server/ffmpeg/probe/probe.ts';
import { inputArgs } from '#server/ffmpeg/process/input-args.ts';
import { PICTURES_ONLY } from '#server/ffmpeg/process/output-args.ts';
import { composeFilters } from './compose-filters.ts';
import { mergeWindow } from './merge-window.ts';
import { PICTURE_INPUT, pictureFilters } from './picture-filters.ts';
import type { MergeLayers } from './plates.ts';

/** One side's file and its probed facts. */
export interface MergeInput {
  /** Absolute and made by the server. */
  readonly path: string;
  readonly video: ProbedVideo;
}

type MergeInputs = Readonly<Record<Side, MergeInput>>;

/** How long the last frame is repeated, in plan seconds, so that no rate conversion drops it; `hstack` holds it. */
const LAST_FRAME_REPEATED = 0.1;

/**
 * Encoding: measured in tools/bench/merge-cost.ts. A key frame at least every 15 frames and no B-frames make stepping back
 * and scrubbing cheap in the browser.
 */
export const ENCODER_ARGS: readonly string[] = [
  ...['-c:v', 'libx264', '-preset', 'superfast', '-crf', '21', '-g', '15', '-bf', '0', '-pix_fmt', 'yuv420p'],
  ...['-color_range', 'tv', '-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'],
];

const NO_LAYERS: MergeLayers = { ink: null, mask: null, plates: [] };

/**
 * The ffmpeg arguments that write the merged video of a plan to `outputPath`. ffmpeg reads the line layer from stdin,
 * and the mask from descriptor 3.
 */
export function mergeArgs(
  plan: ComparisonPlan,
  inputs: MergeInputs,
  outputPath: string,
  layers: MergeLayers = NO_LAYERS,
): string[] {
  return [
    ...['-hide_banner', '-nostdin', '-nostats', '-v', 'error', '-progress', 'pipe:1'],
    // Keep the container's timestamps: only the graph shifts them.
    '-copyts',
    ...shownSides(plan).flatMap((side) => sideInputArgs(plan, side, inputs[side])),
    ...layerInputArgs(plan, layers),
    ...['-filter_complex', filterGraph(plan, inputs, layers), '-map', '[merged]'],
    // Removes location metadata of phones, and the sound.
    ...PICTURES_ONLY,
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
  return inputArgs(path, source.demuxer, [...PICTURE_INPUT, ...seekArgs(source, readFrom)]);
}

function layerInputArgs({ frameRate }: ComparisonPlan, { ink, mask, plates }: MergeLayers): string[] {
  const rate = `${frameRate.numerator}/${frameRate.denominator}`;
  const raw = (format: string, { widthPx, heightPx }: Size, from: string) => [
    ...['-protocol_whitelist', from.startsWith('pipe:') ? 'pipe' : 'file', '-f', 'rawvideo', '-pixel_format', format],
    ...['-video_size', `${widthPx}x${heightPx}`, '-framerate', rate, '-i', from],
  ];
  return [
    ...(mask ? raw('gray', mask, 'pipe:3') : []),
    ...(ink ? raw('yuva420p', ink.bounds, 'pipe:0') : []),
    ...plates.flatMap(({ rect, path }) => raw('yuva420p', rect, `file:${path}`)),
  ];
}

function filterGraph(plan: ComparisonPlan, inputs: MergeInputs, layers: MergeLayers): string {
  const sides = shownSides(plan);
  const maskInput = sides.length;
  const inkInput = layers.mask ? maskInput + 1 : maskInput;
  return [
    ...sides.map((side, input) => `${sideFilters(plan, side, input, inputs[side])}[${side}]`),
    ...composeFilters(plan, layers, {
      mask: layers.mask && `[${maskInput}:v]`,
      ink: layers.ink && `[${inkInput}:v]`,
      plates: layers.plates.map((_, index) => `[${inkInput + (layers.ink ? 1 : 0) + index}:v]`),
    }),
  ].join(';');
}

function sideFilters(plan: ComparisonPlan, side: Side, input: number, { video }: MergeInput): string {
  const { clip, source } = video;
  const { numerator, denominator } = plan.frameRate;
  const { pace } = plan.panes[side];
  const timing = [
    `tpad=stop_mode=clone:stop_duration=${LAST_FRAME_REPEATED * pace}`,
    'settb=AVTB',
    `setpts=${timestamps(plan, side, video)}`,
    // Starting at 0 holds the first frame of a side that begins later.
    `fps=fps=${numerator}/${denominator}:start_time=0:round=up`,
    // A stack holds the last frame of a side that has ended; an overlay ends with its background, and a side alone with its clip.
    ...(plan.ghost || plan.alone ? ['tpad=stop=-1:stop_mode=clone'] : []),
  ];
  const picture = paneFilters(plan, side, video);
  // The order in which fewer frames are scaled.
  const isFaster = framesPerSecond(clip.frameRate) * pace > framesPerSecond(plan.frameRate);
  const filters = isFaster ? [...timing, ...picture] : [...picture, ...timing];
  return `[${input}:${source.streamIndex}]${filters.join(',')}`;
}

/** A side's picture as the plan shows it: mirrored, and surrounded with black where it does not fill its rectangle. */
function paneFilters({ ghost, panes }: ComparisonPlan, side: Side, { clip, source }: ProbedVideo): string[] {
  const { rect, picture, crop, isMirrored } = panes[side];
  const turned = isMirrored ? ['hflip'] : [];
  if (!crop) return [...pictureFilters(source, picture), ...turned];
  const { from, to } = crop;
  const isEmpty = to.widthPx === 0 || to.heightPx === 0;
  const shown = isEmpty ? NOTHING_SHOWN : to;
  const filters = [...pictureFilters(source, shown, { of: clip, part: from }), ...turned];
  if (isEmpty) filters.push('lutyuv=y=16:u=128:v=128');
  // The pro's picture over a ghost is placed by the overlay instead.
  const fills = (ghost && side === 'pro') || (shown.widthPx === rect.widthPx && shown.heightPx === rect.heightPx);
  if (fills) return filters;
  const [x, y] = isEmpty ? [0, 0] : [to.xPx - rect.xPx, to.yPx - rect.yPx];
  return [...filters, `pad=w=${rect.widthPx}:h=${rect.heightPx}:x=${x}:y=${y}`];
}

/** Minimum size that ffmpeg can scale to. */
const NOTHING_SHOWN = { widthPx: 2, heightPx: 2 };

/** A frame's time in the merged video, as an expression over its time in the file, in microseconds. */
function timestamps(plan: ComparisonPlan, side: Side, { clip, source }: ProbedVideo): string {
  const { pace } = plan.panes[side];
  const { shiftMicros, bends } = mergeWindow(plan, side, clip.frameTimes);
  const offsetMicros = Math.round(source.timelineOffset * 1e6);
  const bent = bends.map(({ from, to, stretching }) => {
    const untilEnd = `clip(PTS-(${(to * 1e6 - offsetMicros).toFixed(3)}),${((from - to) * 1e6).toFixed(3)},0)`;
    return `+${untilEnd}*(${stretching.toFixed(15)})`;
  });
  const shifted = `PTS-(${shiftMicros - offsetMicros})${bent.join('')}`;
  const expression = pace === 1 ? shifted : `(${shifted})/${pace}`;
  // A comma would end the filter.
  return bends.length > 0 ? `'${expression}'` : expression;
}

/** Containers that seek reliably; others are read from their beginning. */
const SEEKABLE_DEMUXERS = ['mov', 'matroska'];
/** Minimum time that a seek must skip to be worthwhile, in seconds. */
const MIN_SEEK = 0.25;

/** The input options that start reading at a shown time, in seconds; none where seeking is unreliable or pointless. */
export function seekArgs(source: SourceFacts, readFrom: number): string[] {
  // ffmpeg counts `-ss` from the container's own start (https://ffmpeg.org/ffmpeg.html#Main-options, -seek_timestamp).
  const seek = readFrom - source.timelineOffset - source.containerStart;
  const isWorthwhile = SEEKABLE_DEMUXERS.includes(source.demuxer) && seek >= MIN_SEEK;
  return isWorthwhile ? ['-ss', seek.toFixed(6)] : [];
}
