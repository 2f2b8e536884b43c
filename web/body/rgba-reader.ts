// Reads the RGBA bytes of decoded frames, the same in every browser: the joints that are found change with the last
// bits of the colors. Browsers convert most colors alike, but their canvases filter differently, and copies in WebKit
// ignore the format.
import type { VideoSample } from 'mediabunny';
import type { Size } from '#domain/geometry.ts';
import type { Pixels } from './pixels.ts';

/** Colors that Chromium copies as they are coded. It converts others to the screen's, unlike other browsers. */
const [PLAIN_PRIMARIES, PLAIN_TRANSFERS] = [
  new Set(['bt709', 'smpte170m']),
  new Set(['bt709', 'smpte170m', 'iec61966-2-1']),
];

/** Creates a reader, whose bytes are reused for the next frame. It returns null where this browser cannot copy the format. */
export function rgbaReader(): (sample: VideoSample) => Promise<Pixels | null> {
  let rgba = new Uint8ClampedArray(0);
  let planes = new Uint8Array(0);
  let copies = true;

  async function fromPlanes(sample: VideoSample): Promise<boolean> {
    if (!hasKnownPlanes(sample)) return false;
    const size = sample.allocationSize();
    if (planes.length !== size) planes = new Uint8Array(size);
    const [first, second, third] = await sample.copyTo(planes);
    if (!first || !second) return false;
    const step = third ? 1 : 2;
    const { width: widthPx, height: heightPx } = sample.visibleRect;
    const blue = { ...second, step };
    const red = third ? { ...third, step } : { ...blue, offset: blue.offset + 1 };
    const { matrix } = sample.colorSpace;
    colorPlanes({ widthPx, heightPx, bytes: planes, brightness: { ...first, step: 1 }, blue, red }, matrix, rgba);
    return true;
  }

  return async (sample) => {
    if (!copies || sample.flip) return null;
    const { width, height } = sample.visibleRect;
    const size = 4 * width * height;
    if (rgba.length !== size) rgba = new Uint8ClampedArray(size);
    try {
      // WebKit ignores the format, and would copy the planes instead.
      const isIgnored = sample.allocationSize({ format: 'RGBA' }) !== size;
      if (isIgnored || (hasKnownPlanes(sample) && !isPlain(sample))) copies = await fromPlanes(sample);
      else await sample.copyTo(rgba, { format: 'RGBA' });
    } catch {
      copies = false;
    }
    return copies ? { widthPx: width, heightPx: height, bytes: rgba } : null;
  };
}

const hasKnownPlanes = ({ format }: VideoSample): boolean => format === 'I420' || format === 'NV12';

/** Whether Chromium converts the colors as Firefox does, which has no planes: it takes every brightness for limited. */
function isPlain({ colorSpace }: VideoSample): boolean {
  const { primaries, transfer, fullRange } = colorSpace;
  return !fullRange && PLAIN_PRIMARIES.has(primaries ?? 'bt709') && PLAIN_TRANSFERS.has(transfer ?? 'bt709');
}

/** The bytes of one plane: where the first is, and how far from one to the one below and the one to its right. */
interface PlaneBytes {
  readonly offset: number;
  readonly stride: number;
  readonly step: number;
}

/** A picture with brightness at full size, and colors at half of it in both directions. */
interface ColorPlanes extends Size {
  readonly bytes: Uint8Array;
  readonly brightness: PlaneBytes;
  readonly blue: PlaneBytes;
  readonly red: PlaneBytes;
}

/**
 * The conversion of libyuv, which Chromium and Firefox use: the last bits of the colors change the joints that are
 * found. Brightness is multiplied by `scale`, 16 bits of which are dropped; then 64 is one step of color. From
 * libyuv's row_common.cc.
 */
interface Conversion {
  readonly scale: number;
  readonly blueOfBlue: number;
  readonly greenOfBlue: number;
  readonly greenOfRed: number;
  readonly redOfRed: number;
}

const SCALE = 18_997;
const OFFSET = -1160;
const BT601: Conversion = { scale: SCALE, blueOfBlue: 128, greenOfBlue: 25, greenOfRed: 52, redOfRed: 102 };
const BT709: Conversion = { scale: SCALE, blueOfBlue: 128, greenOfBlue: 14, greenOfRed: 34, redOfRed: 115 };
const BT2020: Conversion = { scale: 19_003, blueOfBlue: 128, greenOfBlue: 12, greenOfRed: 42, redOfRed: 107 };
const CONVERSIONS: Readonly<Record<string, Conversion>> = {
  smpte170m: BT601,
  bt470bg: BT601,
  bt709: BT709,
  'bt2020-ncl': BT2020,
};
/** Minimum height at which a file that does not name its colors counts as BT.709, as in Chromium. */
const LEAST_HD_PX = 720;

const conversionOf = (matrix: string | null, heightPx: number): Conversion =>
  CONVERSIONS[matrix ?? ''] ?? (heightPx < LEAST_HD_PX ? BT601 : BT709);

/**
 * The shares of red, green and blue in the brightness of a picture that was converted like this: the colors cancel
 * out.
 */
export function brightnessShares(matrix: string | null, heightPx: number): readonly [number, number, number] {
  const { blueOfBlue, greenOfBlue, greenOfRed, redOfRed } = conversionOf(matrix, heightPx);
  const [redToGreen, blueToGreen] = [greenOfRed / redOfRed, greenOfBlue / blueOfBlue];
  const green = 1 / (1 + redToGreen + blueToGreen);
  return [green * redToGreen, green, green * blueToGreen];
}

/**
 * Writes the picture to `rgba`, which has four bytes for each pixel. Brightness counts from 16 to 235 whatever the file says, as in
 * Firefox, which has no planes: what is darker or brighter is cut off. `matrix` is named as in `VideoColorSpace`.
 */
export function colorPlanes(planes: ColorPlanes, matrix: string | null, rgba: Uint8ClampedArray): void {
  const { widthPx, heightPx, bytes, brightness, blue, red } = planes;
  const { scale, blueOfBlue, greenOfBlue, greenOfRed, redOfRed } = conversionOf(matrix, heightPx);
  for (let y = 0, to = 0; y < heightPx; y += 1) {
    const line = brightness.offset + y * brightness.stride;
    const blueLine = blue.offset + (y >> 1) * blue.stride;
    const redLine = red.offset + (y >> 1) * red.stride;
    for (let x = 0; x < widthPx; x += 1, to += 4) {
      const bright = (((bytes[line + x * brightness.step] ?? 0) * 257 * scale) >>> 16) + OFFSET;
      const towardsBlue = (bytes[blueLine + (x >> 1) * blue.step] ?? 0) - 128;
      const towardsRed = (bytes[redLine + (x >> 1) * red.step] ?? 0) - 128;
      rgba[to] = (bright + redOfRed * towardsRed) >> 6;
      rgba[to + 1] = (bright - greenOfBlue * towardsBlue - greenOfRed * towardsRed) >> 6;
      rgba[to + 2] = (bright + blueOfBlue * towardsBlue) >> 6;
      rgba[to + 3] = 255;
    }
  }
}
