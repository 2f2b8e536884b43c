// Scales, turns and cuts pictures with integer and floating-point arithmetic that gives the same bits in every browser;
// their canvases filter differently. Bilinear like Chromium's canvas, with which the figures of docs/measurements.md
// were measured. Pure.
import { rounded, type TurnedSquare } from '#web/body/model/turned-square.ts';

/** A picture as RGBA bytes, row by row. */
export interface Pixels {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly bytes: Uint8ClampedArray;
}

/** Clockwise, in degrees. */
export type QuarterTurn = 0 | 90 | 180 | 270;

/** The places of two neighboring pixels along one axis, and the weight of the second from 0 to 256. */
interface Taps {
  readonly first: Int32Array;
  readonly second: Int32Array;
  readonly share: Int32Array;
}

/** Each sum is rounded to 32 bits, as in the figures of docs/measurements.md: a last bit may move a joint. */
const { fround } = Math;

const WHOLE = 256;
const HALF = (WHOLE * WHOLE) / 2;
const OPAQUE = 0xff000000;

/** Turns a picture upright and scales it to a size, into bytes that may be reused. */
export function uprightPixels(
  from: Pixels,
  turn: QuarterTurn,
  size: { readonly widthPx: number; readonly heightPx: number },
  bytes: Uint8ClampedArray,
): Pixels {
  const isLying = turn === 90 || turn === 270;
  // The lengths of the source along the axes that become left to right and top to bottom, and from one pixel to the next.
  const [acrossPx, downPx] = isLying ? [from.heightPx, from.widthPx] : [from.widthPx, from.heightPx];
  const [acrossStep, downStep] = isLying ? [from.widthPx, 1] : [1, from.widthPx];
  const across = taps(size.widthPx, acrossPx, acrossStep, turn === 90 || turn === 180);
  const down = taps(size.heightPx, downPx, downStep, turn === 180 || turn === 270);
  const [source, target] = [wordsOf(from.bytes), wordsOf(bytes)];
  for (let y = 0, to = 0; y < size.heightPx; y += 1) {
    const rowA = down.first[y] ?? 0;
    const rowB = down.second[y] ?? 0;
    const shareY = down.share[y] ?? 0;
    for (let x = 0; x < size.widthPx; x += 1, to += 1) {
      const columnA = across.first[x] ?? 0;
      const columnB = across.second[x] ?? 0;
      const shareX = across.share[x] ?? 0;
      const a = source[rowA + columnA] ?? 0;
      const b = source[rowA + columnB] ?? 0;
      const c = source[rowB + columnA] ?? 0;
      const d = source[rowB + columnB] ?? 0;
      const ofA = (WHOLE - shareX) * (WHOLE - shareY);
      const ofB = shareX * (WHOLE - shareY);
      const ofC = (WHOLE - shareX) * shareY;
      const ofD = shareX * shareY;
      const red = (redOf(a) * ofA + redOf(b) * ofB + redOf(c) * ofC + redOf(d) * ofD + HALF) >> 16;
      const green = (greenOf(a) * ofA + greenOf(b) * ofB + greenOf(c) * ofC + greenOf(d) * ofD + HALF) >> 16;
      const blue = (blueOf(a) * ofA + blueOf(b) * ofB + blueOf(c) * ofC + blueOf(d) * ofD + HALF) >> 16;
      target[to] = OPAQUE | (blue << 16) | (green << 8) | red;
    }
  }
  return { ...size, bytes };
}

/** Four bytes at once: reading colors one by one takes three times as long. All browsers' machines put the first byte last. */
function wordsOf({ buffer, byteOffset, byteLength }: Uint8ClampedArray): Uint32Array {
  return new Uint32Array(buffer, byteOffset, byteLength / 4);
}

function redOf(word: number): number {
  return word & 255;
}

function greenOf(word: number): number {
  return (word >>> 8) & 255;
}

function blueOf(word: number): number {
  return (word >>> 16) & 255;
}

