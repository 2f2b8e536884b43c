// Converts the planes of a decoded frame to RGBA, for browsers whose copies ignore the format that is asked for (WebKit).
import type { Size } from '#domain/geometry.ts';

/** The bytes of one plane: where the first is, and how far from one to the one below and the one to its right. */
export interface PlaneBytes {
  readonly offset: number;
  readonly stride: number;
  readonly step: number;
}

/** A picture with brightness at full size, and colours at half of it in both directions. */
export interface ColourPlanes extends Size {
  readonly bytes: Uint8Array;
  readonly brightness: PlaneBytes;
  readonly blue: PlaneBytes;
  readonly red: PlaneBytes;
}

/** How the values of the planes mean colours. */
export interface PlaneColours {
  /** The matrix, named as in `VideoColorSpace`; null where the file does not say. */
  readonly matrix: string | null;
  /** Whether brightness goes from 0 to 255 instead of from 16 to 235. */
  readonly isFullRange: boolean;
}

/**
 * How libyuv converts, by which Chromium and Firefox do: the last bits of the colours change the joints that are found. Brightness
 * is multiplied by `scale`, 16 bits of which are dropped; then 64 is one step of colour. From libyuv's row_common.cc.
 */
interface Conversion {
  readonly scale: number;
  readonly offset: number;
  readonly blueOfBlue: number;
  readonly greenOfBlue: number;
  readonly greenOfRed: number;
  readonly redOfRed: number;
}

const [LIMITED, FULL] = [
  { scale: 18_997, offset: -1160 },
  { scale: 16_320, offset: 32 },
];
const conversion = (range: typeof LIMITED, ...factors: readonly [number, number, number, number]): Conversion => {
  const [blueOfBlue, greenOfBlue, greenOfRed, redOfRed] = factors;
  return { ...range, blueOfBlue, greenOfBlue, greenOfRed, redOfRed };
};
const BT601 = { limited: conversion(LIMITED, 128, 25, 52, 102), full: conversion(FULL, 113, 22, 46, 90) };
const BT709 = { limited: conversion(LIMITED, 128, 14, 34, 115), full: conversion(FULL, 119, 12, 30, 101) };
const BT2020 = {
  limited: conversion({ ...LIMITED, scale: 19_003 }, 128, 12, 42, 107),
  full: conversion(FULL, 120, 11, 37, 94),
};
const CONVERSIONS: Readonly<Record<string, typeof BT601>> = {
  ...{ smpte170m: BT601, bt470bg: BT601, bt709: BT709 },
  'bt2020-ncl': BT2020,
};
/** A file that does not say is taken for BT.709 from this height on, as in Chromium. */
const LEAST_HD_PX = 720;

/** Writes the picture to `rgba`, which has four bytes for each pixel. */
export function colourPlanes(planes: ColourPlanes, colours: PlaneColours, rgba: Uint8ClampedArray): void {
  const { widthPx, heightPx, bytes, brightness, blue, red } = planes;
  const { limited, full } = CONVERSIONS[colours.matrix ?? ''] ?? (heightPx < LEAST_HD_PX ? BT601 : BT709);
  const { scale, offset, blueOfBlue, greenOfBlue, greenOfRed, redOfRed } = colours.isFullRange ? full : limited;
  for (let y = 0, to = 0; y < heightPx; y += 1) {
    const line = brightness.offset + y * brightness.stride;
    const blueLine = blue.offset + (y >> 1) * blue.stride;
    const redLine = red.offset + (y >> 1) * red.stride;
    for (let x = 0; x < widthPx; x += 1, to += 4) {
      const bright = (((bytes[line + x * brightness.step] ?? 0) * 257 * scale) >>> 16) + offset;
      const towardsBlue = (bytes[blueLine + (x >> 1) * blue.step] ?? 0) - 128;
      const towardsRed = (bytes[redLine + (x >> 1) * red.step] ?? 0) - 128;
      rgba[to] = (bright + redOfRed * towardsRed) >> 6;
      rgba[to + 1] = (bright - greenOfBlue * towardsBlue - greenOfRed * towardsRed) >> 6;
      rgba[to + 2] = (bright + blueOfBlue * towardsBlue) >> 6;
      rgba[to + 3] = 255;
    }
  }
}
