// Scales, turns and cuts pictures with integer and floating-point arithmetic that gives the same bits in every browser;
// their canvases filter differently. Bilinear like Chromium's canvas, with which the figures of docs/measurements.md
// were measured. Pure.
import { rounded, type TurnedSquare } from './model/turned-square.ts';

/** A picture as RGBA bytes, row by row. */
export interface Pixels {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly bytes: Uint8ClampedArray;
}

/** Clockwise, in degrees. */
export type QuarterTurn = 0 | 90 | 180 | 270;

/** Two neighbouring pixels along one axis, and the weight of the second from 0 to 256. */
interface Taps {
  readonly first: Int32Array;
  readonly second: Int32Array;
  readonly share: Int32Array;
}

const WHOLE = 256;

/** Turns a picture upright and scales it to a size, into bytes that may be reused. */
export function uprightPixels(
  from: Pixels,
  turn: QuarterTurn,
  size: { readonly widthPx: number; readonly heightPx: number },
  bytes: Uint8ClampedArray,
): Pixels {
  const isLying = turn === 90 || turn === 270;
  // The lengths of the source along the axes that become left to right and top to bottom.
  const [acrossPx, downPx] = isLying ? [from.heightPx, from.widthPx] : [from.widthPx, from.heightPx];
  const across = taps(size.widthPx, acrossPx, turn === 90 || turn === 180);
  const down = taps(size.heightPx, downPx, turn === 180 || turn === 270);
  const [acrossStep, downStep] = isLying ? [4 * from.widthPx, 4] : [4, 4 * from.widthPx];
  const source = from.bytes;
  for (let y = 0, to = 0; y < size.heightPx; y += 1) {
    const [rowA, rowB, shareY] = [
      (down.first[y] ?? 0) * downStep,
      (down.second[y] ?? 0) * downStep,
      down.share[y] ?? 0,
    ];
    for (let x = 0; x < size.widthPx; x += 1, to += 4) {
      const [a, b, shareX] = [
        (across.first[x] ?? 0) * acrossStep,
        (across.second[x] ?? 0) * acrossStep,
        across.share[x] ?? 0,
      ];
      for (let channel = 0; channel < 3; channel += 1) {
        const top = (source[rowA + a + channel] ?? 0) * (WHOLE - shareX) + (source[rowA + b + channel] ?? 0) * shareX;
        const bottom =
          (source[rowB + a + channel] ?? 0) * (WHOLE - shareX) + (source[rowB + b + channel] ?? 0) * shareX;
        bytes[to + channel] = (top * (WHOLE - shareY) + bottom * shareY + (WHOLE * WHOLE) / 2) >> 16;
      }
      bytes[to + 3] = 255;
    }
  }
  return { ...size, bytes };
}

/** The source pixels of each pixel of a line of `length`, from the source's end if `isReversed`. */
function taps(length: number, sourceLength: number, isReversed: boolean): Taps {
  const [first, second, share] = [new Int32Array(length), new Int32Array(length), new Int32Array(length)];
  for (let index = 0; index < length; index += 1) {
    const middle = ((index + 0.5) * sourceLength) / length;
    const place = Math.min(Math.max((isReversed ? sourceLength - middle : middle) - 0.5, 0), sourceLength - 1);
    first[index] = Math.floor(place);
    second[index] = Math.min(Math.floor(place) + 1, sourceLength - 1);
    share[index] = Math.round((place - Math.floor(place)) * WHOLE);
  }
  return { first, second, share };
}

/** A turned square of a picture as RGB from 0 to 1, `sidePx` wide and high. Black outside the picture. */
export function squarePixels(
  { widthPx, heightPx, bytes }: Pixels,
  { centre, sidePx: fromPx, angle }: TurnedSquare,
  sidePx: number,
): Float32Array {
  const rgb = new Float32Array(sidePx * sidePx * 3);
  const step = fromPx / sidePx;
  const [right, down] = [step * rounded(Math.cos(angle)), step * rounded(Math.sin(angle))];
  const first = 0.5 - sidePx / 2;
  for (let row = 0, to = 0; row < sidePx; row += 1) {
    for (let column = 0; column < sidePx; column += 1, to += 3) {
      const [u, v] = [first + column, first + row];
      const x = centre.xPx + u * right - v * down - 0.5;
      const y = centre.yPx + u * down + v * right - 0.5;
      if (x <= -1 || y <= -1 || x >= widthPx || y >= heightPx) continue;
      const [leftPx, topPx] = [Math.floor(x), Math.floor(y)];
      const [shareX, shareY] = [x - leftPx, y - topPx];
      for (let corner = 0; corner < 4; corner += 1) {
        const [atX, atY] = [leftPx + (corner & 1), topPx + (corner >> 1)];
        if (atX < 0 || atY < 0 || atX >= widthPx || atY >= heightPx) continue;
        const share = ((corner & 1 ? shareX : 1 - shareX) * (corner >> 1 ? shareY : 1 - shareY)) / 255;
        const at = 4 * (atY * widthPx + atX);
        rgb[to] = (rgb[to] ?? 0) + share * (bytes[at] ?? 0);
        rgb[to + 1] = (rgb[to + 1] ?? 0) + share * (bytes[at + 1] ?? 0);
        rgb[to + 2] = (rgb[to + 2] ?? 0) + share * (bytes[at + 2] ?? 0);
      }
    }
  }
  return rgb;
}

/** A square of RGB values turned left to right. */
export function mirrored(rgb: Float32Array): Float32Array {
  const row = 3 * Math.sqrt(rgb.length / 3);
  const turned = new Float32Array(rgb.length);
  for (let start = 0; start < rgb.length; start += row) {
    for (let at = 0; at < row; at += 3) {
      const [to, from] = [start + at, start + row - 3 - at];
      turned[to] = rgb[from] ?? 0;
      turned[to + 1] = rgb[from + 1] ?? 0;
      turned[to + 2] = rgb[from + 2] ?? 0;
    }
  }
  return turned;
}

/** Paints a part of a picture grey, in place. */
export function paintOver(
  { widthPx, heightPx, bytes }: Pixels,
  part: { readonly leftPx: number; readonly topPx: number; readonly widthPx: number; readonly heightPx: number },
): void {
  const clamped = (value: number, max: number) => Math.min(Math.max(Math.round(value), 0), max);
  const [left, right] = [clamped(part.leftPx, widthPx), clamped(part.leftPx + part.widthPx, widthPx)];
  const [top, bottom] = [clamped(part.topPx, heightPx), clamped(part.topPx + part.heightPx, heightPx)];
  for (let y = top; y < bottom; y += 1) bytes.fill(128, 4 * (y * widthPx + left), 4 * (y * widthPx + right));
}
