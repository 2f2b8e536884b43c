// The filters that turn a source picture into one pane: upright, of the pane's size, in the merged video's colors.
import type { Rect, Size } from '#domain/geometry.ts';
import { codedPart, swapsSides } from '#domain/video/orientation.ts';
import { uprightFilters } from '#server/ffmpeg/probe/orientation.ts';
import type { SourceFacts } from '#server/ffmpeg/probe/probe.ts';

/**
 * The options of an input whose pictures pass {@link pictureFilters}. Pictures may change their size within a clip. By default
 * ffmpeg then sets up the filters again, which forget the time that has passed.
 */
export const PICTURE_INPUT: readonly string[] = ['-noautorotate', '-reinit_filter', '0', '-threads', '2'];

export interface PicturePart {
  readonly of: Size;
  readonly part: Rect;
}

/**
 * The filters, in order, that turn a picture of this source, or a part of it, into an upright one of this size in 8-bit BT.709.
 * Expensive filters come after cropping and scaling down.
 */
export function pictureFilters(source: SourceFacts, size: Size, cropped: PicturePart | null = null): string[] {
  const coded = swapsSides(source.orientation) ? { widthPx: size.heightPx, heightPx: size.widthPx } : size;
  return [
    // These read the picture at the clip's size, whatever its own is.
    ...(source.isInterlaced || cropped
      ? [`scale=w=${source.codedWidthPx}:h=${source.codedHeightPx}:flags=bicubic`]
      : []),
    ...(source.isInterlaced ? ['yadif=mode=send_frame'] : []),
    ...(cropped ? [cropFilter(source, cropped)] : []),
    scaleFilter(source, coded),
    ...(source.transfer === 'sdr' ? [] : toneMapFilters(source.transfer)),
    'format=yuv420p',
    ...uprightFilters(source.orientation),
    'setsar=1',
  ];
}

/**
 * The coded part. Pixels of an anamorphic picture are not square, so its coordinates are rounded, though not
 * necessarily to even numbers.
 */
function cropFilter(source: SourceFacts, { of, part }: PicturePart): string {
  const { codedWidthPx, codedHeightPx } = source;
  const { xPx, yPx, widthPx, heightPx } = codedPart(source.orientation, of, part);
  const shown = swapsSides(source.orientation) ? { widthPx: of.heightPx, heightPx: of.widthPx } : of;
  const along = wholeSpan(xPx, widthPx, codedWidthPx / shown.widthPx, codedWidthPx);
  const down = wholeSpan(yPx, heightPx, codedHeightPx / shown.heightPx, codedHeightPx);
  return `crop=w=${along.length}:h=${down.length}:x=${along.at}:y=${down.at}:exact=1`;
}

function wholeSpan(at: number, length: number, scale: number, mostPx: number) {
  const whole = Math.min(Math.max(1, Math.round(length * scale)), mostPx);
  return { length: whole, at: Math.max(0, Math.min(Math.round(at * scale), mostPx - whole)) };
}

function scaleFilter(source: SourceFacts, coded: Size): string {
  const scale = `scale=w=${coded.widthPx}:h=${coded.heightPx}:flags=bicubic`;
  if (source.transfer !== 'sdr') return scale;
  const range = source.isFullRange ? ':in_range=full:out_range=limited' : '';
  // Tagged on both ends, because swscale would take an untagged HD picture for BT.601 and shift its greens.
  const matrix = source.colorMatrix === 'bt709' ? '' : `:in_color_matrix=${source.colorMatrix}:out_color_matrix=bt709`;
  return scale + matrix + range;
}

/** Where HDR video puts diffuse white, in cd/m² (ITU-R BT.2408). */
const DIFFUSE_WHITE = 203;
/** The peak luminance of phones and their displays; by default the filter expects ten times diffuse white. */
const BRIGHTEST = 1000;
/** The curve closest to Chromium's rendering of the same files: docs/decisions/061-previews.md. */
const TONE_CURVE = `tonemap=tonemap=hable:desat=0:peak=${(BRIGHTEST / DIFFUSE_WHITE).toFixed(3)}`;

function toneMapFilters(transfer: 'hlg' | 'pq'): string[] {
  const tagged = transfer === 'hlg' ? 'arib-std-b67' : 'smpte2084';
  return [
    // Some files specify only the transfer; zscale refuses to guess the rest.
    `setparams=color_primaries=bt2020:colorspace=bt2020nc:color_trc=${tagged}`,
    `zscale=transfer=linear:npl=${DIFFUSE_WHITE}`,
    'format=gbrpf32le',
    'zscale=primaries=bt709',
    TONE_CURVE,
    'zscale=transfer=bt709:matrix=bt709:range=limited',
  ];
}

/** The nearest even number of pixels, at least 2, as 4:2:0 video requires. */
export function evenPx(px: number): number {
  return Math.max(2, Math.round(px / 2) * 2);
}