/** The source pixels of each pixel of a line of `length`, `step` apart, from the source's end if `isReversed`. */
function taps(length: number, sourceLength: number, step: number, isReversed: boolean): Taps {
  const [first, second, share] = [new Int32Array(length), new Int32Array(length), new Int32Array(length)];
  for (let index = 0; index < length; index += 1) {
    const middle = ((index + 0.5) * sourceLength) / length;
    const place = Math.min(Math.max((isReversed ? sourceLength - middle : middle) - 0.5, 0), sourceLength - 1);
    first[index] = step * Math.floor(place);
    second[index] = step * Math.min(Math.floor(place) + 1, sourceLength - 1);
    share[index] = Math.round((place - Math.floor(place)) * WHOLE);
  }
  return { first, second, share };
}

/** A turned square of a picture as RGB from 0 to 1, `sidePx` wide and high. Black outside the picture. */
export function squarePixels(
  { widthPx, heightPx, bytes }: Pixels,
  { center, sidePx: fromPx, angle }: TurnedSquare,
  sidePx: number,
): Float32Array {
  const rgb = new Float32Array(sidePx * sidePx * 3);
  const words = wordsOf(bytes);
  const step = fromPx / sidePx;
  const [right, down] = [step * rounded(Math.cos(angle)), step * rounded(Math.sin(angle))];
  const first = 0.5 - sidePx / 2;
  for (let row = 0, to = 0; row < sidePx; row += 1) {
    for (let column = 0; column < sidePx; column += 1, to += 3) {
      const u = first + column;
      const v = first + row;
      const x = center.xPx + u * right - v * down - 0.5;
      const y = center.yPx + u * down + v * right - 0.5;
      if (x <= -1 || y <= -1 || x >= widthPx || y >= heightPx) continue;
      const leftPx = Math.floor(x);
      const topPx = Math.floor(y);
      const shareX = x - leftPx;
      const shareY = y - topPx;
      const isLeft = leftPx >= 0;
      const isRight = leftPx + 1 < widthPx;
      const at = topPx * widthPx + leftPx;
      const [isTop, isBottom] = [topPx >= 0, topPx + 1 < heightPx];
      const a = isTop && isLeft ? (words[at] ?? 0) : 0;
      const b = isTop && isRight ? (words[at + 1] ?? 0) : 0;
      const c = isBottom && isLeft ? (words[at + widthPx] ?? 0) : 0;
      const d = isBottom && isRight ? (words[at + widthPx + 1] ?? 0) : 0;
      const ofA = ((1 - shareX) * (1 - shareY)) / 255;
      const ofB = (shareX * (1 - shareY)) / 255;
      const ofC = ((1 - shareX) * shareY) / 255;
      const ofD = (shareX * shareY) / 255;
      rgb[to] = fround(fround(fround(redOf(a) * ofA) + redOf(b) * ofB) + redOf(c) * ofC) + redOf(d) * ofD;
      rgb[to + 1] = fround(fround(fround(greenOf(a) * ofA) + greenOf(b) * ofB) + greenOf(c) * ofC) + greenOf(d) * ofD;
      rgb[to + 2] = fround(fround(fround(blueOf(a) * ofA) + blueOf(b) * ofB) + blueOf(c) * ofC) + blueOf(d) * ofD;
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

/** Paints a part of a picture gray, in place. */
export function paintOver(
  { widthPx, heightPx, bytes }: Pixels,
  part: { readonly leftPx: number; readonly topPx: number; readonly widthPx: number; readonly heightPx: number },
): void {
  const clamped = (value: number, max: number) => Math.min(Math.max(Math.round(value), 0), max);
  const [left, right] = [clamped(part.leftPx, widthPx), clamped(part.leftPx + part.widthPx, widthPx)];
  const [top, bottom] = [clamped(part.topPx, heightPx), clamped(part.topPx + part.heightPx, heightPx)];
  for (let y = top; y < bottom; y += 1) bytes.fill(128, 4 * (y * widthPx + left), 4 * (y * widthPx + right));
}
